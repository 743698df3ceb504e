import { AppError } from '../../../domain/error.ts';
import { parseReference } from '../../../domain/reference.ts';
import type { Sql } from '../../../platform/db.ts';
import { followWaits } from '../../accounts/commands/follow-waits.ts';
import { readWithdrawal } from '../queries.ts';
import { hasEnded, lockWaiting } from './end.ts';
import { addReceipt, createUndoLink } from './receipt.ts';

/**
 * Says which pre-order a withdrawal is about. The customer of that pre-order gets the receipt too, with a link to undo it, because
 * somebody else may have declared it. Throws `invalid_parameter` if it names line items of another one, `preorder_not_found`, `withdrawal_not_found`, and `withdrawal_ended` if it has ended,
 * or the service has acted on it.
 */
export async function matchWithdrawal(
  tx: Sql,
  { storeId, id: given }: { storeId: string; id: string },
  reference: string,
): Promise<void> {
  const { id, preorder } = await readWithdrawal(tx, storeId, given);
  const preorderId = await lockBoth(tx, storeId, { reference, earlier: preorder?.id ?? null });
  const withdrawal = await lockWaiting(tx, storeId, id);
  if (withdrawal.actedAt || withdrawal.returns.length > 0) throw hasEnded('acted on');
  if (preorderId === null) {
    throw new AppError('preorder_not_found', 'There is no such pre-order in this store.', { param: 'reference' });
  }
  const earlier = withdrawal.preorder?.id;
  if (earlier === preorderId) return;
  if (withdrawal.lineIds.length > 0) throw namesOthers();
  if (earlier !== undefined) await endUndoLinks(tx, { storeId, id, preorderId: earlier });
  await tx.query(
    `UPDATE withdrawal SET preorder_id = $3, matched_by_hand = true, looked_at = coalesce(looked_at, app_now())
     WHERE store_id = $1 AND id = $2`,
    [storeId, id, preorderId],
  );
  if (earlier !== undefined) await followWaits(tx, { storeId, preorderId: earlier });
  await followWaits(tx, { storeId, preorderId });
  await createUndoLink(tx, { storeId, id, preorderId });
  await addReceipt(tx, { storeId, id }, 'contact');
}

/** Who chose line items by number did so on the page of their own pre-order: there is no doubt which one they mean. */
function namesOthers(): AppError {
  const message = 'This withdrawal names line items of its own pre-order, so it cannot be about another one.';
  return new AppError('invalid_parameter', message, { param: 'reference' });
}

/** Locks the pre-order with this reference, and the earlier one, in the order that every transaction keeps. Returns the id of the first. */
async function lockBoth(
  tx: Sql,
  storeId: string,
  { reference, earlier }: { reference: string; earlier: string | null },
): Promise<string | null> {
  const named = parseReference(reference);
  const rows = await tx.query<{ id: string; reference: string }>(
    `SELECT id, reference FROM preorder WHERE store_id = $1 AND (reference = $2 OR id = $3) ORDER BY id FOR NO KEY UPDATE`,
    [storeId, named, earlier],
  );
  return rows.find((row) => row.reference === named)?.id ?? null;
}

async function endUndoLinks(tx: Sql, { storeId, id, preorderId }: { storeId: string; id: string; preorderId: string }) {
  await tx.query(
    `UPDATE link SET expires_at = app_now()
     WHERE store_id = $1 AND preorder_id = $2 AND purpose = 'withdrawal' AND detail->>'withdrawalId' = $3
       AND expires_at > (SELECT app_now())`,
    [storeId, preorderId, id],
  );
}
