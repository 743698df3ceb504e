/** States of a line item, one unit of one variant. */
export type LineState = 'placed' | 'payment_due' | 'released' | 'fulfilled' | 'returned' | 'cancelled';

export const LINE_TRANSITIONS: Record<LineState, readonly LineState[]> = {
  placed: ['released', 'payment_due', 'cancelled'],
  payment_due: ['placed', 'released', 'cancelled'],
  released: ['fulfilled', 'payment_due', 'cancelled'],
  fulfilled: ['returned'],
  returned: [],
  cancelled: [],
};

export function canCancel(state: LineState): boolean {
  return LINE_TRANSITIONS[state].includes('cancelled');
}

export type PreorderState = LineState;

// First match wins: what the shopper has to know first.
const PRECEDENCE: readonly LineState[] = ['payment_due', 'placed', 'released', 'fulfilled'];

/** The state of a pre-order is derived from its lines, never stored. */
export function preorderState(lines: readonly LineState[]): PreorderState {
  if (lines.every((state) => state === 'cancelled')) return 'cancelled';
  return PRECEDENCE.find((state) => lines.includes(state)) ?? 'returned';
}

/**
 * Why a line item was cancelled: the shopper wished it, the merchant did it, the shopper chose it over a later date, no
 * answer meant it, or what was due was not paid in time.
 */
export type CancelReason = 'shopper' | 'merchant' | 'delay' | 'silence' | 'payment';
