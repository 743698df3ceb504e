import { type CheckoutState, type LineQuote, type Quote, taxIsIncluded } from '../../../domain/checkout.ts';
import type { AttemptState } from '../../../domain/payment.ts';
import type { PaymentPlan } from '../../../domain/payment-plan.ts';
import type { WithdrawalExclusion } from '../../../domain/withdrawal-period.ts';
import type { SavedMethod } from '../../../integrations/payments/port.ts';
import { arrayParams, arraysOf, type Columns, namesOf } from '../../../platform/columns.ts';
import { textId } from '../../../platform/crypto.ts';
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
  withdrawalExclusion: WithdrawalExclusion | null;
  termsByButton: boolean;
  discountCode: string | null;
  /** Null for a hold from before the rate was stored. */
  taxMillionths: number | null;
  properties: unknown;
  marketingConsent: boolean;
  /** True if the shopper agreed to the wallet's text. */
  agreedByWallet: boolean;
  /** Null if the hold is gone. */
  heldQuantity: number | null;
};

export type Placed = {
  row: PlaceRow;
  /** The span that asks, as a W3C traceparent. */
  trace: string | null;
  preorderId: string;
  reference: string;
  consentText: string;
  lines: PlacedLine[];
  /** The card to keep; null if nothing is due later. */
  card: KeptCard | null;
};
type KeptCard = SavedMethod & { id: string };
type PlacedCard = Placed & { card: KeptCard };
type PlacedLine = LineQuote & { id: string; position: number };

/** Sends the writes of a batch: one statement for each kind of row, and none for a kind without rows. */
export function writePlaces(pipeline: Pipeline, placed: Placed[], surplus: PlaceRow[]): Promise<unknown>[] {
  const sent: Promise<unknown>[] = [];
  if (placed.length > 0) {
    const lines = placed.flatMap((preorder) => preorder.lines.map((line) => ({ ...preorder, line })));
    sent.push(pipeline.send('place_write', WRITE, [...arraysOf(ROW, placed), ...arraysOf(LINE, lines)]));
    const cards = placed.flatMap(({ card, ...preorder }) => (card ? [{ ...preorder, card }] : []));
    if (cards.length > 0) sent.push(pipeline.send('place_cards', CARDS, arraysOf(CARD_ROW, cards)));
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

const PREORDER = {
  store_id: ['uuid', ({ row }) => row.storeId],
  id: ['uuid', ({ preorderId }) => preorderId],
  reference: ['text', ({ reference }) => reference],
  checkout_id: ['uuid', ({ row }) => row.checkoutId],
  waitlist_id: ['uuid', ({ row }) => row.waitlistId],
  attempt_id: ['uuid', ({ row }) => row.attemptId],
  customer_key: ['text', ({ row }) => row.customerKey],
  locale: ['text', ({ row }) => row.locale],
  currency: ['text', ({ row }) => row.currency],
  subtotal: ['bigint', ({ row }) => row.subtotal],
  discount: ['bigint', ({ row }) => row.discount],
  shipping: ['bigint', ({ row }) => row.shipping],
  tax: ['bigint', ({ row }) => row.tax],
  tax_millionths: ['int', ({ row }) => row.taxMillionths],
  total: ['bigint', ({ row }) => row.total],
  due_now: ['bigint', ({ row }) => row.dueNow],
  payment_plan: ['text', ({ row }) => row.paymentPlan],
  deposit_refundable: ['boolean', ({ row }) => row.depositRefundable],
  withdrawal_exclusion: ['text', ({ row }) => row.withdrawalExclusion],
  discount_code: ['text', ({ row }) => row.discountCode],
  // As the shopper saw it, even if the store has changed the setting since.
  prices_include_tax: ['boolean', ({ row }) => taxIsIncluded(row, row.pricesIncludeTax)],
  product_external_id: ['text', ({ row }) => row.productExternalId],
  product_title: ['text', ({ row }) => row.productTitle],
  consent_text_id: ['uuid', ({ consentText }) => textId(consentText)],
  marketing_consent: ['boolean', ({ row }) => row.marketingConsent],
  placed_at: ['timestamptz', ({ row }) => row.now],
} satisfies Columns<Placed>;

const ROW = {
  ...PREORDER,
  consent_text: ['text', ({ consentText }) => consentText],
  trace: ['text', ({ trace }) => trace],
} satisfies Columns<Placed>;

const LINE = {
  store_id: ['uuid', ({ row }) => row.storeId],
  id: ['uuid', ({ line }) => line.id],
  preorder_id: ['uuid', ({ preorderId }) => preorderId],
  position: ['int', ({ line }) => line.position],
  waitlist_id: ['uuid', ({ row }) => row.waitlistId],
  batch_id: ['uuid', ({ row }) => row.batchId],
  variant_id: ['uuid', ({ row }) => row.variantId],
  promise_id: ['uuid', ({ row }) => row.promiseId],
  customer_key: ['text', ({ row }) => row.customerKey],
  variant_external_id: ['text', ({ row }) => row.variantExternalId],
  variant_title: ['text', ({ row }) => row.variantTitle],
  sku: ['text', ({ row }) => row.sku],
  properties: ['json', ({ row }) => row.properties],
  unit_price: ['bigint', ({ line }) => line.unitPrice],
  discount: ['bigint', ({ line }) => line.discount],
  shipping: ['bigint', ({ line }) => line.shipping],
  tax: ['bigint', ({ line }) => line.tax],
  total: ['bigint', ({ line }) => line.total],
  due_now: ['bigint', ({ line }) => line.dueNow],
  placed_at: ['timestamptz', ({ row }) => row.now],
} satisfies Columns<Placed & { line: PlacedLine }>;

const CARD = {
  store_id: ['uuid', ({ row }) => row.storeId],
  id: ['uuid', ({ card }) => card.id],
  preorder_id: ['uuid', ({ preorderId }) => preorderId],
  customer_ref: ['text', ({ card }) => card.customerRef],
  method_ref: ['text', ({ card }) => card.ref],
  brand: ['text', ({ card }) => card.brand],
  last4: ['text', ({ card }) => card.last4],
  expires_on: ['date', ({ card }) => card.expiresOn],
} satisfies Columns<PlacedCard>;

const CARD_ROW = { ...CARD, attempt_id: PREORDER.attempt_id } satisfies Columns<PlacedCard>;

const LINE_FROM = Object.keys(ROW).length + 1;

const WRITE = `
  WITH row AS MATERIALIZED (SELECT * FROM unnest(${arrayParams(ROW, 1)}) AS r (${namesOf(ROW)})),
  consent AS (
    INSERT INTO consent_text (store_id, id, text) SELECT DISTINCT store_id, consent_text_id, consent_text FROM row
    ON CONFLICT DO NOTHING),
  placed AS (INSERT INTO preorder (${namesOf(PREORDER)}) SELECT ${namesOf(PREORDER)} FROM row),
  contact AS (
    INSERT INTO preorder_contact (store_id, preorder_id, email, address, marketing_text, marketing_decided_at, marketing_by)
    SELECT r.store_id, r.id, c.email, c.address, c.marketing_text, c.marketing_decided_at, c.marketing_by
    FROM row r JOIN checkout_contact c ON c.store_id = r.store_id AND c.checkout_id = r.checkout_id),
  line AS (
    INSERT INTO preorder_line (${namesOf(LINE)}, state)
    SELECT *, 'placed' FROM unnest(${arrayParams(LINE, LINE_FROM)}) AS l (${namesOf(LINE)})),
  paid AS (
    UPDATE attempt a SET state = 'placed', updated_at = r.placed_at
    FROM row r WHERE a.store_id = r.store_id AND a.id = r.attempt_id),
  completed AS (
    UPDATE checkout c SET state = 'completed', updated_at = r.placed_at
    FROM row r WHERE c.store_id = r.store_id AND c.id = r.checkout_id),
  ended AS (
    DELETE FROM hold h USING row r WHERE h.store_id = r.store_id AND h.checkout_id = r.checkout_id)
  INSERT INTO outbox (store_id, topic, subject_id, trace)
  SELECT store_id, topic, id, trace FROM row, (VALUES ('preorder.placed'), ('money.due')) AS t (topic)`;

// The attempt's provider keeps the card.
const CARDS = `
  INSERT INTO payment_method (${namesOf(CARD)}, provider)
  SELECT ${namesOf(CARD, 'c')}, a.provider
  FROM unnest(${arrayParams(CARD_ROW, 1)}) AS c (${namesOf(CARD_ROW)})
  JOIN attempt a ON a.store_id = c.store_id AND a.id = c.attempt_id`;

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
