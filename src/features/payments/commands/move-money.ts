import { randomUUID } from 'node:crypto';
import { type MoneyDecision, nextMovement } from '../../../domain/payment.ts';
import type { Sql } from '../../../platform/db.ts';
import { type KeptMethod, type PreorderKey, type PreorderMoney, readMoney } from '../queries/money.ts';
import { type Movement, readOpenMovement } from '../queries/movements.ts';
import { finishMovement, type MoneyDeps } from './finish-movement.ts';
import { backInLine, owe } from './owe.ts';
import { waive } from './waive.ts';

// Capture, a refund by each attempt that paid, a charge: more rounds mean a fault, and a later job looks again.
const ROUNDS_MAX = 12;

/**
 * Moves what is due for a pre-order until nothing is: due = what the lines' states should have paid − the ledger's net.
 * Runs as a job; may run twice at once or stop anywhere. A movement that is open is finished before a new one is begun;
 * a charge without a verdict yet keeps its own lines waiting, and no others.
 */
export async function moveMoney(deps: MoneyDeps, storeId: string, preorderId: string): Promise<void> {
  const pending = new Set<string>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const movement = await deps.db.transaction((tx) => beginMovement(tx, { deps, storeId, preorderId }, pending));
    if (!movement) return;
    const ended = await finishMovement(deps, movement);
    if (!ended) pending.add(movement.id);
  }
}

async function beginMovement(
  tx: Sql,
  { deps, ...preorder }: PreorderKey & { deps: MoneyDeps },
  pending: ReadonlySet<string>,
): Promise<Movement | null> {
  const { storeId, preorderId } = preorder;
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
  const open = await readOpenMovement(tx, preorder, pending);
  if (open) return open;
  const { money, next } = await decide(tx, deps, preorder);
  if (money?.means.retry && (next?.kind === 'charge' || !money.means.card)) await retryNoMore(tx, preorder);
  if (!money || !next) return null;
  if (next.kind === 'ask') {
    await owe(tx, preorder, { lineIds: next.lines.map(({ id }) => id), reason: 'no_card' });
    return null;
  }
  const { currency, method } = money;
  const attemptId =
    next.kind === 'charge' ? await commitCharge(tx, preorder, { next, currency, method }) : next.attemptId;
  await insertMovement(tx, preorder, { next, attemptId, currency });
  return readOpenMovement(tx, preorder, pending);
}

type Decided = { money: PreorderMoney | null; next: Exclude<MoneyDecision, { kind: 'waive' | 'resume' }> | null };

/** What follows from the state of now; what needs no provider is done on the way. */
async function decide(tx: Sql, deps: MoneyDeps, preorder: PreorderKey): Promise<Decided> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const money = await readMoney(tx, preorder);
    if (!money) return { money, next: null };
    const { method, currency, lines, means } = money;
    const least = method ? deps.payments(method.provider, preorder.storeId).chargeable(currency).least : 0;
    const next = nextMovement(lines, { ...means, least });
    if (next?.kind === 'waive') await waive(tx, preorder, next.lines);
    else if (next?.kind !== 'resume') return { money, next };
    else {
      const lineIds = next.lines.map(({ id }) => id);
      await backInLine(tx, preorder, lineIds);
    }
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

type Charge = { next: MoneyDecision; currency: string; method: KeptMethod | null };

/** Committed before the provider is called: whatever happens then is found again by it. */
async function commitCharge(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  { next, currency, method }: Charge,
): Promise<string> {
  if (!method) throw new Error('a charge has its card');
  const attemptId = randomUUID();
  await tx.query(
    `INSERT INTO attempt (store_id, id, preorder_id, purpose, intent, off_session, payment_method_id, provider, state,
                          amount, currency, created_at, updated_at)
     VALUES ($1, $2, $3, 'balance', 'pay', true, $4, $5, 'created', $6, $7, app_now(), app_now())`,
    [storeId, attemptId, preorderId, method.id, method.provider, next.amount, currency],
  );
  return attemptId;
}

async function insertMovement(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  { next, attemptId, currency }: { next: MoneyDecision; attemptId: string; currency: string },
): Promise<void> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, created_at)
     VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, app_now())`,
    [storeId, id, attemptId, preorderId, next.kind, next.amount, currency],
  );
  await tx.query(
    `INSERT INTO movement_line (store_id, movement_id, line_id, amount)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[])`,
    [storeId, id, next.lines.map((line) => line.id), next.lines.map((line) => line.amount)],
  );
}
