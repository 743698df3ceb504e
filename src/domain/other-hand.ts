import { type Minor, splitByWeight } from './money.ts';
import { type MoneyLine, netOf, shouldHavePaid } from './payment.ts';

// A merchant who moves money in the provider's dashboard names no line items. These rules find the line items it was for.

type Line = Pick<
  MoneyLine,
  'id' | 'state' | 'dueFrom' | 'total' | 'dueNow' | 'givenBack' | 'kept' | 'paid' | 'authorised'
>;

export type Share = { id: string; amount: Minor };

/**
 * Shares what another hand captured of an authorisation among its line items: first what each should pay, as our own
 * capture would take it, then the rest of what was authorised for each. What is too much is refunded later by
 * `nextMovement`.
 */
export function shareReceived(lines: readonly Line[], received: Minor): Share[] {
  const asked = lines.map((line) => Math.max(0, Math.min(shouldHavePaid(line) - netOf(line), line.authorised)));
  const unasked = lines.map(({ authorised }, at) => Math.max(0, authorised - (asked[at] ?? 0)));
  const first = shareUpTo(received, asked);
  const second = shareUpTo(received - sum(first), unasked);
  // More than the line items are authorised for was captured: one of them became cheaper since.
  const beyond = splitByWeight(
    received - sum(first) - sum(second),
    lines.map(({ total }) => total),
  );
  const shares = lines.map(({ id }, at) => ({ id, amount: (first[at] ?? 0) + (second[at] ?? 0) + (beyond[at] ?? 0) }));
  return shares.filter(({ amount }) => amount > 0);
}

export type ShareBack = Share & {
  /** The part that was not due back anyway, so the merchant wanted to give it. */
  goodwill: Minor;
};

type GivenBack = {
  attemptId: string;
  amount: Minor;
  /** What refunds of ours that are under way give back of each line item, by its id. The ledger does not have it yet. */
  underWay?: ReadonlyMap<string, Minor> | undefined;
};

/**
 * Shares what another hand gave back of what an attempt took: first what was due back anyway, then from what each line
 * item has paid, and last what a refund of ours is about to give back: the provider then refuses that refund. The shares never
 * exceed what our books have left of the attempt: a merchant who refunds what a bank has taken back too loses it twice.
 */
export function shareGivenBack(
  lines: readonly Line[],
  { attemptId, amount, underWay = new Map() }: GivenBack,
): ShareBack[] {
  const parts = lines.map((line) => {
    const taken = Math.max(0, line.paid.find((one) => one.attemptId === attemptId)?.net ?? 0);
    const dueBack = Math.max(0, Math.min(netOf(line) - shouldHavePaid(line), taken));
    const away = Math.min(dueBack, underWay.get(line.id) ?? 0);
    return { due: dueBack - away, paid: taken - dueBack, away };
  });
  let left = Math.min(amount, sum(parts.map(({ due, paid, away }) => due + paid + away)));
  const [first, goodwill, last] = (['due', 'paid', 'away'] as const).map((kind) => {
    const shares = shareUpTo(
      left,
      parts.map((part) => part[kind]),
    );
    left -= sum(shares);
    return shares;
  });
  const shares = lines.map(({ id }, at) => {
    const extra = goodwill?.[at] ?? 0;
    return { id, amount: (first?.[at] ?? 0) + extra + (last?.[at] ?? 0), goodwill: extra };
  });
  return shares.filter((share) => share.amount > 0);
}

/** Gives each its maximum; shares the amount in proportion to the maxima when it is not enough for all. */
function shareUpTo(amount: Minor, most: readonly Minor[]): Minor[] {
  return amount >= sum(most) ? [...most] : splitByWeight(amount, most);
}

function sum(amounts: readonly Minor[]): Minor {
  return amounts.reduce((total, amount) => total + amount, 0);
}

const ENDS_AUTHORISATION: readonly string[] = ['capture', 'charge', 'undo'];

/** What our books say was done to one payment. */
export type KnownMovement = {
  id: string;
  kind: 'capture' | 'charge' | 'refund' | 'undo';
  state: 'open' | 'done' | 'failed';
  /** The provider's id of the movement, if another hand made it. */
  byHandRef: string | null;
};

/** What the provider says was done to the payment. */
type Theirs = {
  status: string;
  capturedAmount: Minor;
  refunds: readonly { ref: string; movementId: string | null; amount: Minor }[];
};

/**
 * Returns what was done to a payment at the provider that our books do not know. No movement of ours may be under way.
 * `received`: what another hand captured; null when nothing was captured or our books have it. `lost`: the payment was
 * cancelled before anything of it was taken.
 */
export function doneByOthers(
  known: readonly KnownMovement[],
  { status, capturedAmount, refunds }: Theirs,
): { received: Minor | null; refunds: { ref: string; amount: Minor }[]; lost: boolean } {
  const done = known.filter(({ state }) => state === 'done');
  const ended = done.some(({ kind }) => ENDS_AUTHORISATION.includes(kind));
  const knownIds = new Set(done.map(({ id }) => id));
  const knownRefs = new Set(done.map(({ byHandRef }) => byHandRef));
  const isKnown = ({ ref, movementId }: Theirs['refunds'][number]) =>
    knownRefs.has(ref) || (movementId !== null && knownIds.has(movementId));
  return {
    received: !ended && capturedAmount > 0 ? capturedAmount : null,
    refunds: refunds.filter((refund) => !isKnown(refund)).map(({ ref, amount }) => ({ ref, amount })),
    lost: !ended && status === 'cancelled' && capturedAmount === 0,
  };
}
