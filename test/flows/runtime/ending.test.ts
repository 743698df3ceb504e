import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startInstance } from '../../support/instance.ts';
import { createTestStore } from '../../support/merchant.ts';
import { freePorts } from '../../support/service-process.ts';

// What a process does between SIGTERM and its end.

const timeout = 60_000;
const PAUSE_S = 2;
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'ending-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

type Answer = { status: number; connection: string; body: string };

/** Asks over a connection that the client would keep. Rejects when the connection is refused or reset. */
async function ask(agent: Agent, address: string): Promise<Answer> {
  const [response] = await once(get(address, { agent }), 'response');
  return { status: response.statusCode, connection: response.headers.connection, body: await text(response) };
}

/** Makes every request wait that reads a product. */
async function lockProducts(): Promise<{ release(): Promise<void> }> {
  const client = await database.db.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE product IN ACCESS EXCLUSIVE MODE');
  return { release: () => client.end() };
}

const waitingForProducts = async () =>
  (await database.db.query("SELECT 1 FROM pg_locks WHERE relation = 'product'::regclass AND NOT granted")).length;

test('a service says first that it is not ready, serves on, drains, and ends', { timeout }, async () => {
  const [adminPort, portalPort] = await freePorts(2);
  await createTestStore(database.db);
  const [store] = await database.db.query<{ public_key: string }>('SELECT public_key FROM store');
  const service = await startInstance('serve', {
    databaseUrl: database.url,
    folder,
    env: {
      SHUTDOWN_PAUSE: `${PAUSE_S}`,
      ADMIN_PORT: `${adminPort}`,
      PORTAL_PORT: `${portalPort}`,
      PORTAL_URL: `http://localhost:${portalPort}`,
    },
  });
  const waitlists = `${service.url}/api/v1/waitlists?api_key=${store?.public_key}`;
  const portal = `http://127.0.0.1:${portalPort}`;
  const others = [waitlists, `${service.url}/health/live`, `${portal}/`, `http://127.0.0.1:${adminPort}/metrics`];
  const agent = new Agent({ keepAlive: true });
  for (const address of [...others, `${service.url}/health/ready`, `${portal}/health/ready`]) {
    expect(await ask(agent, address), address).toMatchObject({ status: 200, connection: 'keep-alive' });
  }
  const lock = await lockProducts();
  const slow = ask(agent, `${service.url}/api/v1/availability?api_key=${store?.public_key}&product_id=1`);
  await expect.poll(waitingForProducts).toBe(1);

  const began = performance.now();
  const ended = service.end();
  await expect.poll(async () => (await ask(agent, `${service.url}/health/ready`)).status, { interval: 10 }).toBe(503);
  for (const address of [`${service.url}/health/ready`, `${portal}/health/ready`]) {
    expect(await ask(agent, address)).toMatchObject({ status: 503, connection: 'close' });
  }
  for (const address of others) {
    expect(await ask(agent, address), address).toMatchObject({ status: 200, connection: 'close' });
  }
  expect(performance.now() - began, 'the machine was too slow for this test').toBeLessThan(PAUSE_S * 1_000);

  const refused = () => ask(new Agent(), `${service.url}/health/live`).then(String, ({ code }) => code);
  await expect.poll(refused, { interval: 50 }).toBe('ECONNREFUSED');
  expect(performance.now() - began).toBeGreaterThan(PAUSE_S * 1_000 - 100);
  await lock.release();
  expect(await slow).toMatchObject({ status: 404, connection: 'close' });
  expect(JSON.parse((await slow).body).error.code).toBe('product_not_found');
  expect(await ended).toBe(0);
  expect(service.process.output(), 'an end that was asked for is no error').not.toContain('"level":50');
  agent.destroy();
});

test('a connection that a proxy opened just before the end is answered', { timeout }, async () => {
  const env = { SHUTDOWN_PAUSE: '1' };
  const service = await startInstance('serve', { databaseUrl: database.url, folder, env });
  const { port, hostname } = new URL(service.url);
  const ended = service.end();
  const opened: { socket: Socket; at: number }[] = [];
  for (let isRefused = false; !isRefused; ) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    isRefused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    if (!isRefused) opened.push({ socket, at: performance.now() });
    await sleep(20); // so that the process accepts them at once
  }
  // The system resets those that the process has not accepted yet when it stops to listen.
  const accepted = performance.now() - 200;
  const { socket: last } = opened.findLast(({ at }) => at < accepted) ?? expect.fail();
  last.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await text(last)).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: close/is);
  for (const { socket } of opened) socket.destroy();
  expect(await ended).toBe(0);
});

test('a request that never ends does not keep a service from ending', { timeout }, async () => {
  const service = await startInstance('serve', { databaseUrl: database.url, folder });
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write('POST /frames/1/api/checkouts HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
  await fetch(`${service.url}/health/live`); // the service has read the beginning of the other request by now
  const began = performance.now();
  expect(await service.end()).toBe(0);
  expect(performance.now() - began).toBeLessThan(20_000);
});
