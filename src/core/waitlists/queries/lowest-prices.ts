import { lowestOf, lowestPrice, type PricePeriod } from '../../../domain/lowest-price.ts';
import type { Minor } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import type { WaitlistVariant } from '../queries.ts';

export type LowestPrices = {
  /** Of the 30 days before the present price began; the present price where no price before it is known. */
  before: Minor;
  /** Of the 30 days until now, for a price that would begin now; null where nothing is known. */
  untilNow: Minor | null;
};

/** Reads the lowest prices of 30 days of some variants of a waitlist, by our ids of the variants. */
export async function readLowestPrices(
  sql: Sql,
  storeId: string,
  variants: readonly Pick<WaitlistVariant, 'variantId' | 'price'>[],
): Promise<Map<string, LowestPrices>> {
  const rows = await sql.query<PricePeriod & { variantId: string; now: Date }>(
    `SELECT variant_id AS "variantId", price, since, until, (SELECT app_now()) AS now
     FROM price_history WHERE store_id = $1 AND variant_id = ANY ($2::uuid[])`,
    [storeId, variants.map(({ variantId }) => variantId)],
  );
  const byVariant = Map.groupBy(rows, ({ variantId }) => variantId);
  return new Map(
    variants.map(({ variantId, price }) => {
      const periods = byVariant.get(variantId) ?? [];
      const now = periods[0]?.now ?? new Date(0);
      return [variantId, { before: lowestPrice(price, periods, now), untilNow: lowestOf(periods, now) }];
    }),
  );
}
