import type { Minor } from './money.ts';
import type { LineState } from './preorder.ts';

/**
 * One object at a payment provider that takes money or keeps a card; committed before the provider is called.
 * created: no object known yet · open: may be confirmed, declined, confirmed again · cancel_sent: only a terminal answer
 * decides from here · placed: it pays a pre-order, or gave it its card · surplus: it was authorised for nothing and is
 * undone · cancelled, abandoned: ended without money.
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

/** Attempts that may still take money: a checkout has at most one, and its hold does not end while there is one. */
export const LIVE_ATTEMPTS: readonly AttemptState[] = ['created', 'open', 'cancel_sent'];

export type MoneyLine = {
  id: string;
  state: LineState;
  /** Where it goes back to once it is paid; of `payment_due` alone. */
  dueFrom: 'placed' | 'released' | null;
  total: Minor;
  /** What of it was due when it was placed. */
  dueNow: Minor;
  givenBack: Minor;
  kept: Minor;
  /** What the ledger says was taken for it, net of refunds, by each attempt. */
  paid: readonly { attemptId: string; net: Minor }[];
  /** What the authorisation that waits holds for it. */
  authorised: Minor;
  /** A movement that covers it is under way. */
  moving: boolean;
};

/** How money could move now. */
export type MoneyMeans = {
  /** The oldest authorisation that still waits for its one capture or undo. */
  waiting: { attemptId: string; amount: Minor } | null;
  /** Those that paid for the pre-order and can be refunded now, the oldest first. */
  attempts: readonly string[];
  /** Whether a card was kept for this pre-order. */
  card: boolean;
  /** Another attempt of the pre-order is under way: no second one beside it. */
  busy: boolean;
  /** A payment of it is disputed: nothing is charged, or asked of the shopper, until that is over. */
  disputed: boolean;
  /** What failed before is to be tried again. */
  retry: boolean;
  /** Less than this the card cannot be charged. */
  least: Minor;
};

type LineAmount = { id: string; amount: Minor };

export type MoneyDecision =
  | { kind: 'capture' | 'undo' | 'refund'; attemptId: string; amount: Minor; lines: LineAmount[] }
  /** By a new attempt, off session. */
  | { kind: 'charge'; amount: Minor; lines: LineAmount[] }
  /** There is nothing to charge: the shopper has to be asked. */
  | { kind: 'ask'; amount: Minor; lines: LineAmount[] }
  /** Too little to be charged, now or ever: the merchant does without it. */
  | { kind: 'waive'; amount: Minor; lines: LineAmount[] }
  /** Their payment had failed, and nothing of it is owed any more: the merchant gave it back. */
  | { kind: 'resume'; amount: 0; lines: LineAmount[] }
  /** Cancelled, and less was taken of the deposit than there was to keep: what was taken is kept. */
  | { kind: 'keep_less'; amount: 0; lines: LineAmount[] };

type PaidLine = Pick<MoneyLine, 'state' | 'dueFrom' | 'total' | 'dueNow' | 'givenBack' | 'kept' | 'paid'>;

export function netOf({ paid }: Pick<MoneyLine, 'paid'>): Minor {
  return paid.reduce((sum, { net }) => sum + net, 0);
}

/** What a line item should have paid by its state and plan. What failed to be taken moves nothing by itself. */
export function shouldHavePaid(line: PaidLine): Minor {
  if (line.state === 'cancelled') return line.kept;
  if (line.state === 'payment_due') return Math.min(netOf(line), asked(line, line.dueFrom === 'released'));
  return asked(line, line.state !== 'placed');
}

/** What a line item whose payment failed still has to pay; nothing of any other. */
export function owedBy(line: PaidLine): Minor {
  return line.state === 'payment_due' ? asked(line, line.dueFrom === 'released') - shouldHavePaid(line) : 0;
}

/** What of a line item is still to be charged, now or later: nothing of what is sent, came back or was cancelled. */
export function restOf(line: PaidLine): Minor {
  const goesOn = line.state === 'placed' || line.state === 'payment_due' || line.state === 'released';
  return goesOn ? Math.max(0, line.total - line.givenBack - netOf(line)) : 0;
}

function asked({ total, dueNow, givenBack }: PaidLine, whole: boolean): Minor {
  return Math.max(0, (whole ? total : dueNow) - givenBack);
}

/**
 * Level-triggered money: due = what the line's state should have paid − the ledger's net. Whatever happened before,
 * the next movement follows from the present state alone; null means the money is where it belongs, or that something
 * under way has to end first. Every movement belongs to one attempt: what was paid by two is given back in two.
 */
export function nextMovement(lines: readonly MoneyLine[], means: MoneyMeans): MoneyDecision | null {
  const still = lines.filter((line) => !line.moving);
  if (means.waiting) return still.length < lines.length ? null : endAuthorisation(still, means.waiting);
  return keepLess(still) ?? resume(still) ?? refund(still, means.attempts) ?? charge(still, means);
}

/** Whether the money is where it belongs once this is done. Where it cannot be told before, it has to be looked at again. */
export function endsWith(lines: readonly MoneyLine[], means: MoneyMeans, next: MoneyDecision | null): boolean {
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

/** Whether all that a movement began to take is still due: since then it may have been cancelled, swapped or given back. */
export function isStillDue(lines: readonly MoneyLine[], taken: readonly LineAmount[]): boolean {
  const due = new Map(lines.map((line) => [line.id, Math.max(dueOf(line, true), shouldHavePaid(line) - netOf(line))]));
  return taken.every(({ id, amount }) => amount <= Math.max(0, due.get(id) ?? 0));
}

/** Captured as far as it is due and was authorised for that line; given back altogether when nothing is. */
function endAuthorisation(
  lines: readonly MoneyLine[],
  { attemptId, amount: authorised }: NonNullable<MoneyMeans['waiting']>,
): MoneyDecision {
  let left = authorised;
  const taken: LineAmount[] = [];
  for (const line of lines) {
    const amount = Math.max(0, Math.min(shouldHavePaid(line) - netOf(line), line.authorised, left));
    left -= amount;
    // Where nothing costs anything, the authorisation of nothing is still ended by those who are there.
    if (amount > 0 || (authorised === 0 && line.state !== 'cancelled')) taken.push({ id: line.id, amount });
  }
  if (taken.length === 0) return { kind: 'undo', attemptId, amount: 0, lines: [] };
  return { kind: 'capture', attemptId, amount: sum(taken), lines: taken };
}

/** Once no authorisation is left. What is cancelled is never charged. */
function keepLess(lines: readonly MoneyLine[]): MoneyDecision | null {
  const less = lines.filter((line) => line.state === 'cancelled' && line.kept > Math.max(0, netOf(line)));
  return less.length === 0 ? null : { kind: 'keep_less', amount: 0, lines: less.map(({ id }) => ({ id, amount: 0 })) };
}

function resume(lines: readonly MoneyLine[]): MoneyDecision | null {
  const free = lines.filter((line) => line.state === 'payment_due' && owedBy(line) === 0);
  return free.length === 0 ? null : { kind: 'resume', amount: 0, lines: free.map(({ id }) => ({ id, amount: 0 })) };
}

/** Whether something of what this attempt took has to go back, now or once a movement has ended. */
export function owesBack(lines: readonly MoneyLine[], attemptId: string): boolean {
  return paidTooMuch(lines).some(({ line }) => netBy(line, attemptId) > 0);
}

function paidTooMuch(lines: readonly MoneyLine[]): { line: MoneyLine; amount: Minor }[] {
  return lines.map((line) => ({ line, amount: netOf(line) - shouldHavePaid(line) })).filter(({ amount }) => amount > 0);
}

/** By the newest attempt that paid: of each line never more than that attempt took for it. */
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

/** What is cancelled is never charged, whatever it keeps. */
function charge(lines: readonly MoneyLine[], { card, busy, disputed, retry, least }: MoneyMeans): MoneyDecision | null {
  if (busy || disputed) return null;
  const whole = dueOfAll(lines, true);
  if (card && whole.length > 0 && sum(whole) < least) return { kind: 'waive', amount: sum(whole), lines: whole };
  const due = dueOfAll(lines, retry && card);
  if (due.length === 0) return null;
  // With what failed before it may be enough.
  const taken = card && sum(due) < least ? whole : due;
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
