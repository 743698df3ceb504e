import { randomUUID } from 'node:crypto';
import { type PaymentProvider, type PaymentStatus, ProviderError } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { type Attempt, type AttemptKey, readAttempt, readLatestAttempt } from '../queries.ts';
import { noteCancelled } from './note-cancelled.ts';
import { returnSurplus } from './return-surplus.ts';
import { type SettleDeps, settle } from './settle.ts';

export type EndDeps = SettleDeps & Pick<Deps, 'log'>;

/** `none`: nothing can take money any more. `placed`: the payment was accepted. `pending`: only a later answer decides. */
export type AttemptEnd = 'none' | 'placed' | 'pending';

/**
 * Ends the attempt that could still take money for a checkout, before its hold ends or changes. Reads the provider's
 * object first: an authorised one places the pre-order. Otherwise commits `cancel_sent`, then cancels; from then on only a
 * terminal answer decides.
 */
export async function endLiveAttempt(deps: EndDeps, storeId: string, checkoutId: string): Promise<AttemptEnd> {
  return endAttempt(deps, await readLatestAttempt(deps.db, storeId, checkoutId));
}

/** Ends this attempt of a checkout or pre-order. Never call it for a charge of a kept card: its movement ends that. */
export async function endAttempt(deps: EndDeps, attempt: Attempt | null): Promise<AttemptEnd> {
  switch (attempt?.state) {
    case 'placed':
      return 'placed';
    case 'created':
      return (await endWithoutObject(deps, attempt)) ? 'none' : 'pending';
    case 'open':
      return endOpen(deps, attempt);
    case 'cancel_sent':
      return cancel(deps, attempt);
    default:
      return 'none';
  }
}

/**
 * Ends an attempt whose object is not stored. A late object is never confirmed, because storing its id fails from now
 * on.
 */
async function endWithoutObject(deps: EndDeps, attempt: Attempt): Promise<boolean> {
  return deps.db.transaction((tx) => noteCancelled(tx, attempt, 'created'));
}

async function endOpen(deps: EndDeps, attempt: Attempt): Promise<AttemptEnd> {
  const settled = await settle(deps, { storeId: attempt.storeId, attemptId: attempt.id });
  if (settled.kind === 'completed') return 'placed';
  if (settled.kind === 'ended') return 'none';
  if (settled.kind === 'unknown') return 'pending';
  const sent = await deps.db.transaction(async (tx) => {
    // Placing takes this lock too: either it sees `cancel_sent`, or this transaction sees `placed`.
    await lockSubject(tx, attempt);
    return tx.query(
      `UPDATE attempt SET state = 'cancel_sent', updated_at = app_now()
       WHERE store_id = $1 AND id = $2 AND state = 'open' RETURNING 1`,
      [attempt.storeId, attempt.id],
    );
  });
  if (sent.length > 0) return cancel(deps, attempt);
  const decided = await readAttempt(deps.db, { storeId: attempt.storeId, attemptId: attempt.id });
  return decided?.state === 'placed' ? 'placed' : 'pending';
}

/** Locks what the attempt pays for: its checkout or its pre-order. */
export async function lockSubject(
  tx: Sql,
  { storeId, checkoutId, preorderId }: Pick<Attempt, 'storeId' | 'checkoutId' | 'preorderId'>,
): Promise<void> {
  const table = checkoutId === null ? 'preorder' : 'checkout';
  await tx.query(`SELECT 1 FROM ${table} WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`, [
    storeId,
    checkoutId ?? preorderId,
  ]);
}

async function cancel(deps: EndDeps, attempt: Attempt): Promise<AttemptEnd> {
  return (await cancelObject(deps, attempt, 'cancel_sent')) ? 'none' : 'pending';
}

/** Undoes a surplus authorisation. Throws while the provider has not confirmed that, so that the job is repeated. */
export async function undoSurplus(deps: EndDeps, key: AttemptKey): Promise<void> {
  const attempt = await readAttempt(deps.db, key);
  if (attempt?.state !== 'surplus') return;
  if (!(await cancelObject(deps, attempt, 'surplus'))) {
    throw new ProviderError('unreachable', 'a surplus authorisation is not undone yet');
  }
}

/** Updates the attempt's time stamp, so that the next round first takes attempts that have waited longer. */
export async function touchAttempt(db: Sql, storeId: string, attemptId: string): Promise<void> {
  await db.query('UPDATE attempt SET updated_at = app_now() WHERE store_id = $1 AND id = $2', [storeId, attemptId]);
}

/** Cancels the object and has the provider forget its card. Reports `saved` as `cancelled`: a saved card takes no money. */
async function cancelAndForget(provider: PaymentProvider, ref: string): Promise<PaymentStatus> {
  const { status, method } = await provider.cancel(ref);
  const over = status === 'cancelled' || status === 'saved';
  if ((over || status === 'captured') && method) await provider.forget(method);
  return over ? 'cancelled' : status;
}

/**
 * Cancels the provider's object. Returns true once it can take no money any more: it is cancelled, or another hand has
 * captured it before us, and then that money goes back.
 */
async function cancelObject(deps: EndDeps, attempt: Attempt, from: 'cancel_sent' | 'surplus'): Promise<boolean> {
  const { storeId, id: attemptId, provider: name, providerRef } = attempt;
  if (providerRef === null) throw new Error(`attempt in state ${from} without a provider object`);
  const provider = deps.payments(name, storeId);
  let status: PaymentStatus;
  try {
    status = await cancelAndForget(provider, providerRef);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ attemptId, kind: error.kind }, 'the payment provider did not cancel; the service tries again');
    return false;
  }
  if (status === 'captured') {
    if (from === 'surplus') await returnSurplus(deps, provider, attempt);
    else await deps.db.transaction((tx) => becomeSurplus(tx, attempt));
    return true;
  }
  await deps.db.transaction(async (tx) => {
    if (status !== 'cancelled') {
      return raiseAlert(tx, storeId, { text: 'cancel_failed', subjectId: attemptId, values: { said: status } });
    }
    const ended = await noteCancelled(tx, attempt, from);
    if (!ended || from !== 'surplus') return;
    await tx.query(
      `INSERT INTO movement (store_id, id, attempt_id, kind, state, amount, currency, created_at, ended_at)
       VALUES ($1, $2, $3, 'undo', 'done', $4, $5, app_now(), app_now())`,
      [storeId, randomUUID(), attemptId, attempt.amount, attempt.currency],
    );
  });
  return status === 'cancelled';
}

/**
 * Turns an attempt that another hand captured before we could cancel it into a surplus. A job then gives the money
 * back.
 */
async function becomeSurplus(tx: Sql, { storeId, id }: Attempt): Promise<void> {
  const became = await tx.query(
    `UPDATE attempt SET state = 'surplus', updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = 'cancel_sent' RETURNING 1`,
    [storeId, id],
  );
  if (became.length > 0) await emit(tx, 'attempt.undo', { storeId, subjectId: id });
}
