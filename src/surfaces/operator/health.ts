import { pingDatabase, type Sql } from '../../platform/db.ts';

// A load balancer checks every few seconds with a time-out of one or two seconds.
const READY_MS_MAX = 2_000;
// The queue is asked every second; a statement may take ten.
const SILENT_MS_MAX = 30_000;

/** Rejects if the database does not answer. */
export async function requireDatabase(db: Sql): Promise<void> {
  await pingDatabase(db, READY_MS_MAX).catch((cause: unknown) => {
    throw new Error('The database does not answer.', { cause });
  });
}

/** Rejects if a worker cannot do jobs: it has not begun, the database does not answer, or the queue gave no answer for long. */
export async function requireWorking(db: Sql, background: { silentMs(): number } | undefined): Promise<void> {
  await requireDatabase(db);
  if (background === undefined) throw new Error('The worker has not begun to work.');
  if (background.silentMs() > SILENT_MS_MAX) throw new Error('The queue of jobs has not answered for half a minute.');
}
