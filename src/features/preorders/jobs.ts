import type { EndDeps } from '../payments/commands/end-attempt.ts';
import { readOverdue } from '../payments/queries/dues.ts';
import { cancelOverdue } from './commands/cancel-unpaid.ts';
import { endSwap } from './commands/finish-swap.ts';
import { listUnpaidSwaps } from './queries/swaps.ts';

const ROUND_MAX = 50;

/** Gives back the units of swaps that nobody paid in time. */
export async function endUnpaidSwaps(deps: EndDeps): Promise<number> {
  const unpaid = await listUnpaidSwaps(deps.db, ROUND_MAX);
  for (const swap of unpaid) {
    try {
      await endSwap(deps, swap);
    } catch (error) {
      deps.log.warn({ err: error }, 'a swap could not be ended; the next round tries again');
    }
  }
  return unpaid.length;
}

/**
 * Cancels what was not paid by its deadline: the units go to the next in line, a deposit stays or goes back by the rule that
 * it was sold under. Whoever is paying just then is waited for.
 */
export async function cancelUnpaid(deps: EndDeps): Promise<number> {
  const overdue = await readOverdue(deps.db, ROUND_MAX);
  for (const due of overdue) {
    try {
      await cancelOverdue(deps, due);
    } catch (error) {
      deps.log.warn({ err: error }, 'an unpaid pre-order could not be cancelled; the next round tries again');
    }
  }
  return overdue.length;
}
