import type { PaymentPlan } from '../../../domain/payment-plan.ts';
import type { LineState } from '../../../domain/preorder.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import { PREORDER, type Preorder, type PreorderRow, readCursor, toPreorder } from '../queries.ts';

export type PreorderFilter = {
  waitlistId?: string | undefined;
  /** Our id of the product. */
  productId?: string | undefined;
  /** Finds only these pre-orders. */
  ids?: readonly string[] | undefined;
  references?: readonly string[] | undefined;
  email?: string | undefined;
  /** Finds only pre-orders whose contact was not erased. */
  customerKey?: string | undefined;
  /** Finds those with a line item in this state. Their own state may be another one, which comes before it. */
  state?: LineState | undefined;
  /** Our ids. With `state` one line item has to be like all of them. */
  variantId?: string | undefined;
  batchId?: string | undefined;
  /** Finds those that changed at that time or later. */
  updatedAtMin?: Date | undefined;
  /** The first moment, and the moment after the last one. */
  placedFrom?: Date | undefined;
  placedBefore?: Date | undefined;
  /** Finds only pre-orders whose contact was not erased. */
  country?: string | undefined;
  paymentPlan?: PaymentPlan | undefined;
};
export type PreorderSort = 'newest' | 'oldest';
/** `after` is a cursor: the last reference of the previous page. */
export type PreorderPage = { after?: string | undefined; limit: number; sort?: PreorderSort | undefined };

/** Lists pre-orders, the newest first unless `sort` says otherwise. Throws `invalid_parameter` if the store has no pre-order `after`. */
export async function listPreorders(
  sql: Sql,
  storeId: string,
  { after, limit, email, sort = 'newest', ...filter }: PreorderFilter & PreorderPage,
): Promise<Preorder[]> {
  // The customer key has an index, and ignores differences in how the address is written.
  const customerKey = email === undefined ? filter.customerKey : customerKeyOf(storeId, email);
  const [id, placedAt] = await readCursor(sql, storeId, { after, customerKey });
  const { state = null, updatedAtMin = null } = filter;
  const values = [storeId, ...valuesOf(filter), customerKey ?? null, id, placedAt, limit];
  const picked =
    state === null && updatedAtMin === null
      ? await sql.query<{ id: string }>(PICKED[sort], values)
      : await sql.query<{ id: string }>(PICKED_BY_STANDING[sort], [...values, updatedAtMin]);
  const ids = picked.map((row) => row.id);
  const rows = ids.length === 0 ? [] : await sql.query<PreorderRow>(BY_IDS, [storeId, ids]);
  return rows.map(toPreorder);
}

const valuesOf = (filter: PreorderFilter) => [
  filter.waitlistId ?? null,
  filter.productId ?? null,
  filter.ids ?? null,
  filter.references ?? null,
  filter.variantId ?? null,
  filter.batchId ?? null,
  filter.state ?? null,
  filter.placedFrom ?? null,
  filter.placedBefore ?? null,
  filter.country ?? null,
  filter.paymentPlan ?? null,
];

// Values that are null leave their condition out: the statement is planned with them.
const MATCHES = `
  o.store_id = $1 AND ($2::uuid IS NULL OR o.waitlist_id = $2)
  AND ($3::uuid IS NULL OR o.waitlist_id IN (SELECT w.id FROM waitlist w WHERE w.store_id = $1 AND w.product_id = $3))
  AND ($4::uuid[] IS NULL OR o.id = ANY($4))
  AND ($5::text[] IS NULL OR o.reference = ANY($5))
  AND (($6::uuid IS NULL AND $7::uuid IS NULL) OR EXISTS (
    SELECT FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = o.id
      AND ($6::uuid IS NULL OR l.variant_id = $6) AND ($7::uuid IS NULL OR l.batch_id = $7) AND ($8::text IS NULL OR l.state = $8)))
  AND ($9::timestamptz IS NULL OR o.placed_at >= $9) AND ($10::timestamptz IS NULL OR o.placed_at < $10)
  AND ($11::text IS NULL OR c.address->>'country' = $11)
  AND ($12::text IS NULL OR o.payment_plan = $12)
  AND ($13::text IS NULL OR (o.customer_key = $13 AND c.preorder_id IS NOT NULL))`;

// Ids break ties the other way round, so that one list is the other one backwards.
const ORDERS = {
  newest: {
    by: 'placed_at DESC, id',
    after: (at: string, id: string) => `(${at} <= $15 AND (${at} < $15 OR ${id} > $14))`,
  },
  oldest: {
    by: 'placed_at, id DESC',
    after: (at: string, id: string) => `(${at} >= $15 AND (${at} > $15 OR ${id} < $14))`,
  },
};
type Order = (typeof ORDERS)[PreorderSort];

const pickedBy = ({ by, after }: Order) => `
  SELECT o.id FROM preorder o LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
  WHERE ${MATCHES} AND ($14::uuid IS NULL OR ${after('o.placed_at', 'o.id')})
  ORDER BY ${by} LIMIT $16`;

const PICKED = { newest: pickedBy(ORDERS.newest), oldest: pickedBy(ORDERS.oldest) };

// In the order of the standings, whose indexes have what is asked for.
const standingWith = ({ by, after }: Order, condition: string) => `
  (SELECT s.preorder_id AS id, s.placed_at FROM preorder_standing s
   JOIN preorder o ON o.store_id = s.store_id AND o.id = s.preorder_id
   LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
   WHERE s.store_id = $1 AND ${condition} AND ($17::timestamptz IS NULL OR s.updated_at >= $17)
     AND ($14::uuid IS NULL OR ${after('s.placed_at', 's.preorder_id')})
     AND ($9::timestamptz IS NULL OR s.placed_at >= $9) AND ($10::timestamptz IS NULL OR s.placed_at < $10)
     AND ${MATCHES}
   ORDER BY ${by} LIMIT $16)`;

// Those whose own state is another one have an index of their own.
const pickedByStanding = (order: Order) => `
  SELECT id FROM (
    ${standingWith(order, '($8::text IS NULL OR s.state = $8)')}
    UNION ALL ${standingWith(order, "s.other_states <> '{}' AND $8 = ANY(s.other_states)")}) found
  ORDER BY ${order.by} LIMIT $16`;

const PICKED_BY_STANDING = { newest: pickedByStanding(ORDERS.newest), oldest: pickedByStanding(ORDERS.oldest) };

// Reads the whole of those on the page alone: a search finds five times as many.
const BY_IDS = `${PREORDER} WHERE o.store_id = $1 AND o.id = ANY($2::uuid[]) ORDER BY array_position($2::uuid[], o.id)`;
