import type { Sql } from '../../../platform/db.ts';
import type { PreorderKey } from '../queries/money.ts';

/** Taken before anything else of a pre-order is locked, by all that moves its money, releases it or follows its disputes. */
export async function lockPreorder(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
}
