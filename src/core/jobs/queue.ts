import type { Sql } from '../../platform/db.ts';
import { isJobTopic, JOB_TOPICS, type Job, type JobTopic, type NewJob } from './topics.ts';

/** Priorities in the queue; lower comes first. Topic and priority together decide the lane of a job. */
const ORDINARY = 0;
const ENDS_WORK = -1;
const URGENT = -2;
const LAST = 1;

/**
 * Returns the priority of a new job. An unknown topic is ORDINARY. So a new topic has to begin as ORDINARY: an older version
 * adds its jobs with that priority, and no lane would take them otherwise.
 */
function priorityOf(topic: JobTopic, urgent: boolean): number {
  if (topic === 'order.due' || topic === 'orders.due') return ENDS_WORK;
  if (topic === 'mail.due') return urgent ? URGENT : LAST;
  return ORDINARY;
}

export type LaneName = 'settle' | 'links' | 'money' | 'mails';
type Kind = { topic: JobTopic; priority: number };

/**
 * The lanes. Jobs may delay other jobs of their lane, but never those of another lane. The topics of a lane take turns. Jobs
 * that end work come before jobs that begin more, because a release waits for them (docs/decisions/0280).
 */
export const LANES: Record<LaneName, readonly Kind[]> = {
  settle: [
    { topic: 'attempt.settle', priority: ORDINARY },
    { topic: 'swap.paid', priority: ORDINARY },
    { topic: 'dispute.changed', priority: ORDINARY },
    { topic: 'outbox.row', priority: ORDINARY },
  ],
  links: [{ topic: 'mail.due', priority: URGENT }],
  money: [
    { topic: 'order.due', priority: ENDS_WORK },
    { topic: 'orders.due', priority: ENDS_WORK },
    { topic: 'money.due', priority: ORDINARY },
    { topic: 'attempt.undo', priority: ORDINARY },
    { topic: 'attempt.inspect', priority: ORDINARY },
    { topic: 'promise.due', priority: ORDINARY },
  ],
  mails: [{ topic: 'mail.due', priority: LAST }],
};

/** The channel of NOTIFY on which graphile-worker announces new jobs. */
export const JOBS_CHANNEL = 'jobs:insert';

/** Adds jobs in the caller's transaction. Jobs that follow an outbox row are added by the outbox's dispatcher instead. */
export async function addJobs(tx: Sql, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ topic, urgent = false, trace, ...payload }) => ({
    identifier: topic,
    payload: trace ? { ...payload, trace } : payload,
    priority: priorityOf(topic, urgent),
  }));
  await tx.query(
    `SELECT graphile_worker.add_jobs(array(
       SELECT json_populate_record(NULL::graphile_worker.job_spec, job) FROM json_array_elements($1::json) AS job))`,
    [JSON.stringify(specs)],
  );
}

/**
 * Makes the jobs about these subjects due now, with the full number of tries. This includes dead jobs. Running jobs are left
 * alone.
 */
export async function hurryJobs(sql: Sql, topic: JobTopic, subjectIds: readonly string[]): Promise<void> {
  await sql.query(
    `SELECT 1 FROM graphile_worker.reschedule_jobs(array(
       SELECT job.id FROM unnest($2::text[]) AS subject (id) CROSS JOIN LATERAL (
         SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier = $1 AND j.payload->>'subjectId' = subject.id AND j.locked_at IS NULL OFFSET 0) job),
       run_at => now(), attempts => 0)`,
    [topic, subjectIds],
  );
}

/** Reads the queue's task ids of all topics. Adds topics that the queue does not know yet. */
export async function readTaskIds(sql: Sql): Promise<Map<JobTopic, number>> {
  await sql.query(
    'INSERT INTO graphile_worker._private_tasks (identifier) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    [JOB_TOPICS],
  );
  const rows = await sql.query<{ topic: string; id: number }>(
    'SELECT identifier AS topic, id FROM graphile_worker._private_tasks',
  );
  return new Map(rows.flatMap(({ topic, id }) => (isJobTopic(topic) ? [[topic, id] as const] : [])));
}

export type Claimed = { id: number; taskId: number; payload: Job; attempts: number; attemptsMax: number };

export type Turn = {
  worker: string;
  kinds: readonly { taskId: number; priority: number }[];
  /** How many jobs to take at most. */
  limit: number;
  /** The store that had the last turn; '' before the first. */
  after: string;
  /** How many jobs of each store this process runs in this lane. */
  busy: ReadonlyMap<string, number>;
  /** How many jobs of one store this process may run at once in this lane. */
  storeMax: number;
};

/**
 * Claims due jobs, round-robin over the stores: one job of each store, then a second of each. Begins with the store after
 * the one that had the last turn.
 */
export async function claimJobs(sql: Sql, turn: Turn): Promise<Claimed[]> {
  const { kinds, limit, after, worker, busy, storeMax } = turn;
  return sql.query<Claimed>(CLAIM, [
    kinds.map(({ taskId }) => taskId),
    kinds.map(({ priority }) => priority),
    limit,
    after,
    worker,
    [...busy.keys()],
    [...busy.values()],
    storeMax,
  ]);
}

const OF_KIND = 'j.is_available AND j.task_id = kind.task_id AND j.priority = kind.priority';
const STORE = `j.payload->>'storeId'`;
const READY_OF_STORE = `
  FROM graphile_worker._private_jobs j WHERE ${OF_KIND} AND ${STORE} = store.id AND j.run_at <= now()`;

const nextStore = (after: string) => `
  (SELECT ${STORE} FROM graphile_worker._private_jobs j WHERE ${OF_KIND} AND ${STORE} > ${after} ORDER BY ${STORE} LIMIT 1)`;

/** SQL: the stores that have jobs. One index lookup finds each store, and only as many as the outer query reads. */
const storesAfter = (after: string) => `
  (WITH RECURSIVE store AS (
     SELECT ${nextStore(after)} AS id UNION ALL SELECT ${nextStore('store.id')} FROM store WHERE store.id IS NOT NULL)
   SELECT store.id FROM store WHERE store.id IS NOT NULL)`;

const FREE = 'greatest(0, $8 - coalesce((SELECT busy.jobs FROM busy WHERE busy.store = store.id), 0))';

const CLAIM = `
  WITH busy AS (SELECT * FROM unnest($6::text[], $7::int[]) AS busy (store, jobs)),
  ready AS (
    SELECT job.id, job.nth, store.id AS store, store.free, store.turn, kind.place
    FROM unnest($1::int[], $2::smallint[]) WITH ORDINALITY AS kind (task_id, priority, place)
    CROSS JOIN LATERAL (
      SELECT store.id, store.free, row_number() OVER () AS turn FROM (
        SELECT store.id, ${FREE} AS free FROM (
          ${storesAfter('$4')}
          UNION ALL SELECT early.id FROM ${storesAfter("''")} AS early WHERE early.id <= $4) AS store
        WHERE (SELECT j.id ${READY_OF_STORE} LIMIT 1) IS NOT NULL AND ${FREE} > 0 LIMIT $3) AS store) AS store
    CROSS JOIN LATERAL (
      SELECT one.id, row_number() OVER () AS nth FROM (
        SELECT j.id ${READY_OF_STORE} ORDER BY j.run_at, j.id LIMIT least($3, store.free)
        FOR UPDATE OF j SKIP LOCKED) AS one) AS job),
  in_turn AS (
    SELECT *, row_number() OVER (PARTITION BY store ORDER BY nth, place) AS of_store FROM ready),
  taken AS (
    SELECT id FROM in_turn WHERE of_store <= free ORDER BY of_store, turn, place LIMIT $3)
  UPDATE graphile_worker._private_jobs j SET attempts = j.attempts + 1, locked_by = $5, locked_at = now()
  FROM taken WHERE j.id = taken.id
  RETURNING j.id, j.task_id AS "taskId", j.payload, j.attempts, j.max_attempts AS "attemptsMax"`;

/**
 * Unlocks the jobs that this worker claimed, except those with these ids. A claim that is given back costs no try. Resolves
 * with the number of unlocked jobs.
 */
export async function giveBackJobs(
  sql: Sql,
  { worker, except }: { worker: string; except: readonly number[] },
): Promise<number> {
  const freed = await sql.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = attempts - 1
     WHERE locked_by = $1 AND id <> ALL($2::bigint[]) RETURNING id`,
    [worker, except],
  );
  return freed.length;
}

/** How a job ended. `reason`: why it failed, or null when it is done. */
export type Ended = { id: number; reason: string | null };

/** Records how jobs ended. A failed job is retried with the library's exponential back-off: after seconds, in the end hours. */
export async function endJobs(sql: Sql, worker: string, ended: readonly Ended[]): Promise<void> {
  const done = ended.filter(({ reason }) => reason === null);
  const failed = ended.filter(({ reason }) => reason !== null);
  if (done.length > 0) {
    await sql.query('DELETE FROM graphile_worker._private_jobs WHERE id = ANY($1::bigint[]) AND locked_by = $2', [
      done.map(({ id }) => id),
      worker,
    ]);
  }
  if (failed.length > 0) {
    await sql.query(
      `UPDATE graphile_worker._private_jobs j
       SET last_error = f.reason, locked_by = NULL, locked_at = NULL,
           run_at = greatest(now(), j.run_at) + exp(least(j.attempts, 10)) * interval '1 second'
       FROM unnest($1::bigint[], $2::text[]) AS f (id, reason) WHERE j.id = f.id AND j.locked_by = $3`,
      [failed.map(({ id }) => id), failed.map(({ reason }) => reason), worker],
    );
  }
}

/** Returns the lane of jobs with this topic and priority; null if this version has none, as for a topic of a newer one. */
export function laneOf(topic: string, priority: number): LaneName | null {
  const lanes = Object.entries(LANES) as [LaneName, readonly Kind[]][];
  const found = lanes.find(([, kinds]) => kinds.some((kind) => kind.topic === topic && kind.priority === priority));
  return found?.[0] ?? null;
}
