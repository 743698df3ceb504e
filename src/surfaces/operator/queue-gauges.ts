import { readLastBackup } from '../../core/backups/queries.ts';
import { countAllJobs } from '../../core/jobs/queries.ts';
import { readWaitingRows } from '../../core/outbox/queries.ts';
import type { Sql } from '../../platform/db.ts';
import type { Metrics } from '../../platform/metrics.ts';

/** Registers gauges of the waiting outbox rows and jobs. A number that only grows means that no worker runs. */
export function measureQueues(metrics: Metrics, db: Sql): void {
  metrics.gauge(
    'outbox_waiting_rows',
    'Committed changes that are not jobs yet.',
    async () => (await readWaitingRows(db)).count,
  );
  metrics.gauge(
    'outbox_waiting_seconds',
    'Age of the oldest committed change that is not a job yet.',
    async () => (await readWaitingRows(db)).oldestSeconds,
  );
  metrics.gauge('jobs_waiting', 'Jobs in the queue.', () => countAllJobs(db));
  metrics.gauge(
    'backup_age_seconds',
    'Age of the newest backup that ended well.',
    async () => (await readLastBackup(db))?.ageSeconds,
  );
  metrics.gauge('backup_verified', '1 if the newest backup was restored on trial.', async () => {
    const last = await readLastBackup(db);
    return last === null ? undefined : Number(last.verifiedAt !== null);
  });
}
