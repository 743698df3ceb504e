import { waitsForUnit } from '../../../domain/preorder.ts';
import { COUNTRIES_WITH_LAW } from '../../../domain/withdrawal-right.ts';
import type { Sql } from '../../../platform/db.ts';
import { followWaits } from '../../accounts/commands/follow-waits.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { cancelInTransaction, invalidateAnswers } from '../../preorders/commands/cancel.ts';
import type { PreorderLine } from '../../preorders/queries.ts';
import { NAMES } from '../queries/named.ts';
import { IN_RETURN, WAS_SENT } from '../queries/returns.ts';
import { inTime, TIMING_ROW, type TimingRow } from '../queries/timing.ts';
import { ACTS_ITSELF, UNDOABLE_UNTIL } from '../queries.ts';
import { settleIfOver } from './end-return.ts';
import { openReturn } from './open-return.ts';

const WITHDRAWALS_AT_ONCE = 100;

export type ActDeps = Pick<Deps, 'db' | 'answers' | 'outbox' | 'log'>;
type Due = { storeId: string; id: string; preorderId: string };

/** Acts on the declarations that their customer did not undo in time. */
export async function actOnWithdrawals(deps: ActDeps): Promise<void> {
  const due = await deps.db.query<Due>(
    `SELECT w.store_id AS "storeId", w.id, o.id AS "preorderId" FROM withdrawal w ${OF} WHERE ${DUE}
     ORDER BY w.declared_at LIMIT ${WITHDRAWALS_AT_ONCE}`,
    [COUNTRIES_WITH_LAW],
  );
  for (const one of due) {
    await actOn(deps, one).catch((error: unknown) =>
      deps.log.error({ err: error, withdrawal: one.id }, 'a withdrawal was not acted on'),
    );
  }
}

/**
 * Cancels what a declaration names and the store cannot have sent, with everything back, also a deposit. What was sent comes back by a
 * return, unless its period was over: then a person decides. Where nothing is left of what it names, the withdrawal is settled. Does
 * nothing where it is not yet to be acted on.
 */
export async function actOn({ db, answers, outbox }: Omit<ActDeps, 'log'>, due: Due): Promise<void> {
  const lines = await db.transaction((tx) => act(tx, due));
  invalidateAnswers({ answers, outbox }, due.storeId, lines);
}

const OF = `
  JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
  JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id`;

const DUE = `${ACTS_ITSELF} AND w.looked_at IS NOT NULL AND ${UNDOABLE_UNTIL} <= (SELECT app_now())`;

type Line = Pick<PreorderLine, 'id' | 'state' | 'dueFrom'> & {
  /** The store's system has an order of it, and may have sent it. */
  handed: boolean;
  /** It comes back already, or its money went back. */
  inReturn: boolean;
};

async function act(tx: Sql, { storeId, id, preorderId }: Due) {
  await lockPreorder(tx, { storeId, preorderId });
  await tx.query('SELECT 1 FROM withdrawal WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, id]);
  const [still] = await tx.query<{ declaredAt: Date; timing: TimingRow }>(
    `SELECT w.declared_at AS "declaredAt", ${TIMING_ROW} AS timing FROM withdrawal w ${OF} WHERE ${DUE} AND w.store_id = $2 AND w.id = $3`,
    [COUNTRIES_WITH_LAW, storeId, id],
  );
  if (!still) return []; // it was undone or ended meanwhile, or another process was faster
  const lines = await tx.query<Line>(LINES, [storeId, preorderId, id]);
  const timely = inTime(still.timing, still.declaredAt);
  const isSent = ({ state, inReturn }: Line) => (state === 'fulfilled' || state === 'returned') && !inReturn;
  const isLate = (line: Line) => isSent(line) && !timely.has(line.id);
  if (lines.length > 0 && lines.every(isLate)) {
    await tx.query('UPDATE withdrawal SET left_to_person = true WHERE store_id = $1 AND id = $2', [storeId, id]);
    return [];
  }
  await tx.query('UPDATE withdrawal SET acted_at = app_now() WHERE store_id = $1 AND id = $2', [storeId, id]);
  // What is not paid in full was not sent, whatever the store's system has of it.
  const isOwed = ({ state }: Line) => state === 'payment_due';
  const unsent = lines.filter(
    (line) => waitsForUnit(line) || isOwed(line) || (line.state === 'released' && !line.handed),
  );
  const lineIds = unsent.map((line) => line.id);
  const cancelled = await cancelInTransaction(tx, { storeId, preorderId, lineIds, reason: 'withdrawal' });
  const sent = lines.filter(isSent).map((line) => line.id);
  const of = { storeId, withdrawalId: id, preorderId, declaredAt: still.declaredAt };
  await openReturn(
    tx,
    of,
    sent.filter((lineId) => timely.has(lineId)),
  );
  if (!(await settleIfOver(tx, { storeId, id }))) await followWaits(tx, { storeId, preorderId });
  return cancelled.lines;
}

// What is cancelled, or had come back before the declaration, has its end already.
const LINES = `
  SELECT l.id, l.state, l.due_from AS "dueFrom", EXISTS (
    SELECT 1 FROM store_order_line x JOIN store_order r ON r.store_id = x.store_id AND r.id = x.order_id
    WHERE x.store_id = l.store_id AND x.line_id = l.id AND r.handed_at IS NOT NULL) AS handed, ${IN_RETURN} AS "inReturn"
  FROM preorder_line l JOIN withdrawal w ON w.store_id = l.store_id AND w.id = $3
  WHERE l.store_id = $1 AND l.preorder_id = $2 AND (l.state NOT IN ('cancelled', 'returned') OR ${WAS_SENT})
    AND ${NAMES}`;
