/**
 * The state of a shopper's dispute of a payment. warning: the bank asks, and has taken nothing yet · needs_response,
 * under_review: the bank has taken the money until it decides · won, lost: the bank has decided for or against the store ·
 * closed: the warning did not become a dispute.
 */
export type DisputeState = 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed';

/** The states in which the bank has not decided yet. */
export const OPEN_DISPUTES: readonly DisputeState[] = ['warning', 'needs_response', 'under_review'];

export function isOpen(state: DisputeState): boolean {
  return OPEN_DISPUTES.includes(state);
}

export type Disputed = {
  state: DisputeState;
  /** A person decided that the pre-order goes on despite this dispute. */
  goesOn: boolean;
};

/**
 * Returns why a pre-order is neither released nor charged. open: a bank has not decided about a payment of it · lost: a
 * bank decided against the store, so a person has to decide about the pre-order. Null when no dispute holds it back.
 */
export function disputeWait(disputes: readonly Disputed[]): 'open' | 'lost' | null {
  const holding = disputes.filter(({ goesOn }) => !goesOn);
  if (holding.some(({ state }) => state === 'lost')) return 'lost';
  return holding.some(({ state }) => isOpen(state)) ? 'open' : null;
}
