import type { Sql } from '../../../platform/db.ts';
import { addJobs, type OutboxRow, type OutboxTopic } from '../../../platform/outbox.ts';
import { DUE } from '../queries/orders.ts';

// After these a line item may be ready for the store to send, or what the store was handed may not be right any more.
const FOLLOWED: readonly OutboxTopic[] = [
  'lines.moved',
  'money.moved',
  'preorder.cancelled',
  'preorder.address_changed',
];

/**
 * Has the orders of pre-orders looked after for which that means something, one job each, however much moved. Most of what
 * moves is money of pre-orders that nothing has arrived for, or that is not all there yet; they cost nothing.
 */
export async function followOrders(tx: Sql, rows: readonly OutboxRow[]): Promise<void> {
  const moved = rows.filter(({ topic }) => FOLLOWED.includes(topic));
  if (moved.length === 0) return;
  const preorders = await tx.query<{ storeId: string; subjectId: string }>(
    `SELECT DISTINCT l.store_id AS "storeId", l.preorder_id AS "subjectId"
     FROM unnest($1::uuid[], $2::uuid[]) AS m (store_id, preorder_id)
     JOIN preorder_line l ON l.store_id = m.store_id AND l.preorder_id = m.preorder_id
     LEFT JOIN store_order_line s ON s.store_id = l.store_id AND s.line_id = l.id
     LEFT JOIN release_line r ON r.store_id = l.store_id AND r.line_id = l.id AND NOT r.settled
     WHERE s.line_id IS NOT NULL OR (r.line_id IS NOT NULL AND l.state <> 'released')
       OR (l.state = 'released' AND ${DUE} = 0)`,
    [moved.map(({ storeId }) => storeId), moved.map(({ subjectId }) => subjectId)],
  );
  await addJobs(
    tx,
    preorders.map((preorder) => ({ topic: 'order.due', ...preorder, detail: null })),
  );
}
