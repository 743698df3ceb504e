import { type Minor, splitByWeight } from './money.ts';
import { type MoneyLine, netOf, shouldHavePaid } from './payment.ts';

// What a merchant does to a payment at the provider itself names no line items: here it is said what it was for.

type Line = Pick<
  MoneyLine,
  'id' | 'state' | 'dueFrom' | 'total' | 'dueNow' | 'givenBack' | 'kept' | 'paid' | 'authorised'
>;

export type Share = { id: string; amount: Minor };

/**
 * What another hand captured of an authorisation, over its line items: first what each of them should pay, as our own capture
 * would have taken it, then what was authorised for the others. Whatever is too much is given back later, as it always is.
 */
export function shareReceived(lines: readonly Line[], received: Minor): Share[] {
  const asked = lines.map((line) => Math.max(0, Math.min(shouldHavePaid(line) - netOf(line), line.authorised)));
  const others = lines.map(({ authorised }, at) => Math.max(0, authorised - (asked[at] ?? 0)));
  const first = upTo(received, asked);
  const second = upTo(received - sum(first), others);
  // Beyond what it was authorised for: a line item became cheaper since.
  const beyond = splitByWeight(
    received - sum(first) - sum(second),
    lines.map(({ total }) => total),
  );
  const shares = lines.map(({ id }, at) => ({ id, amount: (first[at] ?? 0) + (second[at] ?? 0) + (beyond[at] ?? 0) }));
  return shares.filter(({ amount }) => amount > 0);
}

export type ShareBack = Share & {
  /** The part that was not on its way back anyway: the merchant's own will. */
  goodwill: Minor;
};

/**
 * What another hand gave back of what an attempt took: first what was due back anyway, then of what each line item has paid.
 * Together no more than is left of it by our books: whoever gives back what a bank takes back too has lost it twice.
 */
export function shareGivenBack(
  lines: readonly Line[],
  { attemptId, amount }: { attemptId: string; amount: Minor },
): ShareBack[] {
  const has = lines.map(({ paid }) => Math.max(0, paid.find((one) => one.attemptId === attemptId)?.net ?? 0));
  const back = Math.min(amount, sum(has));
  const dueBack = lines.map((line, at) => Math.max(0, Math.min(netOf(line) - shouldHavePaid(line), has[at] ?? 0)));
  const first = upTo(back, dueBack);
  const goodwill = upTo(
    back - sum(first),
    has.map((net, at) => net - (dueBack[at] ?? 0)),
  );
  const shares = lines.map(({ id }, at) => {
    const willed = goodwill[at] ?? 0;
    return { id, amount: (first[at] ?? 0) + willed, goodwill: willed };
  });
  return shares.filter((share) => share.amount > 0);
}

/** Each no more than its own, and in proportion where it is not enough for all. */
function upTo(amount: Minor, most: readonly Minor[]): Minor[] {
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
  /** Of another hand's: what the provider calls it. */
  byHandRef: string | null;
};

/** What the provider says was done to it. */
type Theirs = {
  status: string;
  capturedAmount: Minor;
  refunds: readonly { ref: string; movementId: string | null; amount: Minor }[];
};

/**
 * What was done to a payment there that our books do not know, once nothing of ours is under way. `received`: captured, null
 * where we know of it. `lost`: it was cancelled before anybody took anything of it.
 */
export function doneByOthers(
  known: readonly KnownMovement[],
  { status, capturedAmount, refunds }: Theirs,
): { received: Minor | null; refunds: { ref: string; amount: Minor }[]; lost: boolean } {
  const done = known.filter(({ state }) => state === 'done');
  const ended = done.some(({ kind }) => ENDS_AUTHORISATION.includes(kind));
  const ours = new Set(done.map(({ id }) => id));
  const told = new Set(done.map(({ byHandRef }) => byHandRef));
  const isKnown = ({ ref, movementId }: Theirs['refunds'][number]) =>
    told.has(ref) || (movementId !== null && ours.has(movementId));
  return {
    received: !ended && capturedAmount > 0 ? capturedAmount : null,
    refunds: refunds.filter((refund) => !isKnown(refund)).map(({ ref, amount }) => ({ ref, amount })),
    lost: !ended && status === 'cancelled' && capturedAmount === 0,
  };
}
