import { randomUUID } from 'node:crypto';
import { nextRetry, type PaymentFailure, tellsShopper } from '../../../domain/payment-retry.ts';
import type { LineState } from '../../../domain/preorder.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import { emit } from '../../outbox/outbox.ts';
import { type PaymentDue, readOpenDue } from '../queries/dues.ts';
import type { PreorderKey } from '../queries/money.ts';
import { NOT_ASKED } from '../queries/unasked.ts';

/**
 * Moves line items whose money could not be taken to `payment_due`. They keep their place in the queue until the deadline.
 * The shopper is told of the first failure and of one that no retry follows. The caller has locked the pre-order.
 */
export async function owe(
  tx: Sql,
  preorder: PreorderKey,
  { lineIds, reason }: { lineIds: readonly string[]; reason: PaymentFailure },
): Promise<void> {
  const { storeId, preorderId } = preorder;
  const moved = await tx.query<{ id: string }>(
    `UPDATE preorder_line SET state = 'payment_due', due_from = state
     WHERE store_id = $1 AND preorder_id = $2 AND id = ANY($3::uuid[]) AND state IN ('placed', 'released') RETURNING id`,
    [storeId, preorderId, lineIds],
  );
  const lineIdsMoved = moved.map(({ id }) => id);
  if (moved.length > 0) {
    await emit(tx, 'lines.moved', {
      storeId,
      subjectId: preorderId,
      detail: { to: 'payment_due', lineIds: lineIdsMoved },
    });
  }
  const [waits] = await tx.query(
    `SELECT 1 FROM preorder_line WHERE store_id = $1 AND preorder_id = $2 AND id = ANY($3::uuid[])
       AND state = 'payment_due'`,
    [storeId, preorderId, lineIds],
  );
  if (waits) await noteFailure(tx, preorder, { reason, more: moved.length > 0 });
}

/**
 * Notes a failed payment and plans the next try. `more`: line items joined, so the deadline begins anew for all of
 * them.
 */
async function noteFailure(
  tx: Sql,
  preorder: PreorderKey,
  { reason, more }: { reason: PaymentFailure; more: boolean },
): Promise<void> {
  const { storeId, preorderId } = preorder;
  await tx.query(
    `INSERT INTO payment_due AS d (store_id, id, preorder_id, since, deadline, reason)
     SELECT $1, $3, $2, now, now + s.payment_days * interval '1 day', $4
     FROM store s, app_now() AS now WHERE s.id = $1
     ON CONFLICT (store_id, preorder_id) WHERE ended_at IS NULL DO UPDATE
       SET tries = d.tries + 1, reason = excluded.reason,
           deadline = CASE WHEN $5 THEN excluded.deadline ELSE d.deadline END,
           runs_from = CASE WHEN $5 THEN excluded.since ELSE d.runs_from END,
           put_off_until = CASE WHEN $5 THEN NULL ELSE d.put_off_until END,
           reminded_at = CASE WHEN $5 THEN NULL ELSE d.reminded_at END`,
    [storeId, preorderId, randomUUID(), reason, more],
  );
  const due = await readOpenDue(tx, preorder);
  if (!due) throw new Error('payment due missing after its insert');
  const now = new Date(due.deadline.getTime() - due.msLeft);
  const retryAt = nextRetry({ ...due, reason, now, spread: spreadOf(due) });
  await tx.query('UPDATE payment_due SET retry_at = $3 WHERE store_id = $1 AND id = $2', [storeId, due.id, retryAt]);
  if (!more && !tellsShopper({ tries: due.tries, retryAt })) return;
  await emit(tx, 'payment.needed', { storeId, subjectId: preorderId, detail: { paymentDueId: due.id } });
}

/**
 * Returns a number from 0 to below 1, evenly spread and the same on each call. It spreads retries of payments that
 * failed together.
 */
export function spreadOf({ id, tries }: Pick<PaymentDue, 'id' | 'tries'>): number {
  return Number.parseInt(sha256Hex(`${id} ${tries}`).slice(0, 8), 16) / 2 ** 32;
}

/** Reminds the shopper of a near deadline. Emits once for each deadline. */
export async function remind(tx: Sql, { storeId, preorderId, id }: PaymentDue): Promise<void> {
  const marked = await tx.query(
    `UPDATE payment_due SET reminded_at = app_now()
     WHERE store_id = $1 AND id = $2 AND ended_at IS NULL AND reminded_at IS NULL RETURNING 1`,
    [storeId, id],
  );
  const detail = { paymentDueId: id, reminder: true };
  if (marked.length > 0) await emit(tx, 'payment.needed', { storeId, subjectId: preorderId, detail });
}

/**
 * Moves line items from `payment_due` back to their former state, because they are paid or their payment is authorised.
 * The caller has locked the pre-order.
 */
export async function leavePaymentDue(tx: Sql, preorder: PreorderKey, lineIds: readonly string[]): Promise<void> {
  const { storeId, preorderId } = preorder;
  const back = await tx.query<{ id: string; state: LineState }>(
    `UPDATE preorder_line SET state = due_from, due_from = NULL
     WHERE store_id = $1 AND preorder_id = $2 AND id = ANY($3::uuid[]) AND state = 'payment_due' RETURNING id, state`,
    [storeId, preorderId, lineIds],
  );
  for (const to of new Set(back.map(({ state }) => state))) {
    const ids = back.filter(({ state }) => state === to).map(({ id }) => id);
    const detail = { to, from: 'payment_due', lineIds: ids } as const;
    await emit(tx, 'lines.moved', { storeId, subjectId: preorderId, detail });
  }
  if (back.length > 0) await endDue(tx, preorder, 'paid');
}

/** Ends the payment due of the pre-order, if no line item waits for a payment any more. */
export async function endDue(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  outcome: 'paid' | 'cancelled',
): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    `UPDATE payment_due SET ended_at = app_now(), outcome = $3, retry_at = NULL
     WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = $2 AND l.state = 'payment_due')
     RETURNING id`,
    [storeId, preorderId, outcome],
  );
  for (const { id } of ended) await resolveAlert(tx, storeId, { code: NOT_ASKED, subjectId: id });
}
