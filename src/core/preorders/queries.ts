import { AppError } from '../../domain/error.ts';
import type { Minor } from '../../domain/money.ts';
import type { PaymentPlan } from '../../domain/payment-plan.ts';
import { type CancelReason, type LineState, type PreorderState, preorderState } from '../../domain/preorder.ts';
import { parseReference } from '../../domain/reference.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import type { WithdrawalExclusion } from '../../domain/withdrawal-period.ts';
import type { Sql } from '../../platform/db.ts';
import { type MarketingEvidence, marketingEvidence } from '../checkouts/marketing.ts';
import { QUESTIONS_STAND_STILL } from '../outages/queries.ts';
import { PAID_AND_REFUNDED } from '../payments/queries/ledger.ts';
import { WAITS } from './queries/waiting.ts';

/** The customer address of the contract, as the shopper typed it. */
export type PreorderAddress = Partial<
  Record<
    'firstName' | 'lastName' | 'line1' | 'line2' | 'city' | 'region' | 'postalCode' | 'country' | 'phoneNumber',
    string
  >
>;

export type PreorderLine = {
  id: string;
  /** Position in the pre-order, from 1. */
  number: number;
  state: LineState;
  /** Our id. */
  variantId: string;
  /** The platform's id as it is now, like the product's. What was placed keeps the one of then, as evidence. */
  variantExternalId: string;
  variantTitle: string;
  sku: string;
  /** The variant's picture in the catalogue, else the product's; null if there is none. */
  imageUrl: string | null;
  properties: unknown;
  batchId: string;
  /** Position of its batch among the batches of the waitlist, from 1. */
  batch: number;
  /** The promise under which the shopper bought. Later promises do not change it. */
  promise: ShipWindow & { version: number };
  /** The promise that holds now: the newest of its batch, or for a released line item the newest at its release. */
  promisedNow: ShipWindow & { version: number };
  unitPrice: Minor;
  discount: Minor;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  /** The part of `total` that was due when it was placed. */
  dueNow: Minor;
  /** The part that the merchant keeps of a cancelled line item. */
  kept: Minor;
  /** Goodwill: what the merchant gave back of a line item that goes on. */
  givenBack: Minor;
  /** The state to which a `payment_due` line item returns once it is paid; null in other states. */
  dueFrom: 'placed' | 'released' | null;
  /** Sums of the ledger: what was taken from the shopper, and what was given back. */
  paid: Minor;
  refunded: Minor;
  /** When it reached each of these states; null if it has not. */
  releasedAt: Date | null;
  fulfilledAt: Date | null;
  /** When its parcel was with the shopper; null as long as that is not known. */
  deliveredAt: Date | null;
  returnedAt: Date | null;
  cancelledAt: Date | null;
  /** Null unless it is cancelled, and for cancellations before reasons were stored. */
  cancelReason: CancelReason | null;
  /** True if its date moved and the shopper may still cancel for that, with everything back. */
  letDown: boolean;
};

export type Preorder = {
  id: string;
  reference: string;
  state: PreorderState;
  placedAt: Date;
  /** When something of it last changed: its line items, money, parcels, contact or notes. */
  updatedAt: Date;
  waitlistId: string;
  productExternalId: string;
  productTitle: string;
  /** Null once the shopper was erased. */
  contact: { email: string; address: PreorderAddress } | null;
  /** The key of the customer; null once the shopper was erased. */
  customerKey: string | null;
  locale: string;
  currency: string;
  paymentPlan: PaymentPlan;
  depositRefundable: boolean;
  /** Why the law gave no right of withdrawal when it was placed; null: it is not excluded. */
  withdrawalExclusion: WithdrawalExclusion | null;
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
  /** Null if no box was shown, once the shopper was erased, and for pre-orders from before the box's text was stored. */
  marketing: MarketingEvidence | null;
  consentText: string;
  lines: PreorderLine[];
};

/** SQL condition: the date of line item `l` moved, and its shopper may still cancel for that with everything back. */
export const LET_DOWN = `(${WAITS} AND EXISTS (
  SELECT 1 FROM promise_question q WHERE q.store_id = l.store_id AND q.preorder_id = l.preorder_id
    AND q.batch_id = l.batch_id
    AND (greatest(q.answer_by, q.put_off_until) > (SELECT app_now()) OR ${QUESTIONS_STAND_STILL})))`;

/** SQL: when the parcel of the line item `l` was with the shopper. */
export const DELIVERED_AT = `(SELECT f.delivered_at FROM fulfilment_line x
   JOIN fulfilment f ON f.store_id = x.store_id AND f.id = x.fulfilment_id
   WHERE x.store_id = l.store_id AND x.line_id = l.id)`;

const LINE_JSON = `json_build_object(
  'id', l.id, 'number', l.position + 1, 'state', l.state, 'variantId', l.variant_id, 'variantExternalId', v.external_id,
  'variantTitle', l.variant_title, 'sku', l.sku, 'properties', l.properties,
  'imageUrl', coalesce(v.image_url, p.image_url),
  'batchId', l.batch_id,
  'batch', (SELECT b.position FROM batch b WHERE b.store_id = l.store_id AND b.id = l.batch_id),
  'promise', json_build_object('version', pr.version, 'from', pr.ships_from, 'until', pr.ships_until),
  'promisedNow', (SELECT json_build_object('version', q.version, 'from', q.ships_from, 'until', q.ships_until)
                  FROM promise q WHERE q.store_id = l.store_id AND q.batch_id = l.batch_id
                    AND (l.released_at IS NULL OR q.created_at <= l.released_at OR q.version <= pr.version)
                  ORDER BY q.version DESC LIMIT 1),
  'unitPrice', l.unit_price, 'discount', l.discount, 'shipping', l.shipping, 'tax', l.tax, 'total', l.total,
  'dueNow', l.due_now, 'kept', l.kept, 'givenBack', l.given_back, 'dueFrom', l.due_from,
  'paid', money.paid, 'refunded', money.refunded, 'releasedAt', l.released_at,
  'fulfilledAt', l.fulfilled_at, 'deliveredAt', CASE WHEN l.fulfilled_at IS NOT NULL THEN ${DELIVERED_AT} END,
  'returnedAt', l.returned_at, 'cancelledAt', l.cancelled_at,
  'cancelReason', l.cancel_reason, 'letDown', ${LET_DOWN})`;

/** SQL: the whole pre-order `o`, without a condition. */
export const PREORDER = `
  SELECT o.id, o.reference, o.placed_at AS "placedAt", s.updated_at AS "updatedAt", o.waitlist_id AS "waitlistId",
         (SELECT p.external_id FROM waitlist w JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
          WHERE w.store_id = o.store_id AND w.id = o.waitlist_id) AS "productExternalId",
         o.product_title AS "productTitle", o.locale, o.currency,
         o.payment_plan AS "paymentPlan", o.deposit_refundable AS "depositRefundable",
         o.withdrawal_exclusion AS "withdrawalExclusion", o.subtotal, o.discount,
         o.discount_code AS "discountCode", o.shipping, o.tax, o.total, o.due_now AS "dueNow",
         o.prices_include_tax AS "pricesIncludeTax",
         o.marketing_consent AS "marketingConsent", coalesce(o.consent_text, t.text) AS "consentText", ${marketingEvidence('c')} AS marketing,
         CASE WHEN c.preorder_id IS NOT NULL THEN json_build_object('email', c.email, 'address', c.address) END AS contact,
         CASE WHEN c.preorder_id IS NOT NULL THEN o.customer_key END AS "customerKey",
         (SELECT json_agg(${LINE_JSON} ORDER BY l.position)
          FROM preorder_line l
          JOIN promise pr ON pr.store_id = l.store_id AND pr.id = l.promise_id
          JOIN variant v ON v.store_id = l.store_id AND v.id = l.variant_id
          JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
          CROSS JOIN LATERAL ${PAID_AND_REFUNDED} money
          WHERE l.store_id = o.store_id AND l.preorder_id = o.id) AS lines
  FROM preorder o
  JOIN preorder_standing s ON s.store_id = o.store_id AND s.preorder_id = o.id
  LEFT JOIN consent_text t ON t.store_id = o.store_id AND t.id = o.consent_text_id
  LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id`;

type Moments = 'releasedAt' | 'fulfilledAt' | 'deliveredAt' | 'returnedAt' | 'cancelledAt';
export type PreorderRow = Omit<Preorder, 'state' | 'lines'> & {
  lines: (Omit<PreorderLine, Moments> & Record<Moments, string | null>)[]; // JSON has no dates
};

export function toPreorder(row: PreorderRow): Preorder {
  const lines = row.lines.map((line) => ({
    ...line,
    releasedAt: toDate(line.releasedAt),
    fulfilledAt: toDate(line.fulfilledAt),
    deliveredAt: toDate(line.deliveredAt),
    returnedAt: toDate(line.returnedAt),
    cancelledAt: toDate(line.cancelledAt),
  }));
  return { ...row, state: preorderState(lines.map(({ state }) => state)), lines };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** Reads a pre-order by its reference as a person types it. Throws `preorder_not_found`, also for one of another store. */
export async function readPreorder(sql: Sql, storeId: string, reference: string): Promise<Preorder> {
  const [row] = await sql.query<PreorderRow>(`${PREORDER} WHERE o.store_id = $1 AND o.reference = $2`, [
    storeId,
    parseReference(reference) ?? '',
  ]);
  if (!row) throw new AppError('preorder_not_found', 'There is no such pre-order in this store.');
  return toPreorder(row);
}

/** Reads a pre-order by our id; null if the store has no such pre-order. */
export async function findPreorder(sql: Sql, storeId: string, id: string): Promise<Preorder | null> {
  const [row] = await sql.query<PreorderRow>(`${PREORDER} WHERE o.store_id = $1 AND o.id = $2`, [storeId, id]);
  return row ? toPreorder(row) : null;
}

/** Reads pre-orders of a store by our ids. Those that the store does not have are left out. */
export async function findPreorders(sql: Sql, storeId: string, ids: readonly string[]): Promise<Map<string, Preorder>> {
  const rows = await sql.query<PreorderRow>(`${PREORDER} WHERE o.store_id = $1 AND o.id = ANY($2::uuid[])`, [
    storeId,
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, toPreorder(row)]));
}

/** Reads a pre-order by its reference and customer. Returns null for another customer's, and once the contact is erased. */
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

/** Resolves with the id and time of the pre-order `after`, which the next page follows. */
export async function readCursor(
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
    throw new AppError('invalid_parameter', 'There is no such pre-order to continue after.', { param: 'after' });
  }
  return [row.id, row.placedAt];
}

/** Returns the database's time in milliseconds since 1970. It decides whether a time is over, not this process's clock. */
export async function readNow(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ now: Date }>('SELECT app_now() AS now');
  return row?.now.getTime() ?? Number.NaN;
}
