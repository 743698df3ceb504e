import { REFUND_DAYS } from '../../../domain/withdrawal.ts';
import type { Sql } from '../../../platform/db.ts';
import { createLink } from '../../links/commands.ts';

/** Has a receipt sent, also one that was sent before: it may be another person who gets it now. */
export async function addReceipt(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  recipient: 'declarant' | 'contact',
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_receipt (store_id, withdrawal_id, recipient, try_at)
     SELECT w.store_id, w.id, $3, app_now() + ${PACE}
     FROM withdrawal w WHERE w.store_id = $1 AND w.id = $2
     ON CONFLICT (store_id, withdrawal_id, recipient) DO UPDATE
     SET try_at = app_now(), tries = 0, sent_at = NULL, failure = NULL`,
    [storeId, id, recipient],
  );
}

// Anybody may type any address. The first three receipts of a day go out at once; each further one to the same address waits a quarter
// of an hour longer than the one before.
const PACE = `greatest(0, (
  SELECT count(*) FROM withdrawal d WHERE d.store_id = w.store_id AND d.customer_key = w.customer_key
    AND d.declared_at > (SELECT app_now()) - interval '1 day') - 3) * interval '15 minutes'`;

/** Makes the link with which the customer of the pre-order says that the declaration was not theirs. */
export async function createUndoLink(
  tx: Sql,
  { storeId, id, preorderId }: { storeId: string; id: string; preorderId: string },
): Promise<void> {
  const detail = { withdrawalId: id };
  await createLink(tx, { storeId, preorderId, purpose: 'withdrawal', detail, minutes: REFUND_DAYS * 24 * 60 });
}

/** Has the customer told of the open declarations from a pre-order, because it has another address: the links to undo them have ended. */
export async function tellNewAddress(tx: Sql, storeId: string, preorderId: string): Promise<void> {
  const open = await tx.query<{ id: string }>(
    `SELECT id FROM withdrawal WHERE store_id = $1 AND preorder_id = $2 AND state = 'declared' AND NOT proven AND acted_at IS NULL`,
    [storeId, preorderId],
  );
  for (const { id } of open) {
    await createUndoLink(tx, { storeId, id, preorderId });
    await addReceipt(tx, { storeId, id }, 'contact');
  }
}
