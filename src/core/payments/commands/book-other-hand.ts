import { randomUUID } from 'node:crypto';
import { type Minor, toDecimal } from '../../../domain/money.ts';
import { doneByOthers, type ShareBack, shareGivenBack, shareReceived } from '../../../domain/other-hand.ts';
import { type MoneyLine, netOf } from '../../../domain/payment.ts';
import type { LineState } from '../../../domain/preorder.ts';
import type { InspectedPayment } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { readMoneyLines } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';
import { type KnownPayment, readKnownPayment, readRefundsUnderWay } from '../queries/other-hand.ts';
import type { AttemptKey } from '../queries.ts';
import { completeMovement, failMovement, keepNoMore, supersedeMovement } from './end-movement.ts';
import { insertMovement } from './insert-movement.ts';
import { lockPreorder } from './lock-preorder.ts';

const ALERT = 'refunded_elsewhere';

/** `nothing`: our books agree with the provider. `under way`: a movement of ours has to end first. */
export type Booked = 'booked' | 'nothing' | 'under way';

type ProviderReport = {
  /** The payment as the provider has it. */
  theirs: InspectedPayment;
  /** A movement of ours that the provider refused. It ends if what another hand did explains the refusal. */
  refused: Movement | null;
};

/**
 * Books what another hand did to the payment of a pre-order, such as the merchant in the provider's dashboard. A capture is
 * booked as received, a cancellation as lost. A refund counts as goodwill as far as the shopper was not owed it anyway.
 * Idempotent: each act is booked once. A job then moves what is due.
 */
export async function bookOtherHand(deps: Pick<Deps, 'db'>, key: AttemptKey, report: ProviderReport): Promise<Booked> {
  return deps.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, key);
    if (payment?.state !== 'placed' || payment.currency !== report.theirs.currency) return 'nothing';
    const { refused } = report;
    const open = payment.movements.filter(({ state }) => state === 'open');
    if (refused && !open.some(({ id }) => id === refused.id)) return 'booked'; // another worker ended it
    if (open.some(({ id }) => id !== refused?.id)) return 'under way';
    const booked = await book(tx, payment, report);
    if (booked) await emit(tx, 'money.due', { storeId: payment.storeId, subjectId: payment.preorder.id });
    return booked ? 'booked' : 'nothing';
  });
}

type Paying = KnownPayment & { preorder: NonNullable<KnownPayment['preorder']> };

async function lockPayment(tx: Sql, key: AttemptKey): Promise<Paying | null> {
  const known = await readKnownPayment(tx, key);
  if (!known?.preorder) return null;
  await lockPreorder(tx, { storeId: known.storeId, preorderId: known.preorder.id });
  const payment = await readKnownPayment(tx, key); // read again: it may have changed while we waited for the lock
  return payment?.preorder ? { ...payment, preorder: payment.preorder } : null;
}

async function book(tx: Sql, payment: Paying, { theirs, refused }: ProviderReport): Promise<boolean> {
  const { received, refunds, lost } = doneByOthers(payment.movements, theirs);
  if (refused && lost) await bookLost(tx, refused);
  if (refused && received !== null) await supersedeMovement(tx, refused, 'another hand captured it');
  if (received !== null) await bookReceived(tx, payment, received);
  let back = 0;
  for (const refund of refunds) back += Number(await bookRefund(tx, payment, refund));
  if (refused?.kind === 'refund' && back > 0) await supersedeMovement(tx, refused, 'another hand gave it back');
  return (refused !== null && lost) || received !== null || back > 0;
}

/** Ends a refused movement whose authorisation was cancelled or has expired: an undo is done, a capture has failed. */
async function bookLost(tx: Sql, refused: Movement): Promise<void> {
  if (refused.kind === 'undo') return completeMovement(tx, refused);
  const failure = 'it was cancelled at the provider, or has expired there';
  await failMovement(tx, refused, { reason: 'authorisation_lost', failure });
}

async function bookReceived(tx: Sql, payment: Paying, amount: Minor): Promise<void> {
  const lines = await readMoneyLines(tx, preorderOf(payment), payment.attemptId);
  const shares = shareReceived(lines, amount);
  await bookDone(tx, payment, { kind: 'capture', amount, lines: shares, byHandRef: payment.providerRef ?? '' });
  await keepNoMore(
    tx,
    preorderOf(payment),
    lines.map(({ id }) => id),
  );
  await tx.query(LOST_BEFORE, [payment.storeId, payment.preorder.id, payment.attemptId]);
}

/** SQL: has a job book disputes that a bank won before our books knew of the payment. */
const LOST_BEFORE = `
  INSERT INTO outbox (store_id, topic, subject_id, detail)
  SELECT store_id, 'dispute.changed', store_id, jsonb_build_object('ref', ref) FROM dispute
  WHERE store_id = $1 AND preorder_id = $2 AND attempt_id = $3 AND state = 'lost' AND movement_id IS NULL`;

type Refund = { ref: string; amount: Minor };

/** Returns false if by our books nothing is left to give back. The nightly reconciliation reports that. */
async function bookRefund(tx: Sql, payment: Paying, refund: Refund): Promise<boolean> {
  const lines = await readMoneyLines(tx, preorderOf(payment), payment.attemptId);
  const back = await bookBack(tx, payment, { kind: 'refund', lines, ...refund });
  if (back === null) return false;
  const ongoing = new Set(lines.filter(({ state }) => ONGOING.includes(state)).map(({ id }) => id));
  if (!back.goodwill.some(({ id }) => ongoing.has(id))) return true;
  const isAll = lines.reduce((sum, line) => sum + netOf(line), 0) === back.amount;
  if (isAll) await stopUsingCard(tx, payment);
  await tellMerchant(tx, payment, { amount: back.amount, isAll });
  return true;
}

type GoneBack = Refund & {
  kind: 'refund' | 'chargeback';
  lines: readonly MoneyLine[];
  underWay?: ReadonlyMap<string, Minor> | undefined;
};

/** Books the refund or chargeback, up to what our books say was paid. Returns null if that is nothing. */
async function bookBack(tx: Sql, payment: Paying, { kind, ref, amount: asked, lines, underWay }: GoneBack) {
  const shares = shareGivenBack(lines, { attemptId: payment.attemptId, amount: asked, underWay });
  if (shares.length === 0) return null;
  const goodwill = shares.filter((share) => share.goodwill > 0);
  if (goodwill.length > 0) await bookGoodwill(tx, payment, goodwill);
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  const movementId = await bookDone(tx, payment, { kind, amount, lines: shares, byHandRef: ref });
  return { movementId, amount, goodwill };
}

const ONGOING: readonly LineState[] = ['placed', 'payment_due', 'released'];

/** Books the shares as goodwill, so that they are not charged again. The merchant decides whether the pre-order goes on. */
async function bookGoodwill(tx: Sql, { storeId }: Paying, shares: readonly ShareBack[]): Promise<void> {
  const columns = [shares.map(({ id }) => id), shares.map(({ goodwill }) => goodwill)];
  await tx.query(
    `UPDATE preorder_line l SET given_back = l.given_back + CASE l.state WHEN 'cancelled' THEN 0 ELSE w.amount END,
            kept = l.kept - CASE l.state WHEN 'cancelled' THEN w.amount ELSE 0 END
     FROM unnest($2::uuid[], $3::bigint[]) AS w (id, amount) WHERE l.store_id = $1 AND l.id = w.id`,
    [storeId, ...columns],
  );
  await tx.query(
    `INSERT INTO goodwill (store_id, id, line_id, amount, reason)
     SELECT $1, w.id, w.line_id, w.amount, '' FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS w (id, line_id, amount)`,
    [storeId, shares.map(() => randomUUID()), ...columns],
  );
}

/**
 * Stops the use of the kept card, because all that was paid was given back: most likely the merchant thinks that the
 * pre-order is over. The shopper is then asked to pay what becomes due, as if no card had been kept.
 */
async function stopUsingCard(tx: Sql, { storeId, preorder }: Paying): Promise<void> {
  await tx.query(
    `UPDATE payment_method SET replaced_at = app_now()
     WHERE store_id = $1 AND preorder_id = $2 AND replaced_at IS NULL AND forgotten_at IS NULL`,
    [storeId, preorder.id],
  );
}

async function tellMerchant(
  tx: Sql,
  { storeId, currency, preorder }: Paying,
  { amount, isAll }: { amount: Minor; isAll: boolean },
): Promise<void> {
  const text = isAll ? (`${ALERT}.all` as const) : ALERT;
  const values = { amount: toDecimal(amount, currency), currency, reference: preorder.reference };
  const next = { step: 'look_at_preorder', about: preorder.reference } as const;
  await raiseAlert(tx, storeId, { text, subjectId: preorder.id, values, next });
}

/**
 * Books what a bank has taken back of an attempt for good. It is not owed to the shopper a second time, and not charged
 * again. Books at most what our books say was paid. Resolves with the movement's id; null if nothing was booked. The
 * caller has locked the pre-order.
 */
export async function bookChargeback(tx: Sql, key: AttemptKey, dispute: Refund): Promise<string | null> {
  const payment = await lockPayment(tx, key);
  if (!payment) return null;
  const lines = await readMoneyLines(tx, preorderOf(payment), payment.attemptId);
  const underWay = await readRefundsUnderWay(tx, preorderOf(payment));
  const back = await bookBack(tx, payment, { kind: 'chargeback', lines, underWay, ...dispute });
  return back?.movementId ?? null;
}

type Done = {
  kind: 'capture' | 'refund' | 'chargeback';
  amount: Minor;
  lines: { id: string; amount: Minor }[];
  byHandRef: string;
};

async function bookDone(tx: Sql, payment: Paying, done: Done): Promise<string> {
  const { attemptId, currency } = payment;
  const preorder = preorderOf(payment);
  const id = await insertMovement(tx, payment.storeId, { ...preorder, ...done, attemptId, currency });
  await completeMovement(tx, { ...preorder, id, attemptId, kind: done.kind, currency });
  return id;
}

function preorderOf({ storeId, preorder }: Paying) {
  return { storeId, preorderId: preorder.id };
}
