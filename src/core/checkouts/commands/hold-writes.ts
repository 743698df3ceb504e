import type { Quote } from '../../../domain/checkout.ts';
import type { PlanTerms } from '../../../domain/payment-plan.ts';
import { type TermsBoxRule, termsAcceptance } from '../../../domain/terms-acceptance.ts';
import type { WithdrawalExclusion } from '../../../domain/withdrawal-period.ts';
import { type Columns, namesOf } from '../../../platform/columns.ts';
import type { HoldRequest, Pipeline, UnitKey } from '../../stock/sale-requests.ts';
import { selectUnitRows, UNIT_KEY, type UnitRowColumns, unitRowArrays } from '../../stock/sale-sql.ts';

/** One granted hold, ready to write. */
export type HoldRow = UnitKey & {
  request: HoldRequest;
  replaces: boolean;
  productId: string;
  promiseId: string;
  unitPrice: number;
  plan: PlanTerms;
  withdrawalExclusion: WithdrawalExclusion | null;
  termsBox: TermsBoxRule;
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
    ...(made.length > 0 ? [pipeline.send('hold_make', MAKE, [now, ...unitRowArrays(ROW, made)])] : []),
    ...(replaced.length > 0 ? [pipeline.send('hold_replace', REPLACE, [now, ...unitRowArrays(ROW, replaced)])] : []),
    ...writeUses(pipeline, rows),
  ];
}

const { store_id, ...UNIT } = UNIT_KEY;

/** What is the same for all rows of a unit. */
const OF_UNIT = {
  ...UNIT,
  promise_id: ['uuid', (row) => row.promiseId],
} satisfies Columns<HoldRow>;

const SHARED = {
  quantity: ['int', ({ request }) => request.quantity],
  customer_key: ['text', ({ request }) => request.customerKey],
} satisfies Columns<HoldRow>;

const OF_CHECKOUT = {
  ...SHARED,
  locale: ['text', ({ request }) => request.locale],
  unit_price: ['bigint', (row) => row.unitPrice],
  subtotal: ['bigint', ({ quote }) => quote.subtotal],
  discount: ['bigint', ({ quote }) => quote.discount],
  shipping: ['bigint', ({ quote }) => quote.shipping],
  tax: ['bigint', ({ quote }) => quote.tax],
  tax_millionths: ['int', (row) => row.taxMillionths],
  total: ['bigint', ({ quote }) => quote.total],
  due_now: ['bigint', ({ quote }) => quote.dueNow],
  payment_plan: ['text', ({ plan }) => plan.plan],
  deposit_refundable: ['boolean', ({ plan }) => plan.depositRefundable],
  withdrawal_exclusion: ['text', (row) => row.withdrawalExclusion],
  terms_by_button: [
    'boolean',
    ({ request, termsBox }) => termsAcceptance(request.address.country, termsBox) === 'button',
  ],
  discount_code: ['text', ({ discount }) => discount?.code ?? null],
  line_item_properties: ['json', ({ request }) => request.lineItemProperties],
} satisfies Columns<HoldRow>;

const OF_HOLD = {
  ...SHARED,
  client_address: ['text', ({ request }) => request.clientAddress],
  expires_at: ['timestamptz', (row) => row.expiresAt],
} satisfies Columns<HoldRow>;

const CONTACT = {
  email: ['text', ({ request }) => request.email],
  address: ['jsonb', ({ request }) => request.address],
  marketing_text: ['text', ({ request }) => request.marketingText],
} satisfies Columns<HoldRow>;

const IDEMPOTENCY = {
  scope: ['text', ({ request }) => request.idempotency?.scope ?? null],
  key: ['text', ({ request }) => request.idempotency?.key ?? null],
  body_hash: ['text', ({ request }) => request.idempotency?.bodyHash ?? null],
} satisfies Columns<HoldRow>;

const CHECKOUT = { ...OF_UNIT, ...OF_CHECKOUT };
const HOLD = { ...UNIT, ...OF_HOLD };

/** All columns of a hold's row: those of its unit are sent once for each unit. */
const ROW = {
  unit: { store_id, ...OF_UNIT, product_id: ['uuid', (row) => row.productId] },
  row: {
    checkout_id: ['uuid', ({ request }) => request.checkoutId],
    ...OF_CHECKOUT,
    ...OF_HOLD,
    ...CONTACT,
    ...IDEMPOTENCY,
  },
} satisfies UnitRowColumns<HoldRow>;

const ROWS = `row AS MATERIALIZED (${selectUnitRows(ROW, 2)})`;

// One outbox row per product and statement is enough to tell the other processes that something changed.
const KEYED_AND_ANNOUNCED = `
  keyed AS (
    INSERT INTO idempotency (store_id, subject_id, ${namesOf(IDEMPOTENCY)}, created_at)
    SELECT store_id, checkout_id, ${namesOf(IDEMPOTENCY)}, $1 FROM row WHERE key IS NOT NULL),
  announced AS (
    INSERT INTO outbox (store_id, topic, subject_id) SELECT DISTINCT store_id, 'stock.changed', product_id FROM row)`;

const MAKE = `
  WITH ${ROWS},
  made AS (
    INSERT INTO checkout (store_id, id, state, ${namesOf(CHECKOUT)}, created_at, updated_at)
    SELECT store_id, checkout_id, 'held', ${namesOf(CHECKOUT)}, $1, $1 FROM row),
  contact AS (
    INSERT INTO checkout_contact (store_id, checkout_id, ${namesOf(CONTACT)})
    SELECT store_id, checkout_id, ${namesOf(CONTACT)} FROM row),
  ${KEYED_AND_ANNOUNCED}
  INSERT INTO hold (store_id, checkout_id, ${namesOf(HOLD)}) SELECT store_id, checkout_id, ${namesOf(HOLD)} FROM row`;

const REPLACE = `
  WITH ${ROWS},
  changed AS (
    UPDATE checkout o SET (${namesOf(CHECKOUT)}) = ROW(${namesOf(CHECKOUT, 'r')}), marketing_consent = false, updated_at = $1
    FROM row r WHERE o.store_id = r.store_id AND o.id = r.checkout_id),
  contact AS (
    UPDATE checkout_contact o SET (${namesOf(CONTACT)}) = ROW(${namesOf(CONTACT, 'r')}),
           -- An earlier decision was about the earlier text or about none; the next press of the button writes it again.
           marketing_decided_at = NULL, marketing_by = NULL
    FROM row r WHERE o.store_id = r.store_id AND o.checkout_id = r.checkout_id),
  ${KEYED_AND_ANNOUNCED}
  UPDATE hold o SET (${namesOf(HOLD)}) = ROW(${namesOf(HOLD, 'r')})
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
