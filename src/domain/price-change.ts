// A sale rarely takes more off, and a digit too few or too many always does.
const STEEP = 0.3;

/** Tells whether a price changes so much that it may be a slip: to nothing, from nothing, or by 30 % and more. */
export function isSteepChange(before: number, after: number): boolean {
  if (before === after) return false;
  return after === 0 || Math.abs(after - before) >= before * STEEP;
}
