import type { Deps } from '../deps.ts';
import { reconcileByNight } from './commands/reconcile.ts';
import { listAccountsToReconcile } from './queries.ts';

/** Compares every connected store's books with its provider's once a day. */
export async function reconcileDueStores(
  deps: Pick<Deps, 'db' | 'secrets' | 'accounts' | 'payments' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const { storeId } of await listAccountsToReconcile(deps.db)) {
    if (stopping?.aborted) return;
    // One failing account must not delay the others.
    await reconcileByNight(deps, storeId).catch((error: unknown) =>
      deps.log.error({ err: error, store: storeId }, 'the books of a store could not be compared with its provider’s'),
    );
  }
}
