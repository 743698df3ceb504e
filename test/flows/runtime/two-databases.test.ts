import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOwnerLink } from '../../../src/core/staff/commands/links.ts';
import { createDirectory } from '../../../src/main/directory.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import type { CheckoutView, PaymentResult } from '../../../src/protocol/schema/frame-api.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { PROJECT } from '../../checks/project.ts';
import { ALL_DONE_MS } from '../../support/away.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { OWNER, tokenOf } from '../../support/portal.ts';
import { freePorts, runService, type ServiceProcess } from '../../support/service-process.ts';

// Stores on two PostgreSQL servers: the one of all tests, and one of this file, which it stops and starts again.

type Home = { name: string; url: string; portal: string; db: Database; core: Core; offer: Offer };

let folder: string;
let database: TestDatabase;
let server: OwnPostgres;
let env: Record<string, string>;
let admin: string;
let first: Home;
let second: Home;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-databases-'));
  await mkdir(join(folder, 'databases'));
  [database, server] = await Promise.all([createTestDatabase(), ownPostgres()]);
  const [port, portalPort, adminPort] = await freePorts(3);
  const hosts = { first: `http://127.0.0.1:${port}`, second: `http://localhost:${port}` };
  const portals = { first: `http://127.0.0.1:${portalPort}`, second: `http://localhost:${portalPort}` };
  env = {
    DATABASES_DIR: join(folder, 'databases'),
    DATABASE_URL: database.url,
    BASE_URL: hosts.first,
    PORT: `${port}`,
    PORTAL_PORT: `${portalPort}`,
    PORTAL_URL: portals.first,
    ADMIN_PORT: `${adminPort}`,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET_KEY,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
  admin = `http://127.0.0.1:${adminPort}`;
  const own = {
    DATABASE_URL: server.url,
    BASE_URL: hosts.second,
    PORTAL_URL: portals.second,
  };
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, 'databases', 'second.env'), lines.join('\n'));
  const migrating = run('migrate');
  expect(await migrating.ended, migrating.output()).toBe(0);
  first = await openHome({ name: 'first', url: hosts.first, portal: portals.first }, database.url);
  second = await openHome({ name: 'second', url: hosts.second, portal: portals.second }, server.url);
  run('worker');
  run('serve');
  await untilReady(first);
  await untilReady(second);
}, 120_000);

afterAll(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  for (const home of [first, second]) {
    await home?.core.stop();
    await home?.db.close();
  }
  await server?.remove();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

function run(role: 'serve' | 'worker' | 'migrate'): ServiceProcess {
  const service = runService([role], { env: role === 'serve' ? env : { ...env, ADMIN_PORT: '' } });
  running.push(service);
  return service;
}

async function openHome(home: Pick<Home, 'name' | 'url' | 'portal'>, url: string): Promise<Home> {
  const db = openDatabase({ url, poolConnectionsMax: 3 });
  const core = createCore(db);
  const offer = await createOffer(core, { allocation: 50, limitPerCustomer: 50, holdsPerEmailMax: 50 });
  return { ...home, db, core, offer };
}

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
const untilReady = ({ url }: Home) =>
  vi.waitFor(async () => expect(await statusOf(`${url}/health/ready`), running.at(-1)?.output()).toBe(200), {
    timeout: 60_000,
    interval: 250,
  });
const availability = ({ url }: Home, key: string) => statusOf(`${url}/api/v1/waitlists?api_key=${key}`);

async function post<Data>(
  at: Home,
  path: string,
  { offer, body, secret }: PostRequest,
): Promise<{ status: number; data: Data }> {
  const response = await fetch(`${at.url}/frames/1/api${path}?key=${offer.storeKey}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(secret && { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as { data: Data }) };
}
type PostRequest = { offer: Offer; body: object; secret?: string };

const hold = (at: Home, { offer }: Home) =>
  post<CheckoutView>(at, '/checkouts', { offer, body: checkoutRequest(offer) });

/** Buys a unit of a store through the host of `at`. */
async function buy(at: Home, home: Home): Promise<string> {
  const held = await hold(at, home);
  expect(held.status).toBe(201);
  const { id, secret, total } = held.data;
  const body = { token: testCardToken('4242424242424242'), termsAccepted: true, marketingConsent: false, total };
  const paid = await post<PaymentResult>(at, `/checkouts/${id}/payments`, { offer: home.offer, body, secret });
  expect(paid.data).toMatchObject({ outcome: 'completed' });
  return paid.data.checkout.preorder?.reference ?? '';
}

/** Makes the owner of a home's installation. Resolves with the cookie of their session. */
async function signIn({ core, portal }: Home): Promise<string> {
  const { url } = await createOwnerLink({ ...core, portalUrl: portal }, OWNER.email);
  const { name, password } = OWNER;
  const answer = await fetch(`${portal}/api/links/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: tokenOf(url), name, password }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function mailOf(reference: string): Promise<string> {
  const names = await readdir(join(folder, 'mail')).catch(() => []);
  const name = names.find((one) => one.includes(`${reference.toLowerCase()}.placed`));
  return name === undefined ? '' : readFile(join(folder, 'mail', name), 'utf8');
}

async function expectSold(home: Home, reference: string): Promise<void> {
  await expect.poll(() => mailOf(reference), { timeout: ALL_DONE_MS }).toContain(`${home.url}/`);
  const moved = () =>
    home.db.query(
      `SELECT m.state FROM movement m JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
       JOIN preorder p ON p.store_id = a.store_id AND p.checkout_id = a.checkout_id WHERE p.reference = $1`,
      [reference],
    );
  await expect.poll(moved, { timeout: ALL_DONE_MS }).toEqual([{ state: 'done' }]);
}

test('a key leads to its database on every host, and one that nobody has is refused', async () => {
  for (const at of [first, second]) {
    for (const { offer } of [first, second]) {
      expect(await availability(at, offer.storeKey)).toBe(200);
      expect(await statusOf(`${at.url}/frames/1/checkout?key=${offer.storeKey}&product=1`)).toBe(200);
    }
    expect(await availability(at, randomUUID())).toBe(401);
    expect(await statusOf(`${at.url}/api/v1/service.js`)).toBe(200);
  }
  const directory = createDirectory([first, second].map(({ name, db }) => ({ name, sql: () => db })));
  expect(await directory.find(second.offer.storeKey)).toEqual({ home: 'second' });
  for (const { name } of [first, second]) {
    const metrics = await (await fetch(`${admin}/metrics?database=${name}`)).text();
    const refused = metrics.split('\n').filter((line) => /^waitlist_http_requests_total.*waitlists.*"401"/.test(line));
    expect(refused, 'each host refused one made-up key').toEqual([expect.stringMatching(/ 1$/)]);
  }
});

test('each sells through both hosts; its mails lead to its own, and its jobs run', async () => {
  for (const at of [first, second]) {
    for (const home of [first, second]) await expectSold(home, await buy(at, home));
  }
});

test('what opens one database opens nothing in the other', async () => {
  const { json } = commandLine(env);
  const made = await json('tokens', 'create', '--name', 'ERP', '--scopes', 'waitlists:read', '--database', 'first');
  const token = { headers: { authorization: `Bearer ${made.data.secret}` } };
  expect(await statusOf(`${first.url}/admin/api/v1/waitlists`, token)).toBe(200);
  expect(await statusOf(`${second.url}/admin/api/v1/waitlists`, token)).toBe(401);
  const cookie = await signIn(first);
  const session = (at: Home) => statusOf(`${at.portal}/api/session`, { headers: { cookie, origin: at.portal } });
  expect([await session(first), await session(second)]).toEqual([200, 401]);
  const { data } = await hold(first, first);
  const read = (at: Home, key: string) =>
    statusOf(`${at.url}/frames/1/api/checkouts/${data.id}?key=${key}`, {
      headers: { authorization: `Bearer ${data.secret}` },
    });
  expect(await read(second, first.offer.storeKey)).toBe(200);
  expect(await read(first, second.offer.storeKey)).toBe(401);
});

test('commands say which database they mean, and where a store lives', async () => {
  const { run: service, json } = commandLine(env);
  const refused = await service('stores', 'list');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('several databases (first, second)');
  expect((await json('stores', 'list', '--database', 'second')).data).toHaveLength(1);
  const isWell = { reachable: true, trouble: null, missing_migrations: [], stores: 1 };
  expect((await json('databases', 'list')).data).toEqual({
    databases: [
      { name: 'first', address: first.url, ...isWell },
      { name: 'second', address: second.url, ...isWell },
    ],
    doubles: [],
  });
  const looked = await json('doctor', '--database', 'second');
  expect(looked.data.findings).toContainEqual(expect.objectContaining({ check: 'secret key', standing: 'ok' }));
  const found = await json('databases', 'find', second.offer.storeKey);
  expect(found.data).toMatchObject([{ database: 'second', id: second.offer.storeId }]);
  expect((await json('databases', 'find', 'nobody')).error.code).toBe('store_not_found');
});

test('a store that is in two databases is named', async () => {
  const { storeId } = first.offer;
  const [copy] = await first.db.query<{ row: object }>('SELECT to_json(s) AS row FROM store s WHERE id = $1', [
    storeId,
  ]);
  await second.db.query('INSERT INTO store SELECT * FROM json_populate_record(NULL::store, $1)', [
    JSON.stringify(copy?.row),
  ]);
  const listed = await commandLine(env).json('databases', 'list');
  expect(listed.code).toBe(1);
  expect(listed.data.doubles).toMatchObject([{ id: storeId, databases: ['first', 'second'] }]);
  await second.db.query('DELETE FROM store WHERE id = $1', [storeId]);
});

test('a server that is away stops neither the other one nor a start, and comes back by itself', async () => {
  await server.stop();
  await expectSecondAway();
  const old = running.at(-1);
  old?.child.kill('SIGTERM');
  expect(await old?.ended).toBe(0);
  run('serve');
  await untilReady(first);
  await expectSecondAway();
  const { json } = commandLine(env);
  const migrating = run('migrate');
  expect(await migrating.ended).toBe(1);
  expect(migrating.output()).toMatch(/Not migrated:\nsecond: The database cannot be reached: .*\nThe others are\./);
  expect((await json('databases', 'list')).data.databases).toMatchObject([
    { reachable: true },
    { reachable: false, stores: null },
  ]);
  await server.start();
  await untilReady(second);
  await expectSold(second, await buy(first, second));
}, 120_000);

test('the nightly backup writes each into a folder of its own, also where the trial of another one fails', async () => {
  const kept = join(folder, 'backups');
  const lines = { ...env, SECRET_KEY: TEST_SECRET_KEY, ONCE: 'yes', PATH: process.env.PATH ?? '' };
  const nightly = promisify(execFile)('sh', [`${PROJECT}deploy/backup.sh`, kept], {
    env: { ...lines, REHEARSAL_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  });
  await expect(nightly).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/first FAILED/) });
  for (const name of ['first', 'second']) {
    const [file = ''] = await readdir(join(kept, name));
    expect(file, name).toMatch(name === 'first' ? /\.unproved$/ : /\.tar\.zst$/);
  }
}, 120_000);

test('a database that cannot be migrated holds up no other, and is named with its reason', async () => {
  await first.db.query("INSERT INTO schema_migration (name) VALUES ('0000_of_another_house.sql')");
  const migrating = run('migrate');
  expect(await migrating.ended).toBe(1);
  await first.db.query("DELETE FROM schema_migration WHERE name = '0000_of_another_house.sql'");
  expect(migrating.output()).toMatch(/Database second:\nThe database is up to date/);
  expect(migrating.output()).toMatch(/Not migrated:\nfirst: The database is newer than this code/);
});

async function expectSecondAway(): Promise<void> {
  await expectSold(first, await buy(second, first));
  expect(await statusOf(`${second.url}/health/ready`)).toBe(503);
  expect(await statusOf(`${admin}/health/ready?database=second`)).toBe(503);
  expect(await statusOf(`${admin}/health/ready?database=first`)).toBe(200);
  expect(await statusOf(`${second.url}/health/live`)).toBe(200);
  expect(await statusOf(`${second.url}/api/v1/service.js`)).toBe(200);
  expect((await hold(first, second)).status).toBe(503);
  expect(await availability(first, randomUUID())).toBe(503);
}
