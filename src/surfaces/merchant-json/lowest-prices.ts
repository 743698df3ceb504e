import type { Store } from '../../core/stores/queries.ts';
import { readLowestPrices } from '../../core/waitlists/queries/lowest-prices.ts';
import type { Waitlist } from '../../core/waitlists/queries.ts';
import { saysLowestPrice } from '../../domain/lowest-price.ts';
import { toDecimal } from '../../domain/money.ts';
import type { Sql } from '../../platform/db.ts';
import type { AdminLowestPrices } from '../../protocol/schema/admin-api/lowest-prices.ts';

/** Reads the lowest prices of 30 days of each variant of a waitlist. */
export async function lowestPricesJson(sql: Sql, store: Store, waitlist: Waitlist): Promise<AdminLowestPrices> {
  const lowest = await readLowestPrices(sql, store.id, waitlist.variants);
  const decimal = (amount: number) => toDecimal(amount, store.currency);
  return {
    shown: saysLowestPrice({ store, waitlist }),
    currency: store.currency,
    variants: waitlist.variants.map(({ variantId, externalId, price, compareAtPrice }) => {
      const { before = price, untilNow = null } = lowest.get(variantId) ?? {};
      return {
        id: externalId,
        price: decimal(price),
        compare_at_price: compareAtPrice === null ? null : decimal(compareAtPrice),
        lowest_price: decimal(before),
        lowest_price_until_now: untilNow === null ? null : decimal(untilNow),
      };
    }),
  };
}
