import type { Sql } from '../../../platform/db.ts';
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
];

type Due = { storeId: string; preorderId: string; ordered: boolean };

/**
 * Returns a job for each pre-order whose store orders may have changed, once each, however many rows name it. Most rows are
 * payments of pre-orders that have no unit yet or are not fully paid; those get no job.
 */
export async function followOrders(tx: Sql, rows: readonly OutboxRow[]): Promise<NewJob[]> {
  const moved = rows.filter(({ topic }) => FOLLOWED.includes(topic));
  if (moved.length === 0) return [];
  const due = await tx.query<Due>(
    `SELECT l.store_id AS "storeId", l.preorder_id AS "preorderId", bool_or(s.line_id IS NOT NULL) AS ordered
     FROM unnest($1::uuid[], $2::uuid[]) AS m (store_id, preorder_id)
     JOIN preorder_line l ON l.store_id = m.store_id AND l.preorder_id = m.preorder_id
     LEFT JOIN store_order_line s ON s.store_id = l.store_id AND s.line_id = l.id
     LEFT JOIN release_line r ON r.store_id = l.store_id AND r.line_id = l.id AND NOT r.settled
     WHERE s.line_id IS NOT NULL OR (r.line_id IS NOT NULL AND l.state <> 'released')
       OR (l.state = 'released' AND ${REST} = 0)
     GROUP BY l.store_id, l.preorder_id`,
    [moved.map(({ storeId }) => storeId), moved.map(({ subjectId }) => subjectId)],
  );
  // A pre-order that has an order gets a job of its own, because an erasure waits for that job. (ADR 0297)
  const ordered = due.filter((one) => one.ordered);
  return [...ordered.map(orderJob), ...orderJobs(due.filter((one) => !one.ordered))];
}
