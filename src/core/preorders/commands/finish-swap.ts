import { canSwap, swapDifference, swapLine } from '../../../domain/swap.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { type EndDeps, endAttempt } from '../../payments/commands/end-attempt.ts';
import { type AttemptKey, readAttempt } from '../../payments/queries.ts';
import type { RoundOutcome } from '../../payments/rounds.ts';
import { moveUnits } from '../../stock/commands.ts';
import { findLineUnit, findSwap, findSwapOf, type LineSwap, readSwapTarget } from '../queries/swaps.ts';
import { findPreorder } from '../queries.ts';
import { soldTerms } from './swap.ts';
import { announce, dropSwap, endRow, rewrite, type Swap } from './swap-writes.ts';

/**
 * Finishes a paid swap: the line item becomes the variant that was held for it, and its money is captured. If the swap is
 * not possible any more (the line item was cancelled or released, or the time to pay is over), the payment is undone.
 * Idempotent.
 */
export async function finishSwap(deps: Pick<Deps, 'db' | 'answers' | 'outbox'>, key: AttemptKey): Promise<void> {
  const known = await findSwapOf(deps.db, key.storeId, key.attemptId);
  const preorderId = known?.preorderId ?? (await readAttempt(deps.db, key))?.preorderId;
  if (!preorderId) return;
  const productId = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, key.storeId, preorderId);
    const attempt = await readAttempt(tx, key);
    if (attempt?.state !== 'open') return null;
    const line = await findSwapOf(tx, key.storeId, key.attemptId);
    const swap = line?.state === 'waiting' ? await swapNow(tx, line) : null;
    const fits = swap !== null && swap.difference.now <= attempt.amount;
    await tx.query('UPDATE attempt SET state = $3, updated_at = app_now() WHERE store_id = $1 AND id = $2', [
      key.storeId,
      key.attemptId,
      fits ? 'placed' : 'surplus',
    ]);
    if (line && fits) return apply(tx, line, swap);
    await emit(tx, 'attempt.undo', { storeId: key.storeId, subjectId: key.attemptId });
    return line?.state === 'waiting' ? dropSwap(tx, line) : null;
  });
  if (productId) deps.answers.invalidate(key.storeId, productId);
  deps.outbox.wake();
}

async function lockPreorder(tx: Sql, storeId: string, preorderId: string): Promise<void> {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
}

/**
 * Computes the swap from the present state, at the price that was shown; null if the line item cannot be swapped any
 * more.
 */
async function swapNow(tx: Sql, { storeId, preorderId, lineId, ...swap }: LineSwap): Promise<Swap | null> {
  const preorder = await findPreorder(tx, storeId, preorderId);
  const unit = await findLineUnit(tx, { storeId, preorderId, lineId });
  const line = preorder?.lines.find(({ id }) => id === lineId);
  if (!preorder || !unit || !line || !canSwap(line.state)) return null;
  const terms = soldTerms(preorder, unit);
  const after = swapLine(line, swap.toPrice, terms);
  const wanted = await readSwapTarget(tx, { storeId, preorderId, lineId, ...swap });
  return { preorder, line, unit, wanted, terms, after, difference: swapDifference(line, after) };
}

async function apply(tx: Sql, { storeId, id, to }: LineSwap, swap: Swap): Promise<string> {
  const { unit, line } = swap;
  const move = { reason: 'swap' as const, sourceId: line.id };
  await moveUnits(tx, [
    { ...unit, ...move, held: 0, sold: -1 },
    { ...to, ...move, held: -1, sold: 1 },
  ]);
  await rewrite(tx, swap);
  await endRow(tx, { storeId, id }, 'done');
  await announce(tx, swap, { swapIds: [id], lineIds: [swap.line.id] });
  return unit.productId;
}

/**
 * Ends a swap whose time to pay is over. First ends the attempt that could still pay it. Only a payment that is under way
 * keeps the unit.
 */
export async function endSwap(deps: EndDeps, { storeId, id, attemptId, preorderId }: LineSwap): Promise<RoundOutcome> {
  const attempt = attemptId === null ? null : await readAttempt(deps.db, { storeId, attemptId });
  const end = await endAttempt(deps, attempt);
  if (end !== 'none') return end === 'pending' ? 'waits' : 'done';
  const productId = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, storeId, preorderId);
    const swap = await findSwap(tx, storeId, id);
    // A new payment may have begun in between, or the swap has ended.
    return swap?.state === 'waiting' && swap.attemptId === attemptId ? dropSwap(tx, swap) : null;
  });
  if (productId) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
  return 'done';
}
