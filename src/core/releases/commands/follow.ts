import type { Sql } from '../../../platform/db.ts';
import { ORDERS_AT_OF } from '../../connections/queries.ts';
import type { NewJob } from '../../jobs/topics.ts';
import type { OutboxRow } from '../../outbox/row.ts';
import type { OutboxTopic } from '../../outbox/topics.ts';
import { REST } from '../../payments/queries/ledger.ts';
import { orderJob, orderJobs } from './order-jobs.ts';

// After one of these, a line item may be ready for the store to send, or an order that the store has may be stale.
const FOLLOWED: readonly OutboxTopic[] = [
  'lines.moved',
  'money.moved',
  'preorder.cancelled',
  'preorder.address_changed',
  'preorder.swapped',
  'promise.noticed', // the platform shows when an order will leave
];

type Due = { storeId: string; preorderId: string; ordered: boolean };

/**
 * Returns a job for each pre-order whose store orders may have changed, once each, however many rows name it. Most rows are
 * payments of pre-orders that have no unit yet or are not fully paid; those get no job.
 */
export async function followOrders(tx: Sql, rows: readonly OutboxRow[]): Promise<NewJob[]> {
  const early = await readEarlyStores(tx, rows);
  const moved = rows.filter(
    ({ topic, storeId }) => FOLLOWED.includes(topic) || (topic === 'preorder.placed' && early.has(storeId)),
  );
  if (moved.length === 0) return [];
  const due = await tx.query<Due>(
    `SELECT l.store_id AS "storeId", l.preorder_id AS "preorderId", bool_or(s.line_id IS NOT NULL) AS ordered
     FROM unnest($1::uuid[], $2::uuid[]) AS m (store_id, preorder_id)
     JOIN preorder p ON p.store_id = m.store_id AND p.id = m.preorder_id
     JOIN preorder_line l ON l.store_id = p.store_id AND l.preorder_id = p.id
     LEFT JOIN store_order_line s ON s.store_id = l.store_id AND s.line_id = l.id
     LEFT JOIN release_line r ON r.store_id = l.store_id AND r.line_id = l.id AND NOT r.settled
     WHERE s.line_id IS NOT NULL OR (r.line_id IS NOT NULL AND l.state <> 'released')
       OR (l.state = 'released' AND ${REST} = 0)
       OR (l.state IN ('placed', 'payment_due') AND ${ORDERS_AT_OF} = 'placing')
       OR (l.state = 'placed' AND ${ORDERS_AT_OF} = 'payment' AND ${REST} = 0)
     GROUP BY l.store_id, l.preorder_id`,
    [moved.map(({ storeId }) => storeId), moved.map(({ subjectId }) => subjectId)],
  );
  // A pre-order that has an order gets a job of its own, because an erasure waits for that job. (docs/design/releases.md)
  const ordered = due.filter((one) => one.ordered);
  return [...ordered.map(orderJob), ...orderJobs(due.filter((one) => !one.ordered))];
}

/** Returns the stores among these with new pre-orders whose platform gets orders before a release. */
async function readEarlyStores(tx: Sql, rows: readonly OutboxRow[]): Promise<Set<string>> {
  const placed = rows.filter(({ topic }) => topic === 'preorder.placed').map(({ storeId }) => storeId);
  if (placed.length === 0) return new Set();
  const early = await tx.query<{ storeId: string }>(
    `SELECT store_id AS "storeId" FROM connection WHERE store_id = ANY($1::uuid[]) AND orders_at <> 'release'`,
    [[...new Set(placed)]],
  );
  return new Set(early.map(({ storeId }) => storeId));
}
