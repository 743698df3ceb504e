import type { Next } from '../../domain/alert.ts';
import { AppError } from '../../domain/error.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../alerts/commands.ts';
import type { Deps } from '../deps.ts';
import { findJobs, type Job, readDeadSubjects, readJobAlerts, readSetAside } from './queries.ts';
import { codeOfReason } from './reason.ts';
import { isGone } from './worker.ts';

const DEAD = 'job_dead';
const SET_ASIDE = 'outbox_row_set_aside';

/**
 * Runs jobs of the store again, at once and with the full number of tries. Resolves with their new state. `job_not_found`
 * when one is not in the queue (it may be done), `job_running` when a worker has one. If it fails, no job is changed.
 */
export async function retryJobs({ db }: Pick<Deps, 'db'>, storeId: string, ids: readonly number[]): Promise<Job[]> {
  return db.transaction(async (tx) => {
    const found = await findJobs(tx, storeId, ids);
    const missing = ids.find((id) => found.every((job) => job.id !== id));
    if (missing !== undefined) throw jobNotFound(missing);
    const running = found.find(({ state }) => state === 'running');
    const moved = running ? [] : await reschedule(tx, ids);
    // A worker may have taken a job since it was read: the queue does not reschedule such a job.
    const taken = running?.id ?? ids.find((id) => !moved.includes(id));
    if (taken !== undefined) {
      const message = `A worker is running job ${taken}. Wait for its result first.`;
      throw new AppError('job_running', message, { data: { job: taken } });
    }
    await syncAlerts(tx);
    return findJobs(tx, storeId, ids);
  });
}

/** Drops the jobs of a store that is no more. One that a worker has fails by itself, and is dropped the next time. */
export async function dropJobs(sql: Sql, storeId: string): Promise<void> {
  await sql.query(
    `SELECT count(*) AS dropped FROM graphile_worker.complete_jobs(ARRAY(
       SELECT j.id FROM graphile_worker._private_jobs j WHERE j.payload->>'storeId' = $1))`,
    [storeId],
  );
}

export function jobNotFound(id: number): AppError {
  const message = `The store has no job ${id}. Finished jobs are deleted.`;
  return new AppError('job_not_found', message, { data: { job: id } });
}

async function reschedule(tx: Sql, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'SELECT id FROM graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)',
    [ids],
  );
  return rows.map(({ id }) => id);
}

/**
 * Keeps the alerts about jobs up to date. Each subject with dead jobs has an alert, which is resolved when none of them is
 * dead any more. Each store with an outbox row that could not be dispatched has one too. It reads the queue's current state,
 * so no alert is lost when a process dies, and any number of processes may run it.
 */
export async function alertDeadJobs({ db }: { db: Database }): Promise<void> {
  await db.transaction(syncAlerts);
}

const LOOK: Next = { step: 'look_at_jobs' };

async function syncAlerts(tx: Sql): Promise<void> {
  const dead = await readDeadSubjects(tx);
  for (const { storeId, subjectId, topics, count, reason } of dead) {
    const values = { count, topics: topics.join(', '), ...saidOf(reason ?? 'no reason was kept') };
    await raiseAlert(tx, storeId, { text: DEAD, subjectId, values, next: LOOK });
  }
  await syncSetAside(tx);
  const isDead = new Set(dead.map(({ storeId, subjectId }) => `${storeId} ${subjectId}`));
  for (const { storeId, subjectId } of await readJobAlerts(tx, DEAD)) {
    if (!isDead.has(`${storeId} ${subjectId}`)) await resolveAlert(tx, storeId, { code: DEAD, subjectId });
  }
}

/** The reason in English, and its code for readers of other languages. */
const saidOf = (said: string) => {
  const said_code = codeOfReason(said);
  return { said, ...(said_code !== null && { said_code }) };
};

async function syncSetAside(tx: Sql): Promise<void> {
  const setAside = await readSetAside(tx);
  for (const { storeId, topics, reason } of setAside) {
    const values = { topics: topics.join(', '), ...saidOf(reason) };
    await raiseAlert(tx, storeId, { text: SET_ASIDE, subjectId: storeId, values, next: LOOK });
  }
  const stores = new Set(setAside.map(({ storeId }) => storeId));
  for (const { storeId, subjectId } of await readJobAlerts(tx, SET_ASIDE)) {
    if (!stores.has(storeId)) await resolveAlert(tx, storeId, { code: SET_ASIDE, subjectId });
  }
}

// A worker locks its id right after its start. So a worker that took a job this long ago and holds no lock is gone.
const LOCKED_FOR = '1 minute';
// Longer than any job takes: calls of providers and mail servers time out after seconds. When a machine is gone, its
// database session may stay open for hours, and without this limit its jobs would stay locked as long.
const LOST_AFTER = '15 minutes';

/**
 * Unlocks the jobs of workers that died. If a worker was only slow, its job may run twice, which is harmless because
 * handlers are idempotent. Resolves with the number of workers whose jobs were unlocked.
 */
export async function freeLostJobs({ db }: { db: Database }): Promise<number> {
  const lost = await db.query<{ worker: string }>(
    `WITH held AS MATERIALIZED (
       SELECT locked_by AS worker, min(locked_at) AS since FROM (
         SELECT locked_by, locked_at FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL
         UNION ALL SELECT locked_by, locked_at FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL) l
       GROUP BY locked_by HAVING min(locked_at) < now() - interval '${LOCKED_FOR}')
     SELECT worker FROM held WHERE since < now() - interval '${LOST_AFTER}' OR ${isGone('worker')}`,
  );
  if (lost.length === 0) return 0;
  await db.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [lost.map(({ worker }) => worker)]);
  return lost.length;
}
