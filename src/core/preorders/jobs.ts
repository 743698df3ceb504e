import type { EndDeps } from '../payments/commands/end-attempt.ts';
import { putOff } from '../payments/commands/put-off.ts';
import { readOverdue } from '../payments/queries/dues.ts';
import { processPerStore } from '../payments/rounds.ts';
import { cancelOverdue } from './commands/cancel-unpaid.ts';
import { endSwaps } from './commands/finish-swap.ts';
import { listUnpaidSwaps } from './queries/swaps.ts';

const ROUND_MAX = 50;

/** Gives back the held units of swaps that were not paid in time. */
export async function endUnpaidSwaps(deps: EndDeps): Promise<number> {
  return processPerStore(deps, await listUnpaidSwaps(deps.db, ROUND_MAX), (group) => endSwaps(deps, group));
}

/**
 * Cancels line items that were not paid by their deadline. The units go to the next in the queue. The pre-order's rule
 * decides whether the merchant keeps the deposit. A payment that is under way is waited for.
 */
export async function cancelUnpaid(deps: EndDeps): Promise<number> {
  const { near: over, later } = await readOverdue(deps.db, ROUND_MAX);
  await putOff(deps.db, later);
  return processPerStore(deps, over, (due) => cancelOverdue(deps, due));
}
