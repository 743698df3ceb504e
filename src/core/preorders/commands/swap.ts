import { AppError } from '../../../domain/error.ts';
import type { Minor } from '../../../domain/money.ts';
import {
  canSwap,
  type LinePrice,
  rateAsSold,
  type SoldTerms,
  SWAP_MINUTES,
  swapDifference,
  swapLine,
} from '../../../domain/swap.ts';
import { oneRow } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockUnits, moveUnits } from '../../stock/commands.ts';
import {
  findLineUnit,
  findWaitingSwap,
  type LineSwap,
  type LineUnit,
  listSwapOffers,
  listUnitsOf,
  readSwapTarget,
  type SwapOffer,
  type SwapTarget,
} from '../queries/swaps.ts';
import { findPreorder, type Preorder, type PreorderLine } from '../queries.ts';

export type SwapRequest = {
  storeId: string;
  preorderId: string;
  lineId: string;
  /** The platform's id of the new variant. */
  variantId: string;
  /** The price differences that the shopper saw and agreed to: due now, and due later. */
  now: Minor;
  later: Minor;
};

export type Swapped =
  | { kind: 'done' }
  /** A unit is held until the difference is paid. */
  | { kind: 'payment'; swapId: string };

/**
 * Swaps a line item for another variant of its waitlist, in one transaction with the units of both. The line item keeps
 * its place in the queue, and its date if its own batch has units left. If a difference has to be paid now, the new unit
 * is held and nothing else changes yet. Idempotent. Throws `line_not_found`, `line_not_swappable`, `variant_not_found`,
 * `waitlist_not_open`, `sold_out`; `swap_changed` if the price difference has changed; `payment_in_progress` while another
 * swap of the line item is being paid.
 */
export async function swapVariant(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  request: SwapRequest,
): Promise<Swapped> {
  const { storeId, preorderId } = request;
  const { swapped, productId } = await deps.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
    const preorder = await findPreorder(tx, storeId, preorderId);
    const unit = await findLineUnit(tx, request);
    const line = preorder?.lines.find(({ id }) => id === unit?.lineId);
    if (!preorder || !unit || !line) throw new AppError('line_not_found', 'The pre-order has no such line item.');
    if (line.variantExternalId === request.variantId) return { swapped: { kind: 'done' } as const, productId: null };
    const waiting = await findWaitingSwap(tx, storeId, line.id);
    if (waiting && (await isForVariant(tx, waiting, request))) {
      return { swapped: { kind: 'payment', swapId: waiting.id } as const, productId: null };
    }
    const wanted = await choose(tx, { line, unit, waiting }, request);
    const terms = soldTerms(preorder, unit);
    const after = swapLine(line, wanted.price, terms);
    const difference = swapDifference(line, after);
    refuseChanged(difference, request);
    const swap: Swap = { preorder, line, unit, wanted, terms, after, difference };
    const done = difference.now > 0 ? await hold(tx, swap) : await apply(tx, swap);
    return { swapped: done, productId: unit.productId };
  });
  if (productId) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
  return swapped;
}

export type Swap = {
  preorder: Preorder;
  line: PreorderLine;
  unit: LineUnit;
  wanted: SwapTarget;
  terms: SoldTerms;
  after: LinePrice;
  difference: { now: Minor; later: Minor };
};

/** Returns true if the waiting swap is for the requested variant. It is then paid at the price that was shown for it. */
async function isForVariant(tx: Sql, waiting: LineSwap, { variantId }: SwapRequest): Promise<boolean> {
  return !waiting.expired && (await readSwapTarget(tx, waiting)).externalId === variantId;
}

type Chosen = { line: PreorderLine; unit: LineUnit; waiting: LineSwap | null };

/** Locks the units, then reads the offer of the variant again: no other transaction can hold or sell them meanwhile. */
async function choose(tx: Sql, { line, unit, waiting }: Chosen, { variantId }: SwapRequest): Promise<SwapOffer> {
  if (!canSwap(line.state)) {
    throw new AppError('line_not_swappable', `A line item that is ${line.state} keeps its variant.`, {
      data: { line: line.id, state: line.state },
    });
  }
  if (waiting && waiting.attemptId !== null) {
    throw new AppError('payment_in_progress', 'Another swap of this line item is being paid.');
  }
  const isNamed = ({ own, externalId }: SwapOffer) => !own && externalId === variantId;
  const named = (await listSwapOffers(tx, unit)).find(isNamed);
  if (!named) {
    throw new AppError('variant_not_found', 'The waitlist does not offer this variant.', { param: 'variantId' });
  }
  await lockUnits(tx, [unit, ...(await listUnitsOf(tx, unit, named.variantId)), ...(waiting ? [waiting.to] : [])]);
  // The new request replaces a waiting swap whose payment has not begun.
  if (waiting) await dropSwap(tx, waiting);
  const wanted = (await listSwapOffers(tx, unit)).find(isNamed);
  if (!wanted?.open) throw new AppError('waitlist_not_open', 'The waitlist takes no pre-orders now.');
  if (wanted.left < 1) throw new AppError('sold_out', 'Nothing is left of this variant.', { data: { left: 0 } });
  return wanted;
}

/** Returns the terms under which the pre-order was sold. They hold for every swap of it. */
export function soldTerms(preorder: Preorder, { taxMillionths }: Pick<LineUnit, 'taxMillionths'>): SoldTerms {
  const { paymentPlan: plan, pricesIncludeTax } = preorder;
  return { plan, pricesIncludeTax, taxMillionths: taxMillionths ?? rateAsSold(preorder) };
}

function refuseChanged(difference: { now: Minor; later: Minor }, shown: SwapRequest): void {
  const { now, later } = difference;
  if (now === shown.now && later === shown.later) return;
  throw new AppError('swap_changed', 'The price has changed.', { data: { now, later } });
}

async function apply(tx: Sql, swap: Swap): Promise<Swapped> {
  const { unit, wanted, line } = swap;
  const { storeId, waitlistId } = unit;
  const swapId = await record(tx, swap, 'done');
  const to = { storeId, waitlistId, batchId: wanted.batchId, variantId: wanted.variantId };
  const move = { held: 0, reason: 'swap' as const, sourceId: line.id };
  await moveUnits(tx, [
    { ...unit, ...move, sold: -1 },
    { ...to, ...move, sold: 1 },
  ]);
  await rewrite(tx, swap);
  await announce(tx, swap, swapId);
  return { kind: 'done' };
}

/** Holds the new unit, among the units that checkouts hold, while the shopper pays the difference. */
async function hold(tx: Sql, swap: Swap): Promise<Swapped> {
  const { unit, wanted, line } = swap;
  const swapId = await record(tx, swap, 'waiting');
  const { storeId, waitlistId } = unit;
  const to = { storeId, waitlistId, batchId: wanted.batchId, variantId: wanted.variantId };
  await moveUnits(tx, [{ ...to, held: 1, sold: 0, reason: 'swap', sourceId: line.id }]);
  await emit(tx, 'stock.changed', { storeId, subjectId: unit.productId });
  return { kind: 'payment', swapId };
}

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

/** Emits what follows a swap: jobs move the money, ready answers show the units, a mail tells the shopper. */
export async function announce(tx: Sql, { preorder, unit }: Swap, swapId: string): Promise<void> {
  const { storeId } = unit;
  await emit(tx, 'money.due', { storeId, subjectId: preorder.id });
  await emit(tx, 'preorder.swapped', { storeId, subjectId: preorder.id, detail: { swapId, lineIds: [unit.lineId] } });
  await emit(tx, 'stock.changed', { storeId, subjectId: unit.productId });
}

async function record(tx: Sql, swap: Swap, state: 'waiting' | 'done'): Promise<string> {
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

/** Drops a waiting swap and gives its unit back to sale. Resolves with the product's id. */
export async function dropSwap(tx: Sql, { storeId, id, preorderId, lineId, to }: LineSwap): Promise<string | null> {
  await moveUnits(tx, [{ ...to, held: -1, sold: 0, reason: 'swap', sourceId: lineId }]);
  await endRow(tx, { storeId, id }, 'dropped');
  const unit = await findLineUnit(tx, { storeId, preorderId, lineId });
  if (unit) await emit(tx, 'stock.changed', { storeId, subjectId: unit.productId });
  return unit?.productId ?? null;
}

/** Marks the swap as ended. */
export async function endRow(tx: Sql, { storeId, id }: Pick<LineSwap, 'storeId' | 'id'>, state: 'done' | 'dropped') {
  await tx.query('UPDATE line_swap SET state = $3, ended_at = app_now() WHERE store_id = $1 AND id = $2', [
    storeId,
    id,
    state,
  ]);
}
