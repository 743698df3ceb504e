import type { Sql } from '../../../platform/db.ts';

/**
 * Locks a pre-order until the transaction ends, so that no command changes it after it was read. Locks its checkout first, as
 * sales and erasures do. Does nothing if there is no such pre-order.
 */
export async function lockPreorderOf(tx: Sql, storeId: string, reference: string): Promise<void> {
  const key = [storeId, reference];
  await tx.query(
    `SELECT 1 FROM checkout WHERE store_id = $1
       AND id = (SELECT checkout_id FROM preorder WHERE store_id = $1 AND reference = $2) FOR NO KEY UPDATE`,
    key,
  );
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND reference = $2 FOR NO KEY UPDATE', key);
}
