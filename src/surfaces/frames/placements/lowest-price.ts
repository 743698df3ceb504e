import { readLowestPrices } from '../../../core/waitlists/queries/lowest-prices.ts';
import { saysLowestPrice } from '../../../domain/lowest-price.ts';
import type { Sql } from '../../../platform/db.ts';
import type { MissingFacts, PlacementFacts } from './views.ts';

/** Adds the lowest prices of 30 days to the facts of a price, where shoppers are to read them beside a struck price. */
export async function withLowestPrices(
  sql: Sql,
  facts: PlacementFacts | MissingFacts,
): Promise<PlacementFacts | MissingFacts> {
  if (!facts.product || !facts.waitlist) return facts;
  const { store, waitlist } = facts;
  const struck = waitlist.variants.filter(({ compareAtPrice }) => compareAtPrice !== null);
  if (struck.length === 0 || !saysLowestPrice({ store, waitlist })) return facts;
  const lowest = await readLowestPrices(sql, store.id, struck);
  return { ...facts, lowestPrices: new Map([...lowest].map(([variantId, { before }]) => [variantId, before])) };
}
