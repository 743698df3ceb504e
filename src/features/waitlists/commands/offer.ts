import { AppError } from '../../../domain/error.ts';
import type { Minor } from '../../../domain/money.ts';
import { checkAllocation, checkOffer } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';

/** What a waitlist offers of one variant of ours. */
export type VariantOffer = {
  variantId: string;
  allocation: number;
  /** In minor units; left out, the catalogue's price is copied. */
  price?: Minor | null | undefined;
  /** Only where the merchant set one: it is never copied. */
  compareAtPrice?: Minor | null | undefined;
};

type WaitlistKey = { storeId: string; waitlistId: string; batchId: string };
type CatalogueVariant = { id: string; title: string; price: Minor | null; gone: boolean };
export type CheckedOffer = { variantId: string; allocation: number; price: Minor; compareAtPrice: Minor | null };

/** Checks the offers against the catalogue: `unknown_variant`, `variant_gone`, `price_required`, `invalid_parameter`. */
export async function checkOffers(
  tx: Sql,
  { storeId, productId, title }: { storeId: string; productId: string; title: string },
  offers: readonly VariantOffer[],
): Promise<CheckedOffer[]> {
  const rows = await tx.query<CatalogueVariant>(
    `SELECT id, coalesce(nullif(title, ''), $3) AS title, price, gone_at IS NOT NULL AS gone
     FROM variant WHERE store_id = $1 AND product_id = $2`,
    [storeId, productId, title], // a product in one form only has a variant without a title
  );
  const variants = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  return offers.map((offer) => {
    const variant = variants.get(offer.variantId);
    if (!variant) throw unknownVariant(offer.variantId);
    if (variant.gone) {
      const message = `“${variant.title}” is no longer in the catalogue.`;
      throw new AppError('variant_gone', message, { param: 'variant' });
    }
    if (seen.has(variant.id)) {
      throw new AppError('invalid_parameter', `“${variant.title}” is given twice.`, { param: 'variant' });
    }
    seen.add(variant.id);
    return {
      variantId: variant.id,
      allocation: checkAllocation(offer.allocation),
      ...checkOffer(offer, variant),
    };
  });
}

function unknownVariant(id: string): AppError {
  return new AppError('unknown_variant', `The product has no variant ${id.slice(0, 100)}.`, { param: 'variant' });
}

/** Writes the offers with their units, and into the stock ledger where the units come from. */
export async function insertOffers(tx: Sql, key: WaitlistKey, offers: readonly CheckedOffer[]): Promise<void> {
  const { storeId, waitlistId, batchId } = key;
  const ids = offers.map(({ variantId }) => variantId);
  const allocations = offers.map(({ allocation }) => allocation);
  await tx.query(
    `INSERT INTO waitlist_variant (store_id, waitlist_id, variant_id, price, compare_at_price)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[], $5::bigint[])`,
    [storeId, waitlistId, ids, offers.map(({ price }) => price), offers.map(({ compareAtPrice }) => compareAtPrice)],
  );
  await tx.query(
    `INSERT INTO unit (store_id, waitlist_id, batch_id, variant_id, allocated)
     SELECT $1, $2, $3, * FROM unnest($4::uuid[], $5::integer[])`,
    [storeId, waitlistId, batchId, ids, allocations],
  );
  await recordAllocations(
    tx,
    key,
    offers.map(({ variantId, allocation }) => ({ variantId, delta: allocation })),
  );
}

export async function recordAllocations(
  tx: Sql,
  { storeId, waitlistId, batchId }: WaitlistKey,
  changes: readonly { variantId: string; delta: number }[],
): Promise<void> {
  await tx.query(
    `INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, allocated_delta, reason, source_id, at)
     SELECT $1, $2, $3, c.variant_id, c.delta, 'allocate', $2, app_now()
     FROM unnest($4::uuid[], $5::integer[]) AS c (variant_id, delta) WHERE c.delta <> 0`,
    [storeId, waitlistId, batchId, changes.map(({ variantId }) => variantId), changes.map(({ delta }) => delta)],
  );
}
