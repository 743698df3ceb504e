import type { QueuedLine } from '../../../domain/release.ts';
import type { Sql } from '../../../platform/db.ts';
import { QUEUE_PLACE_MAX } from '../../../protocol/wire/queue-place.ts';
import { WAITS, WAITS_OWING } from '../../preorders/queries/waiting.ts';

export type WaitingLine = QueuedLine & { preorderId: string };

export type BatchOf = { storeId: string; waitlistId: string; batchId: string };

/** SQL: the order of the queue, first come, first served: by pre-order, then by line item. */
const IN_ORDER = 'placed_at, "preorderId", position';

/** SQL: the pre-order has no lost dispute. A person decides about a lost one, and no unit is kept until then (decision 0268). */
export const NOT_LOST = `NOT EXISTS (SELECT 1 FROM dispute_wait d
  WHERE d.store_id = l.store_id AND d.preorder_id = l.preorder_id AND d.reason = 'lost')`;

/** SQL: the line items that keep their place while a bank or a person decides. Callers append conditions on `d` and `l`. */
export const DISPUTED = `
  FROM dispute_wait d JOIN preorder_line l ON l.store_id = d.store_id AND l.preorder_id = d.preorder_id
  WHERE d.reason IN ('open', 'withdrawal') AND l.state = 'placed'`;

/** SQL: the buyer of `l` is not erased. A line item of an erased buyer does not wait: there is no address to send it to. */
export const NAMED =
  'EXISTS (SELECT 1 FROM preorder_contact k WHERE k.store_id = l.store_id AND k.preorder_id = l.preorder_id)';

const WAITING_LINE = `
  SELECT l.id, l.preorder_id AS "preorderId", l.variant_id AS "variantId",
         l.state = 'payment_due' OR EXISTS (SELECT 1 FROM dispute_wait d
           WHERE d.store_id = l.store_id AND d.preorder_id = l.preorder_id) AS barred,
         l.placed_at, l.position`;
const OF_BATCH = `l.store_id = $1 AND l.waitlist_id = $2 AND l.batch_id = $3 AND ${NAMED}`;

/** Reads all line items that wait for a unit of the batch, in the order of the queue. */
export async function readQueue(sql: Sql, { storeId, waitlistId, batchId }: BatchOf): Promise<WaitingLine[]> {
  return sql.query<WaitingLine>(
    `SELECT id, "preorderId", "variantId", barred FROM (
       ${WAITING_LINE} FROM preorder_line l WHERE ${OF_BATCH} AND ${WAITS} AND ${NOT_LOST}) l ORDER BY ${IN_ORDER}`,
    [storeId, waitlistId, batchId],
  );
}

/**
 * Reads the first waiting line items of these variants, at most `limit`. Also reads all line items that owe or are disputed,
 * because a unit is kept for each.
 */
export async function readHeadOfQueue(
  sql: Sql,
  { storeId, waitlistId, batchId }: BatchOf,
  { variantIds, limit }: { variantIds: readonly string[]; limit: number },
): Promise<WaitingLine[]> {
  return sql.query<WaitingLine>(
    `SELECT id, "preorderId", "variantId", barred FROM (
       (SELECT f.* FROM unnest($4::uuid[]) AS v (id) CROSS JOIN LATERAL (
          ${WAITING_LINE} FROM preorder_line l WHERE ${OF_BATCH} AND l.state = 'placed' AND l.variant_id = v.id
            AND NOT EXISTS (SELECT 1 FROM dispute_wait d WHERE d.store_id = l.store_id AND d.preorder_id = l.preorder_id)
          ORDER BY l.placed_at, l.preorder_id, l.position LIMIT $5) f
        ORDER BY ${IN_ORDER} LIMIT $5)
       UNION ALL
       (${WAITING_LINE} FROM preorder_line l WHERE ${OF_BATCH} AND ${WAITS_OWING}
          AND l.variant_id = ANY($4::uuid[]) AND ${NOT_LOST})
       UNION ALL
       (${WAITING_LINE} ${DISPUTED} AND ${OF_BATCH} AND d.store_id = $1 AND l.variant_id = ANY($4::uuid[]))) l
     ORDER BY ${IN_ORDER}`,
    [storeId, waitlistId, batchId, variantIds, limit],
  );
}

/**
 * Reads the places of a pre-order's line items in the queues of their batch and variant, from 1. QUEUE_PLACE_MAX stands for
 * itself and every later place. A line item that does not wait has no place. Without `always`, only waitlists whose merchant
 * shows places are read.
 */
export async function readQueuePlaces(
  sql: Sql,
  { storeId, preorderId }: { storeId: string; preorderId: string },
  { always = false } = {},
): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; place: number }>(
    `WITH own AS MATERIALIZED (
       SELECT l.id, l.waitlist_id, l.batch_id, l.variant_id, l.placed_at, l.position
       FROM preorder_line l JOIN waitlist w ON w.store_id = l.store_id AND w.id = l.waitlist_id
       WHERE l.store_id = $1 AND l.preorder_id = $2 AND ${WAITS} AND ${NAMED} AND (w.show_position OR $3))
     SELECT own.id, least($4, ahead.count + row_number() OVER (
              PARTITION BY own.batch_id, own.variant_id ORDER BY own.position))::int AS place
     FROM (SELECT DISTINCT waitlist_id, batch_id, variant_id, placed_at FROM own) d
     JOIN own USING (waitlist_id, batch_id, variant_id)
     CROSS JOIN LATERAL (SELECT count(*) FROM (
       SELECT 1 FROM preorder_line l
       WHERE l.store_id = $1 AND l.waitlist_id = d.waitlist_id AND l.batch_id = d.batch_id AND l.variant_id = d.variant_id
         AND ${WAITS} AND ${NAMED} AND (l.placed_at, l.preorder_id) < (d.placed_at, $2)
       ORDER BY l.placed_at, l.preorder_id LIMIT $4) counted) ahead`,
    [storeId, preorderId, always, QUEUE_PLACE_MAX],
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}
