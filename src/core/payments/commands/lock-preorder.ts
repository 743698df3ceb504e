import type { Sql } from '../../../platform/db.ts';
import type { PreorderKey } from '../queries/money.ts';

/**
 * Locks the pre-order. Every transaction that moves its money, releases it or follows its disputes takes this lock first,
 * before any other lock of the pre-order.
 */
export async function lockPreorder(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
}

/**
 * Locks pre-orders in the order that every transaction keeps. An erasure takes these locks too, so the pre-orders cannot be erased while
 * they are locked.
 */
export async function lockPreorders(
  tx: Sql,
  { storeId, preorderIds }: { storeId: string; preorderIds: readonly string[] },
): Promise<void> {
  if (preorderIds.length === 0) return;
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
    storeId,
    preorderIds,
  ]);
}

/** Locks those of the pre-orders that no other transaction has locked. Resolves with their ids. */
export async function lockFreePreorders(
  tx: Sql,
  storeId: string,
  preorderIds: readonly string[],
): Promise<Set<string>> {
  const locked = await tx.query<{ id: string }>(
    `SELECT id FROM preorder WHERE store_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [storeId, preorderIds],
  );
  return new Set(locked.map(({ id }) => id));
}
