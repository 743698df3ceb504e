import type { PreorderDetail } from '../../requests/kinds.ts';
import { sum } from '../../ui/format.ts';

type Line = Pick<PreorderDetail['lines'][number], 'cancelled_at' | 'total' | 'paid' | 'refunded' | 'given_back'>;

/** Returns what is still to be paid for what is not cancelled. A goodwill refund does not have to be paid again. */
export function restOf(lines: readonly Line[]): string {
  const owed = lines
    .filter(({ cancelled_at: cancelled }) => cancelled === null)
    .flatMap(({ total, paid, refunded, given_back }) => [total, `-${paid}`, refunded, `-${given_back}`]);
  return sum(owed);
}
