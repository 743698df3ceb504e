// Refused in a row, of as many different payments: one that can never be taken must not stop all the others.
const REFUSED_MIN = 3;
const MINUTE_MS = 60_000;
// A small store has not three at once: it is known as well by nothing else having been taken for so long.
export const REFUSES_ALONE_MINUTES = 10;

/** Whether an account takes no payments: of what it was asked for since `since`, it took nothing. */
export function accountPauses({ refused, since, now }: { refused: number; since: Date; now: Date }): boolean {
  return refused >= REFUSED_MIN || now.getTime() - since.getTime() >= REFUSES_ALONE_MINUTES * MINUTE_MS;
}
