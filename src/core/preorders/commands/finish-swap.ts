import { canSwap, swapDifference, swapLine } from '../../../domain/swap.ts';
import type { Sql } from '../../../platform/db.ts';
import { readWait } from '../../accounts/queries/disputes.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { type EndDeps, endAttempt } from '../../payments/commands/end-attempt.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { type AttemptKey, readAttempt } from '../../payments/queries.ts';
import type { RoundOutcome } from '../../payments/rounds.ts';
import { moveUnits } from '../../stock/commands.ts';
import {
  findGroupOf,
  findLineUnit,
  findSwapGroup,
  type LineSwap,
  readSwapTarget,
  type SwapGroup,
} from '../queries/swaps.ts';
import { findPreorder } from '../queries.ts';
import { soldTerms } from './swap.ts';
import { announce, dropGroup, endRows, rewrite, type Swap } from './swap-writes.ts';

/**
 * Finishes swaps that were paid together: the line items become the variants that were held for them, and their money is
 * captured. If one of them is not possible any more (its line item was cancelled, released or withdrawn from, or the time is over), none
 * is done and the payment is undone. Idempotent.
 */
export async function finishSwap(deps: Pick<Deps, 'db' | 'answers' | 'outbox'>, key: AttemptKey): Promise<void> {
  const known = await findGroupOf(deps.db, key.storeId, key.attemptId);
  const preorderId = known?.preorderId ?? (await readAttempt(deps.db, key))?.preorderId;
  if (!preorderId) return;
  const productId = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId: key.storeId, preorderId });
    const attempt = await readAttempt(tx, key);
    if (attempt?.state !== 'open') return null;
    const group = await findGroupOf(tx, key.storeId, key.attemptId);
    const isHeld = (await readWait(tx, { storeId: key.storeId, preorderId }))?.withdrawn;
    const swaps = group?.waiting && !isHeld ? await swapsNow(tx, group) : null;
    await tx.query('UPDATE attempt SET state = $3, updated_at = app_now() WHERE store_id = $1 AND id = $2', [
      key.storeId,
      key.attemptId,
      swaps ? 'placed' : 'surplus',
    ]);
    if (group && swaps) return apply(tx, group, swaps);
    await emit(tx, 'attempt.undo', { storeId: key.storeId, subjectId: key.attemptId });
    return group && dropGroup(tx, group);
  });
  if (productId) deps.answers.invalidate(key.storeId, productId);
  deps.outbox.wake();
}

/** Computes the swaps from the present state; null if one is not possible any more or costs more than was paid for it. */
async function swapsNow(tx: Sql, { swaps }: SwapGroup): Promise<Swap[] | null> {
  const all: Swap[] = [];
  for (const waiting of swaps) {
    const swap = await swapNow(tx, waiting);
    if (!swap || swap.difference.now > waiting.dueNow) return null;
    all.push(swap);
  }
  return all;
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

async function apply(tx: Sql, group: SwapGroup, swaps: readonly Swap[]): Promise<string | null> {
  const [first] = swaps;
  if (!first) return null;
  const moves = swaps.flatMap(({ unit, wanted: { batchId, variantId }, line }) => {
    const { storeId, waitlistId } = unit;
    const move = { reason: 'swap' as const, sourceId: line.id };
    return [
      { ...unit, ...move, held: 0, sold: -1 },
      { storeId, waitlistId, batchId, variantId, ...move, held: -1, sold: 1 },
    ];
  });
  await moveUnits(tx, moves);
  for (const swap of swaps) await rewrite(tx, swap);
  await endRows(tx, group.swaps, 'done');
  await announce(tx, first, {
    swapIds: group.swaps.map(({ id }) => id),
    lineIds: group.swaps.map(({ lineId }) => lineId),
  });
  return first.unit.productId;
}

/**
 * Ends swaps whose time to pay is over, together with those that would be paid with them. First ends the attempt that could
 * still pay them. Only a payment that is under way keeps the units.
 */
export async function endSwaps(
  deps: EndDeps,
  { storeId, id }: Pick<SwapGroup, 'storeId' | 'id'>,
): Promise<RoundOutcome> {
  const group = await findSwapGroup(deps.db, storeId, id);
  if (!group) return 'done';
  const { attemptId, preorderId } = group;
  const attempt = attemptId === null ? null : await readAttempt(deps.db, { storeId, attemptId });
  const end = await endAttempt(deps, attempt);
  if (end !== 'none') return end === 'pending' ? 'waits' : 'done';
  const productId = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    const now = await findSwapGroup(tx, storeId, id);
    // A new payment may have begun in between.
    return now?.attemptId === attemptId ? dropGroup(tx, now) : null;
  });
  if (productId) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
  return 'done';
}
