import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/topics.ts';
import { tellLateBuyersOf, tellPromise, tellThese } from './commands/tell.ts';
import { readMovedWithin } from './queries/concerned.ts';

/** Runs the job of a moved date: writes notices for the pre-orders that the job names, or else for all that wait. */
export async function tellMovedDate(
  deps: Pick<Deps, 'db' | 'outbox'>,
  { storeId, subjectId: promiseId, detail }: Job<'promise.due'>,
): Promise<void> {
  if (detail) await tellThese(deps, { storeId, promiseId }, detail.preorderIds);
  else await tellPromise(deps, { storeId, promiseId });
}

// Longer than the payment of a checkout or a swap may take.
const LATE_DAYS = 2;

/**
 * Writes notices for pre-orders that got an outdated window after the job of the moved date had run, and that no other job
 * names: those that came by a swap, and those placed at the moment when the date of a closed waitlist moved.
 */
export async function tellLateBuyers(deps: Pick<Deps, 'db' | 'outbox'>): Promise<void> {
  for (const promise of await readMovedWithin(deps.db, LATE_DAYS)) await tellLateBuyersOf(deps, promise);
}
