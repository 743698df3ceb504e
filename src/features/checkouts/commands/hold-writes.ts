import type { Quote } from '../../../domain/checkout.ts';
import type { HoldRequest, Pipeline } from '../../stock/sale-queue.ts';

/** One granted hold, as it is written. */
export type HoldRow = Quote & {
  request: HoldRequest;
  replaces: boolean;
  productId: string;
  batchId: string;
  promiseId: string;
  unitPrice: number;
  expiresAt: Date;
};

/** Sends the writes of a batch: set-based, a statement a table. */
export function writeHolds(pipeline: Pipeline, rows: HoldRow[], now: Date): Promise<unknown>[] {
  if (rows.length === 0) return [];
  const made = rows.filter((row) => !row.replaces);
  const replaced = rows.filter((row) => row.replaces);
  const keyed = rows.flatMap(({ request: { idempotency, storeId, checkoutId } }) =>
    idempotency ? [{ ...idempotency, storeId, checkoutId }] : [],
  );
  const products = new Map(rows.map((row) => [row.productId, row.request.storeId]));
  const sent: Promise<unknown>[] = [];
  if (made.length > 0) sent.push(pipeline.send('hold_make', MAKE, [toJson(made), now]));
  if (replaced.length > 0) sent.push(pipeline.send('hold_replace', REPLACE, [toJson(replaced), now]));
  if (keyed.length > 0) sent.push(pipeline.send('hold_keys', KEYS, [JSON.stringify(keyed), now]));
  sent.push(pipeline.send('sale_announce', ANNOUNCE, [[...products.values()], [...products.keys()]]));
  return sent;
}

/** Short names and nothing else: reading this text is a third of what the statement costs. */
function toJson(rows: HoldRow[]): string {
  return JSON.stringify(
    rows.map(({ request, ...row }) => ({
      ...{ s: request.storeId, c: request.checkoutId, w: request.waitlistId, b: row.batchId, v: request.variantId },
      ...{ p: row.promiseId, q: request.quantity, k: request.customerKey, a: request.clientAddress, l: request.locale },
      ...{ e: request.email, d: request.address, i: request.lineItemProperties ?? undefined },
      ...{ u: row.unitPrice, b1: row.subtotal, b2: row.shipping, b3: row.tax, b4: row.total, x: row.expiresAt },
    })),
  );
}

const COLUMNS = `
  s uuid, c uuid, w uuid, b uuid, v uuid, p uuid, q int, k text, a text, l text, e text, d jsonb, i jsonb,
  u bigint, b1 bigint, b2 bigint, b3 bigint, b4 bigint, x timestamptz`;

const MAKE = `
  WITH row AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS r (${COLUMNS})),
  made AS (
    INSERT INTO checkout (store_id, id, state, waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
                          unit_price, subtotal, shipping, tax, total, line_item_properties, created_at, updated_at)
    SELECT s, c, 'held', w, b, v, p, q, k, l, u, b1, b2, b3, b4, i, $2, $2 FROM row),
  contact AS (
    INSERT INTO checkout_contact (store_id, checkout_id, email, address) SELECT s, c, e, d FROM row)
  INSERT INTO hold (store_id, checkout_id, waitlist_id, batch_id, variant_id, quantity, customer_key, client_address, expires_at)
  SELECT s, c, w, b, v, q, k, a, x FROM row`;

const REPLACE = `
  WITH row AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS r (${COLUMNS})),
  changed AS (
    UPDATE checkout o SET waitlist_id = r.w, batch_id = r.b, variant_id = r.v, promise_id = r.p, quantity = r.q,
           customer_key = r.k, locale = r.l, unit_price = r.u, subtotal = r.b1, shipping = r.b2, tax = r.b3, total = r.b4,
           line_item_properties = r.i, updated_at = $2
    FROM row r WHERE o.store_id = r.s AND o.id = r.c),
  contact AS (
    UPDATE checkout_contact o SET email = r.e, address = r.d FROM row r WHERE o.store_id = r.s AND o.checkout_id = r.c)
  UPDATE hold o SET waitlist_id = r.w, batch_id = r.b, variant_id = r.v, quantity = r.q, customer_key = r.k,
         client_address = r.a, expires_at = r.x
  FROM row r WHERE o.store_id = r.s AND o.checkout_id = r.c`;

const KEYS = `
  INSERT INTO idempotency (store_id, scope, key, body_hash, subject_id, created_at)
  SELECT "storeId", scope, key, "bodyHash", "checkoutId", $2
  FROM json_to_recordset($1) AS r ("storeId" uuid, scope text, key text, "bodyHash" text, "checkoutId" uuid)`;

// One row a product and batch: the other processes only need to hear that something changed.
const ANNOUNCE = `
  INSERT INTO outbox (store_id, topic, subject_id) SELECT store_id, 'stock.changed', product_id
  FROM unnest($1::uuid[], $2::uuid[]) AS changed (store_id, product_id)`;
