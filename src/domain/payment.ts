import type { Minor } from './money.ts';

/**
 * One object at a payment provider that a checkout tries to pay with; committed before the provider is called.
 * created: no object known yet · open: may be confirmed, declined, confirmed again · cancel_sent: only a terminal answer
 * decides from here · placed: it paid a pre-order · surplus: it was authorised for nothing and is undone ·
 * cancelled, abandoned: ended without money.
 */
export type AttemptState = 'created' | 'open' | 'cancel_sent' | 'placed' | 'surplus' | 'cancelled' | 'abandoned';

export const ATTEMPT_TRANSITIONS: Record<AttemptState, readonly AttemptState[]> = {
  created: ['open', 'abandoned'],
  open: ['cancel_sent', 'placed', 'surplus', 'cancelled'],
  cancel_sent: ['cancelled', 'surplus'], // surplus: an operator stopped waiting
  placed: [],
  surplus: ['cancelled'],
  cancelled: [],
  abandoned: [],
};

export function attemptCanBecome(from: AttemptState, to: AttemptState): boolean {
  return ATTEMPT_TRANSITIONS[from].includes(to);
}

/** Attempts that may still take money: a checkout has at most one, and its hold does not end while there is one. */
export const LIVE_ATTEMPTS: readonly AttemptState[] = ['created', 'open', 'cancel_sent'];

export type MoneyLine = {
  id: string;
  cancelled: boolean;
  total: Minor;
  /** What the ledger says was taken for this line, net of refunds. */
  net: Minor;
  /** A movement that covers this line is under way. */
  moving: boolean;
};

/** Whether the authorisation behind the pre-order still waits for its one capture or undo. */
export type Authorisation = 'waiting' | 'ended';

export type MovementDecision = {
  kind: 'capture' | 'refund' | 'undo';
  amount: Minor;
  lines: { id: string; amount: Minor }[];
};

/**
 * Level-triggered money: due = what the line's state should have paid − the ledger's net. Whatever happened before,
 * the next movement follows from the present state alone; null means the money is where it belongs.
 */
export function nextMovement(lines: readonly MoneyLine[], authorisation: Authorisation): MovementDecision | null {
  const still = lines.filter((line) => !line.moving);
  const due = still.map((line) => ({ id: line.id, amount: (line.cancelled ? 0 : line.total) - line.net }));
  if (authorisation === 'waiting') {
    if (still.length < lines.length) return null;
    const owed = due.filter((line, index) => !still[index]?.cancelled && line.amount >= 0);
    if (owed.length === 0) return { kind: 'undo', amount: 0, lines: [] };
    return { kind: 'capture', amount: sum(owed), lines: owed };
  }
  const owedBack = due.filter((line) => line.amount < 0).map((line) => ({ id: line.id, amount: -line.amount }));
  return owedBack.length === 0 ? null : { kind: 'refund', amount: sum(owedBack), lines: owedBack };
}

function sum(lines: readonly { amount: Minor }[]): Minor {
  return lines.reduce((total, line) => total + line.amount, 0);
}
