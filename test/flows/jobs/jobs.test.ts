import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { alertDeadJobs, freeLostJobs } from '../../../src/core/jobs/commands.ts';
import { type Job, listJobs } from '../../../src/core/jobs/queries.ts';
import { startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { MailError, type MailMessage } from '../../../src/integrations/mail/port.ts';
import { startBackground } from '../../../src/main/background.ts';
import { followFacts } from '../../../src/main/compose.ts';
import { createLog } from '../../../src/platform/log.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let core: Core;
let folder: string;
let cli: ReturnType<typeof commandLine>;
let store: Offer & { slug: string };
let other: Offer & { slug: string };
let stops: (() => Promise<void>)[] = [];

/** The mail server's refusal of every mail; null once it takes mails. */
let refusal: string | Error | null = '550 5.1.1 <ada@shopper.example>: Recipient address rejected';
const sent: MailMessage[] = [];
let logged = '';
/** The worker that sent the last mail. */
let worker = '';

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'jobs-'));
  cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
  const mail = {
    async send(message: MailMessage) {
      const [running] = await database.db.query<{ by: string }>(
        'SELECT locked_by AS by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL',
      );
      worker = running?.by ?? '';
      if (refusal !== null) throw typeof refusal === 'string' ? new Error(refusal) : refusal;
      sent.push(message);
    },
  };
  const destination = {
    write(text: string) {
      logged += text;
    },
  };
  const log = createLog('debug', destination);
  core = { ...createCore(database.db), mail, log };
  store = await withSlug(await createOffer(core, { allocation: 10 }));
  other = await withSlug(await createOffer(core, { allocation: 10 }));
  const dispatcher = startOutboxDispatcher(database.db, log, followFacts(core.mailFrom));
  const background = await startBackground(core);
  stops = [() => background.stop(), () => dispatcher.stop(), () => core.stop(), () => database.drop()];
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
});

async function withSlug(offer: Offer) {
  return { ...offer, slug: (await readStore(database.db, offer.storeId)).slug };
}

const jobsOf = ({ storeId }: Offer) => listJobs(database.db, storeId, { limit: 100 });
const alertsOf = ({ storeId }: Offer) => listAlerts(database.db, storeId, { resolved: false });

/** Creates a mail whose job failed once and is not retried before a test does so. */
async function failingJob(offer: Offer): Promise<Job> {
  const known = (await jobsOf(offer)).map(({ id }) => id);
  await buyFrom(core, offer, { email: 'ada@shopper.example' });
  const fresh = async () => (await jobsOf(offer)).filter(({ id }) => !known.includes(id));
  await expect.poll(fresh, { timeout: 10_000 }).toMatchObject([{ topic: 'mail.due', state: 'failing' }]);
  await database.db.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day' WHERE last_error IS NOT NULL`,
  );
  const [job] = await fresh();
  if (!job) throw new Error('no job');
  return job;
}

/** Uses up the job's tries, as after four days. */
async function useUpTries({ id }: Job): Promise<void> {
  await database.db.query('UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = $1', [id]);
}

test('shows why a job failed, without the address that the mail server repeats', async () => {
  const job = await failingJob(store);
  expect(job).toMatchObject({ attempts: 1, attemptsMax: 25 });
  expect(job.reason).toBe('550 5.1.1 <(address)>: Recipient address rejected');
  const listed = await cli.json('jobs', 'list', '--store', store.slug);
  expect(listed.data).toMatchObject({
    counts: { waiting: 0, running: 0, failing: 1, dead: 0 },
    jobs: [{ id: job.id, topic: 'mail.due', state: 'failing', attempts: 1, reason: job.reason }],
  });
  const text = await cli.run('jobs', 'show', String(job.id), '--store', store.slug);
  expect(text).toMatchObject({ code: 0, err: '' });
  expect(text.out).toContain('Recipient address rejected');
  await expect.poll(() => logged).toContain('Recipient address rejected');
  expect(logged).not.toContain('ada@');
});

test('keeps a dead job with its reason, alerts its store alone, and runs it again on retry', async () => {
  const job = await failingJob(store);
  await useUpTries(job);
  await alertDeadJobs(core);
  await alertDeadJobs(core);
  expect(await alertsOf(store)).toMatchObject([{ code: 'job_dead', subjectId: job.subjectId }]);
  expect((await alertsOf(store))[0]?.message).toMatch(/Send a mail.*rejected/);
  expect((await alertsOf(store))[0]?.message).not.toContain('ada@');
  expect(await alertsOf(other)).toEqual([]);
  const dead = await cli.json('jobs', 'list', '--state', 'dead', '--store', store.slug);
  expect(dead.data.jobs).toMatchObject([{ id: job.id, state: 'dead' }]);

  refusal = null;
  const retried = await cli.json('jobs', 'retry', String(job.id), '--store', store.slug);
  expect(retried).toMatchObject({ code: 0, data: { jobs: [{ id: job.id, attempts: 0 }] } });
  expect(await alertsOf(store)).toEqual([]);
  await expect.poll(async () => (await jobsOf(store)).some(({ id }) => id === job.id), { timeout: 10_000 }).toBe(false);
  expect(sent).toHaveLength(1);
  refusal = 'still no';
});

test('retries all dead jobs at once', async () => {
  const [one, two] = [await failingJob(other), await failingJob(other)];
  await useUpTries(one);
  await useUpTries(two);
  await alertDeadJobs(core);
  expect(await alertsOf(other)).toHaveLength(2);
  refusal = null;
  const { data } = await cli.json('jobs', 'retry', '--all-dead', '--store', other.slug);
  expect(data.jobs.map(({ id }: { id: number }) => id).sort()).toEqual([one.id, two.id].sort());
  await expect.poll(() => jobsOf(other), { timeout: 10_000 }).toEqual([]);
  const none = await cli.run('jobs', 'retry', '--all-dead', '--store', other.slug);
  expect(none).toMatchObject({ code: 0, out: 'No job is dead.\n' });
  refusal = 'still no';
});

describe('the command jobs refuses', () => {
  test('a job of another store', async () => {
    const job = await failingJob(store);
    for (const verb of ['show', 'retry']) {
      const answer = await cli.json('jobs', verb, String(job.id), '--store', other.slug);
      expect(answer).toMatchObject({ code: 1, error: { code: 'job_not_found', data: { job: job.id } } });
    }
    const listed = await cli.json('jobs', 'list', '--store', other.slug);
    expect(listed.data.jobs).toEqual([]);
    expect((await jobsOf(store)).find(({ id }) => id === job.id)).toMatchObject({ attempts: 1 });
  });

  test('a running job, and the jobs that are named with it', async () => {
    const [job, second] = [await failingJob(store), await failingJob(store)];
    await useUpTries(second);
    await database.db.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'somebody' WHERE id = $1`,
      [job.id],
    );
    const answer = await cli.json('jobs', 'retry', String(second.id), String(job.id), '--store', store.slug);
    expect(answer).toMatchObject({ code: 1, error: { code: 'job_running', data: { job: job.id } } });
    const states = new Map((await jobsOf(store)).map(({ id, state }) => [id, state]));
    expect([states.get(job.id), states.get(second.id)]).toEqual(['running', 'dead']);
    await database.db.query('UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL');
  });

  test.each([
    [['show', 'one'], 'invalid_parameter'],
    [['show', '-1'], 'invalid_parameter'],
    [['show', '99999999999999999999'], 'invalid_parameter'],
    [['retry', "1'; DROP TABLE store"], 'invalid_parameter'],
    [['retry'], 'missing_parameter'],
    [['show'], 'missing_parameter'],
    [['list', '--state', 'lost'], 'invalid_parameter'],
    [['list', '--limit', 'many'], 'invalid_parameter'],
  ])('%s as misuse', async (args, code) => {
    expect(await cli.json('jobs', ...args, '--store', store.slug)).toMatchObject({ code: 2, error: { code } });
  });
});

test('frees a job whose worker died within minutes, and leaves a running job', async () => {
  const lock = (id: number, worker: string, minutes: number) =>
    database.db.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now() - $3 * interval '1 minute' WHERE id = $1`,
      [id, worker, minutes],
    );
  const holders = async (jobs: Job[]) => {
    const rows = await database.db.query<{ by: string | null }>(
      'SELECT locked_by AS by FROM graphile_worker._private_jobs WHERE id = ANY($1::bigint[]) ORDER BY id',
      [jobs.map(({ id }) => id)],
    );
    return rows.map(({ by }) => by);
  };
  const before = refusal;
  refusal = '451 4.3.0 Try again';
  const [lost, fresh, taken] = [await failingJob(other), await failingJob(other), await failingJob(other)];
  await lock(lost.id, 'gone', 2);
  await lock(fresh.id, 'new', 0); // this worker may not have reported yet
  await lock(taken.id, worker, 2);
  await freeLostJobs(database);
  expect(await holders([lost, fresh, taken])).toEqual([null, 'new', worker]);
  await lock(taken.id, worker, 16); // the machine of this worker was lost without a report
  await freeLostJobs(database);
  expect(await holders([fresh, taken])).toEqual(['new', null]);
  refusal = before;
});

test('a mail server that is away is one line for a mail, without a stack', async () => {
  const before = refusal;
  refusal = new MailError('unreachable', 'ECONNREFUSED', 'the mail server was not reached');
  logged = '';
  await failingJob(other);
  const lines = () => logged.split('\n').filter((line) => line.includes('the mail server was not reached'));
  await expect
    .poll(() => lines().map((line) => JSON.parse(line).msg))
    .toContain('a job cannot be done yet; it is tried again later');
  for (const line of lines()) expect(line).not.toContain('"stack"');
  refusal = before;
});

test('keeps a job of a newer version, which workers of this version do not take', async () => {
  await database.db.query('DELETE FROM graphile_worker._private_jobs');
  refusal = null;
  const emitted = { storeId: other.storeId, subjectId: other.productId, detail: { of: 'tomorrow' } };
  await database.db.query(`INSERT INTO outbox (store_id, topic, subject_id, detail) VALUES ($1, 'newer.due', $2, $3)`, [
    emitted.storeId,
    emitted.subjectId,
    emitted.detail,
  ]);
  const before = sent.length;
  await buyFrom(core, other); // later jobs are done
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBeGreaterThan(before);
  await expect
    .poll(() => jobsOf(other))
    .toMatchObject([{ topic: 'newer.due', subjectId: other.productId, state: 'waiting', attempts: 0 }]);
  const kept = await database.db.query('SELECT payload FROM graphile_worker._private_jobs');
  expect(kept).toEqual([{ payload: emitted }]);
});
