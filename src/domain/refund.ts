import type { Minor } from './money.ts';
import { canCancel, type LineState } from './preorder.ts';

export type PaidLine = {
  state: LineState;
  total: Minor;
  /** From the ledger. */
  paid: Minor;
  refunded: Minor;
};

/**
 * What cancelling a line item would bring, said before it is done: `refund` was taken and goes back, `release` is
 * authorised, was never taken and is not any more. Null: it cannot be cancelled. The rule is that of `nextMovement`,
 * by which the money then moves: a cancelled line should have paid nothing.
 */
export function cancelOutcome({ state, total, paid, refunded }: PaidLine): { refund: Minor; release: Minor } | null {
  if (!canCancel(state)) return null;
  const net = paid - refunded;
  // A line whose payment failed has no authorisation left.
  return { refund: net, release: state === 'payment_due' ? 0 : total - net };
}

/** What a cancelled line still has coming: taken once, not yet given back. */
export function refundDue({ state, paid, refunded }: PaidLine): Minor {
  return state === 'cancelled' ? paid - refunded : 0;
}
