/**
 * What a shopper told their bank of a payment, in our words. warning: the bank asks, and has taken nothing yet · needs_response,
 * under_review: it has, until it decides · closed: it never came to a dispute.
 */
export type DisputeState = 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed';

/** The bank has yet to decide. */
export const OPEN_DISPUTES: readonly DisputeState[] = ['warning', 'needs_response', 'under_review'];

export function isOpen(state: DisputeState): boolean {
  return OPEN_DISPUTES.includes(state);
}

export type Disputed = {
  state: DisputeState;
  /** A person said that the pre-order goes on all the same. */
  goesOn: boolean;
};

/**
 * Why a pre-order is neither released nor charged: `open`: a bank decides about a payment of it · `lost`: it has decided
 * against the store, so a person says what becomes of the pre-order. Null: nothing holds it back.
 */
export function disputeWait(disputes: readonly Disputed[]): 'open' | 'lost' | null {
  const holding = disputes.filter(({ goesOn }) => !goesOn);
  if (holding.some(({ state }) => state === 'lost')) return 'lost';
  return holding.some(({ state }) => isOpen(state)) ? 'open' : null;
}
