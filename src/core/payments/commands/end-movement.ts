import type { PaymentFailure } from '../../../domain/payment-retry.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { OutboxDetails } from '../../outbox/topics.ts';
import { NET } from '../queries/ledger.ts';
import type { PreorderKey } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';
import { lockPreorder } from './lock-preorder.ts';
import { leavePaymentDue, owe } from './owe.ts';
import { noteRefusedRefund } from './owed-refunds.ts';

export type Ending = Pick<Movement, 'storeId' | 'id' | 'preorderId' | 'attemptId' | 'kind' | 'currency'> & {
  /** The provider's object of a charge that is done, if it was not known before. */
  objectRef?: string;
};

/** Books a movement that the provider has done into the ledger. Idempotent. */
export async function completeMovement(tx: Sql, movement: Ending): Promise<void> {
  await lockPreorder(tx, movement);
  await completeLocked(tx, movement.storeId, [movement]);
}

/** Books movements of a store that the provider has done. The caller has locked their pre-orders. */
export async function completeLocked(tx: Sql, storeId: string, movements: readonly Ending[]): Promise<void> {
  const done = await tx.query<{ id: string; owing: string[] }>(DONE, [storeId, movements.map(({ id }) => id)]);
  const owing = new Map(done.map((one) => [one.id, one.owing]));
  const ended = movements.filter(({ id }) => owing.has(id)); // another worker has ended the others
  const charges = ended.filter(({ kind }) => kind === 'charge');
  await endChargeAttempts(tx, charges, 'placed');
  for (const charge of charges) {
    const lineIds = owing.get(charge.id) ?? [];
    if (lineIds.length > 0) await leavePaymentDue(tx, charge, lineIds);
  }
  await tell(tx, ended, 'done');
}

// Debit: the provider owes us. Credit: the shopper has paid. A refund or chargeback has the opposite signs.
const DONE = `
  WITH done AS (
    UPDATE movement SET state = 'done', failure = NULL, ended_at = app_now()
    WHERE store_id = $1 AND id = ANY($2::uuid[]) AND state = 'open'
    RETURNING store_id, id, currency, CASE WHEN kind IN ('refund', 'chargeback') THEN -1 ELSE 1 END AS sign),
  lines AS (
    UPDATE movement_line l SET open = false FROM done WHERE l.store_id = done.store_id AND l.movement_id = done.id
    RETURNING l.movement_id, l.line_id AS id, done.sign * l.amount AS amount, done.currency),
  booked AS (
    INSERT INTO ledger_entry (store_id, movement_id, line_id, account, amount, currency, at)
    SELECT $1, l.movement_id, l.id, a.account, a.sign * l.amount, l.currency, app_now()
    FROM lines l, (VALUES ('provider', 1), ('shopper', -1)) AS a (account, sign))
  SELECT done.id, coalesce((SELECT json_agg(l.id) FROM lines l JOIN preorder_line p ON p.store_id = $1 AND p.id = l.id
                            WHERE l.movement_id = done.id AND p.state = 'payment_due'), '[]') AS owing
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
  if (kind === 'charge') await endChargeAttempts(tx, [movement], 'cancelled');
  if (kind === 'capture' || kind === 'charge') {
    await owe(tx, movement, { lineIds, reason });
    await keepNoMore(tx, movement, lineIds);
  }
  if (kind === 'refund') {
    const tries = await noteRefusedRefund(tx, movement, failure);
    if (tries === 1) await tell(tx, [movement], 'failed'); // one message is enough for the merchant's systems
    return;
  }
  await tell(tx, [movement], 'failed');
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

/** Ends the attempts of charges; `abandoned` if the provider has no object for one. */
export async function endChargeAttempts(
  tx: Sql,
  charges: readonly Ending[],
  state: 'placed' | 'cancelled',
): Promise<void> {
  if (charges.length === 0) return;
  await tx.query(
    `UPDATE attempt a SET state = CASE WHEN coalesce(a.provider_ref, c.ref) IS NULL THEN 'abandoned' ELSE $1 END,
            provider_ref = coalesce(a.provider_ref, c.ref), updated_at = app_now()
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS c (store_id, id, ref)
     WHERE a.store_id = c.store_id AND a.id = c.id AND a.state IN ('created', 'open')`,
    [
      state,
      charges.map(({ storeId }) => storeId),
      charges.map(({ attemptId }) => attemptId),
      charges.map(({ objectRef }) => objectRef ?? null),
    ],
  );
}

type Told = Ending & Pick<OutboxDetails['money.moved'], 'kind'>;

/** An undo took nothing, and its dispute tells of a chargeback. */
const isTold = (movement: Ending): movement is Told => movement.kind !== 'undo' && movement.kind !== 'chargeback';

/** Emits the end of movements. */
async function tell(tx: Sql, movements: readonly Ending[], state: 'done' | 'failed'): Promise<void> {
  const told = movements.filter(isTold);
  if (told.length === 0) return;
  const details = told.map(({ id, kind }): OutboxDetails['money.moved'] => ({ movementId: id, kind, state }));
  await tx.query(
    `INSERT INTO outbox (store_id, topic, subject_id, detail)
     SELECT m.store_id, 'money.moved', m.preorder_id, m.detail
     FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[]) AS m (store_id, preorder_id, detail)`,
    [
      told.map(({ storeId }) => storeId),
      told.map(({ preorderId }) => preorderId),
      details.map((detail) => JSON.stringify(detail)),
    ],
  );
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
