/** The states of a line item, which is one unit of one variant. */
export type LineState = 'placed' | 'payment_due' | 'released' | 'fulfilled' | 'returned' | 'cancelled';

export const LINE_TRANSITIONS: Record<LineState, readonly LineState[]> = {
  placed: ['released', 'payment_due', 'cancelled'],
  payment_due: ['placed', 'released', 'cancelled'],
  released: ['fulfilled', 'payment_due', 'cancelled'],
  fulfilled: ['returned'],
  returned: [],
  cancelled: [],
};

/** Every state of a line item, and so of a pre-order. */
export const LINE_STATES = Object.keys(LINE_TRANSITIONS) as LineState[];

export function canCancel(state: LineState): boolean {
  return LINE_TRANSITIONS[state].includes('cancelled');
}

/** What tells whether a line item has its unit. `dueFrom` is where a line item that is `payment_due` goes once it is paid. */
type Place = { state: LineState; dueFrom: 'placed' | 'released' | null };

/** Returns true while the line item has no unit yet: it is placed, or it owes money since it was placed. */
export function waitsForUnit({ state, dueFrom }: Place): boolean {
  return state === 'placed' || dueFrom === 'placed';
}

/** Returns true when the line item has a unit of those that arrived. A cancelled one has given it back. */
export function hasUnit(line: Place): boolean {
  return line.state !== 'cancelled' && !waitsForUnit(line);
}

export type PreorderState = LineState;

// The first state that any line item has wins: the shopper has to know it first.
const PRECEDENCE: readonly LineState[] = ['payment_due', 'placed', 'released', 'fulfilled'];

/** Derives a pre-order's state from its line items. It is never stored. */
export function preorderState(lines: readonly LineState[]): PreorderState {
  if (lines.every((state) => state === 'cancelled')) return 'cancelled';
  return PRECEDENCE.find((state) => lines.includes(state)) ?? 'returned';
}

/**
 * Why a line item was cancelled. shopper: the shopper wanted it · merchant: the merchant did it · delay: the shopper did
 * not want to wait for a later date · silence: the shopper did not answer, which meant cancel · payment: what was due was
 * not paid in time · withdrawal: the shopper withdrew from the contract.
 */
export type CancelReason = 'shopper' | 'merchant' | 'delay' | 'silence' | 'payment' | 'withdrawal';
