import type { Sql } from '../../../platform/db.ts';
import { emitAll } from '../../outbox/outbox.ts';

/** Hands over the orders that could not be while the platform refused the credentials, or while none was connected. */
export async function handOverWaiting(tx: Sql, storeId: string): Promise<void> {
  const waiting = await tx.query<{ preorderId: string }>(
    `SELECT DISTINCT preorder_id AS "preorderId" FROM store_order WHERE store_id = $1 AND state = 'waiting'`,
    [storeId],
  );
  await emitAll(tx, 'order.due', { storeId, subjectIds: waiting.map(({ preorderId }) => preorderId) });
}
