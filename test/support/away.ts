import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/db.ts';

/** Ends all connections to this server except the one that runs the statement. */
export const endAllConnections = (db: Database) =>
  db.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
  );

/** Enough time for all unfinished work to end: a job that failed in an outage runs again after some seconds. */
export const ALL_DONE_MS = 45_000;

type StoreAddress = { address: string; storeKey: string };

/** Requests pages that need the database until `until` resolves. Resolves with all statuses. */
export async function requestUntil({ address, storeKey }: StoreAddress, until: Promise<unknown>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let over = false;
  const ended = until.finally(() => {
    over = true;
  });
  while (!over) {
    const asked = [
      '/health/ready',
      `/api/v1/waitlists?api_key=${storeKey}`,
      `/frames/1/price?key=${storeKey}&product=${randomUUID()}`,
    ];
    const answers = await Promise.all(
      asked.map((path) => fetch(`${address}${path}`, { signal: AbortSignal.timeout(15_000) })),
    );
    for (const { status } of answers) statuses.add(status);
    await sleep(5);
  }
  await ended;
  return statuses;
}
