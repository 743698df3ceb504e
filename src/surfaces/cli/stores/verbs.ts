import { type Command, Option } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import {
  confirmCurrencyDigits,
  createStore,
  retireSharedSecret,
  rotateSharedSecret,
  type StoreChanges,
  updateStore,
} from '../../../core/stores/commands.ts';
import { listStores, readSharedSecrets, readStore } from '../../../core/stores/queries.ts';
import { MARKETING_BOXES, type MarketingBox } from '../../../domain/marketing.ts';
import { parseMoney } from '../../../domain/money.ts';
import { SETTING_RANGES, STORE_DEFAULTS } from '../../../domain/store.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import { formatNextSteps, formatTable } from '../terminal.ts';
import { collect, numberIn, numberOrNone, parseShippingRate, parseTaxRate, parseTexts } from '../values.ts';
import { type Answer, defineStoreVerb, defineVerb, type VerbRunner } from '../verb.ts';
import { addBrand } from './brand.ts';
import { addCopy } from './copy.ts';
import { addDelete } from './delete.ts';
import { storeText } from './views.ts';

type SettingOptions = {
  name?: string;
  legalName?: string;
  legalAddress?: string;
  returnAddress?: string;
  contact?: string;
  terms?: string;
  privacy?: string;
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
  keepCheckoutDays?: number;
  keepPreorderDays?: number | 'none';
  refundLimit?: string;
  askAfterDays?: number;
  answerDays?: number;
  silence?: 'cancel' | 'wait';
  marketingBox?: MarketingBox;
  marketingText?: string[];
};

type CreateOptions = SettingOptions &
  Required<
    Pick<SettingOptions, 'name' | 'legalName' | 'legalAddress' | 'contact' | 'terms' | 'privacy' | 'timeZone'>
  > & {
    slug: string;
    currency: string;
    mode: 'test' | 'live';
  };

export function addStores(runner: VerbRunner, program: Command): void {
  const stores = program.command('stores').description('the stores that sell through this service');

  const create = stores
    .command('create')
    .description('create a store; prints its public key and shared secret')
    .requiredOption('--slug <slug>', 'its name on this command line, such as fjord; never changes')
    .requiredOption('--currency <code>', 'ISO 4217, such as EUR; never changes')
    .addOption(new Option('--mode <mode>', 'never changes').choices(['test', 'live']).default('test'));
  addSettings(create, { required: true });
  defineVerb<CreateOptions>(runner, create, createVerb);

  defineVerb(runner, stores.command('list').description('all stores'), listVerb);

  const show = stores.command('show').description('one store, with its public key and shared secret');
  defineStoreVerb(runner, show, async (deps, { store }) => storeAnswer(deps, store.id));

  const update = stores
    .command('update')
    .description(
      'change the given settings; --origin, --ship, --tax and --marketing-text replace their whole list, and “none” empties it',
    );
  addSettings(update, { required: false });
  defineStoreVerb<SettingOptions>(runner, update, async (deps, { store, options }) => {
    await updateStore(deps, store.id, settingsFrom(options, store.currency));
    return storeAnswer(deps, store.id);
  });
  addCopy(runner, stores, storeAnswer);
  addDelete(runner, stores);
  addSecrets(runner, stores);
  addDecimals(runner, stores);
  addBrand(runner, stores);
}

function addDecimals(runner: VerbRunner, stores: Command): void {
  const decimals = stores
    .command('decimals')
    .description('set the number of decimals of a store’s amounts, when the service asks for it at its start')
    .argument('<n>', '0, 2 or 3', numberIn({ min: 0, max: 3 }));
  defineStoreVerb(runner, decimals, async (deps, { store }) => {
    await confirmCurrencyDigits(deps.db, store.id, decimals.processedArgs[0]);
    return storeAnswer(deps, store.id);
  });
}

function addSecrets(runner: VerbRunner, stores: Command): void {
  const rotate = stores
    .command('rotate-secret')
    .description('make a second shared secret; both are valid until the old one is retired');
  defineStoreVerb(runner, rotate, async (deps, { store }) => {
    await rotateSharedSecret(deps, store.id);
    return storeAnswer(deps, store.id);
  });
  const retire = stores
    .command('retire-secret')
    .description('end the older shared secret, once your backend signs with the new one');
  defineStoreVerb(runner, retire, async (deps, { store }) => {
    await retireSharedSecret(deps, store.id);
    return storeAnswer(deps, store.id);
  });
}

function addSettings(command: Command, { required }: { required: boolean }): void {
  const needed = (flags: string, description: string) =>
    required ? command.requiredOption(flags, description) : command.option(flags, description);
  needed('--name <text>', 'the name that shoppers see');
  needed('--legal-name <text>', 'the legal name of the seller');
  needed('--legal-address <text>', "the seller's address; \\n begins a new line");
  command.option('--return-address <text>', 'where returns go (default: the legal address)');
  needed('--contact <email>', 'the e-mail address for shoppers');
  needed('--terms <url>', 'the terms of sale');
  needed('--privacy <url>', 'the privacy notice');
  needed('--time-zone <name>', 'an IANA name, such as Europe/Berlin');
  command
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
  command
    .option(
      '--keep-preorder-days <n>',
      'how long contacts of pre-orders are kept after everything is sent or cancelled, or “none” (default: until erased)',
      numberOrNone(SETTING_RANGES.keepPreorderDays),
    )
    .option(
      '--refund-limit <amount>',
      'what is given back of one pre-order above it needs a manager who proves who they are, or “none” (default: none)',
    )
    .addOption(new Option('--silence <rule>', 'what no answer means (default: cancel)').choices(['cancel', 'wait']));
  addMarketing(command);
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
  ['keep-checkout-days', 'keepCheckoutDays', 'how long contacts of checkouts are kept'],
  ['ask-after-days', 'askAfterDays', 'with a longer delay shoppers are asked, not only told'],
  ['answer-days', 'answerDays', 'how many days a shopper has to answer'],
] as const;

async function createVerb(deps: Deps, { options }: { options: CreateOptions }): Promise<Answer> {
  const { slug, mode, currency } = options;
  const identity = { slug, mode, currency: currency.toUpperCase() };
  const given = settingsFrom(options, identity.currency);
  const id = await createStore(deps, {
    ...given,
    ...identity,
    name: options.name,
    legalName: options.legalName,
    legalAddress: lines(options.legalAddress),
    returnAddress: lines(options.returnAddress ?? options.legalAddress),
    contactEmail: options.contact,
    termsUrl: options.terms,
    privacyUrl: options.privacy,
    timeZone: options.timeZone,
    pricesIncludeTax: given.pricesIncludeTax ?? true,
    origins: given.origins ?? [],
    shipping: given.shipping ?? [],
    tax: given.tax ?? [],
  });
  const answer = await storeAnswer(deps, id);
  const next = formatNextSteps([
    ['Bring its products in:', `./service catalog import FILE.csv --store ${slug}`],
    [
      'Offer one of them:',
      `./service waitlists create --store ${slug} --product HANDLE --all 100 --ships-from … --ships-until …`,
    ],
  ]);
  const warning = given.shipping?.length
    ? []
    : ['It ships nowhere yet: add --ship DE=4.90 with ./service stores update.'];
  return { ...answer, text: [answer.text, ...warning, next].join('\n\n') };
}

async function listVerb({ db }: Deps): Promise<Answer> {
  const stores = await listStores(db);
  const rows = stores.map((store) => [store.slug, store.name, store.mode, store.currency, store.publicKey]);
  const text = formatTable(['Store', 'Name', 'Mode', 'Currency', 'Public key'], rows);
  const empty = 'There is no store yet. Create one with ./service stores create.';
  return { data: stores.map(storeJson), text: stores.length > 0 ? text : empty };
}

async function storeAnswer(deps: Deps, storeId: string): Promise<Answer> {
  const store = await readStore(deps.db, storeId);
  const secrets = await readSharedSecrets(deps, storeId);
  const [newest, old] = secrets.map(({ text }) => text);
  return {
    data: { ...storeJson(store), shared_secret: newest, old_shared_secret: old ?? null },
    text: storeText(store, secrets),
  };
}

function settingsFrom(options: SettingOptions, currency: string): StoreChanges {
  const list = (given: string[]) => (given.length === 1 && given[0] === 'none' ? [] : given);
  const { origin, ship, tax, taxInPrices, marketingText } = options;
  const { legalAddress, returnAddress } = options;
  const limit = options.refundLimit === 'none' ? null : options.refundLimit;
  return {
    name: options.name,
    legalName: options.legalName,
    legalAddress: legalAddress === undefined ? undefined : lines(legalAddress),
    returnAddress: returnAddress === undefined ? undefined : lines(returnAddress),
    contactEmail: options.contact,
    termsUrl: options.terms,
    privacyUrl: options.privacy,
    timeZone: options.timeZone,
    country: options.country === 'none' ? null : options.country?.toUpperCase(),
    addressSearch: options.addressSearch === 'none' ? null : options.addressSearch,
    locale: options.locale,
    pricesIncludeTax: taxInPrices === undefined ? undefined : taxInPrices === 'inclusive',
    holdMinutes: options.holdMinutes,
    liveHoldsPerEmailMax: options.holdsPerEmail,
    liveHoldsPerAddressMax: options.holdsPerAddress,
    paymentDays: options.paymentDays,
    keepCheckoutDays: options.keepCheckoutDays,
    keepPreorderDays: options.keepPreorderDays === 'none' ? null : options.keepPreorderDays,
    refundLimit: limit === undefined || limit === null ? limit : parseMoney(limit, currency, 'refund_limit'),
    askAfterDays: options.askAfterDays,
    answerDays: options.answerDays,
    silenceRule: options.silence,
    marketingBox: options.marketingBox,
    marketingTexts: marketingText && parseTexts(list(marketingText)),
    origins: origin && list(origin),
    shipping: ship && list(ship).map((rate) => parseShippingRate(rate, currency)),
    tax: tax && list(tax).map(parseTaxRate),
  };
}

/** Turns each `\n` that the user typed into a line break, because shell arguments are single lines. */
function lines(text: string): string {
  return text.replaceAll('\\n', '\n');
}
