import type { Minor } from './money.ts';
import { type LineState, waitsForUnit } from './preorder.ts';

/**
 * The states of an attempt: one object at a payment provider that takes money or keeps a card. An attempt is committed
 * before the provider is called. created: the provider's object is not known yet · open: may be confirmed, declined, and
 * confirmed again · cancel_sent: only a final answer of the provider ends it · placed: it pays a pre-order, or gave the
 * pre-order its card · surplus: it was authorised for nothing and is undone · cancelled, abandoned: ended without money.
 */
export type AttemptState = 'created' | 'open' | 'cancel_sent' | 'placed' | 'surplus' | 'cancelled' | 'abandoned';

export const ATTEMPT_TRANSITIONS: Record<AttemptState, readonly AttemptState[]> = {
  created: ['open', 'abandoned'],
  open: ['cancel_sent', 'placed', 'surplus', 'cancelled'],
  cancel_sent: ['cancelled', 'surplus'], // surplus: an operator stopped waiting, or another hand captured it
  placed: [],
  surplus: ['cancelled'],
  cancelled: [],
  abandoned: [],
};

export function attemptCanBecome(from: AttemptState, to: AttemptState): boolean {
  return ATTEMPT_TRANSITIONS[from].includes(to);
}

/** The states of attempts that may still take money. A checkout has at most one of them, and keeps its hold meanwhile. */
export const LIVE_ATTEMPTS: readonly AttemptState[] = ['created', 'open', 'cancel_sent'];

export type MoneyLine = {
  id: string;
  state: LineState;
  /** The state to which a line item that is `payment_due` returns once it is paid. Null in other states. */
  dueFrom: 'placed' | 'released' | null;
  total: Minor;
  /** The part of `total` that was due when the pre-order was placed. */
  dueNow: Minor;
  givenBack: Minor;
  kept: Minor;
  /** What each attempt took for the line item, less its refunds, by the ledger. */
  paid: readonly { attemptId: string; net: Minor }[];
  /** What the waiting authorisation holds for the line item. */
  authorised: Minor;
  /** A movement that covers the line item is under way. */
  moving: boolean;
};

/** The ways by which money of a pre-order can move now. */
export type MoneyMeans = {
  /** The oldest authorisation that waits for its capture or undo; it gets only one. */
  waiting: { attemptId: string; amount: Minor } | null;
  /** The attempts that paid for the pre-order and can be refunded now, the oldest first. */
  attempts: readonly string[];
  /** A card was kept for this pre-order. */
  card: boolean;
  /** Another attempt of the pre-order is under way, so no second one is begun. */
  busy: boolean;
  /** A payment of the pre-order is disputed: until that is over, nothing is charged or asked of the shopper. */
  disputed: boolean;
  /** Charges that failed before are tried again. */
  retry: boolean;
  /** The smallest amount that the card can be charged. */
  least: Minor;
};

type LineAmount = { id: string; amount: Minor };

export type MoneyDecision =
  | { kind: 'capture' | 'undo' | 'refund'; attemptId: string; amount: Minor; lines: LineAmount[] }
  /** Charge the kept card by a new attempt, while the shopper is away. */
  | { kind: 'charge'; amount: Minor; lines: LineAmount[] }
  /** Ask the shopper to pay: there is no kept card. */
  | { kind: 'ask'; amount: Minor; lines: LineAmount[] }
  /** Give the amount up for the merchant: it is too small to be charged, now and later. */
  | { kind: 'waive'; amount: Minor; lines: LineAmount[] }
  /** End `payment_due`: the payment had failed, and the merchant gave back what was owed, so nothing is owed now. */
  | { kind: 'resume'; amount: 0; lines: LineAmount[] }
  /** Lower `kept` of cancelled line items to what was taken: less of the deposit was taken than was to be kept. */
  | { kind: 'keep_less'; amount: 0; lines: LineAmount[] };

type PaidLine = Pick<MoneyLine, 'state' | 'dueFrom' | 'total' | 'dueNow' | 'givenBack' | 'kept' | 'paid'>;

export function netOf({ paid }: Pick<MoneyLine, 'paid'>): Minor {
  return paid.reduce((sum, { net }) => sum + net, 0);
}

/** Returns what a line item should have paid by its state and plan. An amount that could not be taken does not count. */
export function shouldHavePaid(line: PaidLine): Minor {
  return line.state === 'payment_due' ? Math.min(netOf(line), asked(line)) : asked(line);
}

/** Returns what can still be given back of a line item: what was paid, less what went back or is owed back already. */
export function givableOf(line: PaidLine): Minor {
  return Math.max(0, Math.min(netOf(line), shouldHavePaid(line)));
}

/** Returns what a line item whose payment failed still has to pay; 0 for other line items. */
export function owedBy(line: PaidLine): Minor {
  return line.state === 'payment_due' ? asked(line) - shouldHavePaid(line) : 0;
}

/** Returns what is still to be charged for a line item, now or later; 0 once it is sent, returned or cancelled. */
export function restOf(line: PaidLine): Minor {
  const goesOn = line.state === 'placed' || line.state === 'payment_due' || line.state === 'released';
  return goesOn ? Math.max(0, line.total - line.givenBack - netOf(line)) : 0;
}

/** Returns what is asked for a line item: all of it from the release on, before that the part that was due at first. */
function asked(line: PaidLine): Minor {
  if (line.state === 'cancelled') return line.kept;
  return Math.max(0, (waitsForUnit(line) ? line.dueNow : line.total) - line.givenBack);
}

/**
 * Returns the next movement of a pre-order's money. It is level-triggered: due = what the line item should have paid by
 * its state − the ledger's net. Only the present state decides, not what happened before. Null means that the money is
 * where it belongs, or that something under way has to end first. Each movement belongs to one attempt, so what two
 * attempts paid is given back by two movements.
 */
export function nextMovement(lines: readonly MoneyLine[], means: MoneyMeans): MoneyDecision | null {
  const idle = lines.filter((line) => !line.moving);
  if (means.waiting) return idle.length < lines.length ? null : endAuthorisation(idle, means.waiting);
  return keepLess(idle) ?? resume(idle) ?? refund(idle, means.attempts) ?? charge(idle, means);
}

/**
 * Returns true when the money is certainly where it belongs once `next` is done. When false, it has to be looked at again.
 */
export function isLastMovement(lines: readonly MoneyLine[], means: MoneyMeans, next: MoneyDecision | null): boolean {
  if (next === null) return true;
  if (next.kind !== 'charge' || lines.some(({ state }) => state === 'payment_due')) return false;
  const amounts = new Map(next.lines.map(({ id, amount }) => [id, amount]));
  const paidBy = (line: MoneyLine) => [...line.paid, { attemptId: 'this charge', net: amounts.get(line.id) ?? 0 }];
  return (
    nextMovement(
      lines.map((line) => ({ ...line, paid: paidBy(line) })),
      means,
    ) === null
  );
}

/**
 * Returns true when all that a movement began to take is still due. Since then line items may have been cancelled, swapped
 * or given back.
 */
export function isStillDue(lines: readonly MoneyLine[], taken: readonly LineAmount[]): boolean {
  const due = new Map(lines.map((line) => [line.id, Math.max(dueOf(line, true), shouldHavePaid(line) - netOf(line))]));
  return taken.every(({ id, amount }) => amount <= Math.max(0, due.get(id) ?? 0));
}

/** Captures what is due, at most what was authorised for each line item. Undoes the authorisation when nothing is due. */
function endAuthorisation(
  lines: readonly MoneyLine[],
  { attemptId, amount: authorised }: NonNullable<MoneyMeans['waiting']>,
): MoneyDecision {
  let left = authorised;
  const taken: LineAmount[] = [];
  for (const line of lines) {
    const amount = Math.max(0, Math.min(shouldHavePaid(line) - netOf(line), line.authorised, left));
    left -= amount;
    // An authorisation of zero also needs an end: the line items that are not cancelled capture it.
    if (amount > 0 || (authorised === 0 && line.state !== 'cancelled')) taken.push({ id: line.id, amount });
  }
  if (taken.length === 0) return { kind: 'undo', attemptId, amount: 0, lines: [] };
  return { kind: 'capture', attemptId, amount: sum(taken), lines: taken };
}

/**
 * Applies only when no authorisation waits: a cancelled line item is never charged, so nothing more can be taken to keep.
 */
function keepLess(lines: readonly MoneyLine[]): MoneyDecision | null {
  const reduced = lines.filter((line) => line.state === 'cancelled' && line.kept > Math.max(0, netOf(line)));
  if (reduced.length === 0) return null;
  return { kind: 'keep_less', amount: 0, lines: reduced.map(({ id }) => ({ id, amount: 0 })) };
}

function resume(lines: readonly MoneyLine[]): MoneyDecision | null {
  const owingNothing = lines.filter((line) => line.state === 'payment_due' && owedBy(line) === 0);
  if (owingNothing.length === 0) return null;
  return { kind: 'resume', amount: 0, lines: owingNothing.map(({ id }) => ({ id, amount: 0 })) };
}

/** Returns true when a part of what this attempt took has to go back, now or after a movement under way. */
export function owesBack(lines: readonly MoneyLine[], attemptId: string): boolean {
  return paidTooMuch(lines).some(({ line }) => netBy(line, attemptId) > 0);
}

function paidTooMuch(lines: readonly MoneyLine[]): { line: MoneyLine; amount: Minor }[] {
  return lines.map((line) => ({ line, amount: netOf(line) - shouldHavePaid(line) })).filter(({ amount }) => amount > 0);
}

/** Refunds by the newest attempt that paid; for each line item at most what that attempt took for it. */
function refund(lines: readonly MoneyLine[], attempts: MoneyMeans['attempts']): MoneyDecision | null {
  const tooMuch = paidTooMuch(lines);
  const attemptId = attempts.findLast((id) => tooMuch.some(({ line }) => netBy(line, id) > 0));
  if (attemptId === undefined) return null;
  const back = tooMuch
    .map(({ line, amount }) => ({ id: line.id, amount: Math.min(amount, netBy(line, attemptId)) }))
    .filter(({ amount }) => amount > 0);
  return { kind: 'refund', attemptId, amount: sum(back), lines: back };
}

function netBy({ paid }: MoneyLine, attemptId: string): Minor {
  return paid.find((one) => one.attemptId === attemptId)?.net ?? 0;
}

/** Charges what is due. A cancelled line item is never charged, even if its deposit is kept. */
function charge(lines: readonly MoneyLine[], { card, busy, disputed, retry, least }: MoneyMeans): MoneyDecision | null {
  if (busy || disputed) return null;
  const withFailed = dueOfAll(lines, true);
  if (card && withFailed.length > 0 && sum(withFailed) < least) {
    return { kind: 'waive', amount: sum(withFailed), lines: withFailed };
  }
  const due = dueOfAll(lines, retry && card);
  if (due.length === 0) return null;
  // Too small an amount is charged together with what failed before.
  const taken = card && sum(due) < least ? withFailed : due;
  return { kind: card ? 'charge' : 'ask', amount: sum(taken), lines: taken };
}

function dueOfAll(lines: readonly MoneyLine[], retry: boolean): LineAmount[] {
  return lines.map((line) => ({ id: line.id, amount: dueOf(line, retry) })).filter(({ amount }) => amount > 0);
}

function dueOf(line: MoneyLine, retry: boolean): Minor {
  if (line.state === 'payment_due') return retry ? owedBy(line) : 0;
  const goesOn = line.state === 'placed' || line.state === 'released';
  return goesOn ? shouldHavePaid(line) - netOf(line) : 0;
}

function sum(lines: readonly LineAmount[]): Minor {
  return lines.reduce((total, line) => total + line.amount, 0);
}
