import { type DiscountTerms, foldDiscountCode } from '../../domain/discount.ts';
import { AppError } from '../../domain/error.ts';
import type { Sql } from '../../platform/db.ts';

export type Discount = DiscountTerms & {
  id: string;
  code: string;
  /** Number of pre-orders that have it. */
  placed: number;
  /** Number of unfinished checkouts that have it. */
  held: number;
  /** The sum that it took off placed pre-orders, in minor units. */
  given: number;
  /** The platform's id of the product that it is limited to. */
  externalProductId: string | null;
  /** The product that it is limited to by itself or by its waitlist. */
  validFor: { externalProductId: string; productCode: string; title: string } | null;
  state: 'coming' | 'on' | 'used_up' | 'over';
  createdAt: Date;
};

const DISCOUNT = `
  d.id, d.code, d.kind, d.value, d.minimum, d.starts_at AS "startsAt", d.ends_at AS "endsAt", d.uses_max AS "usesMax",
  d.product_id AS "productId", d.waitlist_id AS "waitlistId", d.ended_at AS "endedAt", d.created_at AS "createdAt",
  u.placed, u.held, u.given,
  p.external_id AS "externalProductId",
  CASE WHEN f.id IS NOT NULL
       THEN json_build_object('externalProductId', f.external_id, 'productCode', f.handle, 'title', f.title) END AS "validFor",
  CASE WHEN d.ended_at IS NOT NULL OR d.ends_at <= (SELECT app_now()) THEN 'over'
       WHEN d.starts_at > (SELECT app_now()) THEN 'coming'
       WHEN u.placed >= d.uses_max THEN 'used_up' ELSE 'on' END AS state`;

const FROM = `
  FROM discount d
  LEFT JOIN product p ON p.store_id = d.store_id AND p.id = d.product_id
  LEFT JOIN waitlist w ON w.store_id = d.store_id AND w.id = d.waitlist_id
  LEFT JOIN product f ON f.store_id = d.store_id AND f.id = coalesce(d.product_id, w.product_id)
  CROSS JOIN LATERAL (
    SELECT count(o.id)::int AS placed, (count(*) - count(o.id))::int AS held, coalesce(sum(o.discount), 0)::bigint AS given
    FROM discount_use use LEFT JOIN preorder o ON o.store_id = use.store_id AND o.checkout_id = use.checkout_id
    WHERE use.store_id = d.store_id AND use.discount_id = d.id) u`;

/** Reads a code, in any spelling that folds to it. `discount_not_found`, also for a code of another store. */
export async function readDiscount(sql: Sql, storeId: string, code: string): Promise<Discount> {
  const folded = foldDiscountCode(code);
  const rows =
    folded === null
      ? []
      : await sql.query<Discount>(`SELECT ${DISCOUNT} ${FROM} WHERE d.store_id = $1 AND d.code = $2`, [
          storeId,
          folded,
        ]);
  const [discount] = rows;
  if (!discount) throw new AppError('discount_not_found', 'There is no such code in this store.', { param: 'code' });
  return discount;
}

const LIST_MAX = 500;

/** Lists codes, newest first. Codes that are over are included only when `over` is true. */
export async function listDiscounts(sql: Sql, storeId: string, { over }: { over: boolean }): Promise<Discount[]> {
  return sql.query<Discount>(
    `SELECT ${DISCOUNT} ${FROM}
     WHERE d.store_id = $1 AND ($2 OR (d.ended_at IS NULL AND (d.ends_at IS NULL OR d.ends_at > (SELECT app_now()))))
     ORDER BY d.created_at DESC, d.id LIMIT ${LIST_MAX}`,
    [storeId, over],
  );
}

/**
 * Returns true when a code exists that may apply to this waitlist. The checkout shows the field for codes only then: without
 * a code to enter, the field drives shoppers away.
 */
export async function takesDiscounts(
  sql: Sql,
  storeId: string,
  { productId, waitlistId }: { productId: string; waitlistId: string },
): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM discount WHERE store_id = $1 AND ended_at IS NULL AND (ends_at IS NULL OR ends_at > (SELECT app_now()))
       AND (starts_at IS NULL OR starts_at <= (SELECT app_now())) AND (product_id IS NULL OR product_id = $2) AND (waitlist_id IS NULL OR waitlist_id = $3) LIMIT 1`,
    [storeId, productId, waitlistId],
  );
  return rows.length > 0;
}
