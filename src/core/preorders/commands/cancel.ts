import { AppError } from '../../../domain/error.ts';
import type { PaymentPlan } from '../../../domain/payment-plan.ts';
import { type CancelReason, canCancel, hasUnit } from '../../../domain/preorder.ts';
import { backByCancelling, cancelOutcome, keepsDeposit, type PaidLine } from '../../../domain/refund.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { endDue } from '../../payments/commands/owe.ts';
import { PAID_AND_REFUNDED } from '../../payments/queries/ledger.ts';
import { giveBackArrived } from '../../stock/commands/arrived-units.ts';
import { moveUnits } from '../../stock/commands.ts';
import { LET_DOWN } from '../queries.ts';

type CancelRequest = {
  storeId: string;
  preorderId: string;
  /** Null for every line item that can be cancelled. */
  lineIds: readonly string[] | null;
  /** `shopper` if left out: the shopper's own wish. */
  reason?: CancelReason;
  /**
   * Applies the deposit rule of a shopper's cancellation, so that the merchant may keep the deposit of what they cancel
   * themselves.
   */
  keepDeposit?: boolean;
};

export type Cancelled = {
  lineIds: string[];
  /** What is refunded to the shopper or released from an authorisation, in minor units. */
  amount: number;
  /** The part that the merchant keeps, in minor units. */
  kept: number;
};

type Line = PaidLine & {
  id: string;
  waitlistId: string;
  batchId: string;
  variantId: string;
  productId: string;
};

/**
 * Cancels line items of a pre-order. The line items, their units and the stock ledger change at once. A job then moves the
 * money: it reduces or undoes an authorisation that is not captured, and refunds what was captured. Idempotent. Throws
 * `line_not_cancellable`, and cancels nothing, if a named line item cannot be cancelled any more.
 */
export async function cancelLines(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  request: CancelRequest,
): Promise<Cancelled> {
  const { lines, ...cancelled } = await deps.db.transaction((tx) => cancelInTransaction(tx, request));
  invalidateAnswers(deps, request.storeId, lines);
  return cancelled;
}

/** Cancels line items in the caller's transaction. The caller has to call `invalidateAnswers` after the commit. */
export async function cancelInTransaction(tx: Sql, request: CancelRequest): Promise<Cancelled & { lines: Line[] }> {
  const { storeId, preorderId, reason = 'shopper' } = request;
  const [preorder] = await tx.query<{ paymentPlan: PaymentPlan; depositRefundable: boolean }>(
    `SELECT payment_plan AS "paymentPlan", deposit_refundable AS "depositRefundable" FROM preorder
     WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [storeId, preorderId],
  );
  if (!preorder) throw new AppError('preorder_not_found', 'There is no such pre-order.');
  const all = await tx.query<Line>(LINES, [storeId, preorderId]);
  const lines = choose(all, request.lineIds);
  if (lines.length === 0) return { lines, lineIds: [], amount: 0, kept: 0 };
  await giveBackUnits(tx, storeId, lines);
  const lineIds = lines.map((line) => line.id);
  const keeps = keepsDeposit(preorder, request.keepDeposit ? 'shopper' : reason);
  const outcomes = lines.map((line) => {
    const outcome = cancelOutcome(line, { keeps }) ?? { refund: 0, release: 0, kept: 0 };
    return { ...outcome, back: backByCancelling(line, outcome) };
  });
  // The mail states this sum. It is computed now, because later the authorised and the moving amounts are not known any
  // more.
  const back = outcomes.reduce((sum, outcome) => sum + outcome.back, 0);
  await tx.query(
    `UPDATE preorder_line l SET state = 'cancelled', cancelled_at = app_now(), cancel_reason = $4, due_from = NULL,
            kept = c.kept
     FROM unnest($2::uuid[], $3::bigint[]) AS c (id, kept) WHERE l.store_id = $1 AND l.id = c.id`,
    [storeId, lineIds, outcomes.map(({ kept }) => kept), reason],
  );
  await endDue(tx, request, 'cancelled');
  await emit(tx, 'money.due', { storeId, subjectId: preorderId });
  await emit(tx, 'preorder.cancelled', { storeId, subjectId: preorderId, detail: { lineIds, reason, back } });
  for (const productId of new Set(lines.map((line) => line.productId))) {
    await emit(tx, 'stock.changed', { storeId, subjectId: productId });
  }
  return {
    lines,
    lineIds,
    amount: outcomes.reduce((sum, { refund, release }) => sum + refund + release, 0),
    kept: outcomes.reduce((sum, { kept }) => sum + kept, 0),
  };
}

/** Gives the units of these line items back to sale, and those that have arrived back to the free ones. */
async function giveBackUnits(tx: Sql, storeId: string, lines: readonly Line[]): Promise<void> {
  await moveUnits(
    tx,
    lines.map(({ id, waitlistId, batchId, variantId }) => ({
      storeId,
      waitlistId,
      batchId,
      variantId,
      held: 0,
      sold: -1,
      reason: 'cancel' as const,
      sourceId: id,
    })),
  );
  await giveBackArrived(tx, storeId, lines.filter(hasUnit));
}

/**
 * Drops the ready answers of the products, whose units can be sold again: here at once, in other processes within 10
 * ms.
 */
export function invalidateAnswers(
  deps: Pick<Deps, 'answers' | 'outbox'>,
  storeId: string,
  lines: readonly Pick<Line, 'productId'>[],
): void {
  for (const productId of new Set(lines.map((line) => line.productId))) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
}

const LINES = `
  SELECT l.id, l.state, l.waitlist_id AS "waitlistId", l.batch_id AS "batchId", l.variant_id AS "variantId",
         l.total, l.due_from AS "dueFrom", l.due_now AS "dueNow", l.given_back AS "givenBack", l.kept, money.paid,
         money.refunded,
         w.product_id AS "productId", ${LET_DOWN} AS "letDown"
  FROM preorder_line l JOIN waitlist w ON w.store_id = l.store_id AND w.id = l.waitlist_id,
  LATERAL ${PAID_AND_REFUNDED} money
  WHERE l.store_id = $1 AND l.preorder_id = $2 ORDER BY l.position`;

function choose(all: readonly Line[], lineIds: readonly string[] | null): Line[] {
  const asked = lineIds === null ? all : lineIds.map((id) => find(all, id));
  const open = [...new Set(asked)].filter((line) => line.state !== 'cancelled');
  const refused = open.find((line) => !canCancel(line.state));
  if (refused && lineIds !== null) {
    throw new AppError('line_not_cancellable', `A line item that is ${refused.state} cannot be cancelled.`, {
      data: { line: refused.id, state: refused.state },
    });
  }
  return open.filter((line) => canCancel(line.state));
}

function find(all: readonly Line[], id: string): Line {
  const line = all.find((candidate) => candidate.id === id);
  if (!line) throw new AppError('line_not_cancellable', 'The pre-order has no such line item.', { data: { line: id } });
  return line;
}
