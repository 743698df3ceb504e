import type { Minor } from './money.ts';
import { type MoneyLine, owedBy, restOf, shouldHavePaid } from './payment.ts';
import type { PaymentPlan } from './payment-plan.ts';
import { type CancelReason, canCancel } from './preorder.ts';

export type PaidLine = Pick<MoneyLine, 'state' | 'dueFrom' | 'total' | 'dueNow' | 'givenBack' | 'kept'> & {
  /** From the ledger. */
  paid: Minor;
  refunded: Minor;
  /** The date agreed to is not kept, and the shopper is asked whether to wait: whoever leaves then has everything back. */
  letDown: boolean;
};

export type CancelOutcome = {
  /** Was taken and goes back. */
  refund: Minor;
  /** Is authorised, was never taken and is not any more. */
  release: Minor;
  /** Stays with the merchant: a deposit, by the rule that the shopper was told. */
  kept: Minor;
};

/**
 * Whether a cancelled line item keeps its deposit: where the merchant's rule says so, and the shopper ends it, or lets it
 * end. Whoever is let down, by a date or by the merchant, has all of it back.
 */
export function keepsDeposit(
  sold: { paymentPlan: PaymentPlan; depositRefundable: boolean },
  reason: CancelReason,
): boolean {
  if (sold.paymentPlan !== 'deposit' || sold.depositRefundable) return false;
  return reason === 'shopper' || reason === 'payment';
}

/**
 * What cancelling a line item would bring, said before it is done. Null: it cannot be cancelled. The rule is that of
 * `nextMovement`, by which the money then moves: a cancelled line should have paid what it keeps.
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
 * What of it the shopper has not been told: what was given back before, or a swap made less, and is still on its way, is
 * in the mail about that.
 */
export function comesBack(line: PaidLine, { refund, release, kept }: CancelOutcome): Minor {
  return Math.min(refund + release, Math.max(0, shouldHavePaid(withNet(line)) - kept));
}

/** What a line item still has coming: taken once, more than it should have paid, and not yet given back. */
export function refundDue(line: PaidLine): Minor {
  return Math.max(0, line.paid - line.refunded - shouldHavePaid(withNet(line)));
}

/** As `owedBy`: what a line item whose payment failed still has to pay. */
export function owedNow(line: PaidLine): Minor {
  return owedBy(withNet(line));
}

/** As `restOf`: what is still to be charged for a line item, now or later. */
export function chargedLater(line: PaidLine): Minor {
  return restOf(withNet(line));
}

/** What cancelling these line items, because they were not paid in time, brings: said before it is done. */
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

// By which attempt it was paid does not matter for how much it is.
function withNet({ paid, refunded, ...line }: PaidLine) {
  return { ...line, paid: [{ attemptId: '', net: paid - refunded }] };
}
