import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { alertDeadJobs } from '../../../src/core/jobs/commands.ts';
import { type Job, listJobs } from '../../../src/core/jobs/queries.ts';
import { type OutboxDispatcher, startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import type { OutboxFollower, OutboxRow } from '../../../src/core/outbox/row.ts';
import type { OutboxTopic } from '../../../src/core/outbox/topics.ts';
import { prune } from '../../../src/core/prune.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { handlersOf } from '../../../src/main/background.ts';
import { followFacts } from '../../../src/main/compose.ts';
import { createLog } from '../../../src/platform/log.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';

// The dispatcher hands on the rows of a store in the order of their commits, and takes the stores in turn. A row that
// cannot be handed on must not delay other rows.

let database: TestDatabase;
let core: Core;
let folder: string;
const dispatchers: OutboxDispatcher[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db);
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
});
afterEach(async () => {
  await Promise.all(dispatchers.splice(0).map((one) => one.stop()));
  await database.db.query('DELETE FROM outbox');
  await database.db.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(async () => {
  await core.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

let logged: string[] = [];
function dispatch(follow: OutboxFollower): OutboxDispatcher {
  logged = [];
  const dispatcher = startOutboxDispatcher(
    database.db,
    createLog('error', { write: (line: string) => logged.push(line) }),
    follow,
  );
  dispatchers.push(dispatcher);
  return dispatcher;
}

type Added = { topic?: OutboxTopic; detail?: Record<string, unknown> | null; subjectId?: string };

async function add({ storeId }: Offer, rows: Added[]): Promise<string[]> {
  const added = await database.db.query<{ subjectId: string }>(
    `INSERT INTO outbox (store_id, topic, subject_id, detail)
     SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::jsonb[]) RETURNING subject_id AS "subjectId"`,
    [
      storeId,
      rows.map(({ topic = 'preorder.message' }) => topic),
      rows.map(({ subjectId = randomUUID() }) => subjectId),
      rows.map(({ detail = null }) => detail && JSON.stringify(detail)),
    ],
  );
  return added.map(({ subjectId }) => subjectId);
}

const plain = (count: number): Added[] => Array.from({ length: count }, () => ({}));
/** Creates an offer without the outbox rows of opening its waitlist. */
async function quietOffer(): Promise<Offer> {
  const offer = await createOffer(core, { allocation: 100 });
  await database.db.query('DELETE FROM outbox WHERE store_id = $1', [offer.storeId]);
  return offer;
}
const waiting = async () => (await database.db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL')).length;
const jobsOf = ({ storeId }: Offer): Promise<Job[]> => listJobs(database.db, storeId, { limit: 100 });
const alertsOf = ({ storeId }: Offer) => listAlerts(database.db, storeId, { resolved: false });

/** Returns a follower that remembers dispatched rows and throws at `bad` rows. */
function recorder(bad: (row: OutboxRow) => unknown = () => false) {
  const told: OutboxRow[] = [];
  const follow: OutboxFollower = async (tx, rows) => {
    const found = rows.find(bad);
    if (found) throw new Error(`cannot do with ${found.topic}`);
    told.push(...rows);
    await tx.query('SELECT 1');
    return [];
  };
  return { told, follow };
}

describe('a row that cannot be handed on', () => {
  test('becomes a job with its reason, and all other rows are handed on', async () => {
    const [one, other] = [await quietOffer(), await quietOffer()];
    const before = await add(one, plain(3));
    const [bad] = await add(one, plain(1));
    const after = await add(one, plain(3));
    const beside = await add(other, plain(5));
    const { told, follow } = recorder(({ subjectId }) => subjectId === bad);
    dispatch(follow);
    await expect.poll(waiting).toBe(0);
    expect(told.map(({ subjectId }) => subjectId).sort()).toEqual([...before, ...after, ...beside].sort());
    expect(await jobsOf(other)).toEqual([]);
    expect(await jobsOf(one)).toMatchObject([{ topic: 'outbox.row', subjectId: bad, state: 'waiting' }]);
    expect(logged.join()).toContain('cannot do with preorder.message');
    // Later rows are not affected.
    const later = await add(one, plain(2));
    await expect.poll(() => told.filter(({ subjectId }) => later.includes(subjectId)).length).toBe(2);
  });

  test('raises an alert, is retried by hand, and is then handed on once', async () => {
    const offer = await quietOffer();
    const { slug } = await readStore(database.db, offer.storeId);
    const cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
    const reference = await buyFrom(core, offer);
    const [preorder] = await database.db.query<{ id: string }>('SELECT id FROM preorder WHERE reference = $1', [
      reference,
    ]);
    const subjectId = preorder?.id ?? '';
    await database.db.query('DELETE FROM outbox');
    // This row is invalid: a movement's id is a UUID.
    await add(offer, [
      { topic: 'money.moved', subjectId, detail: { movementId: 'none', kind: 'charge', state: 'done' } },
    ]);
    const dispatcher = dispatch(followFacts(core.mailFrom));
    await expect.poll(waiting).toBe(0);
    await dispatcher.stop();
    const run = handlersOf(core)['outbox.row'];
    const [job] = await jobsOf(offer);
    const [row] = await database.db.query<{ id: number }>('SELECT id FROM outbox');
    const payload = { storeId: offer.storeId, subjectId, detail: { id: row?.id ?? 0, topic: 'money.moved' } };
    await expect(run(payload)).rejects.toThrow(/uuid/);
    await failedOnce(job?.id ?? 0, 'invalid input syntax for type uuid');

    await alertDeadJobs(core);
    expect(await alertsOf(offer)).toMatchObject([{ code: 'outbox_row_set_aside', subjectId: offer.storeId }]);
    const [{ message, nextStep } = { message: '', nextStep: null }] = await alertsOf(offer);
    expect([message, nextStep]).toEqual([expect.stringMatching(/money\.moved.*uuid/), 'look_at_jobs']);
    const listed = await cli.json('jobs', 'list', '--store', slug);
    expect(listed.data.jobs).toMatchObject([{ id: job?.id, topic: 'outbox.row', state: 'failing' }]);

    // Pruning deletes handed-on rows after a week. This row is not handed on yet.
    await shiftClock(database.db, 30 * 24 * 3_600);
    await prune(database.db);
    await database.db.query(`UPDATE outbox SET topic = 'lines.moved', detail = $1`, [
      JSON.stringify({ lineIds: [], from: 'placed', to: 'placed' }),
    ]);
    const retried = await cli.json('jobs', 'retry', String(job?.id), '--store', slug);
    expect(retried.data.jobs).toMatchObject([{ id: job?.id, state: 'waiting', attempts: 0 }]);
    await run(payload);
    const { told, follow } = recorder();
    dispatch(follow);
    await run(payload); // repeats the job, as after a worker died
    await run({ ...payload, storeId: randomUUID() });
    expect(told).toEqual([]);
    expect(await database.db.query(`SELECT 1 FROM outbox WHERE dispatched_at = 'infinity'`)).toEqual([]);
    await database.db.query('DELETE FROM graphile_worker._private_jobs');
    await alertDeadJobs(core);
    expect(await alertsOf(offer)).toEqual([]);
  });

  test('waiting for a lock does not delay other stores, and is handed on when the lock is free', async () => {
    const [stuck, other] = [await quietOffer(), await quietOffer()];
    await buyFrom(core, stuck);
    const [preorder] = await database.db.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1', [
      stuck.storeId,
    ]);
    await database.db.query('DELETE FROM outbox');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM preorder WHERE store_id = $1 FOR UPDATE', [stuck.storeId]);
    await add(stuck, [{ topic: 'preorder.placed', subjectId: preorder?.id ?? '' }]);
    await add(other, plain(200));
    const began = performance.now();
    dispatch(followFacts(core.mailFrom));
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
    expect(performance.now() - began).toBeLessThan(15_000);
    const [job] = await jobsOf(stuck);
    expect(job).toMatchObject({ topic: 'outbox.row' });
    await client.end();
    const [row] = await database.db.query<{ id: number }>('SELECT id FROM outbox WHERE store_id = $1', [stuck.storeId]);
    const payload = {
      storeId: stuck.storeId,
      subjectId: job?.subjectId ?? '',
      detail: { id: row?.id ?? 0, topic: 'preorder.placed' },
    };
    await handlersOf(core)['outbox.row'](payload);
    expect(await database.db.query('SELECT kind FROM mail WHERE store_id = $1', [stuck.storeId])).toEqual([
      { kind: 'placed' },
    ]);
  });

  test('is set aside with all others of its store', async () => {
    const [one, other] = [await quietOffer(), await quietOffer()];
    await add(one, plain(30));
    await add(other, plain(2));
    const { told, follow } = recorder(({ storeId }) => storeId === one.storeId);
    dispatch(follow);
    await expect.poll(waiting).toBe(0);
    expect(told).toHaveLength(2);
    expect(await jobsOf(one)).toHaveLength(30);
  });
});

async function failedOnce(id: number, reason: string): Promise<void> {
  await database.db.query(
    `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = $2, run_at = now() + interval '1 day' WHERE id = $1`,
    [id, reason],
  );
}

describe('the dispatcher sets nothing aside', () => {
  test('while no row at all can be handed on, and hands on all of them later', async () => {
    const offers = [await quietOffer(), await quietOffer(), await quietOffer()];
    for (const offer of offers) await add(offer, plain(20));
    let isBroken = true;
    const { told, follow } = recorder(() => isBroken);
    dispatch(follow);
    await expect.poll(() => logged.length).toBeGreaterThan(1);
    expect(await waiting()).toBe(60);
    isBroken = false;
    await expect.poll(waiting).toBe(0);
    expect(told).toHaveLength(60);
    for (const offer of offers) expect(await jobsOf(offer)).toEqual([]);
  });

  test('while the database is away', async () => {
    const offer = await quietOffer();
    await add(offer, plain(3));
    let isAway = true;
    let tries = 0;
    const { told, follow } = recorder();
    dispatch(async (tx, rows) => {
      tries += 1;
      if (isAway) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return follow(tx, rows);
    });
    await expect.poll(() => tries).toBeGreaterThan(1);
    expect([await waiting(), await jobsOf(offer)]).toEqual([3, []]);
    isAway = false;
    await expect.poll(waiting).toBe(0);
    expect(told).toHaveLength(3);
  });
});

describe('rows', () => {
  test('of a small store are handed on at once, however many wait of another store', async () => {
    const [large, small] = [await quietOffer(), await quietOffer()];
    await database.db.query(
      `INSERT INTO outbox (store_id, topic, subject_id)
       SELECT $1, 'preorder.message', gen_random_uuid() FROM generate_series(1, 20000)`,
      [large.storeId],
    );
    const [last] = await add(small, plain(1));
    const { told, follow } = recorder();
    const batches: number[] = [];
    dispatch(async (tx, rows) => {
      batches.push(rows.length);
      return follow(tx, rows);
    });
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    expect(Math.max(...batches), 'a transaction took more than a thousand rows').toBeLessThanOrEqual(1_000);
    expect(told.findIndex(({ subjectId }) => subjectId === last)).toBeLessThan(1_000);
    expect(told).toHaveLength(20_001);
    const ids = told.filter(({ storeId }) => storeId === large.storeId).map(({ id }) => id);
    expect(ids, 'rows of a store are not in the order of their commits').toEqual(
      [...ids].sort((one, other) => one - other),
    );
  });

  test('of many stores are handed on in turn, each once by two processes', async () => {
    const offer = await quietOffer();
    await database.db.query(
      `INSERT INTO store SELECT (jsonb_populate_record(s, jsonb_build_object(
         'id', gen_random_uuid(), 'slug', s.slug || n, 'public_key', gen_random_uuid()))).*
       FROM store s, generate_series(1, 250) n WHERE s.id = $1`,
      [offer.storeId],
    );
    await database.db.query(
      `INSERT INTO outbox (store_id, topic, subject_id)
       SELECT s.id, 'preorder.message', gen_random_uuid() FROM store s, generate_series(1, 12)`,
    );
    const stores = await database.db.query('SELECT 1 FROM store');
    const [one, two] = [recorder(), recorder()];
    dispatch(one.follow);
    dispatch(two.follow);
    await expect.poll(waiting).toBe(0);
    const told = [...one.told, ...two.told].map(({ subjectId }) => subjectId);
    expect(new Set(told).size).toBe(12 * stores.length);
    expect(told).toHaveLength(12 * stores.length);
  });
});
