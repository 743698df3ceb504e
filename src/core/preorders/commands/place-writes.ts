import { type CheckoutState, type LineQuote, type Quote, taxIsIncluded } from '../../../domain/checkout.ts';
import type { AttemptState } from '../../../domain/payment.ts';
import type { PaymentPlan } from '../../../domain/payment-plan.ts';
import type { SavedMethod } from '../../../integrations/payments/port.ts';
import type { Pipeline } from '../../stock/sale-requests.ts';

/** An attempt with everything that its pre-order is made of. */
export type PlaceRow = Quote & {
  now: Date;
  storeId: string;
  attemptId: string;
  attemptState: AttemptState;
  amount: number;
  checkoutId: string;
  checkoutState: CheckoutState;
  productId: string;
  productExternalId: string;
  productTitle: string;
  waitlistId: string;
  batchId: string;
  variantId: string;
  variantExternalId: string;
  variantTitle: string;
  sku: string;
  promiseId: string;
  /** True if the date moved while the shopper paid. */
  isOutdated: boolean;
  shipsFrom: string;
  shipsUntil: string;
  quantity: number;
  customerKey: string;
  locale: string;
  storeName: string;
  legalName: string;
  currency: string;
  pricesIncludeTax: boolean;
  unitPrice: number;
  paymentPlan: PaymentPlan;
  depositRefundable: boolean;
  discountCode: string | null;
  /** Null for a hold from before the rate was stored. */
  taxMillionths: number | null;
  properties: unknown;
  marketingConsent: boolean;
  /** Null if the hold is gone. */
  heldQuantity: number | null;
};

export type Placed = {
  row: PlaceRow;
  preorderId: string;
  reference: string;
  consentText: string;
  lines: PlacedLine[];
  /** The card to keep; null if nothing is due later. */
  card: (SavedMethod & { id: string }) | null;
};
type PlacedLine = LineQuote & { id: string; position: number };

/** Sends the writes of a batch: one statement for each kind of row, and none for a kind without rows. */
export function writePlaces(pipeline: Pipeline, placed: Placed[], surplus: PlaceRow[]): Promise<unknown>[] {
  const sent: Promise<unknown>[] = [];
  if (placed.length > 0) {
    const preorders = placed.map(preorderFacts);
    const lines = placed.flatMap(({ row, preorderId, lines }) =>
      lines.map((line) => ({ ...lineFacts(row), ...line, preorderId })),
    );
    sent.push(pipeline.send('place_write', WRITE, [JSON.stringify(preorders), JSON.stringify(lines)]));
    const cards = placed.flatMap(({ row: { storeId, attemptId }, preorderId, card }) =>
      card ? [{ ...card, storeId, attemptId, preorderId }] : [],
    );
    if (cards.length > 0) sent.push(pipeline.send('place_cards', CARDS, [JSON.stringify(cards)]));
    const products = new Map(placed.map(({ row }) => [row.productId, row.storeId]));
    const outdated = placed.filter(({ row }) => row.isOutdated);
    if (outdated.length > 0) {
      const promises = [outdated.map(({ row }) => row.storeId), outdated.map(({ row }) => row.promiseId)];
      sent.push(pipeline.send('place_outdated', TELL_OF_NEWER, [...promises, outdated.map((one) => one.preorderId)]));
    }
    sent.push(pipeline.send('place_announce', ANNOUNCE, [[...products.values()], [...products.keys()]]));
  }
  if (surplus.length > 0) {
    const keys = [surplus.map((row) => row.storeId), surplus.map((row) => row.attemptId)];
    sent.push(pipeline.send('place_surplus', SURPLUS, keys));
  }
  return sent;
}

/** Returns only the columns of a pre-order: parsing unused fields costs the database time. */
function preorderFacts({ row, preorderId, reference, consentText }: Placed) {
  const { storeId, checkoutId, waitlistId, attemptId, customerKey, locale, currency, now } = row;
  const { subtotal, discount, shipping, tax, taxMillionths, total, dueNow } = row;
  const { paymentPlan, depositRefundable, discountCode, productExternalId, productTitle, marketingConsent } = row;
  return {
    storeId,
    preorderId,
    reference,
    checkoutId,
    waitlistId,
    attemptId,
    customerKey,
    locale,
    currency,
    now,
    subtotal,
    discount,
    shipping,
    tax,
    taxMillionths,
    total,
    dueNow,
    paymentPlan,
    depositRefundable,
    discountCode,
    productExternalId,
    productTitle,
    consentText,
    marketingConsent,
    // As the shopper saw it, even if the store has changed the setting since.
    pricesIncludeTax: taxIsIncluded(row, row.pricesIncludeTax),
  };
}

/** Returns only the columns that a line item takes from its checkout. */
function lineFacts({
  storeId,
  waitlistId,
  batchId,
  variantId,
  promiseId,
  customerKey,
  now: placedAt,
  ...row
}: PlaceRow) {
  const { variantExternalId, variantTitle, sku, properties, unitPrice } = row;
  const keys = { storeId, waitlistId, batchId, variantId, promiseId, customerKey };
  return { ...keys, variantExternalId, variantTitle, sku, properties, unitPrice, placedAt };
}

const WRITE = `
  WITH row AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS r (
      "storeId" uuid, "preorderId" uuid, reference text, "checkoutId" uuid, "waitlistId" uuid, "attemptId" uuid,
      "customerKey" text, locale text, currency text, subtotal bigint, discount bigint, shipping bigint, tax bigint,
      "taxMillionths" int, total bigint, "dueNow" bigint, "paymentPlan" text, "depositRefundable" boolean, "discountCode" text,
      "pricesIncludeTax" boolean, "productExternalId" text, "productTitle" text, "consentText" text,
      "marketingConsent" boolean, now timestamptz)),
  placed AS (
    INSERT INTO preorder (store_id, id, reference, checkout_id, waitlist_id, attempt_id, customer_key, locale, currency,
                          subtotal, discount, shipping, tax, tax_millionths, total, due_now, payment_plan, deposit_refundable,
                          discount_code, prices_include_tax, product_external_id, product_title,
                          consent_text, marketing_consent, placed_at)
    SELECT "storeId", "preorderId", reference, "checkoutId", "waitlistId", "attemptId", "customerKey", locale, currency,
           subtotal, discount, shipping, tax, "taxMillionths", total, "dueNow", "paymentPlan", "depositRefundable", "discountCode",
           "pricesIncludeTax", "productExternalId", "productTitle", "consentText",
           "marketingConsent", now
    FROM row),
  contact AS (
    INSERT INTO preorder_contact (store_id, preorder_id, email, address, marketing_text, marketing_decided_at, marketing_by)
    SELECT r."storeId", r."preorderId", c.email, c.address, c.marketing_text, c.marketing_decided_at, c.marketing_by
    FROM row r JOIN checkout_contact c ON c.store_id = r."storeId" AND c.checkout_id = r."checkoutId"),
  line AS (
    INSERT INTO preorder_line (store_id, id, preorder_id, position, state, waitlist_id, batch_id, variant_id, promise_id,
                               customer_key, variant_external_id, variant_title, sku, properties, unit_price, discount,
                               shipping, tax, total, due_now, placed_at)
    SELECT "storeId", id, "preorderId", position, 'placed', "waitlistId", "batchId", "variantId", "promiseId",
           "customerKey", "variantExternalId", "variantTitle", sku, properties, "unitPrice", discount, shipping, tax, total,
           "dueNow", "placedAt"
    FROM json_to_recordset($2) AS l (
      "storeId" uuid, id uuid, "preorderId" uuid, position int, "waitlistId" uuid, "batchId" uuid, "variantId" uuid,
      "promiseId" uuid, "customerKey" text, "variantExternalId" text, "variantTitle" text, sku text, properties json,
      "unitPrice" bigint, discount bigint, shipping bigint, tax bigint, total bigint, "dueNow" bigint, "placedAt" timestamptz)),
  paid AS (
    UPDATE attempt a SET state = 'placed', updated_at = r.now
    FROM row r WHERE a.store_id = r."storeId" AND a.id = r."attemptId"),
  completed AS (
    UPDATE checkout c SET state = 'completed', updated_at = r.now
    FROM row r WHERE c.store_id = r."storeId" AND c.id = r."checkoutId"),
  ended AS (
    DELETE FROM hold h USING row r WHERE h.store_id = r."storeId" AND h.checkout_id = r."checkoutId")
  INSERT INTO outbox (store_id, topic, subject_id)
  SELECT "storeId", topic, "preorderId" FROM row, (VALUES ('preorder.placed'), ('money.due')) AS t (topic)`;

// The attempt's provider keeps the card.
const CARDS = `
  INSERT INTO payment_method (store_id, id, preorder_id, provider, customer_ref, method_ref, brand, last4, expires_on)
  SELECT c."storeId", c.id, c."preorderId", a.provider, c."customerRef", c.ref, c.brand, c.last4, c."expiresOn"
  FROM json_to_recordset($1) AS c ("storeId" uuid, "attemptId" uuid, "preorderId" uuid, id uuid, "customerRef" text,
                                   ref text, brand text, last4 text, "expiresOn" date)
  JOIN attempt a ON a.store_id = c."storeId" AND a.id = c."attemptId"`;

// A transaction that moves a date locks the same unit rows. So either this batch sees the new date, or that change's job
// sees the new pre-orders.
const TELL_OF_NEWER = `
  INSERT INTO outbox (store_id, topic, subject_id, detail)
  SELECT q.store_id, 'promise.due', q.id, jsonb_build_object('preorderIds', jsonb_agg(placed.preorder_id))
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS placed (store_id, promise_id, preorder_id)
  JOIN promise p ON p.store_id = placed.store_id AND p.id = placed.promise_id
  CROSS JOIN LATERAL (SELECT store_id, id FROM promise n WHERE n.store_id = p.store_id AND n.batch_id = p.batch_id
                      ORDER BY n.version DESC LIMIT 1) q
  GROUP BY q.store_id, q.id`;

const SURPLUS = `
  WITH surplus AS (
    UPDATE attempt a SET state = 'surplus', updated_at = app_now()
    FROM unnest($1::uuid[], $2::uuid[]) AS asked (store_id, attempt_id)
    WHERE a.store_id = asked.store_id AND a.id = asked.attempt_id
    RETURNING a.store_id, a.id)
  INSERT INTO outbox (store_id, topic, subject_id) SELECT store_id, 'attempt.undo', id FROM surplus`;

const ANNOUNCE = `
  INSERT INTO outbox (store_id, topic, subject_id) SELECT store_id, 'stock.changed', product_id
  FROM unnest($1::uuid[], $2::uuid[]) AS changed (store_id, product_id)`;
