import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/topics.ts';
import type { OrderDeps } from './commands/hand-over.ts';
import { prepareManyOrders } from './commands/order.ts';
import { stepRelease } from './commands/step.ts';
import { readRunningReleases } from './queries.ts';

/**
 * Takes a step of every release that runs. By looking, so that a process that dies in the middle loses nothing; any number
 * of processes may look. Resolves with how many released something.
 */
export async function runReleases(deps: Pick<Deps, 'db' | 'lookups' | 'outbox' | 'log'>): Promise<number> {
  let moved = 0;
  for (const release of await readRunningReleases(deps.lookups)) {
    try {
      if ((await stepRelease(deps, release)) === 'released') moved += 1;
    } catch (error) {
      // One store's trouble must not keep the others waiting.
      deps.log.warn({ err: error, ...release }, 'a release could not take its next step; the next look tries again');
    }
  }
  return moved;
}

/** The job of some pre-orders of a store. */
export async function prepareOrdersOf(deps: OrderDeps, { storeId, detail }: Job<'orders.due'>): Promise<void> {
  await prepareManyOrders(deps, { storeId, preorderIds: detail.preorderIds });
}
