import type { EndDeps } from '../payments/commands/end-attempt.ts';
import { putOff } from '../payments/commands/put-off.ts';
import { readOverdue } from '../payments/queries/dues.ts';
import { lookAfter } from '../payments/rounds.ts';
import { cancelOverdue } from './commands/cancel-unpaid.ts';
import { endSwap } from './commands/finish-swap.ts';
import { listUnpaidSwaps } from './queries/swaps.ts';

const ROUND_MAX = 50;

/** Gives back the units of swaps that nobody paid in time. */
export async function endUnpaidSwaps(deps: EndDeps): Promise<number> {
  return lookAfter(deps, await listUnpaidSwaps(deps.db, ROUND_MAX), (swap) => endSwap(deps, swap));
}

/**
 * Cancels what was not paid by its deadline: the units go to the next in line, a deposit stays or goes back by the rule that
 * it was sold under. Whoever is paying just then is waited for.
 */
export async function cancelUnpaid(deps: EndDeps): Promise<number> {
  const { near: over, later } = await readOverdue(deps.db, ROUND_MAX);
  await putOff(deps.db, later);
  return lookAfter(deps, over, (due) => cancelOverdue(deps, due));
}
