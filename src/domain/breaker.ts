// An account pauses after this number of different payments was refused in a row: one payment that can never be taken must
// not stop all others.
const REFUSED_MIN = 3;
const MINUTE_MS = 60_000;
// A small store may not have three payments to take, so an account also pauses when it took none for this time.
export const REFUSES_ALONE_MINUTES = 10;

/** Returns true when a payment account takes no payments: since `since` it refused all that were tried. */
export function accountPauses({ refused, since, now }: { refused: number; since: Date; now: Date }): boolean {
  return refused >= REFUSED_MIN || now.getTime() - since.getTime() >= REFUSES_ALONE_MINUTES * MINUTE_MS;
}
