import type { Deps } from '../deps.ts';
import { advanceProduct } from './commands/state.ts';
import { productsDue } from './queries.ts';

/**
 * Writes down what the clock has done: overdue waitlists close, due ones open. Reads already show it, so this may run
 * every few seconds and in any number of processes. Resolves with how many products changed.
 */
export async function runDueWaitlists(deps: Pick<Deps, 'db' | 'log' | 'outbox'>): Promise<number> {
  let changed = 0;
  for (const { storeId, productId } of await productsDue(deps.db)) {
    try {
      if (await advanceProduct(deps, storeId, productId)) changed += 1;
    } catch (error) {
      // One product that is locked for long must not keep the others waiting; the next run tries it again.
      deps.log.warn({ err: error, storeId, productId }, 'the waitlists of a product could not be brought up to date');
    }
  }
  if (changed > 0) deps.outbox.wake();
  return changed;
}
