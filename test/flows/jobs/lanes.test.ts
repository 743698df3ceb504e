import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addJobs, LANES } from '../../../src/core/jobs/queue.ts';
import type { Job, JobTopic, NewJob } from '../../../src/core/jobs/topics.ts';
import { type JobHandlers, type JobRunner, SLOTS, startJobs } from '../../../src/core/jobs/worker.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// The job queue with handlers that only sleep: which jobs wait for which others.

const log = createLog('silent');
let database: TestDatabase;
let lookups: Database;
let runners: JobRunner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  lookups = openDatabase({ url: database.url, lookups: true });
});
afterAll(async () => {
  await lookups.close();
  await database.drop();
});
beforeEach(() => database.db.query('DELETE FROM graphile_worker._private_jobs'));

type Done = Job & { topic: JobTopic; at: number };

/** Runs `work` beside workers whose jobs call `handle`, and returns the jobs that were done. */
async function withWorkers(
  handle: (job: Job) => Promise<void>,
  work: (done: Done[]) => Promise<void>,
  { workers = 1, db = lookups }: { workers?: number; db?: Database } = {},
): Promise<Done[]> {
  const done: Done[] = [];
  const topics = [...new Set(Object.values(LANES).flatMap((kinds) => kinds.map(({ topic }) => topic)))];
  const handlers = Object.fromEntries(
    topics.map((topic) => [
      topic,
      async (job: Job) => {
        await handle(job);
        done.push({ ...job, topic, at: Date.now() });
      },
    ]),
  ) as JobHandlers;
  runners = await Promise.all(Array.from({ length: workers }, () => startJobs({ db, log }, handlers)));
  try {
    await work(done);
  } finally {
    await Promise.all(runners.map((runner) => runner.stop()));
  }
  return done;
}

const jobsOf = (
  storeId: string,
  count: number,
  { topic, urgent = false }: Pick<NewJob, 'topic' | 'urgent'>,
): NewJob[] =>
  Array.from({ length: count }, () => ({ topic, urgent, storeId, subjectId: randomUUID(), detail: null }) as NewJob);

const add = (jobs: NewJob[]) => database.db.transaction((tx) => addJobs(tx, jobs));
const queued = async () => (await database.db.query('SELECT 1 FROM graphile_worker._private_jobs')).length;

const KINDS = [
  { topic: 'attempt.settle', urgent: false },
  { topic: 'mail.due', urgent: true },
  { topic: 'money.due', urgent: false },
  { topic: 'order.due', urgent: false },
  { topic: 'mail.due', urgent: false },
] as const;

test.each(KINDS)('runs $topic (urgent: $urgent) of a store at once beside 1,000 of another store', async (kind) => {
  const [a, b]: [string, string] = [randomUUID(), randomUUID()];
  let asked = 0;
  const done = await withWorkers(
    () => sleep(100),
    async (sofar) => {
      await add(jobsOf(a, 1_000, kind));
      await expect.poll(() => sofar.length, { interval: 20 }).toBeGreaterThan(20);
      asked = sofar.length;
      await add(jobsOf(b, 3, kind));
      await expect.poll(() => sofar.filter(({ storeId }) => storeId === b).length, { interval: 10 }).toBe(3);
    },
  );
  // In jobs, not in time: a busy machine is slow with the jobs of both stores.
  const between = done.findLastIndex(({ storeId }) => storeId === b) - asked;
  expect(between, 'the jobs of the other store came first').toBeLessThan(200);
});

test('runs every lane while another lane is full of hanging jobs', async () => {
  const [a, b]: [string, string] = [randomUUID(), randomUUID()];
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, 20_000); // a worker waits for its jobs before it stops
  await withWorkers(
    ({ storeId }) => (storeId === a ? ended : Promise.resolve()),
    async (done) => {
      for (const kind of KINDS) await add(jobsOf(a, 100, kind));
      await sleep(500);
      await add(KINDS.flatMap((kind) => jobsOf(b, 5, kind)));
      // A store whose jobs hang in every lane leaves free places in each lane.
      await expect.poll(() => done.filter(({ storeId }) => storeId === b).length).toBe(5 * KINDS.length);
      await database.db.query('DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL');
      clearTimeout(late);
      resolve();
    },
  );
});

test('gives each of many stores its turn before any store has a second one', async () => {
  const stores = Array.from({ length: 40 }, (): string => randomUUID());
  await add(stores.flatMap((store) => jobsOf(store, 25, { topic: 'money.due' })));
  const done = await withWorkers(
    () => sleep(5),
    async () => expect.poll(queued, { timeout: 30_000 }).toBe(0),
  );
  expect(done).toHaveLength(1_000);
  const half = new Map(stores.map((store) => [store, 0]));
  for (const { storeId } of done.slice(0, 500)) half.set(storeId, (half.get(storeId) ?? 0) + 1);
  expect(Math.min(...half.values()), 'a store was passed over').toBeGreaterThanOrEqual(10);
});

test('runs each job once on two workers, each with its own places', async () => {
  for (const workers of [1, 2]) {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    let running = 0;
    const places = SLOTS.mails - 2; // the rest is kept for other stores
    await add(jobsOf(randomUUID(), 200, { topic: 'mail.due' }));
    const done = await withWorkers(
      () => {
        running += 1;
        return ended;
      },
      async () => {
        try {
          await expect.poll(() => running, { interval: 20 }).toBe(places * workers);
          await sleep(300);
          expect(running).toBe(places * workers);
        } finally {
          resolve();
        }
        await expect.poll(queued, { interval: 20 }).toBe(0);
      },
      { workers },
    );
    expect(new Set(done.map(({ subjectId }) => subjectId)).size).toBe(200);
    expect(done).toHaveLength(200);
  }
});

test('runs jobs once when the answer to taking them was lost, with all their tries', async () => {
  let losses = 3;
  const db: Database = {
    ...lookups,
    async query<Row>(text: string, values?: readonly unknown[]) {
      const rows = await lookups.query<Row>(text, values);
      const claims = text.includes('SKIP LOCKED') && rows.length > 0;
      if (!claims || losses === 0) return rows;
      losses -= 1;
      throw new Error('Connection terminated unexpectedly');
    },
  };
  const jobs = jobsOf(randomUUID(), 60, { topic: 'money.due' });
  const attempts: number[] = [];
  const ids = jobs.map(({ subjectId }) => subjectId);
  const done = await withWorkers(
    async ({ subjectId }) => {
      const [row] = await database.db.query<{ attempts: number }>(
        `SELECT attempts FROM graphile_worker._private_jobs WHERE payload->>'subjectId' = $1`,
        [subjectId],
      );
      attempts.push(row?.attempts ?? 0);
    },
    async () => {
      await add(jobs);
      await expect.poll(queued, { interval: 20, timeout: 10_000 }).toBe(0);
    },
    { db },
  );
  expect(losses, 'no answer was lost').toBe(0);
  expect(done.map(({ subjectId }) => subjectId).sort()).toEqual(ids.sort());
  expect(new Set(attempts)).toEqual(new Set([1]));
});

test('has a lane for every topic, with the priority of its jobs', async () => {
  const topics: JobTopic[] = [
    ...new Set<JobTopic>(KINDS.map(({ topic }) => topic)),
    'orders.due',
    'promise.due',
    'attempt.undo',
    'attempt.inspect',
    'swap.paid',
    'dispute.changed',
    'outbox.row',
  ];
  await add(
    [
      ...topics.map((topic) => jobsOf(randomUUID(), 1, { topic })),
      jobsOf(randomUUID(), 1, { topic: 'mail.due', urgent: true }),
    ].flat(),
  );
  const rows = await database.db.query<{ topic: string; priority: number }>(
    `SELECT t.identifier AS topic, j.priority FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id`,
  );
  const inLanes = Object.values(LANES).flat();
  const sorted = (kinds: readonly object[]) => kinds.map((kind) => JSON.stringify(kind)).sort();
  expect(sorted(rows.map(({ topic, priority }) => ({ topic, priority })))).toEqual(sorted(inLanes));
  expect(Object.keys(SLOTS).sort()).toEqual(Object.keys(LANES).sort());
});

test('finds the next job quickly beside 50,000 waiting jobs', async () => {
  const store = randomUUID();
  await database.db.query(
    `INSERT INTO graphile_worker._private_jobs (task_id, payload, priority, run_at)
     SELECT t.id, json_build_object('storeId', $1::text, 'subjectId', gen_random_uuid(), 'detail', null), 0, now()
     FROM graphile_worker._private_tasks t, generate_series(1, 50000) WHERE t.identifier = 'money.due'`,
    [store],
  );
  const other = randomUUID();
  await withWorkers(
    () => sleep(20),
    async (done) => {
      await expect.poll(() => done.length).toBeGreaterThan(200);
      const asked = done.length;
      await add(jobsOf(other, 1, { topic: 'money.due' }));
      await expect.poll(() => done.some(({ storeId }) => storeId === other), { interval: 10 }).toBe(true);
      expect(done.findIndex(({ storeId }) => storeId === other) - asked).toBeLessThan(2_000);
      await database.db.query('DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL');
    },
  );
});
