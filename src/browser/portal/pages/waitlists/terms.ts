import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import type { Waitlist } from '../../requests/kinds.ts';
import { decimal, typedDecimal, wrongDecimal } from '../../ui/format.ts';
import type { PLANS } from './draft.ts';

type Change = operations['updateWaitlist']['requestBody']['content']['application/json'];
type PriceField = `price-${string}` | `compare-${string}`;

/** The terms of a waitlist as they are typed in, by their fields. */
export type Terms = {
  plan: (typeof PLANS)[number];
  /** Such as `20%` or `30.00`. */
  deposit: string;
  refundable: boolean;
  limit_per_customer: string;
  position: boolean;
  shelf: boolean;
  /** Empty: all of the store. */
  countries: readonly string[];
  launches_at: string;
  closes_at: string;
  text: string;
} & Record<PriceField, string>;

export function termsOf(waitlist: Waitlist, timeZone: string): Terms {
  const { deposit, limit_per_customer: limit, variants } = waitlist;
  const prices = variants.flatMap(({ id, price, compare_at_price: compareAt }) => [
    [`price-${id}`, typedDecimal(price)],
    [`compare-${id}`, typedDecimal(compareAt)],
  ]);
  return {
    plan: waitlist.payment_plan,
    deposit: typedDecimal(deposit && ('percent' in deposit ? `${deposit.percent}%` : deposit.amount)),
    refundable: waitlist.deposit_refundable,
    limit_per_customer: limit === null ? '' : `${limit}`,
    position: waitlist.show_position,
    shelf: waitlist.shelf_first,
    countries: waitlist.countries ?? [],
    launches_at: localMoment(waitlist.launches_at, timeZone),
    closes_at: localMoment(waitlist.closes_at, timeZone),
    text: waitlist.text,
    ...(Object.fromEntries(prices) as Record<PriceField, string>),
  };
}

/** Writes a moment as a date field has it, on the store's clock. */
function localMoment(time: string | null, timeZone: string): string {
  if (time === null) return '';
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return format.format(new Date(time)).replace(' ', 'T');
}

type Variant = Waitlist['variants'][number];

/** Returns what differs from before, for the service to check. */
export function changesOf(typed: Terms, before: Terms, offered: readonly Variant[]): Change {
  const differs = (name: keyof Terms) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]);
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const variants = offered.flatMap(({ id }) => {
    const [price, compareAt] = [`price-${id}`, `compare-${id}`] as const;
    const [newPrice = '', newCompareAt = ''] = [typed[price], typed[compareAt]];
    const changed = {
      ...(differs(price) && { price: decimal(newPrice) }),
      ...(differs(compareAt) && { compare_at_price: orNull(decimal(newCompareAt)) }),
    };
    return Object.keys(changed).length > 0 ? [{ variant: id, ...changed }] : [];
  });
  const hasDeposit = typed.plan === 'deposit';
  const { limit_per_customer: limit } = typed;
  return {
    ...(differs('plan') && { payment_plan: typed.plan }),
    ...(hasDeposit && (differs('deposit') || differs('plan')) && { deposit: depositOf(typed.deposit) }),
    ...(hasDeposit && (differs('refundable') || differs('plan')) && { deposit_refundable: typed.refundable }),
    ...(differs('limit_per_customer') && { limit_per_customer: limit === '' ? null : Number(limit) }),
    ...(differs('position') && { show_position: typed.position }),
    ...(differs('shelf') && { shelf_first: typed.shelf }),
    ...(differs('countries') && { countries: [...typed.countries] }),
    ...(differs('launches_at') && { launches_at: orNull(typed.launches_at) }),
    ...(differs('closes_at') && { closes_at: orNull(typed.closes_at) }),
    ...(differs('text') && { text: typed.text }),
    ...(variants.length > 0 && { variants }),
  };
}

const percentIn = (text: string): string | undefined => /^([^%]*)%\s*$/.exec(text)?.[1];

function depositOf(text: string): { percent: number } | { amount: string } {
  const percent = percentIn(text);
  return percent === undefined ? { amount: decimal(text) } : { percent: Number(decimal(percent)) };
}

/** Says what is wrong with a deposit, which is an amount or a percentage. */
export function wrongDeposit({ plan, deposit }: Terms, currency: string): string | undefined {
  if (plan !== 'deposit' || deposit.trim() === '') return undefined;
  const percent = percentIn(deposit);
  return percent === undefined ? wrongDecimal(deposit, currency) : wrongDecimal(percent);
}
