import type { Sql } from '../../../platform/db.ts';
import type { PreorderKey } from '../queries/money.ts';

/**
 * Locks the pre-order. Every transaction that moves its money, releases it or follows its disputes takes this lock first,
 * before any other lock of the pre-order.
 */
export async function lockPreorder(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
}
