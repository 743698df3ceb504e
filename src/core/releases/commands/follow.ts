import type { Sql } from '../../../platform/db.ts';
import type { NewJob } from '../../jobs/topics.ts';
import type { OutboxRow } from '../../outbox/row.ts';
import type { OutboxTopic } from '../../outbox/topics.ts';
import { DUE } from '../queries/orders.ts';
import { orderJob, orderJobs } from './order-jobs.ts';

// After these a line item may be ready for the store to send, or what the store was handed may not be right any more.
const FOLLOWED: readonly OutboxTopic[] = [
  'lines.moved',
  'money.moved',
  'preorder.cancelled',
  'preorder.address_changed',
];

type Due = { storeId: string; preorderId: string; ordered: boolean };

/**
 * Has the orders of pre-orders looked after for which that means something, once each, however much moved. Most of what
 * moves is money of pre-orders that nothing has arrived for, or that is not all there yet; they cost nothing.
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
       OR (l.state = 'released' AND ${DUE} = 0)
     GROUP BY l.store_id, l.preorder_id`,
    [moved.map(({ storeId }) => storeId), moved.map(({ subjectId }) => subjectId)],
  );
  // What is ordered already has a job of its own: an erasure waits for what the store is still to be told of it. (ADR 0297)
  const ordered = due.filter((one) => one.ordered);
  return [...ordered.map(orderJob), ...orderJobs(due.filter((one) => !one.ordered))];
}
