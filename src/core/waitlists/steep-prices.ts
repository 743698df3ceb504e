import type { Minor } from '../../domain/money.ts';
import { steepChanges } from '../../domain/price-change.ts';
import type { Waitlist } from './queries.ts';

/** A price that changed so much that it may be a slip. */
export type SteepPrice = { variantId: string; name: string; before: Minor; after: Minor };

/** Returns the steep changes between two readings of a waitlist. A variant that is new to it has no price before. */
export function steepPrices(before: Waitlist, after: Waitlist): SteepPrice[] {
  const prices = new Map(before.variants.map(({ variantId, price }) => [variantId, price]));
  const changes = after.variants.map(({ variantId, title, sku, externalId, price }) => ({
    variantId,
    name: title || sku || externalId,
    before: prices.get(variantId) ?? price,
    after: price,
  }));
  return steepChanges(after.state, changes);
}
