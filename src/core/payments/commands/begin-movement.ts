import { randomUUID } from 'node:crypto';
import { isLastMovement, type MoneyDecision, nextMovement, owesBack } from '../../../domain/payment.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { type PreorderKey, type PreorderMoney, readMoney, readMoneyOf } from '../queries/money.ts';
import { listWithOpenMovements, type Movement, readOpenMovement } from '../queries/movements.ts';
import { keepNoMore } from './end-movement.ts';
import { insertMovements } from './insert-movement.ts';
import { lockFreePreorders, lockPreorder } from './lock-preorder.ts';
import { leavePaymentDue, owe } from './owe.ts';
import { forgetOwedRefunds } from './owed-refunds.ts';
import { isMovementDue } from './take-back-movement.ts';
import { accountPaused, waitForAccount } from './wait-for-account.ts';
import { waive } from './waive.ts';

/** `probe`: although the account is paused. `pending`: ids of movements without a verdict, which are left alone. */
export type Beginning = PreorderKey & { probe: boolean; pending: ReadonlySet<string> };

/**
 * `isRetry`: the provider may have been called for it before. `isLast`: nothing more is due once it is done. `isDue`: what
 * it takes is still due.
 */
export type Begun = { movement: Movement; isRetry: boolean; isLast: boolean; isDue: boolean };

type BeginDeps = Pick<Deps, 'payments'>;

// Waiving, resuming or keeping less may make something else due. More rounds mean a fault.
const ROUNDS_MAX = 12;
const TAKES: readonly Movement['kind'][] = ['charge', 'capture'];

export const takesMoney = ({ kind }: { kind: MoneyDecision['kind'] | Movement['kind'] }): boolean =>
  (TAKES as readonly string[]).includes(kind);

/** Begins the next movement of a pre-order: an open one, or a new one. Resolves with null if nothing has to move now. */
export async function beginMovement(tx: Sql, deps: BeginDeps, beginning: Beginning): Promise<Begun | null> {
  const { storeId, preorderId, probe, pending } = beginning;
  const preorder = { storeId, preorderId };
  await lockPreorder(tx, preorder);
  const open = await readOpenMovement(tx, preorder, pending);
  if (open && !(await isMovementDue(tx, open))) return { movement: open, isRetry: true, isLast: false, isDue: false };
  if (open && !probe && takesMoney(open) && (await accountPaused(tx, storeId))) return waitForAccount(tx, preorder);
  if (open) return { movement: open, isRetry: true, isLast: false, isDue: true };
  const decided = await decide(tx, deps, preorder);
  if (!decided) return null;
  const { money, next } = decided;
  if (next && money.paused && !probe && takesMoney(next)) return waitForAccount(tx, preorder);
  if (money.means.retry && (next?.kind === 'charge' || !money.means.card)) await clearRetry(tx, preorder);
  if (next?.kind === 'ask') await owe(tx, preorder, { lineIds: next.lines.map(({ id }) => id), reason: 'no_card' });
  if (!isMove(decided)) return null;
  const [begun = null] = await write(tx, storeId, [{ ...preorder, ...decided }]);
  return begun;
}

/**
 * Begins the next movements of several pre-orders of a store, in the caller's transaction. Most need a new one and nothing else, and
 * are read and written together. Resolves with a result for each, undefined for a pre-order that another transaction has locked: it
 * has to be begun by itself, so that the others do not wait.
 */
export async function beginMovements(
  tx: Sql,
  deps: BeginDeps,
  beginnings: readonly Beginning[],
): Promise<(Begun | null | undefined)[]> {
  const [first] = beginnings;
  if (!first) return [];
  const { storeId } = first;
  const free = await lockFreePreorders(tx, storeId, [...new Set(beginnings.map(({ preorderId }) => preorderId))]);
  const mine = beginnings.filter(({ preorderId }) => free.delete(preorderId)); // a second job for the same one begins after this one
  const ids = mine.map(({ preorderId }) => preorderId);
  const open = await listWithOpenMovements(tx, storeId, ids);
  const moneys = await readMoneyOf(tx, storeId, ids);
  const begun = new Map<Beginning, Begun | null>();
  const plain: { beginning: Beginning; move: Move }[] = [];
  for (const beginning of mine) {
    const { preorderId } = beginning;
    const money = moneys.get(preorderId);
    const decided = money && !open.has(preorderId) && isPlain(money) ? choose(deps, storeId, money) : undefined;
    if (decided && isMove(decided)) plain.push({ beginning, move: { storeId, preorderId, ...decided } });
    else if (decided && decided.next === null) begun.set(beginning, null);
    else begun.set(beginning, await beginMovement(tx, deps, beginning));
  }
  const written = await write(
    tx,
    storeId,
    plain.map(({ move }) => move),
  );
  for (const [index, { beginning }] of plain.entries()) begun.set(beginning, written[index] ?? null);
  return beginnings.map((beginning) => begun.get(beginning));
}

/** Returns true if nothing but a movement can be due. */
const isPlain = ({ paused, refused, means }: PreorderMoney) => !paused && refused.length === 0 && !means.retry;

type Decided = { money: PreorderMoney; next: MoneyDecision | null; isLast: boolean };
type Moving = Extract<MoneyDecision, { kind: 'charge' | 'capture' | 'undo' | 'refund' }>;
type Move = PreorderKey & Decided & { next: Moving };

const MOVES: readonly MoneyDecision['kind'][] = ['charge', 'capture', 'undo', 'refund'] satisfies Moving['kind'][];

const isMove = (decided: Decided): decided is Decided & { next: Moving } =>
  decided.next !== null && MOVES.includes(decided.next.kind);

/** Decides the next movement from the present state. Does at once what needs no provider: waive, resume, keep less. */
async function decide(tx: Sql, deps: BeginDeps, preorder: PreorderKey): Promise<Decided | null> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const money = await readMoney(tx, preorder);
    if (!money) return null;
    const { lines, refused } = money;
    await forgetOwedRefunds(
      tx,
      preorder,
      refused.filter((attemptId) => !owesBack(lines, attemptId)),
    );
    const decided = choose(deps, preorder.storeId, money);
    const { next } = decided;
    const lineIds = next?.lines.map(({ id }) => id) ?? [];
    if (next?.kind === 'waive') await waive(tx, preorder, next.lines);
    else if (next?.kind === 'resume') await leavePaymentDue(tx, preorder, lineIds);
    else if (next?.kind === 'keep_less') await keepNoMore(tx, preorder, lineIds);
    else return decided;
  }
  throw new Error(`pre-order ${preorder.preorderId} still waives or resumes after ${ROUNDS_MAX} rounds`);
}

function choose(deps: BeginDeps, storeId: string, money: PreorderMoney): Decided {
  const { method, currency, lines, refused } = money;
  const least = method ? deps.payments(method.provider, storeId).chargeable(currency).least : 0;
  const means = { ...money.means, least };
  const next = nextMovement(lines, means);
  return { money, next, isLast: refused.length === 0 && isLastMovement(lines, means, next) };
}

/** Clears the planned retry: it runs now, or there is no card for it. Only another failure plans the next one. */
async function clearRetry(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await tx.query(
    'UPDATE payment_due SET retry_at = NULL WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL',
    [storeId, preorderId],
  );
}

/** Writes new movements. They are committed before the calls to the provider, so that a retry finds them. */
async function write(tx: Sql, storeId: string, moves: readonly Move[]): Promise<Begun[]> {
  if (moves.length === 0) return [];
  const payers = moves.map((move) => payerOf(move));
  await insertCharges(
    tx,
    storeId,
    moves.flatMap((move, index) => (move.next.kind === 'charge' ? [{ ...move, payer: payers[index] as Payer }] : [])),
  );
  const made = moves.map(({ preorderId, money, next }, index) => ({
    preorderId,
    kind: next.kind,
    amount: next.amount,
    currency: money.currency,
    lines: next.lines,
    ...(payers[index] as Payer),
  }));
  const ids = await insertMovements(tx, storeId, made);
  return made.map(({ lines: _, ...movement }, index) => ({
    movement: { storeId, id: ids[index] ?? '', ...movement },
    isRetry: false,
    isLast: moves[index]?.isLast ?? false,
    isDue: true,
  }));
}

/** The attempt whose money a movement moves, and its object at the provider. */
type Payer = Pick<Movement, 'attemptId' | 'provider' | 'providerRef' | 'method'>;

function payerOf({ money: { method, objects }, next }: Move): Payer {
  if (next.kind === 'charge') {
    if (!method) throw new Error('charge without a kept card');
    const { provider, ref, customerRef } = method;
    return { attemptId: randomUUID(), provider, providerRef: null, method: { ref, customerRef } };
  }
  const object = objects.get(next.attemptId);
  if (!object) throw new Error('movement of an attempt that paid nothing for the pre-order');
  return { attemptId: next.attemptId, ...object, method: null };
}

/** Inserts the attempts of charges. */
async function insertCharges(tx: Sql, storeId: string, charges: readonly (Move & { payer: Payer })[]): Promise<void> {
  if (charges.length === 0) return;
  await tx.query(
    `INSERT INTO attempt (store_id, id, preorder_id, purpose, intent, off_session, payment_method_id, provider, state,
                          amount, currency, created_at, updated_at)
     SELECT $1, c.id, c.preorder_id, 'balance', 'pay', true, c.method_id, c.provider, 'created', c.amount, c.currency,
            app_now(), app_now()
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::text[])
       AS c (id, preorder_id, method_id, provider, amount, currency)`,
    [
      storeId,
      charges.map(({ payer }) => payer.attemptId),
      charges.map(({ preorderId }) => preorderId),
      charges.map(({ money }) => money.method?.id),
      charges.map(({ payer }) => payer.provider),
      charges.map(({ next }) => next.amount),
      charges.map(({ money }) => money.currency),
    ],
  );
}
