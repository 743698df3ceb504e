import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import type { Waitlist } from '../../requests/kinds.ts';
import { decimal } from '../../ui/format.ts';
import type { PLANS } from './draft.ts';

type Change = operations['updateWaitlist']['requestBody']['content']['application/json'];

/** The terms of a waitlist as they are typed in. */
export type Terms = {
  plan: (typeof PLANS)[number];
  /** Such as `20%` or `30.00`. */
  deposit: string;
  refundable: boolean;
  limit: string;
  position: boolean;
  shelfFirst: boolean;
  /** Empty: all of the store. */
  countries: readonly string[];
  launches: string;
  closes: string;
  text: string;
  /** By variant. */
  prices: Record<string, string>;
  compareAt: Record<string, string>;
};

export function termsOf(waitlist: Waitlist, timeZone: string): Terms {
  const { deposit, limit_per_customer: limit, variants } = waitlist;
  return {
    plan: waitlist.payment_plan,
    deposit: deposit === null ? '' : 'percent' in deposit ? `${deposit.percent}%` : deposit.amount,
    refundable: waitlist.deposit_refundable,
    limit: limit === null ? '' : `${limit}`,
    position: waitlist.show_position,
    shelfFirst: waitlist.shelf_first,
    countries: waitlist.countries ?? [],
    launches: localMoment(waitlist.launches_at, timeZone),
    closes: localMoment(waitlist.closes_at, timeZone),
    text: waitlist.text,
    prices: Object.fromEntries(variants.map(({ id, price }) => [id, price])),
    compareAt: Object.fromEntries(variants.map(({ id, compare_at_price: price }) => [id, price ?? ''])),
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
  const variants = Object.keys(typed.prices).flatMap((id) => {
    const [price, compareAt] = [typed.prices[id] ?? '', typed.compareAt[id] ?? ''];
    const changed = {
      ...(price !== before.prices[id] && { price: decimal(price) }),
      ...(compareAt !== before.compareAt[id] && { compare_at_price: orNull(decimal(compareAt)) }),
    };
    return Object.keys(changed).length > 0 ? [{ variant: id, ...changed }] : [];
  });
  const hasDeposit = typed.plan === 'deposit';
  return {
    ...(differs('plan') && { payment_plan: typed.plan }),
    ...(hasDeposit && (differs('deposit') || differs('plan')) && { deposit: depositOf(typed.deposit) }),
    ...(hasDeposit && (differs('refundable') || differs('plan')) && { deposit_refundable: typed.refundable }),
    ...(differs('limit') && { limit_per_customer: typed.limit === '' ? null : Number(typed.limit) }),
    ...(differs('position') && { show_position: typed.position }),
    ...(differs('shelfFirst') && { shelf_first: typed.shelfFirst }),
    ...(differs('countries') && { countries: [...typed.countries] }),
    ...(differs('launches') && { launches_at: orNull(typed.launches) }),
    ...(differs('closes') && { closes_at: orNull(typed.closes) }),
    ...(differs('text') && { text: typed.text }),
    ...(variants.length > 0 && { variants }),
  };
}

function depositOf(text: string): { percent: number } | { amount: string } {
  const [, percent] = /^\s*([\d.]+)\s*%\s*$/.exec(text) ?? [];
  return percent === undefined ? { amount: text.trim() } : { percent: Number(percent) };
}
