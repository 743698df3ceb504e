import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import type { Product } from '../../requests/kinds.ts';
import { decimal } from '../../ui/format.ts';

type NewWaitlist = operations['createWaitlist']['requestBody']['content']['application/json'];

export const PLANS = ['pay_now', 'deposit', 'pay_later'] as const;

/** A waitlist as it is typed in. */
export type Draft = {
  /** With several, each gets a waitlist. */
  product: readonly Product[];
  allocated: string;
  from: string;
  until: string;
  plan: (typeof PLANS)[number];
  percent: string;
  limit: string;
  shelf: boolean;
  /** Empty: all of the store. */
  countries: readonly string[];
  text: string;
};

export const emptyDraft: Draft = {
  product: [],
  allocated: '',
  from: '',
  until: '',
  plan: 'pay_now',
  percent: '20',
  limit: '',
  shelf: false,
  countries: [],
  text: '',
};

/** Returns what the service is sent for a product. It checks the values, and says what is wrong with them. */
export function draftOf(draft: Draft, product: Product): NewWaitlist {
  const { allocated, from, until, plan, percent, limit, shelf, countries, text } = draft;
  return {
    product_id: product.id,
    ship_window: { from, until },
    every_variant: { allocated: Number(allocated) },
    payment_plan: plan,
    ...(plan === 'deposit' && { deposit: { percent: Number(decimal(percent)) } }),
    ...(limit !== '' && { limit_per_customer: Number(limit) }),
    ...(shelf && { shelf_first: true }),
    ...(countries.length > 0 && { countries: [...countries] }),
    ...(text !== '' && { text }),
  };
}
