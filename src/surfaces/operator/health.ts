import type { SaleQueue } from '../../core/stock/sale-queue.ts';
import { type Database, pingDatabase } from '../../platform/db.ts';
import { leadsToTwoSystems, requireNewestServer } from '../../platform/timeline.ts';

// A load balancer checks every few seconds with a time-out of one or two seconds.
const READY_MS_MAX = 2_000;
// The queue is asked every second; a statement may take ten.
const SILENT_MS_MAX = 30_000;

type Asked = Pick<Database, 'query' | 'directUrl'>;

/** Rejects if the database does not answer, is an old primary, or its address leads to two. */
async function requireDatabase(db: Asked): Promise<void> {
  await pingDatabase(db, READY_MS_MAX).catch((cause: unknown) => {
    throw new Error('The database does not answer.', { cause });
  });
  // Behind a pooler a connection may lead to another server than when it was opened.
  await requireNewestServer(db, db.directUrl).catch((cause: unknown) => {
    throw new Error('The database server is not the one that this process may use.', { cause });
  });
  // Connections to the first one still work. Another process may have seen the second one first, and sell there.
  if (leadsToTwoSystems(db.directUrl)) throw new Error('The address of the database leads to two database systems.');
}

/** Rejects if a service cannot sell: the database does not answer, is not the one to use, or the sale has no connection. */
export async function requireSelling({ db, sales }: { db: Asked; sales: Pick<SaleQueue, 'isOpen'> }): Promise<void> {
  await requireDatabase(db);
  if (!sales.isOpen()) throw new Error('The sale has no connection to the database.');
}

/** Rejects if a service does not answer shoppers: its port is not open yet, or it cannot sell. */
export async function requireServing(parts: Parameters<typeof requireSelling>[0], isListening: boolean): Promise<void> {
  if (!isListening) throw new Error('The service does not listen yet.');
  await requireSelling(parts);
}

/** Rejects if a worker cannot do jobs: it has not begun, the database does not answer, or the queue gave no answer for long. */
export async function requireWorking(db: Asked, background: { silentMs(): number } | undefined): Promise<void> {
  await requireDatabase(db);
  if (background === undefined) throw new Error('The worker has not begun to work.');
  if (background.silentMs() > SILENT_MS_MAX) throw new Error('The queue of jobs has not answered for half a minute.');
}
