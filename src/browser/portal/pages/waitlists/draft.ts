import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import type { Product } from '../../requests/kinds.ts';
import { changesOf, DEFAULT_TERMS, type Terms } from './terms.ts';

type NewWaitlist = operations['createWaitlist']['requestBody']['content']['application/json'];

/** A waitlist as it is typed in. */
export type Draft = Terms & {
  /** With several, each gets a waitlist. */
  product: readonly Product[];
  allocated: string;
  from: string;
  until: string;
};

export const emptyDraft: Draft = { ...DEFAULT_TERMS, product: [], allocated: '', from: '', until: '' };

/** Returns what the service is sent for a product. It checks the values, and says what is wrong with them. */
export function draftOf(draft: Draft, product: Product): NewWaitlist {
  const { allocated, from, until } = draft;
  return {
    product_id: product.id,
    ship_window: { from, until },
    every_variant: { allocated: Number(allocated) },
    ...changesOf(draft, DEFAULT_TERMS),
  };
}
