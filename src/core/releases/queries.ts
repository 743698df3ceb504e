import { AppError } from '../../domain/error.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { WaitlistState } from '../../domain/waitlist.ts';
import type { Sql } from '../../platform/db.ts';
import { cursorAfter } from '../list-cursor.ts';
import { WAITS } from '../preorders/queries/waiting.ts';
import { batchNotFound } from '../waitlists/queries.ts';
import { type BatchOf, DISPUTED, NAMED } from './queries/queue.ts';

/** What a release needs to know of its batch. */
export type Batch = {
  id: string;
  waitlistId: string;
  position: number;
  state: WaitlistState;
  /** Null when the waitlist never sold. */
  openedAt: Date | null;
};

/** Reads a batch. Throws `batch_not_found`, also for a batch of another store and for text that is no id. */
export async function readBatch(sql: Sql, storeId: string, batchId: string): Promise<Batch> {
  const [batch] = isUuid(batchId)
    ? await sql.query<Batch>(
        `SELECT b.id, b.waitlist_id AS "waitlistId", b.position, w.state, w.opened_at AS "openedAt"
         FROM batch b JOIN waitlist w ON w.store_id = b.store_id AND w.id = b.waitlist_id
         WHERE b.store_id = $1 AND b.id = $2`,
        [storeId, batchId],
      )
    : [];
  if (!batch) throw batchNotFound();
  return batch;
}

export type ArrivedUnits = {
  variantId: string;
  externalId: string;
  sku: string;
  title: string;
  allocated: number;
  held: number;
  sold: number;
  arrived: number;
  /** Arrived units that line items have. */
  released: number;
  /** Units that running releases will still hand out. */
  planned: number;
  /** Line items that wait for a unit. */
  waiting: number;
  /** Waiting line items that owe money. */
  owing: number;
};

/** Reads the arrived units and the waiting line items of each variant of a batch, in the order of the product's variants. */
export async function readArrivedUnits(sql: Sql, { storeId, waitlistId, batchId }: BatchOf): Promise<ArrivedUnits[]> {
  return sql.query<ArrivedUnits>(
    `SELECT u.variant_id AS "variantId", v.external_id AS "externalId", v.sku, v.title, u.allocated, u.held, u.sold,
            coalesce(a.arrived, 0) AS arrived, coalesce(a.released, 0) AS released,
            coalesce((SELECT sum(r.units - r.released) FROM release_unit r
                      JOIN release s ON s.store_id = r.store_id AND s.id = r.release_id
                      WHERE s.store_id = u.store_id AND s.batch_id = u.batch_id AND s.state = 'running'
                        AND r.variant_id = u.variant_id), 0)::int AS planned,
            coalesce(q.waiting, 0) AS waiting, coalesce(q.owing, 0) AS owing
     FROM unit u
     JOIN variant v ON v.store_id = u.store_id AND v.id = u.variant_id
     LEFT JOIN arrived_unit a ON a.store_id = u.store_id AND a.batch_id = u.batch_id AND a.variant_id = u.variant_id
     LEFT JOIN (SELECT l.variant_id, count(*)::int AS waiting,
                       (count(*) FILTER (WHERE l.state = 'payment_due'))::int AS owing
                FROM preorder_line l
                WHERE l.store_id = $1 AND l.waitlist_id = $2 AND l.batch_id = $3 AND ${WAITS} AND ${NAMED}
                GROUP BY l.variant_id) q ON q.variant_id = u.variant_id
     WHERE u.store_id = $1 AND u.waitlist_id = $2 AND u.batch_id = $3 ORDER BY v.position, v.id`,
    [storeId, waitlistId, batchId],
  );
}

/** Returns, by variant, the units that have arrived and that no line item has. */
export function freeUnits(arrived: readonly ArrivedUnits[]): Map<string, number> {
  return new Map(arrived.map((units) => [units.variantId, units.arrived - units.released]));
}

export function plannedUnits(arrived: readonly ArrivedUnits[]): Map<string, number> {
  return new Map(arrived.map(({ variantId, planned }) => [variantId, planned]));
}

export type Arrival = {
  id: string;
  at: Date;
  key: string | null;
  /** by_hand: a line item was released without a count. */
  reason: 'counted' | 'by_hand';
  units: { variantId: string; counted: number; delta: number }[];
};

/** Reads the newest 500 counts of a batch, the newest first. */
export async function listArrivals(sql: Sql, storeId: string, batchId: string): Promise<Arrival[]> {
  return sql.query<Arrival>(
    `SELECT a.id, a.at, a.key, a.reason,
            coalesce((SELECT json_agg(json_build_object('variantId', u.variant_id, 'counted', u.counted, 'delta', u.delta))
                      FROM arrival_unit u WHERE u.store_id = a.store_id AND u.arrival_id = a.id), '[]') AS units
     FROM arrival a WHERE a.store_id = $1 AND a.batch_id = $2 ORDER BY a.at DESC, a.id DESC LIMIT 500`,
    [storeId, batchId],
  );
}

export type ReleaseState = 'running' | 'stopped' | 'done';

export type Release = {
  id: string;
  state: ReleaseState;
  batchId: string;
  waitlistId: string;
  product: { externalId: string; handle: string; title: string };
  ships: ShipWindow;
  units: { variantId: string; externalId: string; sku: string; title: string; units: number; released: number }[];
  /** Line items whose payment a bank has to decide about. They have a unit, or a unit is kept for them. */
  disputed: number;
  /** Undisputed line items that have a unit and whose money still moves. */
  moving: number;
  /** Line items that have a unit and are paid in full. */
  paid: number;
  /** Line items that have a unit and owe money. */
  owed: number;
  /** Line items that were cancelled; their units went to the next in the queue. */
  givenBack: number;
  /** Line items handed to the store's own system. */
  ordered: number;
  createdAt: Date;
  endedAt: Date | null;
};

const KEPT_FOR_DISPUTED = `
  CASE WHEN r.state = 'running' THEN (
    SELECT count(*)::int ${DISPUTED} AND d.store_id = r.store_id AND l.waitlist_id = b.waitlist_id
      AND l.batch_id = r.batch_id AND ${NAMED} AND l.variant_id IN (
        SELECT u.variant_id FROM release_unit u
        WHERE u.store_id = r.store_id AND u.release_id = r.id AND u.units > u.released)) ELSE 0 END`;

const RELEASE = `
  SELECT r.id, r.state, r.batch_id AS "batchId", b.waitlist_id AS "waitlistId", r.created_at AS "createdAt",
         r.ended_at AS "endedAt",
         json_build_object('externalId', p.external_id, 'handle', p.handle, 'title', p.title) AS product,
         (SELECT json_build_object('from', q.ships_from, 'until', q.ships_until) FROM promise q
          WHERE q.store_id = b.store_id AND q.batch_id = b.id ORDER BY q.version DESC LIMIT 1) AS ships,
         (SELECT json_agg(json_build_object('variantId', v.id, 'externalId', v.external_id, 'sku', v.sku, 'title', v.title,
                                            'units', u.units, 'released', u.released) ORDER BY v.position, v.id)
          FROM release_unit u JOIN variant v ON v.store_id = u.store_id AND v.id = u.variant_id
          WHERE u.store_id = r.store_id AND u.release_id = r.id) AS units,
         ${KEPT_FOR_DISPUTED} + l.disputed AS disputed, l.moving - l.disputed AS moving, l.paid, l.owed, l."givenBack", l.ordered
  FROM release r
  JOIN batch b ON b.store_id = r.store_id AND b.id = r.batch_id
  JOIN waitlist w ON w.store_id = b.store_id AND w.id = b.waitlist_id
  JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id,
  LATERAL (
    SELECT (count(*) FILTER (WHERE NOT x.settled))::int AS moving,
           (count(w.preorder_id) FILTER (WHERE NOT x.settled))::int AS disputed,
           (count(*) FILTER (WHERE x.settled AND l.state IN ('released', 'fulfilled', 'returned')))::int AS paid,
           (count(*) FILTER (WHERE x.settled AND l.state = 'payment_due'))::int AS owed,
           (count(*) FILTER (WHERE x.given_back_at IS NOT NULL))::int AS "givenBack",
           (count(s.line_id) FILTER (WHERE o.state = 'handed_over'))::int AS ordered
    FROM release_line x
    JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    LEFT JOIN dispute_wait w ON w.store_id = l.store_id AND w.preorder_id = l.preorder_id
    LEFT JOIN store_order_line s ON s.store_id = x.store_id AND s.line_id = x.line_id
    LEFT JOIN store_order o ON o.store_id = s.store_id AND o.id = s.order_id
    WHERE x.store_id = r.store_id AND x.release_id = r.id) l`;

/** Reads a release. Throws `release_not_found`, also for a release of another store and for text that is no id. */
export async function readRelease(sql: Sql, storeId: string, releaseId: string): Promise<Release> {
  const [release] = isUuid(releaseId)
    ? await sql.query<Release>(`${RELEASE} WHERE r.store_id = $1 AND r.id = $2`, [storeId, releaseId])
    : [];
  if (!release) throw releaseNotFound();
  return release;
}

function releaseNotFound(): AppError {
  return new AppError('release_not_found', 'There is no such release in this store.');
}

/** Reads releases of one batch or of the store, the newest first. `after` is the id of the last one of the page before. */
export async function listReleases(
  sql: Sql,
  storeId: string,
  { batchId, after, limit }: { batchId?: string | undefined; after?: string | undefined; limit: number },
): Promise<Release[]> {
  return sql.query<Release>(
    `${RELEASE} WHERE r.store_id = $1 AND ($2::uuid IS NULL OR r.batch_id = $2)
       AND ($4::uuid IS NULL OR (r.created_at, r.id) < (SELECT created_at, id FROM release WHERE store_id = $1 AND id = $4))
     ORDER BY r.created_at DESC, r.id DESC LIMIT $3`,
    [storeId, batchId, limit, after],
  );
}

/** Reads the running releases of all stores that do not rest, the oldest first. */
export async function readRunningReleases(sql: Sql): Promise<{ storeId: string; releaseId: string }[]> {
  return sql.query(
    `SELECT store_id AS "storeId", id AS "releaseId" FROM release
     WHERE state = 'running' AND (rests_until IS NULL OR rests_until <= (SELECT app_now())) ORDER BY created_at, id LIMIT 500`,
  );
}

export const ORDER_STATES = ['waiting', 'handed_over', 'refused'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export type StoreOrderRow = {
  id: string;
  reference: string;
  number: number;
  state: OrderState;
  lines: number;
  externalRef: string | null;
  attempts: number;
  failure: string | null;
  createdAt: Date;
  handedAt: Date | null;
};

type OrderFilter = {
  state?: OrderState | undefined;
  preorderId?: string;
  /** A cursor: the id of the last order of the previous page. */
  after?: string;
  limit: number;
};

/** Reads a store's newest orders, the newest first. Throws `invalid_parameter` if the store has no order `after`. */
export async function listStoreOrders(
  sql: Sql,
  storeId: string,
  { state, preorderId, after, limit }: OrderFilter,
): Promise<StoreOrderRow[]> {
  return sql.query<StoreOrderRow>(
    `SELECT o.id, p.reference, o.number, o.state, o.external_ref AS "externalRef", o.attempts, o.failure,
            o.created_at AS "createdAt", o.handed_at AS "handedAt",
            (SELECT count(*)::int FROM store_order_line l WHERE l.store_id = o.store_id AND l.order_id = o.id) AS lines
     FROM store_order o JOIN preorder p ON p.store_id = o.store_id AND p.id = o.preorder_id
     WHERE o.store_id = $1 AND ($2::text IS NULL OR o.state = $2) AND ($3::uuid IS NULL OR o.preorder_id = $3)
       AND ($5::timestamptz IS NULL OR (o.created_at, o.id) < ($5, $6::uuid))
     ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
    [storeId, state ?? null, preorderId ?? null, limit, ...(await readOrderCursor(sql, storeId, after))],
  );
}

const readOrderCursor = (sql: Sql, storeId: string, after: string | undefined) =>
  cursorAfter(after, (id) =>
    sql.query<{ at: string }>('SELECT created_at::text AS at FROM store_order WHERE store_id = $1 AND id = $2', [
      storeId,
      id,
    ]),
  );

/** Counts the orders that the store's system never had, because it did not answer. They are few and have an index. */
export async function countWaitingOrders(sql: Sql, storeId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM store_order WHERE store_id = $1 AND state = 'waiting'",
    [storeId],
  );
  return row?.count ?? 0;
}

/** Counts the orders that the store's system refused. They are few and have an index. */
export async function countRefusedOrders(sql: Sql, storeId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM store_order WHERE store_id = $1 AND state = 'refused'",
    [storeId],
  );
  return row?.count ?? 0;
}
