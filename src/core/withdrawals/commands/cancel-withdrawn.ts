import type { Sql } from '../../../platform/db.ts';
import { cancelInTransaction } from '../../preorders/commands/cancel.ts';
import { settleIfOver } from './end-return.ts';

type Cancelled = Awaited<ReturnType<typeof cancelInTransaction>>;

/**
 * Cancels line items that somebody withdrew from, with everything back, because the store's system has cancelled them before it sent
 * them. What was sent all the same meanwhile stays. The caller has locked the pre-order, and calls `invalidateAnswers` for what it resolves with.
 */
export async function cancelWithdrawn(
  tx: Sql,
  { storeId, preorderId, lineIds }: { storeId: string; preorderId: string; lineIds: readonly string[] },
): Promise<Cancelled['lines']> {
  if (lineIds.length === 0) return [];
  const unsent = await tx.query<{ id: string }>(
    `SELECT id FROM preorder_line WHERE store_id = $1 AND id = ANY($2::uuid[]) AND state = 'released'`,
    [storeId, lineIds],
  );
  const cancelled = unsent.map(({ id }) => id);
  const { lines } = await cancelInTransaction(tx, { storeId, preorderId, lineIds: cancelled, reason: 'withdrawal' });
  const open = await tx.query<{ id: string }>(
    `SELECT id FROM withdrawal WHERE store_id = $1 AND preorder_id = $2 AND state = 'declared' AND acted_at IS NOT NULL ORDER BY id`,
    [storeId, preorderId],
  );
  for (const { id } of open) await settleIfOver(tx, { storeId, id });
  return lines;
}
