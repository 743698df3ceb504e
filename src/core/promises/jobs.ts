import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/topics.ts';
import { tellLateBuyersOf, tellPromise, tellThese } from './commands/tell.ts';
import { readMovedWithin } from './queries/concerned.ts';

/** The job of a moved date: everybody who waits is told or asked, or those who were placed by the window before it. */
export async function tellMovedDate(
  deps: Pick<Deps, 'db' | 'outbox'>,
  { storeId, subjectId: promiseId, detail }: Job<'promise.due'>,
): Promise<void> {
  if (detail) await tellThese(deps, { storeId, promiseId }, detail.preorderIds);
  else await tellPromise(deps, { storeId, promiseId });
}

// Longer than a checkout or a swap is paid for.
const LATE_DAYS = 2;

/**
 * Tells those who came by a window that does not hold any more after everybody was told, and of whom no job knew: by a swap,
 * or in the moment in which the date of a closed waitlist moved.
 */
export async function tellLateBuyers(deps: Pick<Deps, 'db' | 'outbox'>): Promise<void> {
  for (const promise of await readMovedWithin(deps.db, LATE_DAYS)) await tellLateBuyersOf(deps, promise);
}
