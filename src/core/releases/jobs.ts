import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/topics.ts';
import type { OrderDeps } from './commands/hand-over.ts';
import { prepareManyOrders } from './commands/order.ts';
import { stepRelease } from './commands/step.ts';
import { readRunningReleases } from './queries.ts';

/**
 * Takes one step of every running release. It polls the rows, so a process that dies in the middle loses nothing. Any number
 * of processes may do so at once. Resolves with the number of releases that released line items.
 */
export async function runReleases(deps: Pick<Deps, 'db' | 'lookups' | 'outbox' | 'log'>): Promise<number> {
  let moved = 0;
  for (const release of await readRunningReleases(deps.lookups)) {
    try {
      if ((await stepRelease(deps, release)) === 'released') moved += 1;
    } catch (error) {
      // An error of one store must not stop the releases of the others.
      deps.log.warn({ err: error, ...release }, 'a release could not take its next step; the next round tries again');
    }
  }
  return moved;
}

/** Runs the job that prepares the store orders of some pre-orders of one store. */
export async function prepareOrdersOf(deps: OrderDeps, { storeId, detail }: Job<'orders.due'>): Promise<void> {
  await prepareManyOrders(deps, { storeId, preorderIds: detail.preorderIds });
}
