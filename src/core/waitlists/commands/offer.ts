import { AppError } from '../../../domain/error.ts';
import type { Minor } from '../../../domain/money.ts';
import { checkAllocation, checkOffer } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { type BatchKey, writeUnits } from './units.ts';

/** An offer of one variant in a waitlist. */
export type VariantOffer = {
  variantId: string;
  allocation: number;
  /** In minor units. Default: a copy of the catalogue's price. */
  price?: Minor | null | undefined;
  /** Only set by the merchant, never copied. */
  compareAtPrice?: Minor | null | undefined;
};

type CatalogueVariant = { id: string; title: string; price: Minor | null; gone: boolean };
export type CheckedOffer = { variantId: string; allocation: number; price: Minor; compareAtPrice: Minor | null };

/**
 * Checks the offers against the catalogue. Throws `unknown_variant`, `variant_gone`, `price_required` or
 * `invalid_parameter`.
 */
export async function checkOffers(
  tx: Sql,
  { storeId, productId, title }: { storeId: string; productId: string; title: string },
  offers: readonly VariantOffer[],
): Promise<CheckedOffer[]> {
  const rows = await tx.query<CatalogueVariant>(
    `SELECT id, coalesce(nullif(title, ''), $3) AS title, price, gone_at IS NOT NULL AS gone
     FROM variant WHERE store_id = $1 AND product_id = $2`,
    [storeId, productId, title], // a product with a single variant has no title for it
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

/** Inserts offers of a waitlist, and their units in one of its batches. */
export async function insertOffers(tx: Sql, key: BatchKey, offers: readonly CheckedOffer[]): Promise<void> {
  await tx.query(
    `INSERT INTO waitlist_variant (store_id, waitlist_id, variant_id, price, compare_at_price)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[], $5::bigint[])`,
    [
      key.storeId,
      key.waitlistId,
      offers.map(({ variantId }) => variantId),
      offers.map(({ price }) => price),
      offers.map(({ compareAtPrice }) => compareAtPrice),
    ],
  );
  await writeUnits(tx, key, offers);
}
