import { randomUUID } from 'node:crypto';
import type { Payment, SavedMethod } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../outbox/outbox.ts';
import type { PreorderAttempt } from '../queries.ts';
import { backInLine } from './owe.ts';

/**
 * What the shopper paid, or the card that they gave, after placing. The money that was due is authorised, so the line items
 * are where they were, and a job captures it; another card replaces the one before and is charged with what is due. False:
 * somebody else decided about the attempt meanwhile.
 */
export async function acceptPayment(
  tx: Sql,
  attempt: PreorderAttempt,
  { method }: Pick<Payment, 'method'>,
): Promise<boolean> {
  const { storeId, preorderId, id: attemptId, purpose } = attempt;
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
  const accepted = await tx.query(
    `UPDATE attempt SET state = 'placed', updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = 'open' RETURNING 1`,
    [storeId, attemptId],
  );
  if (accepted.length === 0) return false;
  if (method) await replaceMethod(tx, attempt, method);
  if (purpose === 'balance') await backInLine(tx, attempt, await linesOf(tx, attempt));
  if (purpose === 'card') {
    await tx.query(
      `UPDATE payment_due SET retry_at = app_now() WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL`,
      [storeId, preorderId],
    );
  }
  await emit(tx, 'money.due', { storeId, subjectId: preorderId });
  return true;
}

/** The card that the shopper chose last is the one that is charged. */
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
