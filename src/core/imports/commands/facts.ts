import { AppError } from '../../../domain/error.ts';
import { parseExternalId } from '../../../domain/external-id.ts';
import type { Supply } from '../../../domain/import-preorder.ts';
import { because } from '../../../domain/refusal.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';
import { findNamedProduct, findVariant } from '../../catalog/names.ts';
import { variantOfId } from '../../catalog/queries.ts';
import { isOver } from '../../stock/hold-life.ts';

/** A variant with what a pre-order of it keeps of the catalogue. */
export type NamedVariant = {
  id: string;
  externalId: string;
  title: string;
  sku: string;
  productId: string;
  productExternalId: string;
  productTitle: string;
};

const VARIANT = `
  v.id, v.external_id AS "externalId", v.title, v.sku, p.id AS "productId", p.external_id AS "productExternalId",
  p.title AS "productTitle"`;
const FROM = 'FROM variant v JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id';

/**
 * Finds a variant by the platform's id, also an earlier one, else by its SKU; within the product where a row names one. Throws
 * `product_not_found`, `unknown_variant`, or `invalid_parameter` for a SKU of several variants.
 */
export async function nameVariant(
  sql: Sql,
  storeId: string,
  { product: productName, variant: name }: { product: string | null; variant: string },
): Promise<NamedVariant> {
  if (productName !== null) {
    const product = await findNamedProduct(sql, storeId, productName);
    if (!product) throw new AppError('product_not_found', 'The store has no such product.', { param: 'product' });
    const { id, externalId, title, sku } = findVariant(product, name);
    const ofProduct = { productId: product.id, productExternalId: product.externalId, productTitle: product.title };
    return { id, externalId, title, sku, ...ofProduct };
  }
  const externalId = parseExternalId(name);
  const [byId] = await sql.query<NamedVariant>(
    `SELECT ${VARIANT} ${FROM} WHERE v.store_id = $1 AND v.id = ${variantOfId('$1', '$2')}`,
    [storeId, externalId],
  );
  if (byId) return byId;
  const [bySku, second] = await sql.query<NamedVariant>(
    `SELECT ${VARIANT} ${FROM} WHERE v.store_id = $1 AND v.sku = $2 AND v.sku <> '' AND v.gone_at IS NULL LIMIT 2`,
    [storeId, name.replaceAll('\0', '')],
  );
  if (bySku && !second) return bySku;
  const shown = name.slice(0, 80);
  if (bySku) {
    const message = `Several variants have the SKU “${shown}”. Name the product, or the variant by its id.`;
    throw new AppError('invalid_parameter', message, { param: 'variant', ...because('sku_twice', { text: shown }) });
  }
  throw new AppError('unknown_variant', `The store has no variant with the id or SKU “${shown}”.`, {
    param: 'variant',
    ...because('unknown_variant_name', { text: shown }),
  });
}

/** The waitlist that a row belongs to, with the deliveries that could give its units, in their order. */
export type Offer = { waitlistId: string; limitPerCustomer: number | null; supplies: Supply[] };

type SupplyRow = Omit<Supply, 'window'> & { from: string; until: string; limitPerCustomer: number | null };

/**
 * Reads the waitlist of a variant: the one that the row names, by our id or by that of an imported waitlist, else the newest
 * one that is not closed, one that sells first. Throws `waitlist_not_found`.
 */
export async function readOffer(
  sql: Sql,
  storeId: string,
  { variant, waitlist }: { variant: NamedVariant; waitlist: string | null },
): Promise<Offer> {
  const rows = await sql.query<SupplyRow>(OFFER, [
    storeId,
    variant.productId,
    variant.id,
    waitlist,
    waitlist !== null && isUuid(waitlist) ? waitlist : null,
  ]);
  const [first] = rows;
  if (!first) {
    const message =
      waitlist === null
        ? 'No waitlist that is not closed offers the variant. Make one first, or import it.'
        : 'There is no such waitlist that offers the variant.';
    const why = because(waitlist === null ? 'no_waitlist' : 'waitlist_not_such');
    throw new AppError('waitlist_not_found', message, { param: 'waitlist', ...why });
  }
  const { waitlistId, limitPerCustomer } = first;
  const supplies = rows.map(({ from, until, limitPerCustomer: _, ...row }) => ({ ...row, window: { from, until } }));
  return { waitlistId, limitPerCustomer, supplies };
}

const OFFER = `
  WITH chosen AS (
    SELECT w.store_id, w.id, w.limit_per_customer FROM waitlist w
    JOIN waitlist_variant wv ON wv.store_id = w.store_id AND wv.waitlist_id = w.id AND wv.variant_id = $3
    WHERE w.store_id = $1 AND w.product_id = $2
      AND CASE WHEN $4::text IS NULL THEN w.state <> 'CLOSED'
               ELSE w.id = $5::uuid OR w.id = (SELECT m.subject_id FROM imported m
                                               WHERE m.store_id = $1 AND m.kind = 'waitlists' AND m.key = $4) END
    ORDER BY w.state = 'OPEN' DESC, w.created_at DESC, w.id LIMIT 1)
  SELECT c.id AS "waitlistId", c.limit_per_customer AS "limitPerCustomer", b.id AS "batchId", q.id AS "promiseId",
         q.ships_from::text AS from, q.ships_until::text AS until, coalesce(u.allocated, 0) AS allocated,
         coalesce(u.held + u.sold, 0) AS taken
  FROM chosen c
  JOIN batch b ON b.store_id = c.store_id AND b.waitlist_id = c.id
  CROSS JOIN LATERAL (SELECT id, ships_from, ships_until FROM promise p WHERE p.store_id = b.store_id AND p.batch_id = b.id
                      ORDER BY p.version DESC LIMIT 1) q
  LEFT JOIN unit u ON u.store_id = b.store_id AND u.waitlist_id = c.id AND u.batch_id = b.id AND u.variant_id = $3
  ORDER BY b.position`;

/** Reads how many units of a waitlist a customer has, held ones included. */
export async function unitsOf(
  sql: Sql,
  { storeId, waitlistId, customerKey }: { storeId: string; waitlistId: string; customerKey: string },
): Promise<number> {
  const [row] = await sql.query<{ units: number }>(
    `SELECT ((SELECT count(*) FROM preorder_line l WHERE l.store_id = $1 AND l.waitlist_id = $2 AND l.customer_key = $3
                AND l.state <> 'cancelled')
           + (SELECT coalesce(sum(h.quantity), 0) FROM hold h WHERE h.store_id = $1 AND h.customer_key = $3
                AND h.waitlist_id = $2 AND NOT ${isOver('h')}))::int AS units`,
    [storeId, waitlistId, customerKey],
  );
  return row?.units ?? 0;
}
