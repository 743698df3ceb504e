import type { Sql } from '../../../platform/db.ts';

/**
 * Locks the row of a store until the transaction ends. A command takes it before it reads what another one may change meanwhile: the
 * store's settings, texts, look, secrets, roles and pace, or how many of something a store has.
 */
export async function lockStore(tx: Sql, storeId: string): Promise<void> {
  await tx.query('SELECT 1 FROM store WHERE id = $1 FOR NO KEY UPDATE', [storeId]);
}
