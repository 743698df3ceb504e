import type { Job } from '../../platform/jobs.ts';
import type { Deps } from '../deps.ts';
import { tellPromise } from './commands/tell.ts';

/** The job of a moved date: everybody who waits is told or asked. */
export async function tellMovedDate(deps: Pick<Deps, 'db' | 'outbox'>, { storeId, subjectId }: Job): Promise<void> {
  await tellPromise(deps, { storeId, promiseId: subjectId });
}

// Longer than any checkout holds its units while it is paid for.
const LATE_DAYS = 2;

/** Tells those who bought by a date that moved while they were paying: they are placed after everybody was told. */
export async function tellLateBuyers(deps: Pick<Deps, 'db' | 'outbox'>): Promise<void> {
  const moved = await deps.db.query<{ storeId: string; promiseId: string; createdAt: Date }>(
    `SELECT store_id AS "storeId", id AS "promiseId", created_at AS "createdAt" FROM promise
     WHERE version > 1 AND created_at > app_now() - $1 * interval '1 day' AND created_at < app_now() - interval '1 minute'`,
    [LATE_DAYS],
  );
  for (const { createdAt, ...promise } of moved) await tellPromise(deps, promise, createdAt);
}
