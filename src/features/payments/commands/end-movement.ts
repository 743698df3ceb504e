import type { PaymentFailure } from '../../../domain/payment-retry.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../../platform/outbox.ts';
import { raiseAlert } from '../../stores/commands.ts';
import type { Movement } from '../queries/movements.ts';
import { backInLine, owe } from './owe.ts';

/** The provider moved the money: the ledger says so from here on. Done once, however often it is told. */
export async function completeMovement(tx: Sql, movement: Movement): Promise<void> {
  await lockPreorder(tx, movement);
  const lineIds = await end(tx, movement, { state: 'done', failure: null });
  if (!lineIds) return; // another worker was faster
  // Debit: the provider owes us. Credit: the shopper has paid. A refund is the reverse.
  await tx.query(
    `INSERT INTO ledger_entry (store_id, movement_id, line_id, account, amount, currency, at)
     SELECT l.store_id, l.movement_id, l.line_id, a.account, a.sign * $3 * l.amount, $4, app_now()
     FROM movement_line l, (VALUES ('provider', 1), ('shopper', -1)) AS a (account, sign)
     WHERE l.store_id = $1 AND l.movement_id = $2`,
    [movement.storeId, movement.id, movement.kind === 'refund' ? -1 : 1, movement.currency],
  );
  if (movement.kind === 'charge') {
    await endAttempt(tx, movement, 'placed');
    await backInLine(tx, movement, lineIds);
  }
  await tell(tx, movement, 'done');
}

export type MovementFailure = { reason: PaymentFailure; failure: string };

/** The provider moved nothing, for good. What should have been taken is owed; what should have gone back is tried again. */
export async function failMovement(tx: Sql, movement: Movement, { reason, failure }: MovementFailure): Promise<void> {
  await lockPreorder(tx, movement);
  const lineIds = await end(tx, movement, { state: 'failed', failure });
  if (!lineIds) return;
  const { storeId, preorderId, kind } = movement;
  if (kind === 'charge') await endAttempt(tx, movement, 'cancelled');
  if (kind === 'capture' || kind === 'charge') {
    await owe(tx, movement, { lineIds, reason });
    await keepNothing(tx, movement, lineIds);
  }
  await tell(tx, movement, 'failed');
  if (kind === 'charge' && reason !== 'refused') return; // that a card is declined is no fault of ours
  const message = `The payment provider refused a ${kind}: ${failure}.`;
  await raiseAlert(tx, storeId, { code: `${kind}_failed`, subjectId: preorderId, message });
}

/** The deposit of a line item that was cancelled meanwhile was never taken: there is nothing to keep. */
async function keepNothing(tx: Sql, { storeId, preorderId }: Movement, lineIds: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE preorder_line l SET kept = least(l.kept, greatest(0, (
       SELECT coalesce(-sum(e.amount), 0) FROM ledger_entry e
       WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper')))
     WHERE l.store_id = $1 AND l.preorder_id = $2 AND l.id = ANY($3::uuid[]) AND l.state = 'cancelled'`,
    [storeId, preorderId, lineIds],
  );
}

async function lockPreorder(tx: Sql, { storeId, preorderId }: Movement): Promise<void> {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
}

async function endAttempt(tx: Sql, movement: Movement, state: 'placed' | 'cancelled'): Promise<void> {
  await tx.query(
    `UPDATE attempt SET state = CASE WHEN provider_ref IS NULL THEN 'abandoned' ELSE $3 END, updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state IN ('created', 'open')`,
    [movement.storeId, movement.attemptId, state],
  );
}

/** An undo is no news: nothing was taken. */
async function tell(tx: Sql, movement: Movement, state: 'done' | 'failed'): Promise<void> {
  const { storeId, id, preorderId, kind } = movement;
  if (kind === 'undo') return;
  await emit(tx, 'money.moved', { storeId, subjectId: preorderId, detail: { movementId: id, kind, state } });
}

/** Resolves with the line items whose money it was to move; null where it ended before. */
async function end(
  tx: Sql,
  { storeId, id }: Movement,
  { state, failure }: { state: 'done' | 'failed'; failure: string | null },
): Promise<string[] | null> {
  const ended = await tx.query(
    `UPDATE movement SET state = $3, failure = $4, ended_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = 'open' RETURNING 1`,
    [storeId, id, state, failure],
  );
  if (ended.length === 0) return null;
  const lines = await tx.query<{ id: string }>(
    'UPDATE movement_line SET open = false WHERE store_id = $1 AND movement_id = $2 RETURNING line_id AS id',
    [storeId, id],
  );
  return lines.map((line) => line.id);
}
