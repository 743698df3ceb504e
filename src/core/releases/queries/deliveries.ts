import { type DeliveryStatus, deliveryStatus, SOON_DAYS } from '../../../domain/delivery.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import type { WaitlistState } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';
import { NAMED } from './queue.ts';

/** A batch of any waitlist of the store, with its units added up. */
export type Delivery = {
  id: string;
  position: number;
  waitlistId: string;
  waitlistState: WaitlistState;
  product: { externalId: string; handle: string; title: string };
  ships: ShipWindow;
  allocated: number;
  sold: number;
  arrived: number;
  /** Arrived units that line items have. */
  released: number;
  /** Line items that wait for a unit. */
  waiting: number;
  /** Waiting line items that owe money. */
  owing: number;
  /** The release that hands out its units now. */
  runningReleaseId: string | null;
  status: DeliveryStatus;
};

type DeliveryFilter = {
  /** Only batches for which line items wait. */
  waiting: boolean;
  status?: DeliveryStatus | undefined;
  /** Our id of the product. */
  productId?: string | undefined;
  waitlistId?: string | undefined;
  /** Only those whose ship window has one of these days. */
  ships?: Partial<ShipWindow>;
  sort?: DeliverySort | undefined;
  /** The id of the last batch of the page before. */
  after?: string | undefined;
  limit: number;
};

/** SQL: a line item waits for a unit of batch `b`. */
const WAITING = `
  FROM preorder_line l WHERE l.store_id = b.store_id AND l.waitlist_id = b.waitlist_id AND l.batch_id = b.id
    AND ${WAITS} AND ${NAMED}`;

// It mirrors `deliveryStatus` of the domain.
const STATUS = `
  CASE WHEN q.idle THEN 'idle' WHEN q.ships_until < s.today THEN 'late'
       WHEN NOT EXISTS (SELECT 1 ${WAITING} OFFSET (
         SELECT coalesce(sum(a.arrived - a.released), 0) FROM arrived_unit a
         WHERE a.store_id = b.store_id AND a.batch_id = b.id)) THEN 'ready'
       WHEN q.ships_from <= s.today + ${SOON_DAYS} THEN 'at_risk' ELSE 'on_time' END`;

// Values that are null leave their condition out: the statement is planned with them.
const MATCHES = `
  (NOT $2 OR NOT q.idle) AND ($5::uuid IS NULL OR w.product_id = $5) AND ($6::uuid IS NULL OR w.id = $6)
  AND ($7::date IS NULL OR q.ships_until >= $7) AND ($8::date IS NULL OR q.ships_from <= $8)
  AND ($9::text IS NULL OR $9 = ${STATUS})`;

/** SQL: all batches of the store, so that a place in the list stays one when its batch matches no more. */
const orderedWith = (waiting: string) => `
  SELECT b.id, q.idle, q.ships_from, q.ships_until, lower(p.title) AS title, ${waiting} AS waiting, ${MATCHES} AS matches
  FROM batch b
  JOIN waitlist w ON w.store_id = b.store_id AND w.id = b.waitlist_id
  JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
  CROSS JOIN (SELECT (app_now() AT TIME ZONE time_zone)::date AS today FROM store WHERE id = $1) s
  CROSS JOIN LATERAL (SELECT ships_from, ships_until, NOT EXISTS (SELECT 1 ${WAITING}) AS idle FROM promise q
                      WHERE q.store_id = b.store_id AND q.batch_id = b.id ORDER BY q.version DESC LIMIT 1) q
  WHERE b.store_id = $1`;

const NOT_COUNTED = 'NULL::bigint';
const COUNTED = `(SELECT count(*) ${WAITING})`;

type Order = { by: readonly string[]; waiting?: string };

function sortedBy({ by, waiting = NOT_COUNTED }: Order, descending = false): string {
  const [direction, beyond] = descending ? ['DESC', '<'] : ['ASC', '>'];
  const place = [...by, 'id'].join(', ');
  const order = [...by, 'id'].map((column) => `d.${column} ${direction}`).join(', ');
  return `
    WITH d AS MATERIALIZED (${orderedWith(waiting)})
    SELECT b.id, b.position, b.waitlist_id AS "waitlistId", w.state AS "waitlistState",
           json_build_object('externalId', p.external_id, 'handle', p.handle, 'title', p.title) AS product,
           json_build_object('from', d.ships_from, 'until', d.ships_until) AS ships,
           u.allocated, u.sold, a.arrived, a.released, x.waiting, x.owing,
           (SELECT r.id FROM release r WHERE r.store_id = b.store_id AND r.batch_id = b.id AND r.state = 'running'
            ORDER BY r.created_at DESC LIMIT 1) AS "runningReleaseId",
           to_char(app_now() AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS today
    FROM (SELECT * FROM d
          WHERE matches AND ($3::uuid IS NULL OR (${place}) ${beyond} (SELECT ${place} FROM d WHERE id = $3))
          ORDER BY ${order} LIMIT $4) d
    JOIN batch b ON b.store_id = $1 AND b.id = d.id
    JOIN store s ON s.id = b.store_id
    JOIN waitlist w ON w.store_id = b.store_id AND w.id = b.waitlist_id
    JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(allocated), 0)::int AS allocated, coalesce(sum(sold), 0)::int AS sold FROM unit u
      WHERE u.store_id = b.store_id AND u.waitlist_id = b.waitlist_id AND u.batch_id = b.id) u
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(arrived), 0)::int AS arrived, coalesce(sum(released), 0)::int AS released FROM arrived_unit a
      WHERE a.store_id = b.store_id AND a.batch_id = b.id) a
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE l.state = 'payment_due'))::int AS owing ${WAITING}) x
    ORDER BY ${order}`;
}

const SORTS = {
  // Those that shoppers wait for come first, by their ship windows: this is the order in which a merchant has to act.
  due: sortedBy({ by: ['idle', 'ships_from'] }),
  ships: sortedBy({ by: ['ships_from'] }),
  ships_desc: sortedBy({ by: ['ships_from'] }, true),
  title: sortedBy({ by: ['title'] }),
  title_desc: sortedBy({ by: ['title'] }, true),
  waiting: sortedBy({ by: ['waiting'], waiting: COUNTED }),
  waiting_desc: sortedBy({ by: ['waiting'], waiting: COUNTED }, true),
};
export type DeliverySort = keyof typeof SORTS;

/** Reads batches of all waitlists of a store. */
export async function listDeliveries(
  sql: Sql,
  storeId: string,
  { waiting, after, limit, sort = 'due', ...filter }: DeliveryFilter,
): Promise<Delivery[]> {
  const rows = await sql.query<Omit<Delivery, 'status'> & { today: string }>(SORTS[sort], [
    storeId,
    waiting,
    after,
    limit,
    filter.productId,
    filter.waitlistId,
    filter.ships?.from,
    filter.ships?.until,
    filter.status,
  ]);
  return rows.map(({ today, ...row }) => {
    const units = { waiting: row.waiting, free: row.arrived - row.released };
    return { ...row, status: deliveryStatus(units, row.ships, today) };
  });
}
