import { type Payment, type PaymentProvider, ProviderError } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import type { Movement } from '../queries/movements.ts';
import { type Ending, failMovement, type MovementFailure } from './end-movement.ts';
import { readRefusal } from './read-refusal.ts';

export type MoneyDeps = Pick<Deps, 'db' | 'payments' | 'log'>;

/** Books a movement that the provider has done. Idempotent. */
export type BookMovement = (movement: Ending) => Promise<void>;

/** `isRetry`: the provider may have been called for the movement before. */
type Finishing = { isRetry: boolean; book: BookMovement };

/** `booked`: it is done. `ended`: it was refused, or another hand was faster. `pending`: the provider has no verdict yet. */
export type Finished = 'booked' | 'ended' | 'pending';

/**
 * Has the provider execute the movement, and books the result. Throws if the result is unknown; the job then retries. Each
 * call to the provider is idempotent by the id of its movement or attempt.
 */
export async function finishMovement(deps: MoneyDeps, movement: Movement, finishing: Finishing): Promise<Finished> {
  const { isRetry, book } = finishing;
  const provider = deps.payments(movement.provider, movement.storeId);
  if (movement.kind === 'charge') return finishCharge(deps, provider, { ...movement, ...finishing });
  try {
    await move(provider, movement, isRetry);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error; // the job comes back
    const refusal = await readRefusal(deps, provider, movement);
    if (refusal === 'ended') return 'ended';
    if (movement.kind === 'refund' && refusal === 'refused') return refuseRefund(deps, movement, error);
    if (refusal === 'waits' || error.kind !== 'refused') throw error;
    await fail(deps, movement, { reason: 'authorisation_lost', failure: error.message });
    deps.log.error({ movementId: movement.id, kind: movement.kind }, 'the payment provider refused a movement');
    throw error; // the job's retry begins a new movement, if one is still due
  }
  await book(movement);
  return 'booked';
}

/** Books a refused refund. A later round tries again, with a new movement of what is owed then. */
async function refuseRefund(deps: MoneyDeps, movement: Movement, { message }: ProviderError): Promise<Finished> {
  await fail(deps, movement, { reason: 'refused', failure: message });
  deps.log.warn({ movementId: movement.id }, 'the payment provider refused a refund; the service tries again later');
  return 'ended';
}

/** Calls the provider. A retry first asks whether the call was done, because providers forget idempotency keys. */
async function move(provider: PaymentProvider, movement: Movement, isRetry: boolean): Promise<void> {
  const { kind, providerRef: ref, amount, currency, id } = movement;
  if (ref === null) throw new Error(`${kind} without a provider object`);
  if (kind === 'undo') {
    const payment = await provider.cancel(ref);
    if (payment.status !== 'cancelled') throw new ProviderError('refused', `it is ${payment.status}`);
    return;
  }
  if (isRetry && (await provider.hasDone(ref, id))) return;
  const sum = { amount, currency };
  await (kind === 'capture' ? provider.capture(ref, sum, id) : provider.refund(ref, sum, id));
}

type Charge = Movement & Finishing;

async function finishCharge(deps: MoneyDeps, provider: PaymentProvider, movement: Charge): Promise<Finished> {
  const payment = await askCharge(deps, provider, movement);
  if (payment === null) return 'ended';
  if (payment.status === 'captured') return completeCharge(deps, movement, payment);
  await noteObject(deps, movement, payment.ref);
  if (payment.status === 'processing') return 'pending';
  // A declined object could still be paid. It has to be cancelled, with a terminal answer, before another one is created.
  const ended = payment.status === 'cancelled' ? payment : await provider.cancel(payment.ref);
  if (ended.status === 'captured') return completeCharge(deps, movement, ended);
  if (ended.status !== 'cancelled')
    throw new Error(`the provider says “${ended.status}” of a charge that was cancelled`);
  await fail(deps, movement, failureOf(payment));
  return 'ended';
}

/**
 * Reads the object of the charge, or creates it by its attempt's id if it is unknown. Returns null once a refusal is
 * booked.
 */
async function askCharge(deps: MoneyDeps, provider: PaymentProvider, movement: Charge): Promise<Payment | null> {
  const { storeId, attemptId, id: movementId, amount, currency, providerRef, method, isRetry } = movement;
  if (providerRef !== null) return provider.read(providerRef);
  if (method === null) throw new Error('charge without a kept card');
  try {
    return await provider.charge({ storeId, attemptId, movementId, amount, currency, method, isRetry });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    await fail(deps, movement, { reason: 'refused', failure: error.message });
    return null;
  }
}

/** Stores the id of the charge's object, so that another process can read the object after a crash of this one. */
async function noteObject(deps: MoneyDeps, { storeId, attemptId }: Movement, ref: string): Promise<void> {
  await deps.db.query(
    `UPDATE attempt SET provider_ref = $3, state = CASE WHEN state = 'created' THEN 'open' ELSE state END,
            updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state IN ('created', 'open')`,
    [storeId, attemptId, ref],
  );
}

async function completeCharge(deps: MoneyDeps, movement: Charge, payment: Payment): Promise<Finished> {
  const { amount, currency } = movement;
  if (payment.capturedAmount !== amount || payment.currency !== currency) {
    // Our books must not differ from what was taken. The movement stays open; the job retries until it is dead, which
    // alerts.
    await noteObject(deps, movement, payment.ref);
    throw new Error(
      `the provider took ${payment.capturedAmount} ${payment.currency} where ${amount} ${currency} were due`,
    );
  }
  await movement.book({ ...movement, objectRef: payment.ref });
  return 'booked';
}

function failureOf({ status, declineCode }: Payment): MovementFailure {
  if (status === 'requires_action') {
    return { reason: 'authentication_required', failure: 'the bank wants the shopper to confirm it' };
  }
  const reason = declineCode === 'authentication_failed' ? 'authentication_required' : (declineCode ?? 'card_declined');
  return { reason, failure: reason };
}

async function fail(deps: MoneyDeps, movement: Movement, failure: MovementFailure): Promise<void> {
  await deps.db.transaction((tx) => failMovement(tx, movement, failure));
}
