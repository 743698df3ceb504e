import type { Deps } from '../deps.ts';
import { auditByNight } from './commands.ts';
import { readDueAudits } from './queries.ts';

/** Audits every store once a night, after 3 o'clock in its time zone. Resolves with how many were due. */
export async function auditDueStores(deps: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const due = await readDueAudits(deps.db);
  for (const { storeId, night } of due) {
    // One store's trouble must not keep the others waiting.
    await auditByNight(deps, storeId, night).catch((error: unknown) =>
      deps.log.error(
        { err: error, store: storeId },
        'the books of a store could not be audited; tried again in an hour',
      ),
    );
  }
  return due.length;
}
