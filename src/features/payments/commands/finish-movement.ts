import { type Payment, type PaymentProvider, ProviderError } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import type { Movement } from '../queries/movements.ts';
import { completeMovement, failMovement, type MovementFailure } from './end-movement.ts';

export type MoneyDeps = Pick<Deps, 'db' | 'payments' | 'log'>;

/**
 * Has the provider do what the movement says, and writes down what came of it. True: it ended; false: there is no verdict
 * yet. What is not known throws, and is asked again: every call is idempotent, by its movement or its attempt.
 */
export async function finishMovement(deps: MoneyDeps, movement: Movement): Promise<boolean> {
  const provider = deps.payments(movement.provider, movement.storeId);
  if (movement.kind === 'charge') return finishCharge(deps, provider, movement);
  try {
    await move(provider, movement);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error; // the job comes back
    await fail(deps, movement, { reason: 'authorisation_lost', failure: error.message });
    deps.log.error({ movementId: movement.id, kind: movement.kind }, 'the payment provider refused a movement');
    throw error; // a later try begins a new movement, if one is still due
  }
  await deps.db.transaction((tx) => completeMovement(tx, movement));
  return true;
}

/** A retry reads the object first: providers forget the keys by which they would know that they did it. */
async function move(provider: PaymentProvider, { kind, providerRef: ref, amount, id }: Movement): Promise<void> {
  if (ref === null) throw new Error('what was authorised has its provider object');
  if (kind === 'undo') {
    const payment = await provider.cancel(ref);
    if (payment.status !== 'cancelled') throw new ProviderError('refused', `it is ${payment.status}`);
  } else if (!(await provider.hasDone(ref, id))) {
    await (kind === 'capture' ? provider.capture(ref, amount, id) : provider.refund(ref, amount, id));
  }
}

async function finishCharge(deps: MoneyDeps, provider: PaymentProvider, movement: Movement): Promise<boolean> {
  const payment = await askCharge(deps, provider, movement);
  if (payment === null) return true;
  await noteObject(deps, movement, payment.ref);
  if (payment.status === 'processing') return false;
  if (payment.status === 'captured') return completeCharge(deps, movement, payment);
  // Nobody may pay it any more before another one is made: what ends it is a terminal answer, not the decline.
  const ended = payment.status === 'cancelled' ? payment : await provider.cancel(payment.ref);
  if (ended.status === 'captured') return completeCharge(deps, movement, ended);
  if (ended.status !== 'cancelled')
    throw new Error(`the provider says “${ended.status}” of a charge that was cancelled`);
  await fail(deps, movement, failureOf(payment));
  return true;
}

/** Null: refused, and written down. An object that is known is read; one that is not is asked for by its attempt. */
async function askCharge(deps: MoneyDeps, provider: PaymentProvider, movement: Movement): Promise<Payment | null> {
  const { storeId, attemptId, id: movementId, amount, currency, providerRef, method } = movement;
  if (providerRef !== null) return provider.read(providerRef);
  if (method === null) throw new Error('a charge has its card');
  try {
    return await provider.charge({ storeId, attemptId, movementId, amount, currency, method });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error;
    await fail(deps, movement, { reason: 'refused', failure: error.message });
    return null;
  }
}

/** From now on it can be read, whatever becomes of this process. */
async function noteObject(deps: MoneyDeps, { storeId, attemptId }: Movement, ref: string): Promise<void> {
  await deps.db.query(
    `UPDATE attempt SET provider_ref = $3, state = CASE WHEN state = 'created' THEN 'open' ELSE state END,
            updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state IN ('created', 'open')`,
    [storeId, attemptId, ref],
  );
}

async function completeCharge(deps: MoneyDeps, movement: Movement, payment: Payment): Promise<boolean> {
  const { amount, currency } = movement;
  if (payment.capturedAmount !== amount || payment.currency !== currency) {
    // Nothing is booked that was not taken: the movement stays open, the job is repeated and then dead, which alerts.
    throw new Error(
      `the provider took ${payment.capturedAmount} ${payment.currency} where ${amount} ${currency} were due`,
    );
  }
  await deps.db.transaction((tx) => completeMovement(tx, movement));
  return true;
}

function failureOf({ status, declineCode }: Payment): MovementFailure {
  if (status === 'requires_action') {
    return { reason: 'authentication_required', failure: 'the bank wants the shopper to confirm it' };
  }
  const reason = declineCode ?? 'card_declined';
  return { reason, failure: reason };
}

async function fail(deps: MoneyDeps, movement: Movement, failure: MovementFailure): Promise<void> {
  await deps.db.transaction((tx) => failMovement(tx, movement, failure));
}
