import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { runOutside } from '../../platform/apply-migration.ts';
import { UNLIMITED, WITHOUT_TIMEOUTS, withOptions } from '../../platform/database-session-options.ts';
import type { Database } from '../../platform/db.ts';

/**
 * Indexes by store, by subject and by worker, which graphile-worker does not have. They are built CONCURRENTLY, while the
 * service is in use. The number of jobs changes faster than the planner's statistics. So a query for several subjects looks
 * up each of them on its own (`OFFSET 0`): otherwise the planner would read every job.
 */
const JOB_INDEXES = [
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_of_stores_in_turn
  ON graphile_worker._private_jobs (task_id, priority, (payload->>'storeId'), run_at, id) WHERE is_available`,
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_by_subject ON graphile_worker._private_jobs ((payload->>'subjectId'))`,
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_by_worker
  ON graphile_worker._private_jobs (locked_by) WHERE locked_by IS NOT NULL`,
];

/** Creates the tables of graphile-worker and our indexes. The outbox needs them before the first worker starts. */
export async function prepareJobs(db: Database): Promise<void> {
  // Building an index takes longer than the service's time-out for statements.
  const pool = new pg.Pool({ ...withOptions(db.directUrl, UNLIMITED), max: 1 });
  const ignore = () => {}; // the failed statement's rejection reports the error
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore).query(WITHOUT_TIMEOUTS).catch(ignore));
  try {
    await migrateJobs({ pgPool: pool });
    const client = await pool.connect();
    try {
      for (const index of JOB_INDEXES) await runOutside(client, index);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}
