import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { runOutside } from '../../platform/apply-migration.ts';
import type { Database } from '../../platform/db.ts';

/**
 * The queue's library has no index by store, by subject or by worker. They are built beside a service that is in use. How many jobs
 * there are changes faster than the statistics: who asks for several subjects looks for each by itself (`OFFSET 0`), since with
 * all of them at once the planner would rather read every job.
 */
const JOB_INDEXES = [
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_of_stores_in_turn
  ON graphile_worker._private_jobs (task_id, priority, (payload->>'storeId'), run_at, id) WHERE is_available`,
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_by_subject ON graphile_worker._private_jobs ((payload->>'subjectId'))`,
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_by_worker
  ON graphile_worker._private_jobs (locked_by) WHERE locked_by IS NOT NULL`,
];

/** The queue's tables are its library's; a sale's outbox needs them before the first worker starts. */
export async function prepareJobs(db: Database): Promise<void> {
  // An index takes longer than any statement of the service may.
  const options = '-c statement_timeout=0 -c lock_timeout=0';
  const pool = new pg.Pool({ connectionString: db.directUrl, max: 1, options });
  const ignore = () => {}; // a failed statement rejects, which is enough
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
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
