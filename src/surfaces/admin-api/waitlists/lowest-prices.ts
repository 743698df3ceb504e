import { readLowestPrices } from '../../../core/waitlists/queries/lowest-prices.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { saysLowestPrice } from '../../../domain/lowest-price.ts';
import { toDecimal } from '../../../domain/money.ts';
import { getLowestPrices } from '../../../protocol/schema/admin-api/lowest-prices.ts';
import type { AdminRoutes } from '../admin-routes.ts';

/** Registers the lowest prices of 30 days of each variant of a waitlist. */
export function registerLowestPrices({ reads }: AdminRoutes): void {
  reads(getLowestPrices, async ({ store }, { waitlist_id: id }, { db }) => {
    const waitlist = await readWaitlist(db, store.id, id);
    const lowest = await readLowestPrices(db, store.id, waitlist.variants);
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
  });
}
