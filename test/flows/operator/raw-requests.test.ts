import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoStore } from '../../../demo/server.ts';
import { createAdminOfHomes } from '../../../src/main/admin.ts';
import { createFront } from '../../../src/platform/front.ts';
import { createHttpServer } from '../../../src/platform/http.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createAdminServer } from '../../../src/surfaces/operator/admin-server.ts';
import { startApi } from '../../support/api.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startPortal } from '../../support/portal.ts';
import { openStripe } from '../../support/stripe.ts';

// What no browser sends, but anyone with a socket can: every server answers it, and serves the next request.

const LONG = 'a'.repeat(16 * 1024);
const TARGETS = [
  '//',
  '///',
  '//@/',
  '//[/',
  '/%',
  '/%zz?%zz=%',
  '/%00',
  '/\\',
  '/..//%2e%2e/',
  '?',
  '*',
  'a',
  ':',
  'http://',
  'http://[',
  'http://127.0.0.1:99999/',
  'https://other.example//?a=%',
  'file:///etc/passwd',
  'javascript:1',
  `/${LONG}`,
  `/?${LONG}=${LONG}`,
  `/?database=${encodeURIComponent('__proto__')}`,
  '/__proto__',
  '/constructor',
];
const HOSTS = ['Host: [', 'Host: %', 'Host: :', `Host: ${LONG}`, 'Host: a\r\nHost: b', 'X: y'];
const REQUESTS = [
  ...TARGETS.flatMap((target) => ['GET', 'POST', 'HEAD'].map((method) => [method, target, 'Host: localhost'])),
  ...HOSTS.flatMap((host) => ['/', '//', '/health/live'].map((target) => ['GET', target, host])),
  ['OPTIONS', '*', 'Host: localhost'],
  ['CONNECT', 'other.example:443', 'Host: localhost'],
  ['CONNECT', '//', 'Host: localhost'],
  ['TRACE', '/', 'Host: localhost'],
  ['GET', '/\0', 'Host: localhost'],
  ['NONSENSE', '/', 'Host: localhost'],
].map(([method, target, host]) => `${method} ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);

async function send(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part)).on('error', () => {});
  socket.end(text, 'latin1');
  await once(socket, 'close');
  return Buffer.concat(parts).toString('latin1');
}

const portOf = (url: string) => Number(new URL(url).port);

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

type Started = { port: number; stop(): Promise<unknown> };

const closing = (server: Server) => async () => void server.close();

const admin = () =>
  createAdminServer({
    metrics: createMetrics('waitlist_'),
    ready: async () => {},
    isLocal: true,
    isEnding: () => false,
  });

const SERVERS: Record<string, () => Promise<Started>> = {
  service: async () => {
    const api = await startApi();
    return { port: api.port, stop: api.stop };
  },
  portal: async () => {
    const portal = await startPortal();
    return { port: portOf(portal.address), stop: portal.stop };
  },
  'front of several databases': async () => {
    const api = await startApi();
    const app = createHttpServer({ log: api.deps.log, trustProxy: [] });
    await app.ready();
    const front = createFront(() => app);
    const stop = () => Promise.all([front.close(), app.close(), api.stop()]);
    return { port: await listen(front.server), stop };
  },
  'demo store': async () => {
    const demo = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: 'http://127.0.0.1:1' });
    return { port: portOf(demo.url), stop: demo.close };
  },
  'admin port': async () => {
    const server = admin();
    return { port: await listen(server), stop: closing(server) };
  },
  'admin port of several databases': async () => {
    const own = admin();
    const server = createAdminOfHomes([{ name: 'first', server: () => own }]);
    return { port: await listen(server), stop: closing(server) };
  },
  'stand-in for Stripe': async () => {
    const { db, drop } = await createTestDatabase();
    const stripe = await openStripe(db);
    return { port: portOf(stripe.stripe.url), stop: () => stripe.stop().then(drop) };
  },
};

describe.each(Object.keys(SERVERS))('the %s', (name) => {
  let started: Started;
  beforeAll(async () => {
    started = (await SERVERS[name]?.()) ?? expect.fail();
  });
  afterAll(() => started.stop());

  test('answers whatever is sent to it, and says nothing of itself', async () => {
    for (const text of REQUESTS) {
      const answer = await send(started.port, text);
      const about = JSON.stringify(text.slice(0, 60));
      expect.soft(answer, about).toMatch(/^HTTP\/1\.1 (200|204|30\d|4\d\d) /);
      expect.soft(answer, about).toMatch(/^x-content-type-options: nosniff\r$/im);
      expect.soft(answer, about).not.toMatch(/\bat .*:\d+:\d+|TypeError|ERR_|node:/);
      const isRefused = /^HTTP\/1\.1 4/.test(answer) && !text.startsWith('HEAD');
      if (isRefused) expect.soft(answer.split('\r\n\r\n')[1], about).not.toBe('');
    }
    expect(await send(started.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP/);
  });
});

test.each(['/metrics', '/health/live', '/health/ready', '/nothing'])(
  '%s of the admin port is read as no other type',
  async (path) => {
    const started = await (SERVERS['admin port']?.() ?? expect.fail());
    const answer = await fetch(`http://127.0.0.1:${started.port}${path}`).finally(started.stop);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  },
);
