import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/topics.ts';
import { tellLateBuyersOf, tellPromise, tellThese } from './commands/tell.ts';
import { readMovedWithin } from './queries/concerned.ts';

/** Runs the job of a moved date: notices the pre-orders that the job names, or else every pre-order that waits. */
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
 * Notices pre-orders that came under an outdated window after the job of the moved date had run, and that have no job of
 * their own: those that came by a swap, and those placed at the moment when the date of a closed waitlist moved.
 */
export async function tellLateBuyers(deps: Pick<Deps, 'db' | 'outbox'>): Promise<void> {
  for (const promise of await readMovedWithin(deps.db, LATE_DAYS)) await tellLateBuyersOf(deps, promise);
}
