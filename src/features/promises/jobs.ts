import type { Job } from '../../platform/jobs.ts';
import type { Deps } from '../deps.ts';
import { tellLateBuyersOf, tellPromise } from './commands/tell.ts';
import { readMovedWithin } from './queries/concerned.ts';

/** The job of a moved date: everybody who waits is told or asked. */
export async function tellMovedDate(deps: Pick<Deps, 'db' | 'outbox'>, { storeId, subjectId }: Job): Promise<void> {
  await tellPromise(deps, { storeId, promiseId: subjectId });
}

// Longer than a checkout holds its units while it is paid for; one that waited longer for its provider is told where it is
// placed.
const LATE_DAYS = 2;

/** Tells those who were placed after everybody was told, by a window that does not hold any more. */
export async function tellLateBuyers(deps: Pick<Deps, 'db' | 'outbox'>): Promise<void> {
  for (const promise of await readMovedWithin(deps.db, LATE_DAYS)) await tellLateBuyersOf(deps, promise);
}
