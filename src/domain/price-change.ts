// A sale rarely takes more off, and a digit too few or too many always does.
const STEEP = 0.3;

/** Tells whether a price changes so much that it may be a slip: to nothing, from nothing, or by 30 % and more. */
export function isSteepChange(before: number, after: number): boolean {
  if (before === after) return false;
  return after === 0 || Math.abs(after - before) >= before * STEEP;
}

/** Returns the changes of prices that may be slips, as whole numbers; none while the waitlist shows shoppers no price. */
export function steepChanges<Change extends { before: number; after: number }>(
  state: string,
  changes: readonly Change[],
): Change[] {
  if (state !== 'OPEN' && state !== 'PAUSED') return [];
  return changes.filter(({ before, after }) => isSteepChange(before, after));
}
