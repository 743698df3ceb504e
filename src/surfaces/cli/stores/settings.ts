import { type Command, Option } from 'commander';
import { LOWEST_PRICE, type LowestPriceRule } from '../../../domain/lowest-price.ts';
import { MARKETING_BOXES, type MarketingBox } from '../../../domain/marketing.ts';
import { SETTING_RANGES } from '../../../domain/setting-ranges.ts';
import { STORE_DEFAULTS } from '../../../domain/store.ts';
import {
  RETURN_COSTS,
  type ReturnCosts,
  WITHDRAWAL_COUNTS_FROM,
  WITHDRAWAL_FOR,
  type WithdrawalRule,
} from '../../../domain/withdrawal-period.ts';
import { collect, numberIn, numberOrNone } from '../values.ts';

export type SettingOptions = {
  name?: string;
  legalName?: string;
  legalAddress?: string;
  returnAddress?: string;
  contact?: string;
  contactPhone?: string;
  terms?: string;
  privacy?: string;
  withdrawal?: string;
  withdrawalDays?: number | 'none';
  withdrawalFor?: WithdrawalRule['withdrawalFor'];
  withdrawalCountsFrom?: WithdrawalRule['withdrawalCountsFrom'];
  lowestPrice?: LowestPriceRule;
  returnCosts?: ReturnCosts;
  timeZone?: string;
  country?: string;
  addressSearch?: string;
  locale?: string;
  taxInPrices?: 'inclusive' | 'exclusive';
  origin?: string[];
  ship?: string[];
  tax?: string[];
  holdMinutes?: number;
  holdsPerEmail?: number;
  holdsPerAddress?: number;
  paymentDays?: number;
  withdrawalUndoHours?: number;
  keepCheckoutDays?: number;
  keepPreorderDays?: number | 'none';
  refundLimit?: string;
  secondFactor?: 'offered' | 'required';
  askAfterDays?: number;
  answerDays?: number;
  silence?: 'cancel' | 'wait';
  marketingBox?: MarketingBox;
  marketingText?: string[];
};

/** The options of a new store. */
export type CreateOptions = SettingOptions &
  Required<
    Pick<SettingOptions, 'name' | 'legalName' | 'legalAddress' | 'contact' | 'terms' | 'privacy' | 'timeZone'>
  > & {
    slug: string;
    currency: string;
    mode: 'test' | 'live';
  };

/** Adds the options that set a store up. Those without which none can be created are demanded only if `required`. */
export function addSettings(command: Command, { required }: { required: boolean }): void {
  const needed = (flags: string, description: string) =>
    required ? command.requiredOption(flags, description) : command.option(flags, description);
  needed('--name <text>', 'the name that shoppers see');
  needed('--legal-name <text>', 'the legal name of the seller');
  needed('--legal-address <text>', "the seller's address; \\n begins a new line");
  command.option('--return-address <text>', 'where returns go (default: the legal address)');
  needed('--contact <email>', 'the e-mail address for shoppers');
  command.option('--contact-phone <number>', 'the telephone number for shoppers, or “none” (default: none)');
  needed('--terms <url>', 'the terms of sale');
  needed('--privacy <url>', 'the privacy notice');
  needed('--time-zone <name>', 'an IANA name, such as Europe/Berlin');
  command
    .option('--withdrawal <url>', 'the page about the right of withdrawal, or “none” (default: none)')
    .option('--country <code>', 'where the store is, such as DE: the checkout proposes it; or “none”')
    .option(
      '--address-search <url>',
      'the Photon service that completes addresses in the checkout, “test” for a test store, or “none” (default: none)',
    )
    .option('--locale <tag>', 'the language of mails to the merchant and of texts that are not translated, such as en')
    .option(
      '--origin <origin>',
      'a site that may open the checkout, such as https://fjord.example; repeatable',
      collect,
    )
    .option('--ship <country=amount>', 'flat shipping, such as DE=4.90; repeatable', collect)
    .option('--tax <place=percent>', 'such as DE=19%, or CA-QC=14.975% for a region; repeatable', collect)
    .addOption(
      new Option('--tax-in-prices <setting>', 'whether prices include the tax (default: inclusive)').choices([
        'inclusive',
        'exclusive',
      ]),
    );
  for (const [flag, setting, description] of NUMBERS) {
    const { min, max } = SETTING_RANGES[setting];
    const bounds = `(default: ${STORE_DEFAULTS[setting]}; ${min} to ${max})`;
    command.option(`--${flag} <n>`, `${description} ${bounds}`, numberIn({ min, max }));
  }
  command.option(
    '--keep-preorder-days <n>',
    'how long contacts of pre-orders are kept after everything is sent or cancelled, or “none” (default: until erased)',
    numberOrNone(SETTING_RANGES.keepPreorderDays),
  );
  addRules(command);
  addWithdrawal(command);
  addMarketing(command);
}

function addRules(command: Command): void {
  command
    .option(
      '--refund-limit <amount>',
      'what is given back of one pre-order above it needs a manager who proves who they are, or “none” (default: none)',
    )
    .addOption(
      new Option(
        '--second-factor <rule>',
        'whether staff may work in the store without one (default: offered)',
      ).choices(['offered', 'required']),
    )
    .addOption(new Option('--silence <rule>', 'what no answer means (default: cancel)').choices(['cancel', 'wait']));
}

function addWithdrawal(command: Command): void {
  command
    .option(
      '--withdrawal-days <n>',
      'days to withdraw after the day of delivery, or “none” (default: the 14 of the law)',
      numberOrNone(SETTING_RANGES.withdrawalDays),
    )
    .addOption(
      new Option(
        '--withdrawal-for <whom>',
        'who may withdraw: where a law says so, or everyone (default: law)',
      ).choices(WITHDRAWAL_FOR),
    )
    .addOption(
      new Option(
        '--withdrawal-counts-from <delivery>',
        'the days begin with the last parcel of the pre-order, or with the own parcel of a line item (default: order)',
      ).choices(WITHDRAWAL_COUNTS_FROM),
    )
    .addOption(
      new Option(
        '--lowest-price <where>',
        'shoppers read the lowest price of 30 days beside a struck one: where a law asks for it, always or never (default: law)',
      ).choices(LOWEST_PRICE),
    )
    .addOption(
      new Option(
        '--return-costs <who>',
        'who pays for sending goods back after a withdrawal (default: shopper)',
      ).choices(RETURN_COSTS),
    );
}

function addMarketing(command: Command): void {
  command
    .addOption(
      new Option(
        '--marketing-box <rule>',
        'a box in the checkout that asks for consent to marketing: none, one that only the shopper ticks, or one that ' +
          'starts ticked if your page says that you have the consent (default: off)',
      ).choices(MARKETING_BOXES),
    )
    .option(
      '--marketing-text <language=words>',
      'the text of the box, such as de="Ja, schicken Sie mir …"; repeatable',
      collect,
    );
}

const NUMBERS = [
  ['hold-minutes', 'holdMinutes', 'how long units are held for a shopper who is paying'],
  ['holds-per-email', 'liveHoldsPerEmailMax', 'live holds of one e-mail address at most'],
  ['holds-per-address', 'liveHoldsPerAddressMax', 'live holds of one client address at most'],
  ['payment-days', 'paymentDays', 'how long a place is kept after a failed charge'],
  ['withdrawal-undo-hours', 'withdrawalUndoHours', 'how long a customer can undo a withdrawal declared in their name'],
  ['keep-checkout-days', 'keepCheckoutDays', 'how long contacts of checkouts are kept'],
  ['ask-after-days', 'askAfterDays', 'with a longer delay shoppers are asked, not only told'],
  ['answer-days', 'answerDays', 'how many days a shopper has to answer'],
] as const;
