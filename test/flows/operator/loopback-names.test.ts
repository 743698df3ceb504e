import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoStore } from '../../../demo/server.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createAdminServer } from '../../../src/surfaces/operator/admin-server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openStripe, type StandIn } from '../../support/stripe.ts';

// A foreign site may point its own name at this machine. Its requests must be refused, because browsers would let that
// site read the answers.
const STRANGE = 'rebound.example';

type Call = { method?: string; path: string; host: string };

/** Returns the status of the answer to a request under this host name. */
function statusOf(url: string, { method = 'GET', path, host }: Call): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers: { host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the metrics', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createAdminServer({
      metrics: createMetrics('waitlist_'),
      ready: async () => {},
      isLocal: true,
      isEnding: () => false,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test.each(['127.0.0.1', 'localhost:4002', 'LOCALHOST', '[::1]:4002'])('are shown under the name %s', async (host) => {
    expect(await statusOf(url, { path: '/metrics', host })).toBe(200);
  });
  test.each([STRANGE, 'localhost.rebound.example', '127.0.0.1.rebound.example'])(
    'are hidden under “%s”',
    async (host) => {
      expect(await statusOf(url, { path: '/metrics', host })).toBe(404);
    },
  );
});

describe('the demo store', () => {
  const PATHS = [
    ['POST', '/account/sign-in', 303],
    ['GET', '/account.json', 200],
    ['GET', '/account/token.json', 200],
    ['GET', '/account', 200],
  ] as const;

  test('has a customer under this machine’s names alone', async () => {
    const store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: 'http://127.0.0.1:4000' });
    const { port } = new URL(store.url);
    const url = `http://127.0.0.1:${port}`;
    for (const [method, path, status] of PATHS) {
      expect(await statusOf(url, { method, path, host: `localhost:${port}` }), path).toBe(status);
      expect(await statusOf(url, { method, path, host: STRANGE }), path).toBe(404);
    }
    expect(await statusOf(url, { path: '/', host: STRANGE })).toBe(200); // its pages are public
    await store.close();
  });

  test('has a customer under any name when it listens on all addresses', async () => {
    const store = await startDemoStore({ port: 0, host: '0.0.0.0', serviceUrl: 'http://127.0.0.1:4000' });
    const url = `http://127.0.0.1:${new URL(store.url).port}`;
    expect(await statusOf(url, { method: 'POST', path: '/account/sign-in', host: 'shop.example' })).toBe(303);
    await store.close();
  });
});

describe('the stand-in for Stripe', () => {
  let database: TestDatabase;
  let standIn: StandIn;
  beforeAll(async () => {
    database = await createTestDatabase();
    standIn = await openStripe(database.db);
  });
  afterAll(async () => {
    await standIn.stop();
    await database.drop();
  });

  test.each(['/fake/elements', '/v3/'])('shows %s under this machine’s names alone', async (path) => {
    expect(await statusOf(standIn.stripe.url, { path, host: new URL(standIn.stripe.url).host })).toBe(200);
    expect(await statusOf(standIn.stripe.url, { path, host: STRANGE })).toBe(404);
  });
});
