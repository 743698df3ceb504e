import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { ALL_DONE_MS, askMeanwhile, endAllConnections } from '../../support/away.ts';
import { placeFrom } from '../../support/buy.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import { useFolder } from '../../support/runtime.ts';
import { processesOf, type ServiceProcess } from '../../support/service-process.ts';
import { checkoutRequest, createEngine, createOffer, type Engine, type Offer } from '../../support/shop.ts';

// The database goes away under `npm start`, where service, jobs, demo store and stand-in for Stripe are one process.

const { here, start } = useFolder();
type Shop = { service: ServiceProcess; db: Database; engine: Engine; offer: Offer; address: string };
let shop: Shop | undefined;

afterEach(async () => {
  await shop?.engine.stop();
  await shop?.db.close();
  shop = undefined;
});

async function open(env: Record<string, string> = {}): Promise<Shop> {
  const service = await start({ SECRET_KEY: TEST_SECRET_KEY, ...env });
  const { databaseUrl } = JSON.parse(await readFile(join(here.dataDir, 'runtime.json'), 'utf8'));
  const db = openDatabase({ url: databaseUrl, poolConnectionsMax: 4 });
  const engine = createEngine(db);
  const offer = await createOffer(engine, { allocation: 200, limitPerCustomer: 200, holdsPerEmailMax: 200 });
  shop = { service, db, engine, offer, address: `http://127.0.0.1:${here.env.PORT}` };
  return shop;
}

/** Pre-orders whose jobs are there, or under way, when the database goes away; requests come all the time. */
async function outlives(shop: Shop, away: () => Promise<unknown>): Promise<Set<number>> {
  const references: string[] = [];
  for (let at = 0; at < 8; at += 1) references.push(await placeFrom(shop.engine, shop.offer));
  const statuses = await askMeanwhile({ address: shop.address, storeKey: shop.offer.storeKey }, away());
  expect(statuses, 'a request that the database did not answer is not our error').not.toContain(500);
  const ready = async () => (await fetch(`${shop.address}/health/ready`)).status;
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  expect(await hold(shop)).toBe(201);
  expect((await fetch(`http://127.0.0.1:${here.env.DEMO_PORT}/`)).status).toBe(200);
  await expectDone(shop, [...references, await placeFrom(shop.engine, shop.offer)]);
  expect(shop.service.child.exitCode, shop.service.output()).toBeNull();
  expect(shop.service.output()).not.toContain('A promise was left alone');
  return statuses;
}

/** A shopper takes units: through the sale queue, which has connections of its own. */
async function hold({ address, offer }: Shop): Promise<number> {
  const answer = await fetch(`${address}/frames/1/api/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(checkoutRequest(offer)),
  });
  return answer.status;
}

/** Of each a mail was kept, and what was authorised was taken; nothing is left to do. */
async function expectDone({ db }: Shop, references: readonly string[]): Promise<void> {
  const toldOf = async () => {
    const names = (await readdir(join(here.dataDir, 'mail')).catch(() => [])).join('\n');
    return references.filter((reference) => names.includes(`${reference.toLowerCase()}.placed`));
  };
  await expect.poll(toldOf, { timeout: ALL_DONE_MS, interval: 250 }).toEqual([...references]);
  const left = () => db.query('SELECT last_error FROM graphile_worker._private_jobs');
  await expect.poll(left, { timeout: ALL_DONE_MS, interval: 250 }).toEqual([]);
  expect(await db.query("SELECT 1 FROM movement WHERE state <> 'done'"), 'money that was due was not taken').toEqual(
    [],
  );
}

async function endsAgainAndAgain(db: Database): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    await endAllConnections(db);
    await sleep(200);
  }
}

test('npm start outlives the end of all connections, and a crash of the embedded database', async () => {
  const shop = await open();
  await outlives(shop, () => endsAgainAndAgain(shop.db));
  // One of its processes is killed: the server ends all of them, replays its log and goes on.
  await outlives(shop, async () => {
    const [one] = await shop.db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'",
    );
    process.kill(one?.pid ?? 0, 'SIGKILL');
    const log = () => readFile(join(here.dataDir, 'postgres.log'), 'utf8');
    await expect.poll(log).toContain('all server processes terminated; reinitializing');
  });
  shop.service.child.kill('SIGTERM');
  expect(await shop.service.ended).toBe(0);
  expect(await processesOf(here.dataDir)).toEqual([]);
});

test('npm start outlives a restart of the server that DATABASE_URL names', async () => {
  const server = await ownPostgres();
  const shop = await open({ DATABASE_URL: server.url });
  await outlives(shop, () => endsAgainAndAgain(shop.db));
  const statuses = await outlives(shop, async () => {
    await server.stop();
    await sleep(3_000);
    await server.start();
  });
  expect(statuses).toContain(503);
  shop.service.child.kill('SIGTERM');
  expect(await shop.service.ended).toBe(0);
  await server.remove();
});

test('npm start ends in order, with a sentence, when the embedded server itself has ended', async () => {
  const { service } = await open();
  const pid = Number((await readFile(join(here.dataDir, 'pg18', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(
    /The embedded database has ended; what it said last is in .*postgres\.log\. Start again\./,
  );
  expect(await processesOf(here.dataDir)).toEqual([]);
});
