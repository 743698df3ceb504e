import type { LineState } from '../../../domain/preorder.ts';
import { UNDO_HOURS } from '../../../domain/withdrawal.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { cancelInTransaction, invalidateAnswers } from '../../preorders/commands/cancel.ts';
import { endWithdrawal } from './end.ts';

const WITHDRAWALS_AT_ONCE = 100;

type Due = { storeId: string; id: string; preorderId: string };

/**
 * Acts on the declarations that nobody can undo any more: cancels what was not released yet, with everything back, also a deposit. Where
 * nothing else is left of the pre-order, the withdrawal is settled; else the merchant takes back what was sent. Only for declarations of
 * everything: which line items other words mean, a person has to decide.
 */
export async function actOnWithdrawals(deps: Pick<Deps, 'db' | 'answers' | 'outbox'>): Promise<void> {
  const due = await deps.db.query<Due>(
    `SELECT w.store_id AS "storeId", w.id, o.id AS "preorderId"
     FROM withdrawal w JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
     WHERE ${DUE} ORDER BY w.declared_at LIMIT ${WITHDRAWALS_AT_ONCE}`,
  );
  for (const one of due) {
    const lines = await deps.db.transaction((tx) => act(tx, one));
    invalidateAnswers(deps, one.storeId, lines);
  }
}

// An erased declaration has lost its words: nobody knows any more whether it meant everything.
const DUE = `w.state = 'declared' AND w.acted_at IS NULL AND w.items = '' AND w.email <> ''
  AND w.declared_at <= (SELECT app_now()) - interval '${UNDO_HOURS} hours'`;

// A released line item may be in a parcel already.
const NOT_RELEASED: readonly LineState[] = ['placed', 'payment_due'];
const OVER: readonly LineState[] = ['cancelled', 'returned'];

/** Locks the pre-order before the withdrawal, as everything does that cancels. */
async function act(tx: Sql, { storeId, id, preorderId }: Due) {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
  const acted = await tx.query(
    `UPDATE withdrawal w SET acted_at = app_now() WHERE store_id = $1 AND id = $2 AND preorder_id = $3 AND ${DUE} RETURNING 1`,
    [storeId, id, preorderId],
  );
  if (acted.length === 0) return []; // it was undone or ended meanwhile, or another process was faster
  const lines = await tx.query<{ id: string; state: LineState }>(
    'SELECT id, state FROM preorder_line WHERE store_id = $1 AND preorder_id = $2',
    [storeId, preorderId],
  );
  const lineIds = lines.filter(({ state }) => NOT_RELEASED.includes(state)).map((line) => line.id);
  const cancelled = await cancelInTransaction(tx, { storeId, preorderId, lineIds, reason: 'withdrawal' });
  const isOver = lines.every(({ state }) => NOT_RELEASED.includes(state) || OVER.includes(state));
  if (isOver) await endWithdrawal(tx, { storeId, id }, { state: 'settled' });
  return cancelled.lines;
}
