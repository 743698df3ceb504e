import type { Minor } from '../../../domain/money.ts';
import { type LinePrice, type SoldTerms, SWAP_MINUTES } from '../../../domain/swap.ts';
import { oneRow } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { emit } from '../../outbox/outbox.ts';
import { moveUnits } from '../../stock/commands.ts';
import { findLineUnit, type LineSwap, type LineUnit, type SwapGroup, type SwapTarget } from '../queries/swaps.ts';
import type { Preorder, PreorderLine } from '../queries.ts';

/** A swap with all that its writes need. */
export type Swap = {
  preorder: Preorder;
  line: PreorderLine;
  unit: LineUnit;
  wanted: SwapTarget;
  terms: SoldTerms;
  after: LinePrice;
  difference: { now: Minor; later: Minor };
};

/** Rewrites the line item, and changes the sums of its pre-order by the differences. */
export async function rewrite(tx: Sql, { preorder, line, unit, wanted, terms, after }: Swap): Promise<void> {
  const { storeId } = unit;
  // It keeps the promise under which it was sold, unless it moves to another batch.
  const promiseId = wanted.batchId === unit.batchId ? unit.promiseId : wanted.promiseId;
  const rewritten = oneRow(
    {
      variant_id: wanted.variantId,
      batch_id: wanted.batchId,
      promise_id: promiseId,
      variant_external_id: wanted.externalId,
      variant_title: wanted.title,
      sku: wanted.sku,
      unit_price: after.unitPrice,
      discount: after.discount,
      tax: after.tax,
      total: after.total,
      due_now: after.dueNow,
      given_back: after.givenBack,
    },
    3,
  );
  await tx.query(
    `UPDATE preorder_line SET (${rewritten.names}) = ROW(${rewritten.params}) WHERE store_id = $1 AND id = $2`,
    [storeId, line.id, ...rewritten.values],
  );
  await tx.query(
    `UPDATE preorder SET subtotal = subtotal + $3, discount = discount + $4, tax = tax + $5, total = total + $6,
            due_now = due_now + $7, tax_millionths = $8
     WHERE store_id = $1 AND id = $2`,
    [
      storeId,
      preorder.id,
      after.unitPrice - line.unitPrice,
      after.discount - line.discount,
      after.tax - line.tax,
      after.total - line.total,
      after.dueNow - line.dueNow,
      terms.taxMillionths,
    ],
  );
}

/** Emits what follows swaps: jobs move the money, ready answers show the units, one mail tells the shopper. */
export async function announce(
  tx: Sql,
  { preorder, unit }: Swap,
  { swapIds, lineIds }: { swapIds: readonly string[]; lineIds: string[] },
): Promise<void> {
  const { storeId } = unit;
  const [swapId = '', ...otherSwapIds] = swapIds;
  const detail = { swapId, lineIds, ...(otherSwapIds.length > 0 && { otherSwapIds }) };
  await emit(tx, 'money.due', { storeId, subjectId: preorder.id });
  await emit(tx, 'preorder.swapped', { storeId, subjectId: preorder.id, detail });
  await emit(tx, 'stock.changed', { storeId, subjectId: unit.productId });
}

/** Stores the swap as done, or as one that waits to be paid, by itself or with another one. */
export async function record(
  tx: Sql,
  swap: Swap,
  { state, leaderId }: { state: 'waiting' | 'done'; leaderId: string | null },
): Promise<string> {
  const { preorder, line, unit, wanted, difference } = swap;
  const id = newRowId();
  const row = oneRow(
    {
      store_id: unit.storeId,
      id,
      preorder_id: preorder.id,
      line_id: line.id,
      waitlist_id: unit.waitlistId,
      from_variant_id: unit.variantId,
      from_batch_id: unit.batchId,
      to_variant_id: wanted.variantId,
      to_batch_id: wanted.batchId,
      to_promise_id: wanted.promiseId,
      from_title: line.variantTitle,
      to_title: wanted.title,
      from_price: line.unitPrice,
      to_price: wanted.price,
      due_now: difference.now,
      due_later: difference.later,
      leader_id: leaderId,
    },
    3,
  );
  await tx.query(
    `INSERT INTO line_swap (${row.names}, state, created_at, expires_at, ended_at)
     SELECT ${row.params}, $1, now, CASE WHEN $1 = 'waiting' THEN now + $2 * interval '1 minute' END,
            CASE WHEN $1 = 'done' THEN now END
     FROM app_now() AS now`,
    [state, SWAP_MINUTES, ...row.values],
  );
  return id;
}

/** Drops the swaps that still wait and gives their units back to sale. Resolves with the product's id if there were any. */
export async function dropGroup(tx: Sql, { storeId, preorderId, swaps }: SwapGroup): Promise<string | null> {
  const waiting = swaps.filter(({ state }) => state === 'waiting');
  const [first] = waiting;
  if (!first) return null;
  await moveUnits(
    tx,
    waiting.map(({ to, lineId }) => ({ ...to, held: -1, sold: 0, reason: 'swap' as const, sourceId: lineId })),
  );
  await endRows(tx, waiting, 'dropped');
  const unit = await findLineUnit(tx, { storeId, preorderId, lineId: first.lineId });
  if (unit) await emit(tx, 'stock.changed', { storeId, subjectId: unit.productId });
  return unit?.productId ?? null;
}

/** Marks swaps of one store as ended. */
export async function endRows(tx: Sql, swaps: readonly LineSwap[], state: 'done' | 'dropped'): Promise<void> {
  await tx.query('UPDATE line_swap SET state = $3, ended_at = app_now() WHERE store_id = $1 AND id = ANY($2::uuid[])', [
    swaps[0]?.storeId,
    swaps.map(({ id }) => id),
    state,
  ]);
}
