import { waitsForUnit } from '../../../domain/preorder.ts';
import { UNDO_HOURS } from '../../../domain/withdrawal.ts';
import { COUNTRIES_WITH_LAW } from '../../../domain/withdrawal-right.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { cancelInTransaction, invalidateAnswers } from '../../preorders/commands/cancel.ts';
import type { PreorderLine } from '../../preorders/queries.ts';
import { ACTS_ITSELF, UNDOABLE_UNTIL } from '../queries.ts';
import { endWithdrawal } from './end.ts';

const WITHDRAWALS_AT_ONCE = 100;

type ActDeps = Pick<Deps, 'db' | 'answers' | 'outbox' | 'log'>;
type Due = { storeId: string; id: string; preorderId: string };

/**
 * Acts on the declarations that their customer did not undo in time: cancels what was not released yet, with everything back, also a
 * deposit. Where nothing else is left of the pre-order, the withdrawal is settled; else the merchant takes back what was sent.
 */
export async function actOnWithdrawals({ db, answers, outbox, log }: ActDeps): Promise<void> {
  const due = await db.query<Due>(
    `SELECT w.store_id AS "storeId", w.id, o.id AS "preorderId" FROM withdrawal w ${OF} WHERE ${DUE}
     ORDER BY w.declared_at LIMIT ${WITHDRAWALS_AT_ONCE}`,
    [COUNTRIES_WITH_LAW],
  );
  for (const one of due) {
    await db
      .transaction((tx) => act(tx, one))
      .then((lines) => invalidateAnswers({ answers, outbox }, one.storeId, lines))
      .catch((error: unknown) => log.error({ err: error, withdrawal: one.id }, 'a withdrawal was not acted on'));
  }
}

const OF = `
  JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
  JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id`;

// Only once the customer has had a receipt for a day, with the link that undoes it.
const DUE = `${ACTS_ITSELF} AND w.declared_at <= (SELECT app_now()) - interval '${UNDO_HOURS} hours'
  AND ${UNDOABLE_UNTIL} <= (SELECT app_now())`;

/** Locks the pre-order before the withdrawal, as everything does that cancels. */
async function act(tx: Sql, { storeId, id, preorderId }: Due) {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
  await tx.query('SELECT 1 FROM withdrawal WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, id]);
  const [still] = await tx.query(`SELECT 1 FROM withdrawal w ${OF} WHERE ${DUE} AND w.store_id = $2 AND w.id = $3`, [
    COUNTRIES_WITH_LAW,
    storeId,
    id,
  ]);
  if (!still) return []; // it was undone or ended meanwhile, or another process was faster
  await tx.query('UPDATE withdrawal SET acted_at = app_now() WHERE store_id = $1 AND id = $2', [storeId, id]);
  const lines = await tx.query<Pick<PreorderLine, 'id' | 'state' | 'dueFrom'>>(
    'SELECT id, state, due_from AS "dueFrom" FROM preorder_line WHERE store_id = $1 AND preorder_id = $2',
    [storeId, preorderId],
  );
  const waiting = lines.filter(waitsForUnit);
  const lineIds = waiting.map((line) => line.id);
  const cancelled = await cancelInTransaction(tx, { storeId, preorderId, lineIds, reason: 'withdrawal' });
  const isOver = lines.every(
    (line) => waiting.includes(line) || line.state === 'cancelled' || line.state === 'returned',
  );
  if (isOver) await endWithdrawal(tx, { storeId, id }, { state: 'settled' });
  return cancelled.lines;
}
