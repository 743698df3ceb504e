import type { PaymentFailure } from '../../../domain/payment-retry.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import { emit } from '../../outbox/outbox.ts';
import { NET } from '../queries/ledger.ts';
import type { PreorderKey } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';
import { lockPreorder } from './lock-preorder.ts';
import { leavePaymentDue, owe } from './owe.ts';
import { noteRefusedRefund } from './owed-refunds.ts';

type Ending = Pick<Movement, 'storeId' | 'id' | 'preorderId' | 'attemptId' | 'kind' | 'currency'> & {
  /** The provider's object of a charge that is done, if it was not known before. */
  objectRef?: string;
};

const BACK: readonly Movement['kind'][] = ['refund', 'chargeback'];

/** Books a movement that the provider has done into the ledger. Idempotent. */
export async function completeMovement(tx: Sql, movement: Ending): Promise<void> {
  await lockPreorder(tx, movement);
  const { storeId, id, kind, currency } = movement;
  const sign = BACK.includes(kind) ? -1 : 1;
  const [done] = await tx.query<{ lines: { id: string; owes: boolean }[] }>(DONE, [storeId, id, sign, currency]);
  if (!done) return; // another worker has ended it
  if (kind === 'charge') {
    await endChargeAttempt(tx, movement, 'placed');
    const owing = done.lines.filter(({ owes }) => owes).map((line) => line.id);
    if (owing.length > 0) await leavePaymentDue(tx, movement, owing);
  }
  await tell(tx, movement, 'done');
}

// Debit: the provider owes us. Credit: the shopper has paid. A refund or chargeback has the opposite signs.
const DONE = `
  WITH done AS (
    UPDATE movement SET state = 'done', failure = NULL, ended_at = app_now()
    WHERE store_id = $1 AND id = $2 AND state = 'open' RETURNING store_id, id),
  lines AS (
    UPDATE movement_line l SET open = false FROM done WHERE l.store_id = done.store_id AND l.movement_id = done.id
    RETURNING l.line_id AS id, l.amount),
  booked AS (
    INSERT INTO ledger_entry (store_id, movement_id, line_id, account, amount, currency, at)
    SELECT $1, $2, l.id, a.account, a.sign * $3::int * l.amount, $4, app_now()
    FROM lines l, (VALUES ('provider', 1), ('shopper', -1)) AS a (account, sign))
  SELECT coalesce((SELECT json_agg(json_build_object('id', l.id, 'owes', p.state = 'payment_due'))
                   FROM lines l JOIN preorder_line p ON p.store_id = $1 AND p.id = l.id), '[]') AS lines
  FROM done`;

export type MovementFailure = { reason: PaymentFailure; failure: string };

/**
 * Ends a movement that the provider has refused for good. A capture or charge is then owed; a refund is tried again
 * later.
 */
export async function failMovement(tx: Sql, movement: Ending, { reason, failure }: MovementFailure): Promise<void> {
  await lockPreorder(tx, movement);
  const lineIds = await end(tx, movement, { state: 'failed', failure });
  if (!lineIds) return;
  const { storeId, preorderId, kind } = movement;
  if (kind === 'charge') await endChargeAttempt(tx, movement, 'cancelled');
  if (kind === 'capture' || kind === 'charge') {
    await owe(tx, movement, { lineIds, reason });
    await keepNoMore(tx, movement, lineIds);
  }
  if (kind === 'refund') {
    const tries = await noteRefusedRefund(tx, movement, failure);
    if (tries === 1) await tell(tx, movement, 'failed'); // one message is enough for the merchant's systems
    return;
  }
  await tell(tx, movement, 'failed');
  if (kind === 'charge' && reason !== 'refused') return; // a declined card is no reason for an alert
  if (kind === 'chargeback') return; // the bank takes it: no provider refuses it
  await raiseAlert(tx, storeId, { text: `${kind}_failed`, subjectId: preorderId, values: { said: failure } });
}

/**
 * Ends a movement that was refused because another hand was faster. That movement is booked instead: nothing is owed or
 * told.
 */
export async function supersedeMovement(tx: Sql, movement: Ending, failure: string): Promise<void> {
  await end(tx, movement, { state: 'failed', failure });
}

/** Lowers what the merchant keeps of cancelled line items to what was really taken for them. */
export async function keepNoMore(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  lineIds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE preorder_line l SET kept = least(l.kept, greatest(0, ${NET}))
     WHERE l.store_id = $1 AND l.preorder_id = $2 AND l.id = ANY($3::uuid[]) AND l.state = 'cancelled'`,
    [storeId, preorderId, lineIds],
  );
}

/** Ends the attempt of a charge; `abandoned` if the provider has no object for it. */
export async function endChargeAttempt(tx: Sql, movement: Ending, state: 'placed' | 'cancelled'): Promise<void> {
  await tx.query(
    `UPDATE attempt SET state = CASE WHEN coalesce(provider_ref, $4) IS NULL THEN 'abandoned' ELSE $3 END,
            provider_ref = coalesce(provider_ref, $4), updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state IN ('created', 'open')`,
    [movement.storeId, movement.attemptId, state, movement.objectRef ?? null],
  );
}

/** Emits the end of a movement. Not for an undo, which took nothing, nor for a chargeback, which its dispute reports. */
async function tell(tx: Sql, movement: Ending, state: 'done' | 'failed'): Promise<void> {
  const { storeId, id, preorderId, kind } = movement;
  if (kind === 'undo' || kind === 'chargeback') return;
  await emit(tx, 'money.moved', { storeId, subjectId: preorderId, detail: { movementId: id, kind, state } });
}

/** Ends an open movement. Resolves with the ids of its line items; null if it had ended before. */
async function end(
  tx: Sql,
  { storeId, id }: Ending,
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
