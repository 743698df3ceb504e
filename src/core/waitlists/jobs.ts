import type { Deps } from '../deps.ts';
import { advanceProduct } from './commands/state.ts';
import { productsDue } from './queries.ts';

/**
 * Closes overdue waitlists and opens due ones. Reads show these states already, so running every few seconds is enough. Any
 * number of processes may run it. Resolves with the number of products that changed.
 */
export async function runDueWaitlists(deps: Pick<Deps, 'db' | 'log' | 'outbox'>): Promise<number> {
  let changed = 0;
  for (const { storeId, productId } of await productsDue(deps.db)) {
    try {
      if (await advanceProduct(deps, storeId, productId)) changed += 1;
    } catch (error) {
      // A product with a long-held lock must not stop the others. The next run retries it.
      deps.log.warn({ err: error, storeId, productId }, 'the waitlists of a product could not be brought up to date');
    }
  }
  if (changed > 0) deps.outbox.wake();
  return changed;
}
