import type { Sql } from '../../platform/db.ts';

/**
 * waiting: it is not due yet, or no worker has taken it yet · running: a worker has it · failing: it failed and is retried
 * by itself · dead: it used up its tries, and waits for a person to run it again.
 */
export const JOB_STATES = ['waiting', 'running', 'failing', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Job = {
  id: number;
  topic: string;
  /** The id of its subject: a pre-order, an attempt, or another row, depending on the topic. */
  subjectId: string;
  state: JobState;
  attempts: number;
  attemptsMax: number;
  /** Why the last try failed, without personal data. */
  reason: string | null;
  createdAt: Date;
  /** When it is due. */
  runAt: Date;
  runningSince: Date | null;
};

// After this time, graphile-worker unlocks a job itself, because its worker must have died.
const LOCK_ENDS = '4 hours';

const STATE = `CASE
  WHEN j.locked_at > now() - interval '${LOCK_ENDS}' THEN 'running'
  WHEN j.attempts >= j.max_attempts THEN 'dead'
  WHEN j.attempts > 0 AND j.last_error IS NOT NULL THEN 'failing'
  ELSE 'waiting' END`;

// The library's public view leaves out the payload, which names the store. So this reads its private table, which is safe
// because the version is pinned.
const JOBS = `
  SELECT j.id, t.identifier AS topic, j.payload->>'subjectId' AS "subjectId", ${STATE} AS state, j.attempts,
         j.max_attempts AS "attemptsMax", j.last_error AS reason, j.created_at AS "createdAt", j.run_at AS "runAt",
         CASE WHEN j.locked_at > now() - interval '${LOCK_ENDS}' THEN j.locked_at END AS "runningSince"
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE j.payload->>'storeId' = $1`;

/** Lists jobs of one state or of all, the dead ones first. Within a state, the oldest first. */
export async function listJobs(
  sql: Sql,
  storeId: string,
  { state, limit }: { state?: JobState | undefined; limit: number },
): Promise<Job[]> {
  return sql.query<Job>(
    `SELECT * FROM (${JOBS}) job WHERE $2::text IS NULL OR state = $2
     ORDER BY array_position(ARRAY['dead', 'failing', 'running', 'waiting'], state), id LIMIT $3`,
    [storeId, state ?? null, limit],
  );
}

export async function countJobs(sql: Sql, storeId: string): Promise<Record<JobState, number>> {
  const rows = await sql.query<{ state: JobState; count: number }>(
    `SELECT state, count(*)::int AS count FROM (${JOBS}) job GROUP BY state`,
    [storeId],
  );
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  return { waiting: 0, running: 0, failing: 0, dead: 0, ...counted };
}

/** Returns the jobs with these ids that belong to the store. */
export async function findJobs(sql: Sql, storeId: string, ids: readonly number[]): Promise<Job[]> {
  return sql.query<Job>(`${JOBS} AND j.id = ANY($2::bigint[]) ORDER BY j.id`, [storeId, ids]);
}

// The subject of such a job is the store; its detail names the pre-orders.
const OF_SEVERAL = `${JOBS} AND j.payload->>'subjectId' = $1 AND t.identifier = 'orders.due'
  AND (j.payload->'detail'->'preorderIds')::jsonb ?| $2::text[]`;

/**
 * Lists the jobs about these subjects, including jobs about several pre-orders that contain one of them. `subjectIds` must
 * have no duplicates.
 */
export async function listJobsAbout(sql: Sql, storeId: string, subjectIds: readonly string[]): Promise<Job[]> {
  return sql.query<Job>(
    `SELECT about.* FROM unnest($2::text[]) AS subject (id)
     CROSS JOIN LATERAL (${JOBS} AND j.payload->>'subjectId' = subject.id OFFSET 0) about
     UNION ALL ${OF_SEVERAL} ORDER BY id`,
    [storeId, subjectIds],
  );
}

export type DeadSubject = {
  storeId: string;
  subjectId: string;
  topics: string[];
  count: number;
  reason: string | null;
};

/** Reads the subjects of dead jobs in all stores. */
export async function readDeadSubjects(sql: Sql): Promise<DeadSubject[]> {
  return sql.query<DeadSubject>(
    `SELECT s.id AS "storeId", j.payload->>'subjectId' AS "subjectId", count(*)::int AS count,
            array_agg(DISTINCT t.identifier) AS topics, (array_agg(j.last_error ORDER BY j.id DESC))[1] AS reason
     FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     JOIN store s ON s.id::text = j.payload->>'storeId'
     WHERE ${STATE} = 'dead'
     GROUP BY s.id, j.payload->>'subjectId' ORDER BY 1, 2 LIMIT 1000`,
  );
}

/** Reads the open alerts with this code. */
export async function readJobAlerts(sql: Sql, code: string): Promise<{ storeId: string; subjectId: string }[]> {
  return sql.query(
    `SELECT store_id AS "storeId", subject_id AS "subjectId" FROM alert WHERE code = $1 AND resolved_at IS NULL`,
    [code],
  );
}

/** Reads, for each store, the topics of outbox rows that could not be dispatched. A job retries them. */
export async function readSetAside(sql: Sql): Promise<{ storeId: string; topics: string[]; reason: string }[]> {
  return sql.query(
    `SELECT s.id AS "storeId", array_agg(DISTINCT j.payload->'detail'->>'topic') AS topics,
            (array_agg(j.last_error ORDER BY j.id DESC))[1] AS reason
     FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     JOIN store s ON s.id::text = j.payload->>'storeId'
     WHERE t.identifier = 'outbox.row' AND j.last_error IS NOT NULL
     GROUP BY s.id ORDER BY 1 LIMIT 1000`,
  );
}

/** The jobs of one topic and priority in one state. `oldestSeconds`: how long the first of them has been due. */
export type JobCount = { topic: string; priority: number; state: JobState; count: number; oldestSeconds: number };

/** Counts the jobs of all stores. */
export async function countAllJobs(sql: Sql): Promise<JobCount[]> {
  return sql.query<JobCount>(
    `SELECT t.identifier AS topic, j.priority, ${STATE} AS state, count(*)::int AS count,
            greatest(0, extract(epoch FROM now() - min(j.run_at)))::float8 AS "oldestSeconds"
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     GROUP BY 1, 2, 3`,
  );
}
