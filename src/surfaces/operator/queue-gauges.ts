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
}
