import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { ALL_DONE_MS, endAllConnections, requestUntil } from '../../support/away.ts';
import { placeFrom } from '../../support/buy.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import { useFolder } from '../../support/runtime.ts';
import { processesOf, type ServiceProcess } from '../../support/service-process.ts';

// The database goes away under `npm start`, which runs service, jobs, demo store and Stripe stand-in in one process.

const { here, start } = useFolder();
type Running = { service: ServiceProcess; db: Database; core: Core; offer: Offer; address: string };
let running: Running | undefined;

afterEach(async () => {
  await running?.core.stop();
  await running?.db.close();
  running = undefined;
});

async function open(env: Record<string, string> = {}): Promise<Running> {
  const service = await start({ SECRET_KEY: TEST_SECRET_KEY, ...env });
  const { databaseUrl } = JSON.parse(await readFile(join(here.dataDir, 'runtime.json'), 'utf8'));
  const db = openDatabase({ url: databaseUrl, poolConnectionsMax: 4 });
  const core = createCore(db);
  const offer = await createOffer(core, { allocation: 200, limitPerCustomer: 200, holdsPerEmailMax: 200 });
  running = { service, db, core, offer, address: `http://127.0.0.1:${here.env.PORT}` };
  return running;
}

/** Creates jobs and sends requests while the database goes away, and checks that all of it is done afterwards. */
async function expectToOutlive(running: Running, away: () => Promise<unknown>): Promise<Set<number>> {
  const references: string[] = [];
  for (let at = 0; at < 8; at += 1) references.push(await placeFrom(running.core, running.offer));
  const statuses = await requestUntil({ address: running.address, storeKey: running.offer.storeKey }, away());
  expect(statuses, 'a request answered 500 while the database was away').not.toContain(500);
  const ready = async () => (await fetch(`${running.address}/health/ready`)).status;
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  expect(await hold(running)).toBe(201);
  expect((await fetch(`http://127.0.0.1:${here.env.DEMO_PORT}/`)).status).toBe(200);
  await expectDone(running, [...references, await placeFrom(running.core, running.offer)]);
  expect(running.service.child.exitCode, running.service.output()).toBeNull();
  expect(running.service.output()).not.toContain('A promise was left alone');
  return statuses;
}

/** Takes units through the sale queue, which has its own connections. */
async function hold({ address, offer }: Running): Promise<number> {
  const answer = await fetch(`${address}/frames/1/api/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(checkoutRequest(offer)),
  });
  return answer.status;
}

/** Checks that every pre-order was mailed and its money captured, and that no job is left. */
async function expectDone({ db }: Running, references: readonly string[]): Promise<void> {
  const toldOf = async () => {
    const names = (await readdir(join(here.dataDir, 'mail')).catch(() => [])).join('\n');
    return references.filter((reference) => names.includes(`${reference.toLowerCase()}.placed`));
  };
  await expect.poll(toldOf, { timeout: ALL_DONE_MS, interval: 250 }).toEqual([...references]);
  const left = () => db.query('SELECT last_error FROM graphile_worker._private_jobs');
  await expect.poll(left, { timeout: ALL_DONE_MS, interval: 250 }).toEqual([]);
  expect(await db.query("SELECT 1 FROM movement WHERE state <> 'done'"), 'due money was not taken').toEqual([]);
}

async function endConnectionsFiveTimes(db: Database): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    await endAllConnections(db);
    await sleep(200);
  }
}

test('npm start survives the end of all connections, and a crash of the embedded database', async () => {
  const running = await open();
  await expectToOutlive(running, () => endConnectionsFiveTimes(running.db));
  // The kill of one process makes the server end all of them, replay its log and continue.
  await expectToOutlive(running, async () => {
    const [one] = await running.db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'",
    );
    process.kill(one?.pid ?? 0, 'SIGKILL');
    const log = () => readFile(join(here.dataDir, 'postgres.log'), 'utf8');
    await expect.poll(log).toContain('all server processes terminated; reinitializing');
  });
  running.service.child.kill('SIGTERM');
  expect(await running.service.ended).toBe(0);
  expect(await processesOf(here.dataDir)).toEqual([]);
});

test('npm start survives a restart of the server that DATABASE_URL names', async () => {
  const server = await ownPostgres();
  const running = await open({ DATABASE_URL: server.url });
  await expectToOutlive(running, () => endConnectionsFiveTimes(running.db));
  const statuses = await expectToOutlive(running, async () => {
    await server.stop();
    await sleep(3_000);
    await server.start();
  });
  expect(statuses).toContain(503);
  running.service.child.kill('SIGTERM');
  expect(await running.service.ended).toBe(0);
  await server.remove();
});

test('npm start starts the embedded server again when it was killed with jobs in flight', async () => {
  const running = await open();
  const postmaster = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
  const before = await postmaster();
  const statuses = await expectToOutlive(running, async () => {
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => running.service.output(), { timeout: 30_000 })
      .toContain('The embedded database runs again');
  });
  expect(statuses).toContain(503);
  expect(await postmaster()).not.toBe(before);
  running.service.child.kill('SIGTERM');
  expect(await running.service.ended).toBe(0);
  expect(await processesOf(here.dataDir)).toEqual([]);
});

const pidFile = () => join(here.dataDir, 'pg18', 'postmaster.pid');
