import { AppError } from '../../../domain/error.ts';
import type { Minor } from '../../../domain/money.ts';
import { canSwap, rateAsSold, type SoldTerms, swapDifference, swapLine } from '../../../domain/swap.ts';
import type { Sql } from '../../../platform/db.ts';
import { readWait } from '../../accounts/queries/disputes.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { lockUnits, moveUnits } from '../../stock/commands.ts';
import {
  findLineUnit,
  findWaitingGroup,
  type LineUnit,
  listSwapOffers,
  listUnitsOf,
  readSwapTarget,
  type SwapGroup,
  type SwapOffer,
} from '../queries/swaps.ts';
import { findPreorder, type Preorder, type PreorderLine } from '../queries.ts';
import { announce, dropGroup, record, rewrite, type Swap } from './swap-writes.ts';

const WITHDRAWN =
  'Somebody withdrew from this pre-order: nothing of it is swapped until that is undone, settled or refused.';

export type SwapRequest = {
  storeId: string;
  preorderId: string;
  lineId: string;
  /** Equal line items that are swapped and paid with it. */
  alsoLineIds?: readonly string[] | undefined;
  /** The platform's id of the new variant. */
  variantExternalId: string;
  /** The price differences of all of them together that the shopper saw and agreed to: due now, and due later. */
  now: Minor;
  later: Minor;
};

export type Swapped =
  | { kind: 'done' }
  /** The units are held until the difference is paid. `swapId`: the first one's, which stands for all of them. */
  | { kind: 'payment'; swapId: string };

/**
 * Swaps a line item, or several equal ones, for another variant of the waitlist, all or nothing, in one transaction with the units
 * of both. They keep their place in the queue, and their date if their own batch has units left. If a difference has to be paid
 * now, one payment pays all of it; until then the new units are held and nothing else changes. Idempotent. Throws `line_not_found`,
 * `line_not_swappable`, `variant_not_found`, `waitlist_not_open`, `sold_out`; `swap_changed` if the price difference has changed;
 * `payment_in_progress` while another swap of a line item is being paid; `withdrawal_declared` while a withdrawal is not dealt with.
 */
export async function swapVariant(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  request: SwapRequest,
): Promise<Swapped> {
  const { storeId, preorderId, lineId, alsoLineIds = [] } = request;
  const lineIds = [...new Set([lineId, ...alsoLineIds].map((id) => id.toLowerCase()))];
  const { swapped, productId } = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    if ((await readWait(tx, request))?.withdrawn) throw new AppError('withdrawal_declared', WITHDRAWN);
    const made: MadeSwap[] = [];
    for (const [index, id] of lineIds.entries()) {
      const step = await swapLineItem(tx, { ...request, lineId: id }, { lineIds, index, leaderId: leaderOf(made) });
      if (step.kind === 'waits') return { swapped: { kind: 'payment', swapId: step.swapId } as const, productId: null };
      if (step.kind === 'made') made.push(step);
    }
    return finish(tx, made, request);
  });
  if (productId) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
  return swapped;
}

type MadeSwap = { kind: 'made'; swap: Swap; swapId: string };

/** Returns the first swap of a request that has to be paid: the others are paid with it. */
function leaderOf(made: readonly MadeSwap[]): string | null {
  return made.find(({ swap }) => swap.difference.now > 0)?.swapId ?? null;
}

/** All line items of a request, and the place of this one among them. */
type Together = { lineIds: readonly string[]; index: number; leaderId: string | null };

/** Swaps one line item of a request, or holds the unit for it. */
async function swapLineItem(
  tx: Sql,
  request: SwapRequest,
  { lineIds, index, leaderId }: Together,
): Promise<MadeSwap | { kind: 'was' } | { kind: 'waits'; swapId: string }> {
  const { storeId, preorderId } = request;
  const preorder = await findPreorder(tx, storeId, preorderId);
  const unit = await findLineUnit(tx, request);
  const line = preorder?.lines.find(({ id }) => id === unit?.lineId);
  if (!preorder || !unit || !line) throw new AppError('line_not_found', 'The pre-order has no such line item.');
  if (line.variantExternalId === request.variantExternalId) return { kind: 'was' };
  const waiting = await findWaitingGroup(tx, storeId, line.id);
  if (index === 0 && waiting && (await isSame(tx, waiting, { lineIds, variantExternalId: request.variantExternalId })))
    return { kind: 'waits', swapId: waiting.id };
  const wanted = await choose(tx, { line, unit, waiting }, { ...request, units: lineIds.length - index });
  const terms = soldTerms(preorder, unit);
  const after = swapLine(line, wanted.price, terms);
  const swap: Swap = { preorder, line, unit, wanted, terms, after, difference: swapDifference(line, after) };
  const swapId = swap.difference.now > 0 ? await hold(tx, swap, leaderId) : await apply(tx, swap);
  return { kind: 'made', swap, swapId };
}

/** Compares the differences with what the shopper agreed to, and tells what was done. A throw undoes it. */
async function finish(tx: Sql, made: readonly MadeSwap[], request: SwapRequest) {
  const [first] = made;
  if (!first) return { swapped: { kind: 'done' } as const, productId: null };
  const { storeId, productId } = first.swap.unit;
  const sum = (of: 'now' | 'later') => made.reduce((total, { swap }) => total + swap.difference[of], 0);
  refuseChanged({ now: sum('now'), later: sum('later') }, request);
  const leaderId = leaderOf(made);
  if (leaderId !== null) {
    refuseUnlike(made);
    await emit(tx, 'stock.changed', { storeId, subjectId: productId });
    return { swapped: { kind: 'payment', swapId: leaderId } as const, productId };
  }
  await announce(tx, first.swap, {
    swapIds: made.map(({ swapId }) => swapId),
    lineIds: made.map(({ swap }) => swap.line.id),
  });
  return { swapped: { kind: 'done' } as const, productId };
}

/** Refuses line items of which some cost more and others do not: one payment could not be for all of them, or none. */
function refuseUnlike(made: readonly MadeSwap[]): void {
  if (made.every(({ swap }) => swap.difference.now > 0)) return;
  throw new AppError('invalid_parameter', 'Line items that cost more are swapped by themselves.', {
    param: 'alsoLineItemIds',
  });
}

/** Returns true if exactly these line items wait for that variant. They are then paid at the price that was shown for them. */
async function isSame(
  tx: Sql,
  { swaps, waiting, expired }: SwapGroup,
  { lineIds, variantExternalId }: { lineIds: readonly string[]; variantExternalId: string },
): Promise<boolean> {
  const isOfAll = swaps.length === lineIds.length && swaps.every(({ lineId }) => lineIds.includes(lineId));
  return waiting && !expired && isOfAll && (await readSwapTarget(tx, swaps[0])).externalId === variantExternalId;
}

type ChosenLine = { line: PreorderLine; unit: LineUnit; waiting: SwapGroup | null };

/** Locks the units, then reads the offer of the variant again: no other transaction can hold or sell them meanwhile. */
async function choose(
  tx: Sql,
  { line, unit, waiting }: ChosenLine,
  { variantExternalId, units }: { variantExternalId: string; units: number },
): Promise<SwapOffer> {
  if (!canSwap(line.state)) {
    throw new AppError('line_not_swappable', `A line item that is ${line.state} keeps its variant.`, {
      data: { line: line.id, state: line.state },
    });
  }
  if (waiting && waiting.attemptId !== null) {
    throw new AppError('payment_in_progress', 'Another swap of this line item is being paid.');
  }
  const isNamed = ({ own, externalId }: SwapOffer) => !own && externalId === variantExternalId;
  const named = (await listSwapOffers(tx, unit)).find(isNamed);
  if (!named) {
    throw new AppError('variant_not_found', 'The waitlist does not offer this variant.', { param: 'variantId' });
  }
  await lockUnits(tx, [
    unit,
    ...(await listUnitsOf(tx, unit, named.variantId)),
    ...(waiting ? waiting.swaps.map(({ to }) => to) : []),
  ]);
  // The new request replaces waiting swaps whose payment has not begun.
  if (waiting) await dropGroup(tx, waiting);
  const wanted = (await listSwapOffers(tx, unit)).find(isNamed);
  if (!wanted?.open) throw new AppError('waitlist_not_open', 'The waitlist takes no pre-orders now.');
  // All of them come from one batch, so that they have one date.
  if (wanted.left < units) {
    throw new AppError('sold_out', 'Too few are left of this variant.', { data: { left: Math.max(0, wanted.left) } });
  }
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

async function apply(tx: Sql, swap: Swap): Promise<string> {
  const { unit, wanted, line } = swap;
  const { storeId, waitlistId } = unit;
  const swapId = await record(tx, swap, { state: 'done', leaderId: null });
  const to = { storeId, waitlistId, batchId: wanted.batchId, variantId: wanted.variantId };
  const move = { held: 0, reason: 'swap' as const, sourceId: line.id };
  await moveUnits(tx, [
    { ...unit, ...move, sold: -1 },
    { ...to, ...move, sold: 1 },
  ]);
  await rewrite(tx, swap);
  return swapId;
}

/** Holds the new unit, among the units that checkouts hold, while the shopper pays the difference. */
async function hold(tx: Sql, swap: Swap, leaderId: string | null): Promise<string> {
  const { unit, wanted, line } = swap;
  const swapId = await record(tx, swap, { state: 'waiting', leaderId });
  const { storeId, waitlistId } = unit;
  const to = { storeId, waitlistId, batchId: wanted.batchId, variantId: wanted.variantId };
  await moveUnits(tx, [{ ...to, held: 1, sold: 0, reason: 'swap', sourceId: line.id }]);
  return swapId;
}
