import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../src/core/migrate.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { POOLERS } from '../../support/poolers.ts';
import { freePorts, runService, type ServiceProcess } from '../../support/service-process.ts';

// How many connections processes open to the server, and what they need from a pooler before it.

const timeout = 120_000;
let server: OwnPostgres;
let db: Database;
let core: Core;
let folder: string;
let monitor: pg.Client;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  server = await ownPostgres();
  db = openDatabase({ url: server.url, poolConnectionsMax: 2 });
  await migrate(db);
  core = createCore(db);
  folder = await mkdtemp(join(tmpdir(), 'connections-'));
  monitor = new pg.Client({ connectionString: server.url, application_name: 'monitor' });
  await monitor.connect();
}, timeout);
afterAll(async () => {
  await endProcesses();
  await core.stop();
  await db.close();
  await monitor.end();
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

async function endProcesses(): Promise<void> {
  const all = running.splice(0);
  for (const { child } of all) child.kill('SIGTERM');
  await Promise.all(all.map(({ ended }) => ended));
}

async function run(role: 'serve' | 'worker', extra: Record<string, string> = {}) {
  const [port] = await freePorts(1);
  const address = `http://127.0.0.1:${port}`;
  const env = {
    PORT: `${port}`,
    ADMIN_PORT: '',
    BASE_URL: address,
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    DATABASE_URL: server.url,
    SECRET_KEY: TEST_SECRET_KEY,
    TRUST_PROXY: '127.0.0.1',
    ...extra,
  };
  const service = runService([role], { env });
  running.push(service);
  return { address, service };
}

async function start(role: 'serve' | 'worker', extra: Record<string, string> = {}): Promise<string> {
  const { address, service } = await run(role, extra);
  await service.says(role === 'serve' ? '"serving"' : '"working"');
  return address;
}

/** Buys one unit over HTTP and returns the reference. */
async function buy(address: string, offer: Offer, number: number): Promise<string> {
  const post = async (path: string, body: object, secret?: string) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `203.0.113.${number % 250}`,
      ...(secret && { authorization: `Bearer ${secret}` }),
    };
    const answer = await fetch(`${address}/frames/1/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { data, error } = (await answer.json()) as { data: Bought; error?: unknown };
    expect(error, `${path} was refused`).toBeUndefined();
    return data;
  };
  const { id, secret, total } = await post('/checkouts', checkoutRequest(offer));
  const token = testCardToken('4242424242424242');
  const paying = { token, termsAccepted: true, marketingConsent: false, total };
  const { checkout } = await post(`/checkouts/${id}/payments`, paying, secret);
  return checkout.preorder.reference;
}

type Bought = { id: string; secret: string; total: number; checkout: { preorder: { reference: string } } };

const listSessions = async (): Promise<string[]> => {
  const { rows } = await monitor.query(
    `SELECT pid::text FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'monitor'`,
  );
  return rows.map(({ pid }) => pid);
};

/** Returns the highest number of connections during `work`, apart from those in `known`. */
async function mostWhile(known: readonly string[], work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  let over = false;
  const ended = work().finally(() => {
    over = true;
  });
  while (!over) {
    most = Math.max(most, (await listSessions()).filter((pid) => !known.includes(pid)).length);
    await sleep(20);
  }
  await ended;
  return most;
}

async function expectJobsDone(): Promise<void> {
  const left = () => db.query('SELECT last_error FROM graphile_worker._private_jobs');
  await expect.poll(left, { timeout: 30_000, interval: 100 }).toEqual([]);
  expect(await db.query("SELECT 1 FROM movement WHERE state <> 'done'")).toEqual([]);
}

const SHOPPERS = Array.from({ length: 60 }, (_, number) => number);

describe('connections', { timeout }, () => {
  test('a service opens ten at most and a worker twelve, also during a sale', async () => {
    const offer = await createOffer(core, { allocation: 100, holdsPerEmailMax: 100, holdsPerAddressMax: 100 });
    await Promise.all([db.query('SELECT pg_sleep(0.1)'), db.query('SELECT pg_sleep(0.1)')]); // opens the connections of this test
    const own = await listSessions();
    const address = await start('serve');
    const ofService = await mostWhile(own, () => Promise.all(SHOPPERS.map((number) => buy(address, offer, number))));
    expect(ofService).toBeGreaterThan(3);
    expect(ofService).toBeLessThanOrEqual(10);
    await endProcesses();
    await expect.poll(async () => (await listSessions()).filter((pid) => !own.includes(pid))).toEqual([]);
    const ofWorker = await mostWhile(own, async () => {
      await start('worker');
      await expectJobsDone();
    });
    expect(ofWorker).toBeGreaterThan(3);
    expect(ofWorker).toBeLessThanOrEqual(12);
    await endProcesses();
    process.stdout.write(`connections: ${ofService} of a service, ${ofWorker} of a worker\n`);
  });

  test('DATABASE_CONNECTIONS limits them', async () => {
    const offer = await createOffer(core, { allocation: 100, holdsPerEmailMax: 100, holdsPerAddressMax: 100 });
    await Promise.all([db.query('SELECT pg_sleep(0.1)'), db.query('SELECT pg_sleep(0.1)')]);
    const own = await listSessions();
    const address = await start('serve', { DATABASE_CONNECTIONS: '6' });
    expect(
      await mostWhile(own, () => Promise.all(SHOPPERS.map((number) => buy(address, offer, number)))),
    ).toBeLessThanOrEqual(6);
    await endProcesses();
  });
});

describe('a server that takes few connections', { timeout }, () => {
  let few: OwnPostgres;
  let own: Database;
  let seller: Core;
  beforeAll(async () => {
    few = await ownPostgres({ settings: ['max_connections=20'] });
    own = openDatabase({ url: few.url, poolConnectionsMax: 1 });
    await migrate(own);
    seller = createCore(own);
  }, timeout);
  afterAll(async () => {
    await endProcesses();
    await seller.stop();
    await own.close();
    await few.remove();
  });
  const ready = async (address: string) => (await fetch(`${address}/health/ready`)).status;

  test('sells through two services and a worker that together may open more than there are, and says so', async () => {
    const offer = await createOffer(seller, { allocation: 100, holdsPerEmailMax: 100, holdsPerAddressMax: 100 });
    await seller.sales.stop(); // gives back what this test has
    const urls = { DATABASE_URL: few.url };
    const addresses = [await start('serve', urls), await start('serve', urls)];
    await start('worker', urls);
    const bought = SHOPPERS.map((number) => buy(addresses[number % 2] ?? '', offer, number));
    expect(new Set(await Promise.all(bought)).size).toBe(SHOPPERS.length);
    expect(await Promise.all(addresses.map(ready))).toEqual([200, 200]);
    const said = running.map((one) => one.output()).join('');
    expect(said).toMatch(
      /may open 32 connections \(serve 10, serve 10, worker 12\); the server has room for \d+: max_connections is 20/,
    );
    expect(said).not.toContain('the database does not answer');
    await endProcesses();
  });

  test('without a connection for the sale a service is not ready, says why, and is again when others leave', async () => {
    const { address, service } = await run('serve', { DATABASE_URL: few.url });
    await service.says('"serving"');
    const others: pg.Client[] = [];
    const takeAll = async () => {
      for (;;) {
        const other = new pg.Client({ connectionString: few.url, application_name: 'monitor' });
        other.on('error', () => {});
        if (
          !(await other.connect().then(
            () => true,
            () => false,
          ))
        )
          return;
        others.push(other);
      }
    };
    await takeAll();
    await own.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(application_name, 'waitlist-service serve')`,
    );
    await takeAll();
    await expect.poll(() => ready(address)).toBe(503);
    await service.says('the database takes no more connections');
    for (const other of others) await other.end();
    await expect.poll(() => ready(address)).toBe(200);
    await endProcesses();
  });
});

describe.each(POOLERS)('behind $name in transaction mode', { timeout }, ({ start: startPooler }) => {
  // A server that was never behind a pooler has no settings of the role.
  beforeAll(() => monitor.query('ALTER ROLE postgres IN DATABASE postgres RESET ALL'));

  test('takes payments, runs jobs, and has the time-outs of the role', async () => {
    const pooler = await startPooler(server.url);
    const urls = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: server.url };
    const { service } = await run('serve', urls);
    // The pooler had sessions before. So the first start sets the time-outs, asks to reconnect the pooler and ends.
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain(
      'Settings of the role postgres were set just now (statement_timeout, lock_timeout',
    );
    await pooler.stop();

    const fresh = await startPooler(server.url);
    const direct = { DATABASE_URL: fresh.url, DATABASE_DIRECT_URL: server.url };
    const address = await start('serve', direct);
    await start('worker', direct);
    const through = openDatabase({ url: fresh.url, directUrl: server.url, poolConnectionsMax: 1 });
    expect(
      await through.query(
        `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
                current_setting('idle_in_transaction_session_timeout') AS idle`,
      ),
    ).toEqual([{ statement: '10s', lock: '5s', idle: '2s' }]);
    await through.close();
    const offer = await createOffer(core, { allocation: 100, holdsPerEmailMax: 100, holdsPerAddressMax: 100 });
    const references = await Promise.all(SHOPPERS.map((number) => buy(address, offer, number)));
    expect(new Set(references).size).toBe(SHOPPERS.length);
    await expectJobsDone();
    await endProcesses();
    await fresh.stop();
  });

  test('refuses to start without DATABASE_DIRECT_URL, whether the pooler refuses settings or drops them', async () => {
    for (const dropsSettings of [false, true]) {
      const pooler = await startPooler(server.url, { dropsSettings });
      const { service } = await run('serve', { DATABASE_URL: pooler.url });
      expect(await service.ended).toBe(1);
      expect(service.output()).toMatch(/pooler.*Set DATABASE_DIRECT_URL/);
      expect(service.output().split('\n')).toHaveLength(2);
      await pooler.stop();
    }
  });

  test('refuses to start where it may not set the time-outs, and says what to run', async () => {
    const password = new URL(server.url).password;
    await monitor.query(`CREATE ROLE owner LOGIN SUPERUSER PASSWORD '${password}'`);
    await monitor.query(`CREATE ROLE other LOGIN PASSWORD '${password}'`);
    const as = (role: string) => Object.assign(new URL(server.url), { username: role }).href;
    await monitor.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO other');
    const pooler = await startPooler(as('owner'));
    const { service } = await run('serve', { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: as('other') });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('are not in force for the role owner in the database postgres');
    expect(service.output()).toContain('ALTER ROLE "owner" IN DATABASE "postgres" SET statement_timeout = 10000;');
    expect(service.output()).not.toContain(password);
    await pooler.stop();
    await monitor.query('DROP OWNED BY other, owner');
    await monitor.query('DROP ROLE other, owner');
  });
});
