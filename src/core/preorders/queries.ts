import { AppError } from '../../domain/error.ts';
import type { Minor } from '../../domain/money.ts';
import type { PaymentPlan } from '../../domain/payment-plan.ts';
import { type CancelReason, type LineState, type PreorderState, preorderState } from '../../domain/preorder.ts';
import { parseReference } from '../../domain/reference.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import type { Sql } from '../../platform/db.ts';
import { customerKeyOf } from '../checkouts/customer-key.ts';
import { type MarketingEvidence, marketingEvidence } from '../checkouts/marketing.ts';
import { QUESTIONS_STAND_STILL } from '../outages/queries.ts';

/** The contract's customer address, as the shopper gave it. */
export type PreorderAddress = Partial<
  Record<
    'firstName' | 'lastName' | 'line1' | 'line2' | 'city' | 'region' | 'postalCode' | 'country' | 'phoneNumber',
    string
  >
>;

export type PreorderLine = {
  id: string;
  /** From 1, as people count. */
  number: number;
  state: LineState;
  variantExternalId: string;
  variantTitle: string;
  sku: string;
  properties: unknown;
  batchId: string;
  /** Its batch's place among those of the waitlist, from 1. */
  batch: number;
  /** What the shopper was promised when they bought, whatever was promised later. */
  promise: ShipWindow & { version: number };
  /** What holds now: the newest promise of its batch; of what is released, the newest before that. */
  promisedNow: ShipWindow & { version: number };
  unitPrice: Minor;
  discount: Minor;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  /** The part of `total` that was due when it was placed. */
  dueNow: Minor;
  /** What a cancelled one does not give back. */
  kept: Minor;
  /** What the merchant gave back though it goes on. */
  givenBack: Minor;
  /** Where it goes when what it owes is paid; null unless it is `payment_due`. */
  dueFrom: 'placed' | 'released' | null;
  /** From the ledger: taken from the shopper, and given back. */
  paid: Minor;
  refunded: Minor;
  /** When it came to be in each of these states; null where it did not, or not yet. */
  releasedAt: Date | null;
  fulfilledAt: Date | null;
  returnedAt: Date | null;
  cancelledAt: Date | null;
  /** Null unless it is cancelled, and where nobody wrote it down. */
  cancelReason: CancelReason | null;
  /** Its date moved, and the shopper may choose to leave: they then have everything back. */
  letDown: boolean;
};

export type Preorder = {
  id: string;
  reference: string;
  state: PreorderState;
  placedAt: Date;
  waitlistId: string;
  productExternalId: string;
  productTitle: string;
  /** Null once it was erased. */
  contact: { email: string; address: PreorderAddress } | null;
  locale: string;
  currency: string;
  paymentPlan: PaymentPlan;
  depositRefundable: boolean;
  subtotal: Minor;
  discount: Minor;
  discountCode: string | null;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  /** The part of `total` that was due when it was placed. */
  dueNow: Minor;
  pricesIncludeTax: boolean;
  marketingConsent: boolean;
  /** Null where no box was shown, once it was erased, and where the words were not kept yet. */
  marketing: MarketingEvidence | null;
  consentText: string;
  lines: PreorderLine[];
};

/** Whether a line item `l` waits for a date that moved, while its shopper may choose to leave. */
export const LET_DOWN = `((l.state = 'placed' OR l.due_from = 'placed') AND EXISTS (
  SELECT 1 FROM promise_question q WHERE q.store_id = l.store_id AND q.preorder_id = l.preorder_id
    AND q.batch_id = l.batch_id
    AND (greatest(q.answer_by, q.put_off_until) > (SELECT app_now()) OR ${QUESTIONS_STAND_STILL})))`;

const LINE_JSON = `json_build_object(
  'id', l.id, 'number', l.position + 1, 'state', l.state, 'variantExternalId', l.variant_external_id,
  'variantTitle', l.variant_title, 'sku', l.sku, 'properties', l.properties,
  'batchId', l.batch_id,
  'batch', (SELECT b.position FROM batch b WHERE b.store_id = l.store_id AND b.id = l.batch_id),
  'promise', json_build_object('version', pr.version, 'from', pr.ships_from, 'until', pr.ships_until),
  'promisedNow', (SELECT json_build_object('version', q.version, 'from', q.ships_from, 'until', q.ships_until)
                  FROM promise q WHERE q.store_id = l.store_id AND q.batch_id = l.batch_id
                    AND (l.released_at IS NULL OR q.created_at <= l.released_at OR q.version <= pr.version)
                  ORDER BY q.version DESC LIMIT 1),
  'unitPrice', l.unit_price, 'discount', l.discount, 'shipping', l.shipping, 'tax', l.tax, 'total', l.total,
  'dueNow', l.due_now, 'kept', l.kept, 'givenBack', l.given_back, 'dueFrom', l.due_from,
  'paid', coalesce(money.paid, 0), 'refunded', coalesce(money.refunded, 0), 'releasedAt', l.released_at,
  'fulfilledAt', l.fulfilled_at, 'returnedAt', l.returned_at, 'cancelledAt', l.cancelled_at,
  'cancelReason', l.cancel_reason, 'letDown', ${LET_DOWN})`;

// The provider's side of the double entry: what it was debited for a capture, credited for a refund.
const PREORDER = `
  SELECT o.id, o.reference, o.placed_at AS "placedAt", o.waitlist_id AS "waitlistId",
         o.product_external_id AS "productExternalId", o.product_title AS "productTitle", o.locale, o.currency,
         o.payment_plan AS "paymentPlan", o.deposit_refundable AS "depositRefundable", o.subtotal, o.discount,
         o.discount_code AS "discountCode", o.shipping, o.tax, o.total, o.due_now AS "dueNow",
         o.prices_include_tax AS "pricesIncludeTax",
         o.marketing_consent AS "marketingConsent", o.consent_text AS "consentText", ${marketingEvidence('c')} AS marketing,
         CASE WHEN c.preorder_id IS NOT NULL THEN json_build_object('email', c.email, 'address', c.address) END AS contact,
         (SELECT json_agg(${LINE_JSON} ORDER BY l.position)
          FROM preorder_line l
          JOIN promise pr ON pr.store_id = l.store_id AND pr.id = l.promise_id
          LEFT JOIN LATERAL (
            SELECT sum(amount) FILTER (WHERE amount > 0) AS paid, -sum(amount) FILTER (WHERE amount < 0) AS refunded
            FROM ledger_entry e WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'provider'
          ) money ON true
          WHERE l.store_id = o.store_id AND l.preorder_id = o.id) AS lines
  FROM preorder o
  LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id`;

type Moments = 'releasedAt' | 'fulfilledAt' | 'returnedAt' | 'cancelledAt';
type PreorderRow = Omit<Preorder, 'state' | 'lines'> & {
  lines: (Omit<PreorderLine, Moments> & Record<Moments, string | null>)[]; // JSON has no dates
};

function toPreorder(row: PreorderRow): Preorder {
  const lines = row.lines.map((line) => ({
    ...line,
    releasedAt: toDate(line.releasedAt),
    fulfilledAt: toDate(line.fulfilledAt),
    returnedAt: toDate(line.returnedAt),
    cancelledAt: toDate(line.cancelledAt),
  }));
  return { ...row, state: preorderState(lines.map(({ state }) => state)), lines };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** By its reference as a person types it; `preorder_not_found` also for another store's. */
export async function readPreorder(sql: Sql, storeId: string, reference: string): Promise<Preorder> {
  const [row] = await sql.query<PreorderRow>(`${PREORDER} WHERE o.store_id = $1 AND o.reference = $2`, [
    storeId,
    parseReference(reference) ?? '',
  ]);
  if (!row) throw new AppError('preorder_not_found', 'There is no such pre-order in this store.');
  return toPreorder(row);
}

/** By our id; null when the store has no such pre-order. */
export async function findPreorder(sql: Sql, storeId: string, id: string): Promise<Preorder | null> {
  const [row] = await sql.query<PreorderRow>(`${PREORDER} WHERE o.store_id = $1 AND o.id = $2`, [storeId, id]);
  return row ? toPreorder(row) : null;
}

/** By its reference, of that customer alone, and only until their contact is erased; null else. */
export async function findPreorderOf(
  sql: Sql,
  storeId: string,
  { reference, customerKey }: { reference: string; customerKey: string },
): Promise<Preorder | null> {
  const [row] = await sql.query<PreorderRow>(
    `${PREORDER} WHERE o.store_id = $1 AND o.reference = $2 AND o.customer_key = $3 AND c.preorder_id IS NOT NULL`,
    [storeId, reference, customerKey],
  );
  return row ? toPreorder(row) : null;
}

export type PreorderFilter = {
  waitlistId?: string | undefined;
  email?: string | undefined;
  /** Only whose contact was not erased. */
  customerKey?: string | undefined;
};
/** `after` is the reference that the page before ended with. */
export type PreorderPage = { after?: string | undefined; limit: number };

/** Newest first. `invalid_parameter` for an `after` that the store does not have. */
export async function listPreorders(
  sql: Sql,
  storeId: string,
  { after, limit, waitlistId, email, ...filter }: PreorderFilter & PreorderPage,
): Promise<Preorder[]> {
  // The key is what an index has, and it is made of the address, however it is written.
  const customerKey = email === undefined ? filter.customerKey : customerKeyOf(storeId, email);
  const rows = await sql.query<PreorderRow>(
    `${PREORDER}
     WHERE o.store_id = $1 AND ($2::uuid IS NULL OR o.waitlist_id = $2)
       AND ($3::text IS NULL OR (o.customer_key = $3 AND c.preorder_id IS NOT NULL))
       AND ($4::uuid IS NULL OR (o.placed_at <= $5 AND (o.placed_at < $5 OR o.id > $4)))
     ORDER BY o.placed_at DESC, o.id LIMIT $6`,
    [
      ...[storeId, waitlistId ?? null, customerKey ?? null],
      ...(await placeOf(sql, storeId, { after, customerKey })),
      limit,
    ],
  );
  return rows.map(toPreorder);
}

async function placeOf(
  sql: Sql,
  storeId: string,
  { after, customerKey = null }: { after: string | undefined; customerKey?: string | null | undefined },
): Promise<[string | null, string | null]> {
  if (after === undefined) return [null, null];
  // As text, because a Date would drop the microseconds that keep two pre-orders of one millisecond apart.
  const [row] = await sql.query<{ id: string; placedAt: string }>(
    `SELECT id, placed_at::text AS "placedAt" FROM preorder
     WHERE store_id = $1 AND reference = $2 AND ($3::text IS NULL OR customer_key = $3)`,
    [storeId, parseReference(after) ?? '', customerKey],
  );
  if (!row) {
    throw new AppError('invalid_parameter', 'There is no such pre-order to go on from.', { param: 'after' });
  }
  return [row.id, row.placedAt];
}

/** The database's time, which decides: milliseconds since 1970. */
export async function readNow(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ now: Date }>('SELECT app_now() AS now');
  return row?.now.getTime() ?? Number.NaN;
}

/** By the reference, wherever it is looked for, with what has to be known beside it; null when there is none. */
export async function findPlaceOf(
  sql: Sql,
  storeId: string,
  reference: string,
): Promise<{ id: string; postalCode: string; city: string } | null> {
  const [row] = await sql.query<{ id: string; postalCode: string; city: string }>(
    `SELECT o.id, coalesce(c.address->>'postalCode', '') AS "postalCode", coalesce(c.address->>'city', '') AS city
     FROM preorder o JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
     WHERE o.store_id = $1 AND o.reference = $2`,
    [storeId, reference],
  );
  return row ?? null;
}
