import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { eachSwitchField, SWITCH_FIELDS, type SwitchFields } from '../../../../domain/waitlist-switches.ts';
import type { Waitlist } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { decimal, typedDecimal, wrongDecimal } from '../../ui/format.ts';

type Change = operations['updateWaitlist']['requestBody']['content']['application/json'];

export const PLANS = ['pay_now', 'deposit', 'pay_later'] as const;

/** Why the law gives no right of withdrawal, the most frequent first. */
export const EXCLUSIONS = [
  'none',
  'personalised',
  'perishable',
  'hygiene',
  'media',
  'mixed',
  'periodical',
  'market_price',
  'vintage',
] as const satisfies readonly (NonNullable<Waitlist['withdrawal_exclusion']> | 'none')[];

/** The terms of a waitlist as they are typed in, by their fields. */
export type Terms = SwitchFields & {
  plan: (typeof PLANS)[number];
  /** Such as `20%` or `30.00`. */
  deposit: string;
  refundable: boolean;
  limit_per_customer: string;
  ships_to: 'all' | 'some';
  /** Of `some`. */
  countries: readonly string[];
  launches_at: string;
  closes_at: string;
  exclusion: (typeof EXCLUSIONS)[number];
  text: string;
};

/** The terms of a waitlist about which nothing is said, as the service has them, and a deposit to begin from. */
export const DEFAULT_TERMS: Terms = {
  plan: 'pay_now',
  deposit: '20%',
  refundable: true,
  limit_per_customer: '',
  ...eachSwitchField(() => false),
  ships_to: 'all',
  countries: [],
  launches_at: '',
  closes_at: '',
  exclusion: 'none',
  text: '',
};

export function termsOf(waitlist: Waitlist, timeZone: string): Terms {
  const { deposit, limit_per_customer: limit } = waitlist;
  return {
    plan: waitlist.payment_plan,
    deposit: typedDecimal(deposit && ('percent' in deposit ? `${deposit.percent}%` : deposit.amount)),
    refundable: waitlist.deposit_refundable,
    limit_per_customer: limit === null ? '' : `${limit}`,
    ...eachSwitchField(({ field }) => waitlist[field]),
    ships_to: waitlist.countries ? 'some' : 'all',
    countries: waitlist.countries ?? [],
    launches_at: localMoment(waitlist.launches_at, timeZone),
    closes_at: localMoment(waitlist.closes_at, timeZone),
    exclusion: waitlist.withdrawal_exclusion ?? 'none',
    text: waitlist.text,
  };
}

/** Writes a moment as a date field has it, on the store's clock. */
function localMoment(time: string | null, timeZone: string): string {
  if (time === null) return '';
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return format.format(new Date(time)).replace(' ', 'T');
}

/** Returns what differs from before, for the service to check. */
export function changesOf(typed: Terms, before: Terms): Change {
  const differs = (name: keyof Terms) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]);
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const hasDeposit = typed.plan === 'deposit';
  const { limit_per_customer: limit } = typed;
  return {
    ...(differs('plan') && { payment_plan: typed.plan }),
    ...(hasDeposit && (differs('deposit') || differs('plan')) && { deposit: depositOf(typed.deposit) }),
    ...(hasDeposit && (differs('refundable') || differs('plan')) && { deposit_refundable: typed.refundable }),
    ...(differs('limit_per_customer') && { limit_per_customer: limit === '' ? null : Number(limit) }),
    ...Object.fromEntries(SWITCH_FIELDS.filter(differs).map((field) => [field, typed[field]])),
    ...((differs('ships_to') || differs('countries')) && {
      countries: typed.ships_to === 'all' ? null : [...typed.countries],
    }),
    ...(differs('launches_at') && { launches_at: orNull(typed.launches_at) }),
    ...(differs('closes_at') && { closes_at: orNull(typed.closes_at) }),
    ...(differs('exclusion') && { withdrawal_exclusion: typed.exclusion === 'none' ? null : typed.exclusion }),
    ...(differs('text') && { text: typed.text }),
  };
}

const percentIn = (text: string): string | undefined => /^([^%]*)%\s*$/.exec(text)?.[1];

function depositOf(text: string): { percent: number } | { amount: string } {
  const percent = percentIn(text);
  return percent === undefined ? { amount: decimal(text) } : { percent: Number(decimal(percent)) };
}

/** Says what is wrong of the terms, by their fields. */
export const wrongTerms = (typed: Terms, currency: string) => ({
  deposit: wrongDeposit(typed, currency),
  countries: typed.ships_to === 'some' && typed.countries.length === 0 && t('waitlist.countries.none'),
});

/** Says what is wrong with a deposit, which is an amount or a percentage. */
function wrongDeposit({ plan, deposit }: Terms, currency: string): string | undefined {
  if (plan !== 'deposit' || deposit.trim() === '') return undefined;
  const percent = percentIn(deposit);
  return percent === undefined ? wrongDecimal(deposit, currency) : wrongDecimal(percent);
}
