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
  const json = (some: HoldRow[]) => JSON.stringify(some.map(({ request, ...row }) => ({ ...request, ...row })));
  const made = rows.filter((row) => !row.replaces);
  const replaced = rows.filter((row) => row.replaces);
  const keyed = rows.flatMap(({ request: { idempotency, storeId, checkoutId } }) =>
    idempotency ? [{ ...idempotency, storeId, checkoutId }] : [],
  );
  const products = new Map(rows.map((row) => [row.productId, row.request.storeId]));
  const sent: Promise<unknown>[] = [];
  if (made.length > 0) sent.push(pipeline.send('hold_make', MAKE, [json(made), now]));
  if (replaced.length > 0) sent.push(pipeline.send('hold_replace', REPLACE, [json(replaced), now]));
  if (keyed.length > 0) sent.push(pipeline.send('hold_keys', KEYS, [JSON.stringify(keyed), now]));
  sent.push(pipeline.send('sale_announce', ANNOUNCE, [[...products.values()], [...products.keys()]]));
  return sent;
}

const COLUMNS = `
  "storeId" uuid, "checkoutId" uuid, "waitlistId" uuid, "batchId" uuid, "variantId" uuid, "promiseId" uuid, quantity int,
  "customerKey" text, "clientAddress" text, email text, address jsonb, locale text, "lineItemProperties" jsonb,
  "unitPrice" bigint, subtotal bigint, shipping bigint, tax bigint, total bigint, "expiresAt" timestamptz`;

const MAKE = `
  WITH row AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS r (${COLUMNS})),
  made AS (
    INSERT INTO checkout (store_id, id, state, waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
                          unit_price, subtotal, shipping, tax, total, line_item_properties, created_at, updated_at)
    SELECT "storeId", "checkoutId", 'held', "waitlistId", "batchId", "variantId", "promiseId", quantity, "customerKey", locale,
           "unitPrice", subtotal, shipping, tax, total, "lineItemProperties", $2, $2
    FROM row),
  contact AS (
    INSERT INTO checkout_contact (store_id, checkout_id, email, address)
    SELECT "storeId", "checkoutId", email, address FROM row)
  INSERT INTO hold (store_id, checkout_id, waitlist_id, batch_id, variant_id, quantity, customer_key, client_address, expires_at)
  SELECT "storeId", "checkoutId", "waitlistId", "batchId", "variantId", quantity, "customerKey", "clientAddress", "expiresAt"
  FROM row`;

const REPLACE = `
  WITH row AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS r (${COLUMNS})),
  changed AS (
    UPDATE checkout c SET waitlist_id = r."waitlistId", batch_id = r."batchId", variant_id = r."variantId",
           promise_id = r."promiseId", quantity = r.quantity, customer_key = r."customerKey", locale = r.locale,
           unit_price = r."unitPrice", subtotal = r.subtotal, shipping = r.shipping, tax = r.tax, total = r.total,
           line_item_properties = r."lineItemProperties", updated_at = $2
    FROM row r WHERE c.store_id = r."storeId" AND c.id = r."checkoutId"),
  contact AS (
    UPDATE checkout_contact c SET email = r.email, address = r.address
    FROM row r WHERE c.store_id = r."storeId" AND c.checkout_id = r."checkoutId")
  UPDATE hold h SET waitlist_id = r."waitlistId", batch_id = r."batchId", variant_id = r."variantId", quantity = r.quantity,
         customer_key = r."customerKey", client_address = r."clientAddress", expires_at = r."expiresAt"
  FROM row r WHERE h.store_id = r."storeId" AND h.checkout_id = r."checkoutId"`;

const KEYS = `
  INSERT INTO idempotency (store_id, scope, key, body_hash, subject_id, created_at)
  SELECT "storeId", scope, key, "bodyHash", "checkoutId", $2
  FROM json_to_recordset($1) AS r ("storeId" uuid, scope text, key text, "bodyHash" text, "checkoutId" uuid)`;

// One row a product and batch: the other processes only need to hear that something changed.
const ANNOUNCE = `
  INSERT INTO outbox (store_id, topic, subject_id) SELECT store_id, 'stock.changed', product_id
  FROM unnest($1::uuid[], $2::uuid[]) AS changed (store_id, product_id)`;
