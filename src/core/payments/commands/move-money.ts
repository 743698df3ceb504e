import { randomUUID } from 'node:crypto';
import { isLastMovement, type MoneyDecision, nextMovement, owesBack } from '../../../domain/payment.ts';
import { ProviderError } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { type PreorderKey, type PreorderMoney, readMoney } from '../queries/money.ts';
import { type Movement, readOpenMovement } from '../queries/movements.ts';
import { keepNoMore } from './end-movement.ts';
import { finishMovement, type MoneyDeps } from './finish-movement.ts';
import { insertMovement } from './insert-movement.ts';
import { lockPreorder } from './lock-preorder.ts';
import { leavePaymentDue, owe } from './owe.ts';
import { forgetOwedRefunds } from './owed-refunds.ts';
import { isMovementDue, isMovementKnown, noteAskedAgain, takeBackMovement } from './take-back-movement.ts';
import { accountPaused, noteWaiting, waitForAccount } from './wait-for-account.ts';
import { waive } from './waive.ts';

// One round each for the capture, the refund of each attempt and the charge. More rounds mean a fault; a later job
// continues.
const ROUNDS_MAX = 12;
const TAKES: readonly (MoneyDecision['kind'] | Movement['kind'])[] = ['charge', 'capture'];

/**
 * Moves the money of a pre-order until nothing is due. Due = what the line items' states should have paid − the ledger's
 * net. Runs as a job; it may run twice at once or stop anywhere. An open movement is finished before a new one is begun. A
 * charge without a verdict blocks its own line items only.
 */
export async function moveMoney(deps: MoneyDeps, storeId: string, preorderId: string): Promise<void> {
  await move(deps, { storeId, preorderId }, { probe: false });
}

/**
 * Moves the money of one pre-order although the store's account is paused, to learn whether the account works again.
 * Returns false if no capture or charge was due, so that the result says nothing about the account.
 */
export function probeMoney(deps: MoneyDeps, preorder: PreorderKey): Promise<boolean> {
  return move(deps, preorder, { probe: true });
}

async function move(deps: MoneyDeps, preorder: PreorderKey, { probe }: { probe: boolean }): Promise<boolean> {
  const pending = new Set<string>();
  const begin = (tx: Sql) => beginMovement(tx, { deps, probe, ...preorder }, pending);
  let begun: Begun | null | undefined;
  let taking = false;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    begun ??= await deps.db.transaction(begin);
    if (!begun) return taking;
    const { movement, isRetry, isLast, isDue } = begun;
    begun = undefined;
    try {
      if (!isDue && !(await isMovementKnown(deps, movement))) {
        if (await takeBackMovement(deps.db, movement)) continue;
        return taking; // a later round looks again
      }
      if (isRetry && !(await noteAskedAgain(deps.db, movement))) continue;
      taking ||= TAKES.includes(movement.kind);
      // The transaction that ends this movement begins the next one. A change in between has a job of its own.
      const { ended, next } = await finishMovement(deps, movement, { isRetry, follow: isLast ? beginNothing : begin });
      if (!ended) pending.add(movement.id);
      if (next === null) return taking;
      begun = next;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'account') throw error;
      await noteWaiting(deps.db, movement); // the account refused, not the shopper's card: the movement stays open
      return taking;
    }
  }
  return taking;
}

/**
 * `isRetry`: the provider may have been called for it before. `isLast`: nothing more is due once it is done. `isDue`: what
 * it takes is still due.
 */
type Begun = { movement: Movement; isRetry: boolean; isLast: boolean; isDue: boolean };

const beginNothing = async () => null;

async function beginMovement(
  tx: Sql,
  { deps, probe, storeId, preorderId }: PreorderKey & { deps: MoneyDeps; probe: boolean },
  pending: ReadonlySet<string>,
): Promise<Begun | null> {
  const preorder = { storeId, preorderId };
  const mayWait = (kind: MoneyDecision['kind'] | Movement['kind']) => !probe && TAKES.includes(kind);
  await lockPreorder(tx, preorder);
  const open = await readOpenMovement(tx, preorder, pending);
  if (open && !(await isMovementDue(tx, open))) return { movement: open, isRetry: true, isLast: false, isDue: false };
  if (open && mayWait(open.kind) && (await accountPaused(tx, storeId))) return waitForAccount(tx, preorder);
  if (open) return { movement: open, isRetry: true, isLast: false, isDue: true };
  const { money, next, isLast } = await decide(tx, deps, preorder);
  if (next && money?.paused && mayWait(next.kind)) return waitForAccount(tx, preorder);
  if (money?.means.retry && (next?.kind === 'charge' || !money.means.card)) await clearRetry(tx, preorder);
  if (!money || !next) return null;
  if (next.kind === 'ask') {
    await owe(tx, preorder, { lineIds: next.lines.map(({ id }) => id), reason: 'no_card' });
    return null;
  }
  const payer = next.kind === 'charge' ? await insertCharge(tx, preorder, { ...money, next }) : payerOf(money, next);
  const { kind, amount, lines } = next;
  const made = { kind, amount, currency: money.currency, attemptId: payer.attemptId };
  const id = await insertMovement(tx, preorder, { ...made, lines });
  return { movement: { ...preorder, ...made, ...payer, id }, isRetry: false, isLast, isDue: true };
}

/** The attempt whose money a movement moves, and its object at the provider. */
type Payer = Pick<Movement, 'attemptId' | 'provider' | 'providerRef' | 'method'>;

function payerOf({ objects }: PreorderMoney, { attemptId }: { attemptId: string }): Payer {
  const object = objects.get(attemptId);
  if (!object) throw new Error('movement of an attempt that paid nothing for the pre-order');
  return { attemptId, ...object, method: null };
}

type Decided = {
  money: PreorderMoney | null;
  next: Exclude<MoneyDecision, { kind: 'waive' | 'resume' | 'keep_less' }> | null;
  isLast: boolean;
};

/** Decides the next movement from the present state. Does at once what needs no provider: waive, resume, keep less. */
async function decide(tx: Sql, deps: MoneyDeps, preorder: PreorderKey): Promise<Decided> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const money = await readMoney(tx, preorder);
    if (!money) return { money, next: null, isLast: true };
    const { method, currency, lines, means, refused } = money;
    await forgetOwedRefunds(
      tx,
      preorder,
      refused.filter((attemptId) => !owesBack(lines, attemptId)),
    );
    const least = method ? deps.payments(method.provider, preorder.storeId).chargeable(currency).least : 0;
    const next = nextMovement(lines, { ...means, least });
    const lineIds = next?.lines.map(({ id }) => id) ?? [];
    if (next?.kind === 'waive') await waive(tx, preorder, next.lines);
    else if (next?.kind === 'resume') await leavePaymentDue(tx, preorder, lineIds);
    else if (next?.kind === 'keep_less') await keepNoMore(tx, preorder, lineIds);
    else return { money, next, isLast: refused.length === 0 && isLastMovement(lines, { ...means, least }, next) };
  }
  throw new Error(`pre-order ${preorder.preorderId} still waives or resumes after ${ROUNDS_MAX} rounds`);
}

/** Clears the planned retry: it runs now, or there is no card for it. Only another failure plans the next one. */
async function clearRetry(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await tx.query(
    'UPDATE payment_due SET retry_at = NULL WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL',
    [storeId, preorderId],
  );
}

type Charge = Pick<PreorderMoney, 'currency' | 'method'> & { next: MoneyDecision };

/**
 * Inserts the attempt of a charge. It is committed before the call to the provider, so that a retry finds the charge by
 * it.
 */
async function insertCharge(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  { next, currency, method }: Charge,
): Promise<Payer> {
  if (!method) throw new Error('charge without a kept card');
  const attemptId = randomUUID();
  await tx.query(
    `INSERT INTO attempt (store_id, id, preorder_id, purpose, intent, off_session, payment_method_id, provider, state,
                          amount, currency, created_at, updated_at)
     VALUES ($1, $2, $3, 'balance', 'pay', true, $4, $5, 'created', $6, $7, app_now(), app_now())`,
    [storeId, attemptId, preorderId, method.id, method.provider, next.amount, currency],
  );
  const { provider, ref, customerRef } = method;
  return { attemptId, provider, providerRef: null, method: { ref, customerRef } };
}
