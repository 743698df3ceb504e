import type { Quote } from '../../../domain/checkout.ts';
import type { PlanTerms } from '../../../domain/payment-plan.ts';
import type { HoldRequest, Pipeline, UnitKey } from '../../stock/sale-requests.ts';
import { distinctUnits, unitColumns } from '../../stock/sale-sql.ts';

/** One granted hold, ready to write. */
export type HoldRow = UnitKey & {
  request: HoldRequest;
  replaces: boolean;
  productId: string;
  promiseId: string;
  unitPrice: number;
  plan: PlanTerms;
  quote: Quote;
  taxMillionths: number;
  discount: { id: string; code: string } | null;
  /** The replaced hold had a code. */
  hadDiscount: boolean;
  expiresAt: Date;
};

/** Sends the writes of a batch, set-based: one statement for all new holds and one for all replaced holds. */
export function writeHolds(pipeline: Pipeline, rows: HoldRow[], now: Date): Promise<unknown>[] {
  const made = rows.filter((row) => !row.replaces);
  const replaced = rows.filter((row) => row.replaces);
  return [
    ...(made.length > 0 ? [pipeline.send('hold_make', MAKE, [now, ...columnsOf(made)])] : []),
    ...(replaced.length > 0 ? [pipeline.send('hold_replace', REPLACE, [now, ...columnsOf(replaced)])] : []),
    ...writeUses(pipeline, rows),
  ];
}

/**
 * Returns the parameters in the order of `ROW`. They are arrays, because parsing the rows from JSON took a third of the time
 * of the write.
 */
function columnsOf(rows: HoldRow[]): unknown[][] {
  const { units, places } = distinctUnits(rows);
  return [
    ...unitColumns(units),
    units.map((row) => row.productId),
    units.map((row) => row.promiseId),
    places,
    rows.map(({ request }) => request.checkoutId),
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
    rows.map(({ request }) => request.idempotency?.scope),
    rows.map(({ request }) => request.idempotency?.key),
    rows.map(({ request }) => request.idempotency?.bodyHash),
    rows.map(({ request }) => request.marketingText),
  ];
}

const ROW = `
  row AS MATERIALIZED (
    SELECT ($2::uuid[])[r.unit] AS store_id, ($3::uuid[])[r.unit] AS waitlist_id, ($4::uuid[])[r.unit] AS batch_id,
           ($5::uuid[])[r.unit] AS variant_id, ($6::uuid[])[r.unit] AS product_id, ($7::uuid[])[r.unit] AS promise_id, r.*
    FROM unnest($8::int[], $9::uuid[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[], $15::jsonb[],
                $16::json[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[], $22::int[],
                $23::bigint[], $24::bigint[], $25::text[], $26::boolean[], $27::text[], $28::timestamptz[],
                $29::text[], $30::text[], $31::text[], $32::text[])
      AS r (unit, checkout_id, quantity, customer_key, client_address, locale, email, address, properties, unit_price,
            subtotal, discount, shipping, tax, tax_millionths, total, due_now, payment_plan, deposit_refundable,
            discount_code, expires_at, key_scope, key, body_hash, marketing_text))`;

// One outbox row per product and statement is enough to tell the other processes that something changed.
const KEYED_AND_ANNOUNCED = `
  keyed AS (
    INSERT INTO idempotency (store_id, scope, key, body_hash, subject_id, created_at)
    SELECT store_id, key_scope, key, body_hash, checkout_id, $1 FROM row WHERE key IS NOT NULL),
  announced AS (
    INSERT INTO outbox (store_id, topic, subject_id) SELECT DISTINCT store_id, 'stock.changed', product_id FROM row)`;

const MAKE = `
  WITH ${ROW},
  made AS (
    INSERT INTO checkout (store_id, id, state, waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
                          unit_price, subtotal, discount, shipping, tax, tax_millionths, total, due_now, payment_plan,
                          deposit_refundable, discount_code, line_item_properties, created_at, updated_at)
    SELECT store_id, checkout_id, 'held', waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
           unit_price, subtotal, discount, shipping, tax, tax_millionths, total, due_now, payment_plan,
           deposit_refundable, discount_code, properties, $1, $1 FROM row),
  contact AS (
    INSERT INTO checkout_contact (store_id, checkout_id, email, address, marketing_text)
    SELECT store_id, checkout_id, email, address, marketing_text FROM row),
  ${KEYED_AND_ANNOUNCED}
  INSERT INTO hold (store_id, checkout_id, waitlist_id, batch_id, variant_id, quantity, customer_key, client_address, expires_at)
  SELECT store_id, checkout_id, waitlist_id, batch_id, variant_id, quantity, customer_key, client_address, expires_at FROM row`;

const REPLACE = `
  WITH ${ROW},
  changed AS (
    UPDATE checkout o SET waitlist_id = r.waitlist_id, batch_id = r.batch_id, variant_id = r.variant_id,
           promise_id = r.promise_id, quantity = r.quantity, customer_key = r.customer_key, locale = r.locale,
           unit_price = r.unit_price, subtotal = r.subtotal, discount = r.discount, shipping = r.shipping, tax = r.tax,
           tax_millionths = r.tax_millionths, total = r.total, due_now = r.due_now, payment_plan = r.payment_plan,
           deposit_refundable = r.deposit_refundable, discount_code = r.discount_code,
           line_item_properties = r.properties, marketing_consent = false, updated_at = $1
    FROM row r WHERE o.store_id = r.store_id AND o.id = r.checkout_id),
  contact AS (
    UPDATE checkout_contact o SET email = r.email, address = r.address, marketing_text = r.marketing_text,
           -- An earlier decision was about the earlier text or about none; the next press of the button writes it again.
           marketing_decided_at = NULL, marketing_by = NULL
    FROM row r WHERE o.store_id = r.store_id AND o.checkout_id = r.checkout_id),
  ${KEYED_AND_ANNOUNCED}
  UPDATE hold o SET waitlist_id = r.waitlist_id, batch_id = r.batch_id, variant_id = r.variant_id, quantity = r.quantity,
         customer_key = r.customer_key, client_address = r.client_address, expires_at = r.expires_at
  FROM row r WHERE o.store_id = r.store_id AND o.checkout_id = r.checkout_id`;

/** Sends the writes of discount uses. Sends nothing when no hold of the batch has or had a code. */
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
