import type { Next } from '../../../domain/alert.ts';
import { nextRefundTry } from '../../../domain/payment-retry.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { keepPlace, readPlace } from '../../walk.ts';
import type { PreorderKey } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';
import { findUnnoticed } from '../queries/owed-refunds.ts';
import { inTurn } from '../rounds.ts';
import { spreadOf } from './owe.ts';

const REFUSED = 'refunds_refused';
// The alert of earlier versions, one for each pre-order.
const REFUSED_BEFORE = 'refund_failed';

/** Notes a refund that the provider refused, and plans the next try with back-off. Resolves with the number of refusals. */
export async function noteRefusedRefund(
  tx: Sql,
  { storeId, preorderId, attemptId }: Pick<Movement, 'storeId' | 'preorderId' | 'attemptId'>,
  reason: string,
): Promise<number> {
  const [owed] = await tx.query<{ tries: number; now: Date }>(
    `INSERT INTO refund_owed AS r (store_id, attempt_id, preorder_id, reason, next_at)
     VALUES ($1, $2, $3, $4, app_now())
     ON CONFLICT (store_id, attempt_id) DO UPDATE SET tries = r.tries + 1, reason = excluded.reason, asked = false
     RETURNING tries, app_now() AS now`,
    [storeId, attemptId, preorderId, reason.slice(0, 300)],
  );
  if (!owed) throw new Error('no row returned for a refused refund');
  const { tries, now } = owed;
  const nextAt = nextRefundTry({ tries, now, spread: spreadOf({ id: attemptId, tries }) });
  await tx.query('UPDATE refund_owed SET next_at = $3 WHERE store_id = $1 AND attempt_id = $2', [
    storeId,
    attemptId,
    nextAt,
  ]);
  return tries;
}

/** Deletes the notes of refused refunds of these attempts: nothing has to go back by them any more. */
export async function forgetOwedRefunds(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  attemptIds: readonly string[],
): Promise<void> {
  if (attemptIds.length === 0) return;
  await tx.query('DELETE FROM refund_owed WHERE store_id = $1 AND attempt_id = ANY($2::uuid[])', [storeId, attemptIds]);
  await resolveAlert(tx, storeId, { code: REFUSED_BEFORE, subjectId: preorderId });
}

/**
 * Makes the next try of refused refunds due at once, because the obstacle is gone or a person thinks so. For one
 * pre-order, or for the whole store without a `preorderId`. Resolves with the number of refunds.
 */
export async function askForOwedRefunds(sql: Sql, storeId: string, preorderId: string | null = null): Promise<number> {
  const due = await sql.query(
    `UPDATE refund_owed SET next_at = (SELECT app_now())
     WHERE store_id = $1 AND ($2::uuid IS NULL OR preorder_id = $2) AND next_at > (SELECT app_now()) AND NOT asked
     RETURNING 1`,
    [storeId, preorderId],
  );
  return due.length;
}

const AT_ONCE = 500;
// By then the job has failed a few times or is lost.
const LOST_AFTER = "interval '15 minutes'";

const GIVE_TO_JOBS = `
  WITH due AS (
    SELECT store_id, attempt_id FROM refund_owed WHERE (store_id, attempt_id) IN (
      SELECT store_id, attempt_id FROM refund_owed WHERE next_at <= (SELECT app_now())
      ORDER BY ${inTurn('next_at')} LIMIT $1)
    FOR UPDATE SKIP LOCKED),
  given AS (
    UPDATE refund_owed r SET asked = true, next_at = app_now() + ${LOST_AFTER} FROM due
    WHERE r.store_id = due.store_id AND r.attempt_id = due.attempt_id RETURNING r.store_id, r.preorder_id)
  INSERT INTO outbox (store_id, topic, subject_id) SELECT DISTINCT store_id, 'money.due', preorder_id FROM given
  RETURNING 1`;

/** Gives refused refunds whose next try is due to jobs, the stores in turn. Raises or resolves one alert for each store. */
export async function retryRefunds(deps: Pick<Deps, 'db' | 'outbox'>): Promise<number> {
  const given = await deps.db.query(GIVE_TO_JOBS, [AT_ONCE]);
  if (given.length > 0) deps.outbox.wake();
  for (const { storeId, reference, said } of await deps.db.query<Untold>(UNTOLD, [REFUSED])) {
    const values = { reference, said };
    await raiseAlert(deps.db, storeId, { text: REFUSED, subjectId: storeId, values, next: NEXT });
  }
  await deps.db.query(TELL_NO_MORE, [REFUSED]);
  return given.length;
}

const NEXT: Next = { step: 'look_at_refunds' };

/** Raises the alert for a surplus, a payment that belongs to no pre-order. */
export async function tellOfRefusedRefund(
  tx: Sql,
  storeId: string,
  { reason, ...of }: { amount: string; currency: string; payment: string; reason: string },
): Promise<void> {
  const values = { ...of, said: reason.replace(/(?<!\.)\.+$/, '') };
  await raiseAlert(tx, storeId, { text: `${REFUSED}.payment`, subjectId: storeId, values, next: NEXT });
}

type Untold = { storeId: string; reference: string; said: string };

const UNTOLD = `
  SELECT DISTINCT ON (r.store_id) r.store_id AS "storeId", p.reference, rtrim(r.reason, '.') AS said
  FROM refund_owed r JOIN preorder p ON p.store_id = r.store_id AND p.id = r.preorder_id
  WHERE NOT EXISTS (
    SELECT 1 FROM alert a WHERE a.store_id = r.store_id AND a.code = $1 AND a.subject_id = r.store_id AND a.resolved_at IS NULL)
  ORDER BY r.store_id, r.since`;

const TELL_NO_MORE = `
  UPDATE alert a SET resolved_at = app_now()
  WHERE a.code = $1 AND a.resolved_at IS NULL AND NOT EXISTS (SELECT 1 FROM refund_owed r WHERE r.store_id = a.store_id)
    AND NOT EXISTS (
      SELECT 1 FROM attempt t JOIN movement m ON m.store_id = t.store_id AND m.attempt_id = t.id
      WHERE t.store_id = a.store_id AND t.state = 'surplus' AND m.kind = 'refund' AND m.state = 'failed')`;

const WALK = 'refunds owed';
const PAGE = 1_000; // a million line items in eight hours, at a round every half minute

/**
 * Finds pre-orders that are owed a refund without one under way, because its job was lost, and has a new job move the
 * money. No column marks such a line item, so each round walks through the next page of all line items.
 */
export async function findOwedRefunds(deps: Pick<Deps, 'db' | 'outbox'>): Promise<number> {
  const after = await readPlace(deps.db, WALK);
  const { preorders, next } = await findUnnoticed(deps.db, after, PAGE);
  await deps.db.query(
    `INSERT INTO outbox (store_id, topic, subject_id)
     SELECT DISTINCT store_id, 'money.due', preorder_id FROM unnest($1::uuid[], $2::uuid[]) AS o (store_id, preorder_id)`,
    [preorders.map(({ storeId }) => storeId), preorders.map(({ preorderId }) => preorderId)],
  );
  await keepPlace(deps.db, WALK, next);
  if (preorders.length > 0) deps.outbox.wake();
  return preorders.length;
}
