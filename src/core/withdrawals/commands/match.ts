import { AppError } from '../../../domain/error.ts';
import { parseReference } from '../../../domain/reference.ts';
import type { Sql } from '../../../platform/db.ts';
import { addReceipt, createUndoLink } from './declare.ts';
import { hasEnded, lockWaiting } from './end.ts';

/**
 * Says which pre-order a withdrawal is about. The customer of that pre-order gets the receipt too, with a link to undo it, because
 * somebody else may have declared it. Throws `preorder_not_found`, `withdrawal_not_found`, and `withdrawal_ended` if it has ended,
 * or the service has acted on it.
 */
export async function matchWithdrawal(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  reference: string,
): Promise<void> {
  const withdrawal = await lockWaiting(tx, storeId, id);
  if (withdrawal.actedAt) throw hasEnded('acted on');
  const [preorder] = await tx.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1 AND reference = $2', [
    storeId,
    parseReference(reference),
  ]);
  if (!preorder) {
    throw new AppError('preorder_not_found', 'There is no such pre-order in this store.', { param: 'reference' });
  }
  const earlier = withdrawal.preorder?.id;
  if (earlier === preorder.id) return;
  if (earlier !== undefined) await endUndoLinks(tx, { storeId, id: withdrawal.id, preorderId: earlier });
  await tx.query('UPDATE withdrawal SET preorder_id = $3, matched_by_hand = true WHERE store_id = $1 AND id = $2', [
    storeId,
    withdrawal.id,
    preorder.id,
  ]);
  await createUndoLink(tx, { storeId, id: withdrawal.id, preorderId: preorder.id });
  await addReceipt(tx, { storeId, id: withdrawal.id }, 'contact');
}

async function endUndoLinks(tx: Sql, { storeId, id, preorderId }: { storeId: string; id: string; preorderId: string }) {
  await tx.query(
    `UPDATE link SET expires_at = app_now()
     WHERE store_id = $1 AND preorder_id = $2 AND purpose = 'withdrawal' AND detail->>'withdrawalId' = $3
       AND expires_at > (SELECT app_now())`,
    [storeId, preorderId, id],
  );
}
