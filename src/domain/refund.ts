import { AppError } from './error.ts';
import type { Minor } from './money.ts';
import { type MoneyLine, owedBy, restOf, shouldHavePaid } from './payment.ts';
import type { PaymentPlan } from './payment-plan.ts';
import { type CancelReason, canCancel } from './preorder.ts';

export type PaidLine = Pick<MoneyLine, 'state' | 'dueFrom' | 'total' | 'dueNow' | 'givenBack' | 'kept'> & {
  /** From the ledger, like `refunded`. */
  paid: Minor;
  refunded: Minor;
  /**
   * The agreed date is not kept and the shopper was asked whether to wait. A shopper who leaves then gets everything back.
   */
  letDown: boolean;
};

export type CancelOutcome = {
  /** The part that was taken and goes back. */
  refund: Minor;
  /** The part that is authorised and will not be taken. */
  release: Minor;
  /** The part that the merchant keeps: a deposit, by the rule that the shopper was told. */
  kept: Minor;
};

/**
 * Returns true when the merchant keeps the deposit of a cancelled line item: their rule says so, and the shopper cancelled
 * it or did not pay. A shopper who is let down, by a moved date or by the merchant, gets all of it back.
 */
export function keepsDeposit(
  sold: { paymentPlan: PaymentPlan; depositRefundable: boolean },
  reason: CancelReason,
): boolean {
  if (sold.paymentPlan !== 'deposit' || sold.depositRefundable) return false;
  return reason === 'shopper' || reason === 'payment';
}

/**
 * Returns what cancelling a line item would do to its money, before it is done. Null when it cannot be cancelled. The
 * money then moves by `nextMovement`, which has the same rule: a cancelled line item should have paid what is kept of it.
 */
export function cancelOutcome(line: PaidLine, deposit: { keeps: boolean }): CancelOutcome | null {
  if (!canCancel(line.state)) return null;
  const net = line.paid - line.refunded;
  const asked = Math.max(0, line.dueNow - line.givenBack);
  // A line whose payment failed has no authorisation left.
  const authorised = line.state === 'payment_due' ? 0 : Math.max(0, asked - net);
  const kept = deposit.keeps && !line.letDown ? Math.min(asked, net + authorised) : 0;
  const ofAuthorised = Math.max(0, kept - net);
  return { refund: net - (kept - ofAuthorised), release: authorised - ofAuthorised, kept };
}

/**
 * Returns the part that goes back because of the cancellation. An earlier refund, by goodwill or a swap, may still be on
 * its way; the shopper knows that part from the mail about it.
 */
export function backByCancelling(line: PaidLine, { refund, release, kept }: CancelOutcome): Minor {
  return Math.min(refund + release, Math.max(0, shouldHavePaid(withNet(line)) - kept));
}

/** Returns what a line item still gets back: what was taken beyond what it should have paid, less its refunds. */
export function refundDue(line: PaidLine): Minor {
  return Math.max(0, line.paid - line.refunded - shouldHavePaid(withNet(line)));
}

/** Returns what a line item whose payment failed still has to pay, by the rule of `owedBy`. */
export function owedNow(line: PaidLine): Minor {
  return owedBy(withNet(line));
}

/** Returns what is still to be charged for a line item, now or later, by the rule of `restOf`. */
export function chargedLater(line: PaidLine): Minor {
  return restOf(withNet(line));
}

/** Returns what cancelling these line items, because they were not paid in time, would do to their money. */
export function unpaidOutcome(
  sold: Parameters<typeof keepsDeposit>[0],
  lines: readonly PaidLine[],
): Pick<CancelOutcome, 'refund' | 'kept'> {
  const keeps = keepsDeposit(sold, 'payment');
  const outcomes = lines.flatMap((line) => cancelOutcome(line, { keeps }) ?? []);
  return {
    refund: outcomes.reduce((sum, { refund }) => sum + refund, 0),
    kept: outcomes.reduce((sum, { kept }) => sum + kept, 0),
  };
}

// These amounts do not depend on which attempt paid.
function withNet({ paid, refunded, ...line }: PaidLine) {
  return { ...line, paid: [{ attemptId: '', net: paid - refunded }] };
}

/** Shares an amount out: each gets at most what is available for it, the first ones first. */
export function shareOut(amount: Minor, available: readonly Minor[]): Minor[] {
  let left = amount;
  return available.map((most) => {
    const share = Math.min(left, most);
    left -= share;
    return share;
  });
}

const REASON_LENGTH_MAX = 500;

/** Returns the merchant's reason for a refund, trimmed: the shopper reads it. Throws `invalid_parameter`. */
export function checkRefundReason(given: string): string {
  const reason = given.trim();
  if (reason !== '' && reason.length <= REASON_LENGTH_MAX) return reason;
  throw new AppError('invalid_parameter', `A reason has 1 to ${REASON_LENGTH_MAX} characters.`, { param: 'reason' });
}

/**
 * Returns true if a refund is so large that the store wants another scope and a proof for it. What the same pre-order got back
 * before counts, so that several small refunds are no way around the limit.
 */
export function exceedsRefundLimit(limit: Minor, { before, amount }: { before: Minor; amount: Minor }): boolean {
  return amount > 0 && before + amount > limit;
}
