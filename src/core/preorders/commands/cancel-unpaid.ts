import type { Deps } from '../../deps.ts';
import { type EndDeps, endAttempt } from '../../payments/commands/end-attempt.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { extendUnasked } from '../../payments/commands/put-off.ts';
import { type PaymentDue, readOpenDue } from '../../payments/queries/dues.ts';
import { LIVE_STATES, readLiveAttemptOf } from '../../payments/queries.ts';
import type { RoundOutcome } from '../../payments/rounds.ts';
import { cancelInTransaction, invalidateAnswers } from './cancel.ts';

/** Cancels the unpaid line items of an overdue payment. Waits for one that is under way, and gives more time to shoppers who were not asked. */
export async function cancelOverdue(deps: EndDeps, due: PaymentDue): Promise<RoundOutcome> {
  const live = await readLiveAttemptOf(deps.db, due);
  if (live?.offSession) return 'done'; // the movement of the charge decides
  const end = await endAttempt(deps, live);
  if (end !== 'none') return end === 'pending' ? 'waits' : 'done'; // no verdict yet, or it has paid
  const cancelled = await cancelDueLines(deps, due);
  invalidateAnswers(deps, due.storeId, cancelled);
  return 'done';
}

async function cancelDueLines(deps: Pick<Deps, 'db'>, { storeId, preorderId, id }: PaymentDue) {
  return deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    const due = await readOpenDue(tx, { storeId, preorderId });
    if (due?.id !== id || due.msLeft > 0) return [];
    const unpaid = await tx.query<{ id: string }>(
      `SELECT l.id FROM preorder_line l
       WHERE l.store_id = $1 AND l.preorder_id = $2 AND l.state = 'payment_due' AND NOT EXISTS (
         SELECT 1 FROM attempt a WHERE a.store_id = $1 AND a.preorder_id = $2 AND a.state IN (${LIVE_STATES}))
         AND NOT EXISTS (SELECT 1 FROM dispute_wait w WHERE w.store_id = $1 AND w.preorder_id = $2)`,
      [storeId, preorderId],
    );
    if (unpaid.length === 0 || (await extendUnasked(tx, due))) return [];
    const lineIds = unpaid.map((line) => line.id);
    return (await cancelInTransaction(tx, { storeId, preorderId, lineIds, reason: 'payment' })).lines;
  });
}
