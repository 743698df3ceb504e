import type { operations } from '../../../../../packages/admin-client/src/index.ts';

type NewWaitlist = operations['createWaitlist']['requestBody']['content']['application/json'];

export const PLANS = ['pay_now', 'deposit', 'pay_later'] as const;

/** A waitlist as it is typed in. */
export type Draft = {
  product: string;
  allocated: string;
  from: string;
  until: string;
  plan: (typeof PLANS)[number];
  percent: string;
  limit: string;
  shelfFirst: boolean;
  /** Empty: all of the store. */
  countries: readonly string[];
  text: string;
};

export const emptyDraft: Draft = {
  product: '',
  allocated: '',
  from: '',
  until: '',
  plan: 'pay_now',
  percent: '20',
  limit: '',
  shelfFirst: false,
  countries: [],
  text: '',
};

/** Returns what the service is sent. It checks the values, and says what is wrong with them. */
export function draftOf({
  product,
  allocated,
  from,
  until,
  plan,
  percent,
  limit,
  shelfFirst,
  countries,
  text,
}: Draft): NewWaitlist {
  return {
    product_id: product,
    ship_window: { from, until },
    every_variant: { allocated: Number(allocated) },
    payment_plan: plan,
    ...(plan === 'deposit' && { deposit: { percent: Number(percent) } }),
    ...(limit !== '' && { limit_per_customer: Number(limit) }),
    ...(shelfFirst && { shelf_first: true }),
    ...(countries.length > 0 && { countries: [...countries] }),
    ...(text !== '' && { text }),
  };
}
