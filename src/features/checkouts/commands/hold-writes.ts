import type { Quote } from '../../../domain/checkout.ts';
import type { PlanTerms } from '../../../domain/payment-plan.ts';
import type { HoldRequest, Pipeline } from '../../stock/sale-queue.ts';

/** One granted hold, as it is written. */
export type HoldRow = {
  request: HoldRequest;
  replaces: boolean;
  productId: string;
  batchId: string;
  promiseId: string;
  unitPrice: number;
  plan: PlanTerms;
  quote: Quote;
  taxMillionths: number;
  discount: { id: string; code: string } | null;
  /** The replaced one had a code. */
  hadDiscount: boolean;
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
  // The smallest first: the server writes them while the others' parameters are still being put together.
  const sent = [pipeline.send('sale_announce', ANNOUNCE, [[...products.values()], [...products.keys()]])];
  if (keyed.length > 0) sent.push(pipeline.send('hold_keys', KEYS, [now, ...keyColumnsOf(keyed)]));
  if (made.length > 0) sent.push(pipeline.send('hold_make', MAKE, [now, ...columnsOf(made)]));
  if (replaced.length > 0) sent.push(pipeline.send('hold_replace', REPLACE, [now, ...columnsOf(replaced)]));
  return [...sent, ...writeUses(pipeline, rows)];
}

/** In the order of `ROWS`. Arrays, because reading the same rows as JSON took a third of what writing them cost. */
function columnsOf(rows: HoldRow[]): unknown[][] {
  return [
    rows.map(({ request }) => request.storeId),
    rows.map(({ request }) => request.checkoutId),
    rows.map(({ request }) => request.waitlistId),
    rows.map((row) => row.batchId),
    rows.map(({ request }) => request.variantId),
    rows.map((row) => row.promiseId),
    rows.map(({ request }) => request.quantity),
    rows.map(({ request }) => request.customerKey),
    rows.map(({ request }) => request.clientAddress),
    rows.map(({ request }) => request.locale),
    rows.map(({ request }) => request.email),
    rows.map(({ request }) => JSON.stringify(request.address)),
    rows.map(({ request }) => request.lineItemProperties && JSON.stringify(request.lineItemProperties)),
    rows.map((row) => row.unitPrice),
    rows.map(({ quote }) => quote.subtotal),
    rows.map(({ quote }) => quote.discount),
    rows.map(({ quote }) => quote.shipping),
    rows.map(({ quote }) => quote.tax),
    rows.map((row) => row.taxMillionths),
    rows.map(({ quote }) => quote.total),
    rows.map(({ quote }) => quote.dueNow),
    rows.map(({ plan }) => plan.plan),
    rows.map(({ plan }) => plan.depositRefundable),
    rows.map(({ discount }) => discount?.code ?? null),
    rows.map((row) => row.expiresAt),
  ];
}

const ROWS = `
  unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::int[], $9::text[], $10::text[],
         $11::text[], $12::text[], $13::jsonb[], $14::json[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[],
         $19::bigint[], $20::int[], $21::bigint[], $22::bigint[], $23::text[], $24::boolean[], $25::text[], $26::timestamptz[])
  AS r (store_id, checkout_id, waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, client_address,
        locale, email, address, properties, unit_price, subtotal, discount, shipping, tax, tax_millionths, total, due_now,
        payment_plan, deposit_refundable, discount_code, expires_at)`;

const MAKE = `
  WITH row AS MATERIALIZED (SELECT * FROM ${ROWS}),
  made AS (
    INSERT INTO checkout (store_id, id, state, waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
                          unit_price, subtotal, discount, shipping, tax, tax_millionths, total, due_now, payment_plan,
                          deposit_refundable, discount_code, line_item_properties, created_at, updated_at)
    SELECT store_id, checkout_id, 'held', waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
           unit_price, subtotal, discount, shipping, tax, tax_millionths, total, due_now, payment_plan,
           deposit_refundable, discount_code, properties, $1, $1 FROM row),
  contact AS (
    INSERT INTO checkout_contact (store_id, checkout_id, email, address) SELECT store_id, checkout_id, email, address FROM row)
  INSERT INTO hold (store_id, checkout_id, waitlist_id, batch_id, variant_id, quantity, customer_key, client_address, expires_at)
  SELECT store_id, checkout_id, waitlist_id, batch_id, variant_id, quantity, customer_key, client_address, expires_at FROM row`;

const REPLACE = `
  WITH row AS MATERIALIZED (SELECT * FROM ${ROWS}),
  changed AS (
    UPDATE checkout o SET waitlist_id = r.waitlist_id, batch_id = r.batch_id, variant_id = r.variant_id,
           promise_id = r.promise_id, quantity = r.quantity, customer_key = r.customer_key, locale = r.locale,
           unit_price = r.unit_price, subtotal = r.subtotal, discount = r.discount, shipping = r.shipping, tax = r.tax,
           tax_millionths = r.tax_millionths, total = r.total, due_now = r.due_now, payment_plan = r.payment_plan,
           deposit_refundable = r.deposit_refundable, discount_code = r.discount_code,
           line_item_properties = r.properties, updated_at = $1
    FROM row r WHERE o.store_id = r.store_id AND o.id = r.checkout_id),
  contact AS (
    UPDATE checkout_contact o SET email = r.email, address = r.address
    FROM row r WHERE o.store_id = r.store_id AND o.checkout_id = r.checkout_id)
  UPDATE hold o SET waitlist_id = r.waitlist_id, batch_id = r.batch_id, variant_id = r.variant_id, quantity = r.quantity,
         customer_key = r.customer_key, client_address = r.client_address, expires_at = r.expires_at
  FROM row r WHERE o.store_id = r.store_id AND o.checkout_id = r.checkout_id`;

/** Nothing is sent where nobody has or had a code. */
function writeUses(pipeline: Pipeline, rows: HoldRow[]): Promise<unknown>[] {
  const given = rows.filter(({ discount }) => discount !== null);
  const gone = rows.filter(({ discount, hadDiscount }) => discount === null && hadDiscount);
  const keysOf = (some: HoldRow[]) => [
    some.map(({ request }) => request.storeId),
    some.map(({ request }) => request.checkoutId),
  ];
  const uses = [...keysOf(given), given.map(({ discount }) => discount?.id)];
  return [
    ...(given.length > 0 ? [pipeline.send('hold_uses', USES, uses)] : []),
    ...(gone.length > 0 ? [pipeline.send('hold_uses_end', USES_END, keysOf(gone))] : []),
  ];
}

const USES = `
  INSERT INTO discount_use (store_id, checkout_id, discount_id) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
  ON CONFLICT (store_id, checkout_id) DO UPDATE SET discount_id = excluded.discount_id`;

const USES_END = `
  DELETE FROM discount_use WHERE (store_id, checkout_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`;

type Keyed = NonNullable<HoldRequest['idempotency']> & Pick<HoldRequest, 'storeId' | 'checkoutId'>;

function keyColumnsOf(keyed: Keyed[]): string[][] {
  return [
    keyed.map((row) => row.storeId),
    keyed.map((row) => row.scope),
    keyed.map((row) => row.key),
    keyed.map((row) => row.bodyHash),
    keyed.map((row) => row.checkoutId),
  ];
}

const KEYS = `
  INSERT INTO idempotency (created_at, store_id, scope, key, body_hash, subject_id)
  SELECT $1, r.* FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[]) AS r`;

// One row a product and batch: the other processes only need to hear that something changed.
const ANNOUNCE = `
  INSERT INTO outbox (store_id, topic, subject_id) SELECT store_id, 'stock.changed', product_id
  FROM unnest($1::uuid[], $2::uuid[]) AS changed (store_id, product_id)`;
