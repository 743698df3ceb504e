import type { Deps } from '../deps.ts';
import { alertLeftOut, auditByNight, putOffFailed } from './commands.ts';
import { readDueAudits } from './queries.ts';

const STORES_AT_ONCE = 50;

/**
 * Audits every store once a night, after 3 o'clock in its time zone. Works on one store at a time until none is due, and
 * resolves with the number of finished audits.
 */
export async function auditDueStores(deps: Pick<Deps, 'db' | 'log'>, stopping?: AbortSignal): Promise<number> {
  await alertLeftOut(deps);
  let audited = 0;
  for (;;) {
    const due = await readDueAudits(deps.db, STORES_AT_ONCE);
    if (due.length === 0) return audited;
    for (const store of due) {
      if (stopping?.aborted) return audited;
      // One failing store must not delay the others.
      const isDone = await auditByNight(deps, store, stopping).catch(async (error: unknown) => {
        await putOffFailed(deps.db, store);
        deps.log.error(
          { err: error, store: store.storeId },
          'the books of a store could not be audited; tried again in an hour',
        );
        return false;
      });
      if (isDone) audited += 1;
    }
  }
}
