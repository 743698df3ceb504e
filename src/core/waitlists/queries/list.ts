import type { WaitlistState } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { isFound, searchProducts } from '../../catalog/queries/search.ts';
import { cursorAfter } from '../../list-cursor.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';
import { NAMED } from '../../releases/queries/queue.ts';
import { SHOWN_BATCH_FIRST, toWaitlist, WAITLIST, WAITLIST_FROM, type Waitlist, type WaitlistRow } from '../queries.ts';

/** The first moment, and the moment after the last one. */
type Moments = { from?: Date | undefined; before?: Date | undefined };

export type WaitlistFilter = {
  state?: WaitlistState | undefined;
  productId?: string | undefined;
  open?: boolean;
  /** Only those of products that have each of these words in title, handle or a SKU, in any order and spelling. */
  text?: string | undefined;
  /** Those that the merchant or the clock changed at that time or later. A sale changes no `updatedAt`. */
  updatedAtMin?: Date | undefined;
  /** Whether line items wait for units of it. */
  waiting?: boolean | undefined;
  /** Whether it has a unit that is neither sold nor held. */
  hasLeft?: boolean | undefined;
  launches?: Moments;
  closes?: Moments;
};
/** `after` is a cursor: the last id of the previous page. */
export type WaitlistPage = { after?: string | undefined; limit?: number; sort?: WaitlistSort | undefined };

/**
 * Lists waitlists, the newest first unless `sort` says otherwise; all of them when there is no `limit`. `open` keeps those that sell now.
 * Throws `invalid_parameter` for an `after` that the store does not have.
 */
export async function listWaitlists(
  sql: Sql,
  storeId: string,
  { after, limit, sort = 'newest', ...filter }: WaitlistFilter & WaitlistPage = {},
): Promise<Waitlist[]> {
  const { list, place } = SORTS[sort];
  const [at, id] = await cursorAfter(after, (given) => sql.query<{ at: string }>(place, [storeId, given]));
  const rows = await sql.query<WaitlistRow>(list, [
    storeId,
    filter.state,
    filter.productId,
    filter.open ?? false,
    filter.updatedAtMin,
    ...(await searchProducts(sql, storeId, filter.text)),
    filter.waiting,
    filter.hasLeft,
    filter.launches?.from,
    filter.launches?.before,
    filter.closes?.from,
    filter.closes?.before,
    at,
    id,
    limit,
  ]);
  return rows.map(toWaitlist);
}

// Values that are null leave their condition out: the statement is planned with them.
const MATCHES = `
  w.store_id = $1 AND ($2::text IS NULL OR w.state = $2) AND ($3::uuid IS NULL OR w.product_id = $3)
  AND (NOT $4 OR o.id IS NOT NULL)
  AND ($5::timestamptz IS NULL OR w.updated_at >= $5)
  AND ${isFound('$6', '$7')}
  AND ($8::boolean IS NULL OR $8 = EXISTS (
    SELECT FROM preorder_line l WHERE l.store_id = w.store_id AND l.waitlist_id = w.id AND ${WAITS} AND ${NAMED}))
  AND ($9::boolean IS NULL OR $9 = EXISTS (
    SELECT FROM unit u WHERE u.store_id = w.store_id AND u.waitlist_id = w.id AND u.held + u.sold < u.allocated))
  AND ($10::timestamptz IS NULL OR w.launches_at >= $10) AND ($11::timestamptz IS NULL OR w.launches_at < $11)
  AND ($12::timestamptz IS NULL OR w.closes_at >= $12) AND ($13::timestamptz IS NULL OR w.closes_at < $13)`;

type Column = { key: string; type: string };

const COLUMNS = {
  created: { key: 'w.created_at', type: 'timestamptz' },
  title: { key: 'lower(p.title)', type: 'text' },
  // What sells, or will, comes first.
  state: { key: "array_position(ARRAY['OPEN', 'SCHEDULED', 'DRAFT', 'PAUSED', 'CLOSED'], w.state)", type: 'int' },
  sold: {
    key: '(SELECT coalesce(sum(u.sold), 0) FROM unit u WHERE u.store_id = w.store_id AND u.waitlist_id = w.id)',
    type: 'bigint',
  },
  ships: {
    key: `(SELECT q.ships_from FROM batch b JOIN promise q ON q.store_id = b.store_id AND q.batch_id = b.id
           WHERE b.store_id = w.store_id AND b.waitlist_id = w.id ORDER BY ${SHOWN_BATCH_FIRST}, q.version DESC LIMIT 1)`,
    type: 'date',
  },
  changed: { key: 'w.updated_at', type: 'timestamptz' },
} satisfies Record<string, Column>;

/** The statement of a list in an order, and the one that reads the place of a waitlist in it. */
const sortedBy = ({ key, type }: Column, descending = false) => {
  const [direction, beyond] = descending ? ['DESC', '<'] : ['ASC', '>'];
  return {
    list: `
      SELECT ${WAITLIST} ${WAITLIST_FROM}
      WHERE ${MATCHES} AND ($15::uuid IS NULL OR (${key}, w.id) ${beyond} ($14::${type}, $15))
      ORDER BY ${key} ${direction}, w.id ${direction} LIMIT $16`,
    place: `
      SELECT (${key})::text AS at FROM waitlist w JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
      WHERE w.store_id = $1 AND w.id = $2`,
  };
};

const SORTS = {
  newest: sortedBy(COLUMNS.created, true),
  oldest: sortedBy(COLUMNS.created),
  title: sortedBy(COLUMNS.title),
  title_desc: sortedBy(COLUMNS.title, true),
  state: sortedBy(COLUMNS.state),
  state_desc: sortedBy(COLUMNS.state, true),
  sold: sortedBy(COLUMNS.sold),
  sold_desc: sortedBy(COLUMNS.sold, true),
  ships: sortedBy(COLUMNS.ships),
  ships_desc: sortedBy(COLUMNS.ships, true),
  changed: sortedBy(COLUMNS.changed),
  changed_desc: sortedBy(COLUMNS.changed, true),
};
export type WaitlistSort = keyof typeof SORTS;
