import type { SaleQueue } from '../../core/stock/sale-queue.ts';
import { pingDatabase, type Sql } from '../../platform/db.ts';
import { requireNewestServer } from '../../platform/timeline.ts';

// A load balancer checks every few seconds with a time-out of one or two seconds.
const READY_MS_MAX = 2_000;
// The queue is asked every second; a statement may take ten.
const SILENT_MS_MAX = 30_000;

/** Rejects if the database does not answer, or is an old primary. */
async function requireDatabase(db: Sql): Promise<void> {
  await pingDatabase(db, READY_MS_MAX).catch((cause: unknown) => {
    throw new Error('The database does not answer.', { cause });
  });
  // Behind a pooler a connection may lead to another server than when it was opened.
  await requireNewestServer(db).catch((cause: unknown) => {
    throw new Error('The database server is an old primary.', { cause });
  });
}

/** Rejects if a service cannot sell: the database does not answer, is an old primary, or the sale has no connection. */
export async function requireSelling({ db, sales }: { db: Sql; sales: Pick<SaleQueue, 'isOpen'> }): Promise<void> {
  await requireDatabase(db);
  if (!sales.isOpen()) throw new Error('The sale has no connection to the database.');
}

/** Rejects if a service does not answer shoppers: its port is not open yet, or it cannot sell. */
export async function requireServing(parts: Parameters<typeof requireSelling>[0], isListening: boolean): Promise<void> {
  if (!isListening) throw new Error('The service does not listen yet.');
  await requireSelling(parts);
}

/** Rejects if a worker cannot do jobs: it has not begun, the database does not answer, or the queue gave no answer for long. */
export async function requireWorking(db: Sql, background: { silentMs(): number } | undefined): Promise<void> {
  await requireDatabase(db);
  if (background === undefined) throw new Error('The worker has not begun to work.');
  if (background.silentMs() > SILENT_MS_MAX) throw new Error('The queue of jobs has not answered for half a minute.');
}
