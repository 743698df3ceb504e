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
import { backInLine, owe } from './owe.ts';
import { forgetOwedRefunds } from './owed-refunds.ts';
import { accountPaused, noteWaiting, waitForAccount } from './wait-for-account.ts';
import { waive } from './waive.ts';
import { isMovementDue, isMovementKnown, noteAskedAgain, withdrawMovement } from './withdraw-movement.ts';

// Capture, a refund by each attempt that paid, a charge: more rounds mean a fault, and a later job looks again.
const ROUNDS_MAX = 12;
const TAKES: readonly (MoneyDecision['kind'] | Movement['kind'])[] = ['charge', 'capture'];

/**
 * Moves what is due for a pre-order until nothing is: due = what the lines' states should have paid − the ledger's net.
 * Runs as a job; may run twice at once or stop anywhere. A movement that is open is finished before a new one is begun;
 * a charge without a verdict yet keeps its own lines waiting, and no others.
 */
export async function moveMoney(deps: MoneyDeps, storeId: string, preorderId: string): Promise<void> {
  await move(deps, { storeId, preorderId }, { probe: false });
}

/**
 * The same although the store's account pauses: what becomes of it says whether the account works again. False: nothing was
 * due that the account would have had to take, so it says nothing.
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
        if (await withdrawMovement(deps.db, movement)) continue;
        return taking; // a round looks again
      }
      if (isRetry && !(await noteAskedAgain(deps.db, movement))) continue;
      taking ||= TAKES.includes(movement.kind);
      // What is due after it is begun with its end. What changes meanwhile has a job of its own.
      const { ended, next } = await finishMovement(deps, movement, { isRetry, follow: isLast ? beginNothing : begin });
      if (!ended) pending.add(movement.id);
      if (next === null) return taking;
      begun = next;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'account') throw error;
      await noteWaiting(deps.db, movement); // nothing changed, and it is no failure of the shopper's: it stays open
      return taking;
    }
  }
  return taking;
}

/**
 * `isRetry`: the provider may have been asked for it before. `isLast`: nothing is due once it is done. `isDue`: false where what
 * it takes is not due any more.
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
  if (money?.means.retry && (next?.kind === 'charge' || !money.means.card)) await retryNoMore(tx, preorder);
  if (!money || !next) return null;
  if (next.kind === 'ask') {
    await owe(tx, preorder, { lineIds: next.lines.map(({ id }) => id), reason: 'no_card' });
    return null;
  }
  const payer = next.kind === 'charge' ? await commitCharge(tx, preorder, { ...money, next }) : objectOf(money, next);
  const { kind, amount, lines } = next;
  const made = { kind, amount, currency: money.currency, attemptId: payer.attemptId };
  const id = await insertMovement(tx, preorder, { ...made, lines });
  return { movement: { ...preorder, ...made, ...payer, id }, isRetry: false, isLast, isDue: true };
}

/** Whose payment it is moved of, and where that is at the provider. */
type Payer = Pick<Movement, 'attemptId' | 'provider' | 'providerRef' | 'method'>;

function objectOf({ objects }: PreorderMoney, { attemptId }: { attemptId: string }): Payer {
  const object = objects.get(attemptId);
  if (!object) throw new Error('money is moved of what paid for it');
  return { attemptId, ...object, method: null };
}

type Decided = {
  money: PreorderMoney | null;
  next: Exclude<MoneyDecision, { kind: 'waive' | 'resume' | 'keep_less' }> | null;
  isLast: boolean;
};

/** What follows from the state of now; what needs no provider is done on the way. */
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
    else if (next?.kind === 'resume') await backInLine(tx, preorder, lineIds);
    else if (next?.kind === 'keep_less') await keepNoMore(tx, preorder, lineIds);
    else return { money, next, isLast: refused.length === 0 && isLastMovement(lines, { ...means, least }, next) };
  }
  throw new Error(`what waives and resumes of ${preorder.preorderId} does not end`);
}

/** This is the retry, or there is no card to retry with: only a failure plans another one. */
async function retryNoMore(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await tx.query(
    'UPDATE payment_due SET retry_at = NULL WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL',
    [storeId, preorderId],
  );
}

type Charge = Pick<PreorderMoney, 'currency' | 'method'> & { next: MoneyDecision };

/** Committed before the provider is called: whatever happens then is found again by it. */
async function commitCharge(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  { next, currency, method }: Charge,
): Promise<Payer> {
  if (!method) throw new Error('a charge has its card');
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
