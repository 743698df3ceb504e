import { randomUUID } from 'node:crypto';
import { type Minor, toDecimal } from '../../../domain/money.ts';
import { doneByOthers } from '../../../domain/other-hand.ts';
import { nextRefundTry } from '../../../domain/payment-retry.ts';
import { type InspectedPayment, type PaymentProvider, ProviderError } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { readKnownPayment } from '../queries/other-hand.ts';
import type { Attempt, AttemptKey } from '../queries.ts';
import { noteCancelled } from './note-cancelled.ts';
import { spreadOf } from './owe.ts';
import { tellOfRefusedRefund } from './owed-refunds.ts';

/**
 * Refunds a surplus that another hand captured before we could cancel it, and ends its attempt. Its movements have no
 * pre-order and no line items, so they are not in the ledger. Throws if the refund failed. A refused refund is tried again
 * with the back-off of refunds that are owed to shoppers.
 */
export async function returnSurplus(
  { db }: Pick<Deps, 'db'>,
  provider: PaymentProvider,
  attempt: Attempt,
): Promise<void> {
  const { storeId, providerRef, currency } = attempt;
  if (providerRef === null) throw new Error('captured surplus without a provider object');
  const theirs = await provider.inspect(providerRef);
  const refund = await db.transaction((tx) => beginRefund(tx, attempt, theirs));
  if (refund === null) return;
  const { id, amount } = refund;
  try {
    if (!(await provider.hasDone(providerRef, id))) await provider.refund(providerRef, { amount, currency }, id);
  } catch (error) {
    // For example, another hand has given a part back meanwhile. The next try reads what is left.
    const isRefused = error instanceof ProviderError && error.kind === 'refused';
    if (isRefused) await db.transaction((tx) => noteRefused(tx, attempt, { ...refund, reason: error.message }));
    throw error;
  }
  await db.transaction(async (tx) => {
    await end(tx, { storeId, id }, { state: 'done', failure: null });
    await noteCancelled(tx, attempt, 'surplus');
  });
}

type Refund = { id: string; amount: Minor };

/**
 * Books what other hands did to the payment, and begins the refund of what is left. Returns null if no refund is to be
 * made now.
 */
async function beginRefund(tx: Sql, attempt: Attempt, theirs: InspectedPayment): Promise<Refund | null> {
  const key = { storeId: attempt.storeId, attemptId: attempt.id };
  await tx.query('SELECT 1 FROM attempt WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    key.storeId,
    key.attemptId,
  ]);
  const back = theirs.refunds.reduce((sum, { amount }) => sum + amount, 0) + (await readLostToBanks(tx, key));
  const left = Math.max(0, theirs.capturedAmount - back);
  const begun = await resumeRefund(tx, key, { theirs, left });
  const known = await readKnownPayment(tx, key);
  if (known?.state !== 'surplus') return null;
  const { received, refunds } = doneByOthers(known.movements, theirs);
  const { currency, providerRef } = attempt;
  const done = { ...key, currency, state: 'done' as const };
  if (received !== null) await insert(tx, { ...done, kind: 'capture', amount: received, byHandRef: providerRef });
  for (const { ref, amount } of refunds) await insert(tx, { ...done, kind: 'refund', amount, byHandRef: ref });
  if (begun !== null) return begun;
  if (left <= 0) {
    await noteCancelled(tx, attempt, 'surplus');
    return null;
  }
  if (await isBackingOff(tx, key, left)) return null;
  const id = await insert(tx, { ...key, currency, state: 'open', kind: 'refund', amount: left, byHandRef: null });
  return { id, amount: left };
}

/** Returns what banks took back of the payment for good. That cannot be refunded a second time. */
async function readLostToBanks(tx: Sql, { storeId, attemptId }: AttemptKey): Promise<Minor> {
  const [lost] = await tx.query<{ amount: Minor }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM dispute
     WHERE store_id = $1 AND attempt_id = $2 AND state = 'lost'`,
    [storeId, attemptId],
  );
  return lost?.amount ?? 0;
}

/**
 * Returns true while the back-off after the last refusal runs. Counts only refusals of this amount: if another hand has
 * given a part back since, that explains the refusal, and the rest is tried at once.
 */
async function isBackingOff(tx: Sql, { storeId, attemptId }: AttemptKey, left: Minor): Promise<boolean> {
  const [refused] = await tx.query<{ tries: number; endedAt: Date | null; now: Date }>(
    `SELECT count(*)::int AS tries, max(ended_at) AS "endedAt", app_now() AS now FROM movement
     WHERE store_id = $1 AND attempt_id = $2 AND kind = 'refund' AND state = 'failed' AND amount = $3`,
    [storeId, attemptId, left],
  );
  if (!refused?.endedAt) return false;
  const { tries, endedAt, now } = refused;
  return nextRefundTry({ tries, now: endedAt, spread: spreadOf({ id: attemptId, tries }) }) > now;
}

async function noteRefused(tx: Sql, attempt: Attempt, refused: Refund & { reason: string }): Promise<void> {
  const { storeId, currency, providerRef } = attempt;
  const { id, amount, reason } = refused;
  await end(tx, { storeId, id }, { state: 'failed', failure: reason });
  const of = { amount: toDecimal(amount, currency), currency, payment: providerRef ?? '' };
  await tellOfRefusedRefund(tx, storeId, { ...of, reason });
}

/** Returns the open refund if it is still to be made. Otherwise ends it, as done or failed, and returns null. */
async function resumeRefund(
  tx: Sql,
  { storeId, attemptId }: AttemptKey,
  { theirs, left }: { theirs: InspectedPayment; left: Minor },
): Promise<Refund | null> {
  const [begun] = await tx.query<Refund>(
    `SELECT id, amount FROM movement WHERE store_id = $1 AND attempt_id = $2 AND state = 'open'`,
    [storeId, attemptId],
  );
  if (!begun) return null;
  const isMade = theirs.refunds.some(({ movementId }) => movementId === begun.id);
  if (!isMade && begun.amount === left) return begun;
  const failure = isMade ? null : 'another hand gave a part of it back';
  await end(tx, { storeId, id: begun.id }, { state: isMade ? 'done' : 'failed', failure });
  return null;
}

type Row = AttemptKey & {
  kind: 'capture' | 'refund';
  state: 'open' | 'done';
  amount: Minor;
  currency: string;
  byHandRef: string | null;
};

async function insert(tx: Sql, { storeId, attemptId, kind, state, amount, currency, byHandRef }: Row): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO movement (store_id, id, attempt_id, kind, state, amount, currency, by_hand_ref, created_at, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, app_now(), CASE WHEN $5 = 'done' THEN app_now() END)`,
    [storeId, id, attemptId, kind, state, amount, currency, byHandRef],
  );
  return id;
}

async function end(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  { state, failure }: { state: 'done' | 'failed'; failure: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE movement SET state = $3, failure = $4, ended_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = 'open'`,
    [storeId, id, state, failure],
  );
}
