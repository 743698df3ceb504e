import { AppError } from '../../../domain/error.ts';
import { parseReference } from '../../../domain/reference.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import { addReceipt, createUndoLink } from './declare.ts';
import { lockWaiting } from './end.ts';

/**
 * Says which pre-order a withdrawal is about. The customer of that pre-order gets the receipt too, with a link to undo it, because
 * somebody else may have declared it. Throws `preorder_not_found`, `withdrawal_not_found`, and `withdrawal_ended` if it has ended.
 */
export async function matchWithdrawal(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  reference: string,
): Promise<void> {
  const withdrawal = await lockWaiting(tx, storeId, id);
  const [preorder] = await tx.query<{ id: string; customerKey: string }>(
    'SELECT id, customer_key AS "customerKey" FROM preorder WHERE store_id = $1 AND reference = $2',
    [storeId, parseReference(reference)],
  );
  if (!preorder) {
    throw new AppError('preorder_not_found', 'There is no such pre-order in this store.', { param: 'reference' });
  }
  if (withdrawal.preorder?.id === preorder.id) return;
  await tx.query('UPDATE withdrawal SET preorder_id = $3 WHERE store_id = $1 AND id = $2', [
    storeId,
    withdrawal.id,
    preorder.id,
  ]);
  if (preorder.customerKey === customerKeyOf(storeId, withdrawal.email)) return; // they have the receipt
  await createUndoLink(tx, { storeId, id: withdrawal.id, preorderId: preorder.id });
  await addReceipt(tx, { storeId, id: withdrawal.id }, 'contact');
}
