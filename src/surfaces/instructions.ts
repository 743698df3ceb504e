import type { Store } from '../core/stores/queries.ts';
import { daysToWithdraw, isExcluded, type WithdrawalExclusion } from '../domain/withdrawal-period.ts';
import { type MessageKey, textDirection, translate } from '../messages/catalogue.ts';
import type { MessageValues } from '../protocol/wire/message-format.ts';

/** A part of the instructions: a heading, or a paragraph. `fillIn`: a line of the form that a person fills in. */
export type InstructionPart = { heading?: true; fillIn?: true; text: string };

export type Seller = Pick<
  Store,
  | 'publicKey'
  | 'legalName'
  | 'legalAddress'
  | 'returnAddress'
  | 'contactEmail'
  | 'contactPhone'
  | 'withdrawalDays'
  | 'withdrawalFor'
  | 'withdrawalCountsFrom'
  | 'returnCosts'
>;

type About = {
  locale: string;
  /** Where the goods go; null while that is not known. */
  country: string | null;
  exclusion: WithdrawalExclusion | null;
  baseUrl: string;
};

// The law of this country gives as many days as every other.
const ANY_COUNTRY_WITH_LAW = 'DE';

/**
 * Returns the model instructions on withdrawal with the data of the store, and the model form: Directive 2011/83/EU, annex I, for goods.
 * Null where neither a law nor the store gives the right.
 */
export function instructionsOn(
  store: Seller,
  { locale, country, exclusion, baseUrl }: About,
): InstructionPart[] | null {
  const days = daysToWithdraw(country ?? ANY_COUNTRY_WITH_LAW, store);
  if (days === null || isExcluded(exclusion)) return null;
  const named = [store.legalName, ...linesOf(store.legalAddress)];
  const phone =
    store.contactPhone && (textDirection(locale) === 'rtl' ? isolated(store.contactPhone) : store.contactPhone);
  const values: MessageValues = {
    days,
    seller: [...named, ...(phone === null ? [] : [phone]), store.contactEmail].join(', '),
    address: linesOf(store.returnAddress).join(', '),
    url: `${baseUrl}/withdraw/${store.publicKey}?${new URLSearchParams({ lang: locale })}`,
  };
  const say = (key: MessageKey, other?: MessageValues): InstructionPart => ({
    text: translate(locale, key, { ...values, ...other }),
  });
  return [
    say('instructions.right'),
    ...(exclusion === null ? [] : [say(`withdrawal.excluded.${exclusion}`)]),
    say(`instructions.period.${store.withdrawalCountsFrom}`),
    say('instructions.exercise'),
    say('instructions.online'),
    say('instructions.deadline'),
    { heading: true, ...say('instructions.effects') },
    say('instructions.refund'),
    say('instructions.withhold'),
    say('instructions.send_back'),
    say(`instructions.costs.${store.returnCosts}`),
    say('instructions.value'),
    { heading: true, ...say('instructions.form') },
    say('instructions.form.hint'),
    // The model form has no telephone number.
    say('instructions.form.to', { seller: [...named, store.contactEmail].join(', ') }),
    ...FORM.map((key) => ({ fillIn: true as const, ...say(`instructions.form.${key}`) })),
    say('instructions.form.delete'),
  ];
}

// The sign before a number would stand behind it in a text from right to left.
const isolated = (number: string) => `\u2066${number}\u2069`;

const FORM = ['statement', 'ordered', 'name', 'address', 'signature', 'date'] as const;

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

/** Returns the address of the page with the instructions, below the service's own. */
export function instructionsPath(
  { publicKey }: Pick<Store, 'publicKey'>,
  { locale, exclusion }: { locale: string; exclusion: WithdrawalExclusion | null },
): string {
  const query = new URLSearchParams({ lang: locale, ...(exclusion !== null && { exclusion }) });
  return `/withdraw/${publicKey}/instructions?${query}`;
}
