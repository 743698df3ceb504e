import type { PlanTerms } from '../../../domain/payment-plan.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import type { Sql } from '../../../platform/db.ts';
import { PRODUCT_OF_ID, variantOfId } from '../../catalog/queries.ts';
import { LEFT } from '../../stock/queries.ts';
import { openNowSql, planSql, SHOWN_BATCH_FIRST } from '../queries.ts';

export type ProductKey = {
  id: string;
  /** The platform's id. */
  externalId: string;
  handle: string;
};

/** Finds a product by the platform's id, also an earlier one. */
export async function findProduct(sql: Sql, storeId: string, externalId: string): Promise<ProductKey | null> {
  const [product] = await sql.query<ProductKey>(
    `SELECT id, external_id AS "externalId", handle FROM product WHERE store_id = $1 AND id = ${PRODUCT_OF_ID}`,
    [storeId, externalId],
  );
  return product ?? null;
}

/** A product with the platform's id of the variant that named it. */
export type ProductOfVariant = ProductKey & { variantExternalId: string };

/**
 * Finds the product of a variant by the variant's platform id, also an earlier one. The variant may be gone from the
 * catalogue.
 */
export async function findProductOfVariant(
  sql: Sql,
  storeId: string,
  externalId: string,
): Promise<ProductOfVariant | null> {
  const [product] = await sql.query<ProductOfVariant>(
    `SELECT p.id, p.external_id AS "externalId", p.handle, v.external_id AS "variantExternalId" FROM variant v
     JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = $1 AND v.id = ${variantOfId('$1', '$2')}`,
    [storeId, externalId],
  );
  return product ?? null;
}

/** The ways in which a page can name a product. */
export type ProductName = { externalId: string } | { handle: string } | { sku: string } | { variantExternalId: string };

export type PlacedProduct = ProductKey & {
  title: string;
  variants: { externalId: string; earlierIds: string[]; sku: string; gone: boolean }[];
};

/**
 * Finds the product of a name, with its variants in their order; null when there is none. A SKU may belong to several
 * products: then the one that sells through a waitlist now is found, otherwise the first by handle.
 */
export async function findNamedProduct(sql: Sql, storeId: string, name: ProductName): Promise<PlacedProduct | null> {
  const [column, value] = Object.entries(name)[0] ?? [];
  const condition = {
    externalId: `p.id = ${PRODUCT_OF_ID}`,
    handle: 'p.handle = $2',
    variantExternalId: `p.id = (SELECT product_id FROM variant WHERE store_id = $1 AND id = ${variantOfId('$1', '$2')})`,
    sku: 'p.id IN (SELECT product_id FROM variant WHERE store_id = $1 AND sku = $2 AND gone_at IS NULL)',
  }[column as 'externalId'];
  const [product] = await sql.query<PlacedProduct>(
    `SELECT p.id, p.external_id AS "externalId", p.handle, p.title,
       coalesce((SELECT json_agg(json_build_object('externalId', v.external_id,
                   'earlierIds', ARRAY(SELECT e.external_id FROM variant_earlier_id e
                                       WHERE e.store_id = v.store_id AND e.variant_id = v.id),
                   'sku', v.sku, 'gone', v.gone_at IS NOT NULL)
                   ORDER BY v.position, v.id)
                 FROM variant v WHERE v.store_id = p.store_id AND v.product_id = p.id), '[]') AS variants
     FROM product p LEFT JOIN LATERAL (${openNowSql('p.id')}) o ON true
     WHERE p.store_id = $1 AND ${condition}
     ORDER BY o.id IS NULL, p.handle LIMIT 1`,
    [storeId, value],
  );
  return product ?? null;
}

/** A launch to come, with the platform ids of the variants that will sell. */
export type Launch = { at: Date; variants: string[] };

/** Reads the launches to come of a product, by our id, the next one first. */
export async function listLaunches(sql: Sql, storeId: string, productId: string): Promise<Launch[]> {
  return sql.query<Launch>(
    `SELECT w.launches_at AS at,
       ARRAY(SELECT v.external_id FROM waitlist_variant wv
             JOIN variant v ON v.store_id = wv.store_id AND v.id = wv.variant_id
             WHERE wv.store_id = w.store_id AND wv.waitlist_id = w.id) AS variants
     FROM waitlist w
     WHERE w.store_id = $1 AND w.product_id = $2 AND w.state = 'SCHEDULED' AND w.launches_at > (SELECT app_now())
     ORDER BY w.launches_at, w.id`,
    [storeId, productId],
  );
}

export type VariantStock = {
  externalId: string;
  sku: string;
  /** The given waitlist sells it. */
  onWaitlist: boolean;
  /** Units of the given waitlist that are neither held nor sold. */
  left: number;
  inStock: number;
  oversellEnabled: boolean;
  /** The given waitlist sells what is in stock first. */
  shelfFirst: boolean;
  /** No longer in the catalogue. */
  gone: boolean;
};

/**
 * Reads the variants of a product in their order, with the units that the waitlist `waitlistId` (or null) has left of each. A
 * variant that is gone from the catalogue is listed only if that waitlist sells it.
 */
export async function listVariantStock(
  sql: Sql,
  storeId: string,
  of: { productId: string; waitlistId: string | null },
): Promise<VariantStock[]> {
  return sql.query<VariantStock>(
    `SELECT v.external_id AS "externalId", v.sku, wv.variant_id IS NOT NULL AS "onWaitlist",
       coalesce((SELECT sum(${LEFT}) FROM unit u
                 WHERE u.store_id = v.store_id AND u.waitlist_id = $3 AND u.variant_id = v.id), 0)::int AS left,
       greatest(v.in_stock, 0) AS "inStock", v.oversell_enabled AS "oversellEnabled",
       v.gone_at IS NOT NULL AS gone,
       wv.variant_id IS NOT NULL AND EXISTS (
         SELECT 1 FROM waitlist w WHERE w.store_id = v.store_id AND w.id = $3 AND w.shelf_first) AS "shelfFirst"
     FROM variant v
     LEFT JOIN waitlist_variant wv ON wv.store_id = v.store_id AND wv.waitlist_id = $3 AND wv.variant_id = v.id
     WHERE v.store_id = $1 AND v.product_id = $2 AND (v.gone_at IS NULL OR wv.variant_id IS NOT NULL)
     ORDER BY v.position, v.id`,
    [storeId, of.productId, of.waitlistId],
  );
}

export type OpenWaitlist = {
  id: string;
  productExternalId: string;
  productCode: string;
  plan: PlanTerms;
  launchesAt: Date | null;
  ships: ShipWindow;
};

/** Reads the waitlists of a store that sell now, the one that opened last first. */
export async function listOpenWaitlists(sql: Sql, storeId: string): Promise<OpenWaitlist[]> {
  return sql.query<OpenWaitlist>(openWaitlistsSql(), [storeId]);
}

/** Finds the waitlist that a product, by our id, sells through now; null when there is none. */
export async function findOpenWaitlist(sql: Sql, storeId: string, productId: string): Promise<OpenWaitlist | null> {
  const [waitlist] = await sql.query<OpenWaitlist>(openWaitlistsSql('$2'), [storeId, productId]);
  return waitlist ?? null;
}

const openWaitlistsSql = (productParam?: '$2') => `
     SELECT w.id, p.external_id AS "productExternalId", p.handle AS "productCode", ${planSql} AS plan,
       w.launches_at AS "launchesAt",
       (SELECT json_build_object('from', q.ships_from, 'until', q.ships_until) FROM batch b
        JOIN promise q ON q.store_id = b.store_id AND q.batch_id = b.id
        WHERE b.store_id = w.store_id AND b.waitlist_id = w.id
        ORDER BY ${SHOWN_BATCH_FIRST}, q.version DESC LIMIT 1) AS ships
     FROM (${openNowSql(productParam)}) o
     JOIN waitlist w ON w.store_id = $1 AND w.id = o.id
     JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
     ORDER BY coalesce(w.opened_at, w.launches_at) DESC NULLS LAST, w.id`;
