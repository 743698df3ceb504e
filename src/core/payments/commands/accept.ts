import { randomUUID } from 'node:crypto';
import type { Payment, SavedMethod } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../outbox/outbox.ts';
import type { PreorderAttempt } from '../queries.ts';
import { lockPreorder } from './lock-preorder.ts';
import { leavePaymentDue } from './owe.ts';

/**
 * Accepts a payment or another card that the shopper gave after placing. A payment is authorised: its line items go back
 * to the state before `payment_due`, and a job captures the money. Another card replaces the kept one, and a job charges
 * it with what is due. Returns false if another process has decided about the attempt meanwhile.
 */
export async function acceptPayment(
  tx: Sql,
  attempt: PreorderAttempt,
  { method }: Pick<Payment, 'method'>,
): Promise<boolean> {
  const { storeId, preorderId, id: attemptId, purpose } = attempt;
  await lockPreorder(tx, { storeId, preorderId });
  const accepted = await tx.query(
    `UPDATE attempt SET state = 'placed', updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = 'open' RETURNING 1`,
    [storeId, attemptId],
  );
  if (accepted.length === 0) return false;
  if (method) await replaceMethod(tx, attempt, method);
  if (purpose === 'balance') await leavePaymentDue(tx, attempt, await linesOf(tx, attempt));
  if (purpose === 'card') {
    await tx.query(
      `UPDATE payment_due SET retry_at = app_now() WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL`,
      [storeId, preorderId],
    );
  }
  await emit(tx, 'money.due', { storeId, subjectId: preorderId });
  return true;
}

/** Makes the card that the shopper gave last the kept card. */
async function replaceMethod(
  tx: Sql,
  { storeId, preorderId, provider }: PreorderAttempt,
  { ref, customerRef, brand, last4, expiresOn }: SavedMethod,
): Promise<void> {
  await tx.query(
    `UPDATE payment_method SET replaced_at = app_now()
     WHERE store_id = $1 AND preorder_id = $2 AND replaced_at IS NULL`,
    [storeId, preorderId],
  );
  await tx.query(
    `INSERT INTO payment_method (store_id, id, preorder_id, provider, customer_ref, method_ref, brand, last4, expires_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [storeId, randomUUID(), preorderId, provider, customerRef, ref, brand, last4, expiresOn],
  );
}

async function linesOf(tx: Sql, { storeId, id }: PreorderAttempt): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT line_id AS id FROM attempt_line WHERE store_id = $1 AND attempt_id = $2',
    [storeId, id],
  );
  return rows.map((row) => row.id);
}
