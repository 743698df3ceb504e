import type { DeclineCode, Payment, SavedMethod } from '../../../integrations/payments/port.ts';
import { ProviderError } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { type Attempt, type AttemptKey, type CheckoutAttempt, type PreorderAttempt, readAttempt } from '../queries.ts';
import { acceptPayment } from './accept.ts';
import { noteCancelled } from './note-cancelled.ts';

export type SettleDeps = Pick<Deps, 'db' | 'payments' | 'sales' | 'answers' | 'outbox'>;

export type Settled =
  | { kind: 'completed' }
  | { kind: 'requires_action'; ref: string; clientSecret: string }
  /** Another card may be tried while the hold lasts. `code` is null if no card was tried on the object yet. */
  | { kind: 'declined'; code: DeclineCode | null }
  | { kind: 'processing' }
  /** Not decided yet: the provider cannot be reached, or too many shoppers buy at once. */
  | { kind: 'unknown' }
  /** The attempt is over without a pre-order. A new one may be made while the units are held. */
  | { kind: 'ended' };

/**
 * Turns the provider's answer about an attempt into our state. Idempotent: the shopper's confirm, the provider's webhook
 * and the sweep over silent attempts call it in any order and any number of times. An error undoes nothing, because the
 * commit may have succeeded and only its answer been lost; settle then runs again. `answer`: the provider's latest answer,
 * which saves a read.
 */
export async function settle(deps: SettleDeps, key: AttemptKey, answer: Payment | null = null): Promise<Settled> {
  const attempt = await readAttempt(deps.db, key);
  if (!attempt) return { kind: 'ended' };
  if (attempt.state === 'placed') return { kind: 'completed' };
  if (attempt.state === 'created') return { kind: 'declined', code: null };
  if (attempt.state === 'cancel_sent') return { kind: 'processing' };
  if (attempt.state !== 'open' || attempt.providerRef === null) return { kind: 'ended' };
  if (attempt.offSession) return leaveToMovement(deps, attempt);

  const known = answer?.ref === attempt.providerRef ? answer : null;
  const payment = known ?? (await readPayment(deps, attempt, attempt.providerRef));
  if (!payment) return { kind: 'unknown' };
  switch (payment.status) {
    case 'authorised':
    case 'captured':
    case 'saved':
      if (attempt.purpose === 'checkout') return place(deps, attempt, payment.method);
      return attempt.purpose === 'swap' ? handOver(deps, attempt) : accept(deps, attempt, payment);
    case 'requires_action':
      return { kind: 'requires_action', ref: payment.ref, clientSecret: payment.clientSecret };
    case 'requires_payment_method':
      return { kind: 'declined', code: payment.declineCode ?? null };
    case 'processing':
      await touch(deps.db, attempt);
      return { kind: 'processing' };
    case 'cancelled':
      await deps.db.transaction((tx) => noteCancelled(tx, attempt, 'open'));
      return { kind: 'ended' };
  }
}

/** Leaves a charge to its movement: a job reads the provider and books the result. */
async function leaveToMovement(deps: SettleDeps, attempt: Attempt): Promise<Settled> {
  await deps.db.transaction(async (tx) => {
    await touch(tx, attempt);
    if (attempt.preorderId) await emit(tx, 'money.due', { storeId: attempt.storeId, subjectId: attempt.preorderId });
  });
  deps.outbox.wake();
  return { kind: 'processing' };
}

/** Reads the provider's object; null if the provider cannot be reached now. */
async function readPayment(deps: SettleDeps, attempt: Attempt, ref: string): Promise<Payment | null> {
  try {
    return await deps.payments(attempt.provider, attempt.storeId).read(ref);
  } catch (error) {
    if (error instanceof ProviderError && error.kind !== 'refused') return null;
    throw error;
  }
}

async function place(deps: SettleDeps, attempt: CheckoutAttempt, method?: SavedMethod): Promise<Settled> {
  const { storeId, checkoutId, id: attemptId } = attempt;
  const outcome = await deps.sales.place({ storeId, checkoutId, attemptId, method });
  deps.outbox.wake();
  if (outcome.kind === 'placed') {
    deps.answers.invalidate(storeId, outcome.productId);
    return { kind: 'completed' };
  }
  if (outcome.kind === 'busy') return { kind: 'unknown' };
  return outcome.kind === 'surplus' ? { kind: 'ended' } : decidedMeanwhile(deps, attempt);
}

async function accept(deps: SettleDeps, attempt: PreorderAttempt, payment: Payment): Promise<Settled> {
  const accepted = await deps.db.transaction((tx) => acceptPayment(tx, attempt, payment));
  deps.outbox.wake();
  return accepted ? { kind: 'completed' } : decidedMeanwhile(deps, attempt);
}

/** Leaves a paid swap to a job. The job swaps the line item or undoes the payment; until then the attempt stays open. */
async function handOver(deps: SettleDeps, { storeId, id: subjectId }: PreorderAttempt): Promise<Settled> {
  await deps.db.transaction(async (tx) => {
    await touch(tx, { storeId, id: subjectId });
    await tx.query('UPDATE line_swap SET paid_at = app_now() WHERE store_id = $1 AND attempt_id = $2', [
      storeId,
      subjectId,
    ]);
    await emit(tx, 'swap.paid', { storeId, subjectId });
  });
  deps.outbox.wake();
  return { kind: 'completed' };
}

/** Returns what a concurrent settle has decided. */
async function decidedMeanwhile(deps: SettleDeps, { storeId, id: attemptId }: Attempt): Promise<Settled> {
  const decided = await readAttempt(deps.db, { storeId, attemptId });
  if (decided?.state === 'placed') return { kind: 'completed' };
  return decided?.state === 'cancel_sent' ? { kind: 'processing' } : { kind: 'ended' };
}

/** Updates the attempt's time stamp: the provider has answered, so the sweep can wait. */
async function touch(sql: Sql, attempt: Pick<Attempt, 'storeId' | 'id'>): Promise<void> {
  await sql.query(`UPDATE attempt SET updated_at = app_now() WHERE store_id = $1 AND id = $2 AND state = 'open'`, [
    attempt.storeId,
    attempt.id,
  ]);
}
