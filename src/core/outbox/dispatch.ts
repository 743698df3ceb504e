import { isDatabaseAway, isTimeout } from '../../platform/database-away.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { type Log, msSince } from '../../platform/log.ts';
import { addJobs } from '../jobs/queue.ts';
import type { Job, NewJob } from '../jobs/topics.ts';
import { storesInTurn } from '../stores-in-turn.ts';
import type { OutboxFollower, OutboxRow } from './row.ts';
import { CHANGES_CHANNEL, isChangeTopic, isFactTopic } from './topics.ts';

// Rows of one transaction, divided among the stores that have waiting rows.
const ROWS_MAX = 1_000;
const STORES_MAX = 100;
// NOTIFY refuses payloads of 8,000 bytes; a pair of ids is under 90.
const PAIRS_MAX = 80;

// When more rows than this fail and none succeeds, the cause is not the rows.
const BAD_MAX = 8;

type DispatchDeps = { db: Database; log: Log; follow: OutboxFollower };

/** Cursor in the order of store ids: the next round begins after this store. */
export type Turn = { after: string };

/** Returns the cursor that begins with the first store. */
export const firstTurn = (): Turn => ({ after: '00000000-0000-0000-0000-000000000000' });

/**
 * Dispatches one batch of waiting rows: the oldest rows of each store, with the stores taking turns. Resolves with true when
 * more rows may wait. A row that cannot be dispatched does not block the others: it is set aside as a job. The job retries
 * by itself, raises an alert when it is dead, and can be run again.
 */
export async function dispatchSome(deps: DispatchDeps, turn: Turn): Promise<boolean> {
  let taken: TakenRow[] = [];
  const began = performance.now();
  try {
    await deps.db.transaction(async (tx) => {
      taken = await tx.query<TakenRow>(TAKE, [turn.after]);
      await dispatchRows(tx, deps.follow, taken);
    });
  } catch (error) {
    if (taken.length === 0 || !mayLieInRows(error)) throw error;
    await dispatchInParts(deps, taken);
  }
  logDispatched(deps.log, taken, began);
  const stores = new Map<string, number>();
  for (const { storeId } of taken) stores.set(storeId, (stores.get(storeId) ?? 0) + 1);
  turn.after = taken.at(-1)?.lastStore ?? turn.after;
  const share = taken[0]?.share ?? 0;
  return stores.size === STORES_MAX || [...stores.values()].some((count) => count === share);
}

/** Writes a line for each batch at the debug level: how many rows of which topic. */
function logDispatched(log: Log, taken: readonly TakenRow[], began: number): void {
  if (taken.length === 0 || !log.isLevelEnabled('debug')) return;
  const topics: Record<string, number> = {};
  for (const { topic } of taken) topics[topic] = (topics[topic] ?? 0) + 1;
  log.debug({ rows: taken.length, topics, ms: msSince(began) }, 'outbox dispatched');
}

/** Adds the jobs and notifications of the rows, in the transaction that marks the rows as dispatched. */
async function dispatchRows(tx: Sql, follow: OutboxFollower, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  // Rows of a topic that this version does not know become jobs as well. No lane of this version takes such a job; the
  // worker of a newer version does, or takes a fact back (take-back.ts).
  const jobs = rows
    .filter(({ topic }) => !isChangeTopic(topic) && !isFactTopic(topic))
    .map(({ topic, storeId, subjectId, detail, trace }) => ({ topic, storeId, subjectId, detail, trace }) as NewJob);
  await notifyChanges(
    tx,
    rows.filter(({ topic }) => isChangeTopic(topic)),
  );
  const following = await follow(tx, rows);
  await addJobs(tx, [...jobs, ...following.map(inTraceOf(rows))]);
}

/** Returns what gives a job that follows from a row the trace of the row, unless the follower has done so. */
function inTraceOf(rows: readonly OutboxRow[]): (job: NewJob) => NewJob {
  const traces = new Map(rows.map(({ storeId, subjectId, trace }) => [`${storeId} ${subjectId}`, trace]));
  return (job) => ({ ...job, trace: job.trace ?? traces.get(`${job.storeId} ${job.subjectId}`) ?? null });
}

/** Returns false for an error that no row can have caused: it fails every row, so parting the batch does not help. */
function mayLieInRows(error: unknown): boolean {
  return !isDatabaseAway(error) || isTimeout(error);
}

/** Dispatches the rows in ever smaller parts, and sets aside each row that fails alone. */
async function dispatchInParts(deps: DispatchDeps, rows: readonly OutboxRow[]): Promise<void> {
  // Sorted by store, so that a lock held by one store soon delays only the parts of that store.
  const parts = halvesOf([...rows].sort((one, other) => (one.storeId < other.storeId ? -1 : 1)));
  const bad: { row: OutboxRow; error: unknown }[] = [];
  let dispatched = 0;
  for (const part of parts) {
    const ids = [part.map(({ storeId }) => storeId), part.map(({ id }) => id)];
    try {
      dispatched += await deps.db.transaction(async (tx) => {
        const taken = await tx.query<OutboxRow & WithTimeout>(TAKE_THESE, ids);
        await dispatchRows(tx, deps.follow, taken);
        return taken.length;
      });
    } catch (error) {
      const [row] = part;
      if (row === undefined || !mayLieInRows(error)) throw error;
      if (part.length > 1) parts.push(...halvesOf(part));
      else bad.push({ row, error });
      const stores = new Set(bad.map((one) => one.row.storeId));
      if (bad.length > BAD_MAX && dispatched === 0 && stores.size > 1) throw error;
    }
  }
  await setAside(deps, bad);
}

function halvesOf(rows: OutboxRow[]): OutboxRow[][] {
  const half = Math.ceil(rows.length / 2);
  return [rows.slice(0, half), rows.slice(half)].filter((part) => part.length > 0);
}

// The `dispatched_at` of a row that was set aside: it no longer waits, and pruning of old rows never finds it.
const SET_ASIDE = `'infinity'::timestamptz`;

async function setAside({ db, log }: DispatchDeps, bad: readonly { row: OutboxRow; error: unknown }[]): Promise<void> {
  await db.transaction(async (tx) => {
    const marked = await tx.query<{ id: number }>(
      `UPDATE outbox SET dispatched_at = ${SET_ASIDE}
       WHERE (store_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[])) AND dispatched_at IS NULL RETURNING id`,
      [bad.map(({ row }) => row.storeId), bad.map(({ row }) => row.id)],
    );
    const ids = new Set(marked.map(({ id }) => id)); // another process has dispatched the others
    await addJobs(
      tx,
      bad
        .filter(({ row }) => ids.has(row.id))
        .map(({ row: { storeId, subjectId, id, topic, trace } }) => ({
          topic: 'outbox.row' as const,
          storeId,
          subjectId,
          detail: { id, topic },
          trace,
        })),
    );
  });
  for (const { row, error } of bad) {
    const about = { err: error, storeId: row.storeId, row: row.id, topic: row.topic };
    log.error(about, 'an outbox row could not be turned into jobs; a job tries it again');
  }
}

/** Runs the job of a row that was set aside. It is idempotent: a second run finds no row. */
export async function dispatchAgain(
  db: Database,
  follow: OutboxFollower,
  { storeId, detail }: Job<'outbox.row'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query<OutboxRow>(
      `UPDATE outbox SET dispatched_at = clock_timestamp()
       WHERE store_id = $1 AND id = $2 AND dispatched_at = ${SET_ASIDE} RETURNING ${COLUMNS}`,
      [storeId, detail.id],
    );
    await dispatchRows(tx, follow, rows);
  });
}

/** What `LOCK_TIMEOUT` adds to the answer. The code does not use it. */
type WithTimeout = { set_config: string };

type TakenRow = OutboxRow &
  WithTimeout & {
    /** The most rows that each store could have in this batch. */
    share: number;
    /** The last store that had its turn in this batch. */
    lastStore: string;
  };

const COLUMNS = `store_id AS "storeId", id, topic, subject_id AS "subjectId", detail, created_at AS "createdAt", trace`;

// A lock that one row waits for delays the whole batch, so the wait for it is short.
const LOCK_TIMEOUT = `set_config('lock_timeout', '500ms', true)`;

const MARK = `
  UPDATE outbox o SET dispatched_at = clock_timestamp() FROM taken t WHERE o.store_id = t.store_id AND o.id = t.id`;

// The stores behind the cursor come first; then the round wraps to the first of all stores.
const TAKE = `
  WITH turn AS MATERIALIZED (
    SELECT s.id, row_number() OVER () AS nth
    FROM ${storesInTurn({ table: 'outbox', where: 'r.dispatched_at IS NULL', after: '$1::uuid', most: STORES_MAX })} s),
  shared AS (
    SELECT greatest(1, ${ROWS_MAX} / count(*))::int AS share, (array_agg(id ORDER BY nth DESC))[1] AS last FROM turn
    HAVING count(*) > 0),
  taken AS MATERIALIZED (
    SELECT row.* FROM shared, turn CROSS JOIN LATERAL (
      SELECT o.* FROM outbox o WHERE o.store_id = turn.id AND o.dispatched_at IS NULL
      ORDER BY o.id LIMIT (SELECT share FROM shared) FOR UPDATE SKIP LOCKED) row),
  marked AS (${MARK})
  SELECT ${COLUMNS}, share, last AS "lastStore", ${LOCK_TIMEOUT} FROM taken, shared ORDER BY id`;

const TAKE_THESE = `
  WITH taken AS MATERIALIZED (
    SELECT o.* FROM outbox o WHERE (o.store_id, o.id) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[]))
      AND o.dispatched_at IS NULL ORDER BY o.id FOR UPDATE SKIP LOCKED),
  marked AS (${MARK})
  SELECT ${COLUMNS}, ${LOCK_TIMEOUT} FROM taken ORDER BY id`;

async function notifyChanges(tx: Sql, rows: readonly OutboxRow[]): Promise<void> {
  const changes = new Map(
    rows.map((row) => {
      const subject = row.topic === 'store.changed' ? null : row.subjectId;
      return [`${row.storeId} ${subject}`, [row.storeId, subject]];
    }),
  );
  const pairs = [...changes.values()];
  for (let from = 0; from < pairs.length; from += PAIRS_MAX) {
    await tx.query('SELECT pg_notify($1, $2)', [CHANGES_CHANNEL, JSON.stringify(pairs.slice(from, from + PAIRS_MAX))]);
  }
}
