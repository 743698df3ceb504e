import { AppError } from '../../../domain/error.ts';
import type { Tracking } from '../../../domain/tracking.ts';
import type { Sql } from '../../../platform/db.ts';

/** What left the store together for a shopper. */
export type Fulfilment = {
  id: string;
  preorderId: string;
  /** Number in its pre-order, from 1. */
  number: number;
  tracking: Tracking;
  sentAt: Date;
  /** Null while nobody has said that it is with the shopper. */
  deliveredAt: Date | null;
  lineIds: string[];
};

const FULFILMENT = `
  SELECT f.id, f.preorder_id AS "preorderId", f.number,
         json_build_object('carrier', f.carrier, 'number', f.tracking_number, 'link', f.tracking_link) AS tracking,
         f.sent_at AS "sentAt", f.delivered_at AS "deliveredAt",
         ARRAY(SELECT x.line_id::text FROM fulfilment_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
               WHERE x.store_id = f.store_id AND x.fulfilment_id = f.id ORDER BY l.position) AS "lineIds"
  FROM fulfilment f`;

/** Reads the fulfilments of these pre-orders, those of one pre-order in the order of their numbers. */
export async function readFulfilments(
  sql: Sql,
  storeId: string,
  preorderIds: readonly string[],
): Promise<Fulfilment[]> {
  return sql.query<Fulfilment>(
    `${FULFILMENT} WHERE f.store_id = $1 AND f.preorder_id = ANY($2::uuid[]) ORDER BY f.preorder_id, f.number`,
    [storeId, preorderIds],
  );
}

export async function findFulfilment(sql: Sql, storeId: string, id: string): Promise<Fulfilment | null> {
  const [row] = await sql.query<Fulfilment>(`${FULFILMENT} WHERE f.store_id = $1 AND f.id = $2`, [storeId, id]);
  return row ?? null;
}

/** Reads the fulfilment that this command made before; null if the key is new. */
export async function findFulfilmentByKey(
  sql: Sql,
  { storeId, preorderId, key }: { storeId: string; preorderId: string; key: string },
): Promise<Fulfilment | null> {
  const [row] = await sql.query<Fulfilment>(
    `${FULFILMENT} WHERE f.store_id = $1 AND f.preorder_id = $2 AND f.key = $3`,
    [storeId, preorderId, key],
  );
  return row ?? null;
}

/** Reads a fulfilment by its number in the pre-order. Throws `fulfilment_not_found`. */
export async function readFulfilment(
  sql: Sql,
  { storeId, preorderId, number }: { storeId: string; preorderId: string; number: number },
): Promise<Fulfilment> {
  const [row] = await sql.query<Fulfilment>(
    `${FULFILMENT} WHERE f.store_id = $1 AND f.preorder_id = $2 AND f.number = $3`,
    [storeId, preorderId, number],
  );
  if (row) return row;
  throw new AppError('fulfilment_not_found', `The pre-order has no fulfilment ${number}.`, { param: 'fulfilment' });
}

/** What is known of a line item's way to the shopper beside its own row. */
export type LineOnItsWay = {
  lineId: string;
  preorderId: string;
  /** True if a release gave it its unit, false if a person did. */
  releasedInTurn: boolean;
  /** When the store's own system could begin to pack it: it has the order, and the unit has come. */
  orderedAt: Date | null;
  /** When the whole price had been paid. */
  paidAt: Date | null;
};

/** Reads how the line items of these pre-orders got on. */
export async function readLinesOnTheirWay(
  sql: Sql,
  storeId: string,
  preorderIds: readonly string[],
): Promise<LineOnItsWay[]> {
  return sql.query<LineOnItsWay>(
    `SELECT l.id AS "lineId", l.preorder_id AS "preorderId", r.line_id IS NOT NULL AS "releasedInTurn",
            CASE WHEN o.early THEN CASE WHEN l.released_at IS NOT NULL THEN greatest(o.handed_at, l.released_at) END
                 ELSE o.handed_at END AS "orderedAt",
            (SELECT max(e.at) FROM ledger_entry e
             WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'provider' AND e.amount > 0
             HAVING sum(e.amount) >= l.total - l.given_back) AS "paidAt"
     FROM preorder_line l
     LEFT JOIN release_line r ON r.store_id = l.store_id AND r.line_id = l.id
     LEFT JOIN store_order_line x ON x.store_id = l.store_id AND x.line_id = l.id
     LEFT JOIN store_order o ON o.store_id = x.store_id AND o.id = x.order_id
     WHERE l.store_id = $1 AND l.preorder_id = ANY($2::uuid[])`,
    [storeId, preorderIds],
  );
}
