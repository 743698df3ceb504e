import { randomUUID } from 'node:crypto';
import { type MoneyLine, nextMovement } from '../../../domain/payment.ts';
import { ProviderError } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../../platform/outbox.ts';
import type { Deps } from '../../deps.ts';
import { raiseAlert } from '../../stores/commands.ts';

type MoneyDeps = Pick<Deps, 'db' | 'payments' | 'log'>;

type Movement = {
  storeId: string;
  id: string;
  preorderId: string;
  kind: 'capture' | 'refund' | 'undo';
  amount: number;
  currency: string;
  provider: string;
  providerRef: string;
};

// Capture, then a refund for what was cancelled meanwhile, then nothing: more rounds mean a fault, and a later job looks again.
const ROUNDS_MAX = 10;

/**
 * Moves what is due for a pre-order until nothing is: due = what the lines' states should have paid − the ledger's net.
 * Runs as a job; may run twice at once or stop anywhere. A movement that is open is finished before a new one is begun.
 */
export async function moveMoney(deps: MoneyDeps, storeId: string, preorderId: string): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const movement = await deps.db.transaction((tx) => beginMovement(tx, storeId, preorderId));
    if (!movement) return;
    await finishMovement(deps, movement);
  }
}

async function beginMovement(tx: Sql, storeId: string, preorderId: string): Promise<Movement | null> {
  const [preorder] = await tx.query<{ attemptId: string; currency: string }>(
    `SELECT attempt_id AS "attemptId", currency FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [storeId, preorderId],
  );
  if (!preorder) return null;
  const open = await readOpenMovement(tx, storeId, preorderId);
  if (open) return open;
  const lines = await tx.query<MoneyLine>(LINES, [storeId, preorderId]);
  const ended = await tx.query(
    `SELECT 1 FROM movement WHERE store_id = $1 AND attempt_id = $2 AND kind IN ('capture', 'undo')`,
    [storeId, preorder.attemptId],
  );
  const next = nextMovement(lines, ended.length > 0 ? 'ended' : 'waiting');
  if (!next) return null;
  const id = randomUUID();
  await tx.query(
    `INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, created_at)
     VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, app_now())`,
    [storeId, id, preorder.attemptId, preorderId, next.kind, next.amount, preorder.currency],
  );
  await tx.query(
    `INSERT INTO movement_line (store_id, movement_id, line_id, amount)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[])`,
    [storeId, id, next.lines.map((line) => line.id), next.lines.map((line) => line.amount)],
  );
  return readOpenMovement(tx, storeId, preorderId);
}

const LINES = `
  SELECT l.id, l.state = 'cancelled' AS cancelled, l.total,
         coalesce((SELECT -sum(e.amount) FROM ledger_entry e
                   WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper'), 0)::bigint AS net,
         EXISTS (SELECT 1 FROM movement_line m WHERE m.store_id = l.store_id AND m.line_id = l.id AND m.open) AS moving
  FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = $2 ORDER BY l.position`;

async function readOpenMovement(tx: Sql, storeId: string, preorderId: string): Promise<Movement | null> {
  const rows = await tx.query<Movement>(
    `SELECT m.store_id AS "storeId", m.id, m.preorder_id AS "preorderId", m.kind, m.amount, m.currency, a.provider,
            a.provider_ref AS "providerRef"
     FROM movement m JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
     WHERE m.store_id = $1 AND m.preorder_id = $2 AND m.state = 'open' ORDER BY m.created_at LIMIT 1`,
    [storeId, preorderId],
  );
  return rows[0] ?? null;
}

/** The provider's call is idempotent by movement, and a retry reads the object first: providers forget keys. */
async function finishMovement(deps: MoneyDeps, movement: Movement): Promise<void> {
  const provider = deps.payments(movement.provider, movement.storeId);
  const { providerRef: ref, amount, id } = movement;
  try {
    if (movement.kind === 'undo') {
      const payment = await provider.cancel(ref);
      if (payment.status !== 'cancelled') throw new ProviderError('refused', `it is ${payment.status}`);
    } else if (!(await provider.hasDone(ref, id))) {
      await (movement.kind === 'capture' ? provider.capture(ref, amount, id) : provider.refund(ref, amount, id));
    }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error; // the job comes back
    await deps.db.transaction((tx) => fail(tx, movement, error.message));
    deps.log.error({ movementId: id, kind: movement.kind }, 'the payment provider refused a movement');
    throw error; // a later try begins a new movement, if one is still due
  }
  await deps.db.transaction((tx) => complete(tx, movement));
}

async function complete(tx: Sql, movement: Movement): Promise<void> {
  if (!(await end(tx, movement, { state: 'done', failure: null }))) return; // another worker was faster
  // Debit: the provider owes us. Credit: the shopper has paid. A refund is the reverse.
  await tx.query(
    `INSERT INTO ledger_entry (store_id, movement_id, line_id, account, amount, currency, at)
     SELECT l.store_id, l.movement_id, l.line_id, a.account, a.sign * $3 * l.amount, $4, app_now()
     FROM movement_line l, (VALUES ('provider', 1), ('shopper', -1)) AS a (account, sign)
     WHERE l.store_id = $1 AND l.movement_id = $2 AND l.amount > 0`,
    [movement.storeId, movement.id, movement.kind === 'refund' ? -1 : 1, movement.currency],
  );
  await tell(tx, movement, 'done');
}

/** An undone authorisation took and gave nothing: there is nothing to tell. */
async function tell(tx: Sql, movement: Movement, state: 'done' | 'failed'): Promise<void> {
  const { id, kind } = movement;
  if (kind === 'undo') return;
  await emit(tx, 'money.moved', { ...subjectOf(movement), detail: { movementId: id, kind, state } });
}

function subjectOf({ storeId, preorderId }: Movement): { storeId: string; subjectId: string } {
  return { storeId, subjectId: preorderId };
}

async function fail(tx: Sql, movement: Movement, failure: string): Promise<void> {
  if (!(await end(tx, movement, { state: 'failed', failure }))) return;
  if (movement.kind === 'capture') {
    // The authorisation ran out or was taken away: the place in the queue is kept, the money is owed.
    const owed = await tx.query<{ id: string }>(
      `UPDATE preorder_line l SET state = 'payment_due', due_from = 'placed' FROM movement_line m
       WHERE m.store_id = $1 AND m.movement_id = $2 AND l.store_id = m.store_id AND l.id = m.line_id AND l.state = 'placed'
       RETURNING l.id`,
      [movement.storeId, movement.id],
    );
    const detail = { to: 'payment_due', lineIds: owed.map(({ id }) => id) };
    if (owed.length > 0) await emit(tx, 'lines.moved', { ...subjectOf(movement), detail });
  }
  await tell(tx, movement, 'failed');
  await raiseAlert(tx, movement.storeId, {
    code: `${movement.kind}_failed`,
    subjectId: movement.preorderId,
    message: `The payment provider refused a ${movement.kind}: ${failure}.`,
  });
}

async function end(
  tx: Sql,
  movement: Movement,
  how: { state: 'done' | 'failed'; failure: string | null },
): Promise<boolean> {
  const ended = await tx.query(
    `UPDATE movement SET state = $3, failure = $4, ended_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = 'open' RETURNING 1`,
    [movement.storeId, movement.id, how.state, how.failure],
  );
  if (ended.length === 0) return false;
  await tx.query('UPDATE movement_line SET open = false WHERE store_id = $1 AND movement_id = $2', [
    movement.storeId,
    movement.id,
  ]);
  return true;
}
