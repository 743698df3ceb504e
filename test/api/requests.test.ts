import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import type { RateLimit } from '../../src/platform/rate-limit.ts';
import { createAnswerCache } from '../../src/surfaces/answer-cache.ts';
import { createRequestLimits, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type Api, type ApiOptions, startApi } from '../support/api.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const started: Api[] = [];
afterEach(async () => {
  for (const api of started.splice(0)) await api.stop();
});

/** Starts the API with a recorded log and one store. */
async function start(options: ApiOptions = {}) {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  const log = pino({ base: null }, stream);
  const api = await startApi({ log, ...options });
  started.push(api);
  const store = await createStoreWithWaitlist(api, { prices: [100] });
  const path = `/api/v1/availability?api_key=${store.storeKey}&product_id=${store.product.externalId}`;
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { api, store, path, lines, logged: () => text };
}

// Refills so slowly that no request is allowed again within a test.
const RARELY = 1 / 600;

const limits = (reads: { perSecond: number; burst: number }, unknownKeys: RateLimit = REQUEST_LIMITS.unknownKeys) => ({
  limits: createRequestLimits({ ...REQUEST_LIMITS, reads, unknownKeys }),
});
const from = (address: string): RequestInit => ({ headers: { 'x-forwarded-for': address } });

describe('too many requests', () => {
  test('of one client are answered with the time to wait, from the ready lane and the route', async () => {
    const { api, path } = await start({ deps: limits({ perSecond: RARELY, burst: 3 }) });
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await api.ask(path)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    api.deps.answers.flush();
    const { status, headers, json } = await api.ask(path);
    expect(status).toBe(429);
    expect(json.error).toMatchObject({ code: 'rate_limited', data: { retry_after: expect.any(Number) } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(1 / RARELY);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('for one store do not limit the client’s requests to other stores', async () => {
    const { api, path } = await start({ deps: limits({ perSecond: RARELY, burst: 1 }) });
    const other = await createStoreWithWaitlist(api, { prices: [100] });
    expect([(await api.ask(path)).status, (await api.ask(path)).status]).toEqual([200, 429]);
    expect((await api.ask(`/api/v1/waitlists?api_key=${other.storeKey}`)).status).toBe(200);
  });

  test('with unknown keys end in 429, and real keys go on', async () => {
    const { api, path } = await start({ deps: limits(REQUEST_LIMITS.reads, { perSecond: RARELY, burst: 4 }) });
    const tryKey = (key: string) => api.ask(`/api/v1/waitlists?api_key=${key}`).then(({ status }) => status);
    const unknown = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;
    // A new unknown key, a repeated one and no key: all count.
    const statuses = [];
    for (const key of [unknown(1), unknown(2), unknown(2), 'nonsense', unknown(3), 'nonsense'])
      statuses.push(await tryKey(key));
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    expect((await api.ask(path)).status).toBe(200);
  });
});

describe('the client’s address', () => {
  test('is the socket’s while no proxy is trusted, and the log says so once', async () => {
    const { api, path, lines } = await start({ deps: limits({ perSecond: RARELY, burst: 2 }) });
    const statuses = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      statuses.push((await api.ask(path, from(address))).status);
    expect(statuses).toEqual([200, 200, 429]);
    const warnings = lines().filter(({ level }) => level === 40);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ peer: '127.0.0.1', msg: expect.stringContaining('TRUST_PROXY=127.0.0.1') });
  });

  test('is the one that a trusted proxy names', async () => {
    const { api, path, lines } = await start({
      trustProxy: ['127.0.0.0/8'],
      deps: limits({ perSecond: RARELY, burst: 1 }),
    });
    const status = (address: string) => api.ask(path, from(address)).then((answer) => answer.status);
    expect(await status('192.0.2.1')).toBe(200);
    expect(await status('192.0.2.2')).toBe(200);
    expect(await status('192.0.2.1')).toBe(429);
    // Further trusted proxies are skipped; everything left of the first untrusted address may be forged.
    expect(await status('198.51.100.9, 192.0.2.1, 127.0.0.9')).toBe(429);
    expect(await status('192.0.2.1, 198.51.100.9')).toBe(200);
    expect(lines().filter(({ level }) => level === 40)).toEqual([]);
  });

  test('is the one that a proxy of a range in the form of IPv6 names', async () => {
    const { api, path } = await start({
      trustProxy: ['::ffff:127.0.0.0/104'],
      deps: limits({ perSecond: RARELY, burst: 1 }),
    });
    for (const address of ['192.0.2.1', '192.0.2.2']) expect((await api.ask(path, from(address))).status).toBe(200);
  });

  test('of IPv6 counts by its /64', async () => {
    const { api, path } = await start({ trustProxy: ['127.0.0.1'], deps: limits({ perSecond: RARELY, burst: 1 }) });
    const status = (address: string) => api.ask(path, from(address)).then((answer) => answer.status);
    expect(await status('2001:db8:1:2:3:4:5:6')).toBe(200);
    expect(await status('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await status('[2001:db8:1:2::7]:443')).toBe(429);
    expect(await status('2001:db8:1:3::1')).toBe(200);
    expect(await status('::ffff:192.0.2.1')).toBe(200);
    expect(await status('192.0.2.1:5000')).toBe(429);
  });
});

describe('a request’s id', () => {
  test('is ours, and a client cannot choose it', async () => {
    const { api, path } = await start();
    const ids = new Set<string | null>();
    for (let index = 0; index < 3; index += 1) {
      ids.add(
        (await api.ask(path, { headers: { 'x-request-id': 'chosen-by-a-stranger' } })).headers.get('x-request-id'),
      );
    }
    expect(ids.size).toBe(3);
    expect(ids).not.toContain('chosen-by-a-stranger');
  });

  test('is taken from a trusted proxy if it is well-formed', async () => {
    const { api, path } = await start({ trustProxy: ['127.0.0.1'] });
    const idOf = async (id: string) =>
      (await api.ask(path, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await idOf('proxy-0001')).toBe('proxy-0001'); // from the route
    expect(await idOf('proxy-0002')).toBe('proxy-0002'); // from the ready lane
    for (const odd of ['short', 'x'.repeat(65), '<script>alert</script>']) expect(await idOf(odd)).not.toBe(odd);
  });
});

describe('the log', () => {
  test('has each request with route and id, and no personal data', async () => {
    const { api, path, lines, logged } = await start({ trustProxy: ['127.0.0.1'] });
    const { headers } = await api.ask(`${path}&email=ada@shopper.example`, from('192.0.2.77'));
    await api.ask('/frames/1/api/checkouts/4b825dc6-0000-4000-8000-000000000000', from('192.0.2.78'));
    expect(lines()).toContainEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'request',
      method: 'GET',
      status: 200,
      request_id: headers.get('x-request-id'),
      route: '/api/v1/availability',
      ms: expect.any(Number),
    });
    expect(lines()).toContainEqual(expect.objectContaining({ route: '/frames/1/api/checkouts/:id', status: 401 }));
    expect(logged()).not.toMatch(/ada@shopper|192\.0\.2\.7|api_key|product_id|4b825dc6/);
  });

  test('has what is no HTTP, a tunnel and an address that cannot be read', async () => {
    const { api, lines } = await start();
    const asked = [
      'NONSENSE / HTTP/1.1\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\n\r\n',
      'GET /%zz HTTP/1.1\r\nConnection: close\r\n\r\n',
    ];
    for (const bytes of asked) {
      const id = /^x-request-id: (\S+)/im.exec(await api.raw(bytes))?.[1] ?? expect.fail(bytes);
      const line = lines().find(({ request_id, level }) => request_id === id && level === 30);
      expect(line, bytes).toEqual(
        expect.objectContaining(bytes.startsWith('GET') ? { status: 400 } : { code: 'bad_request' }),
      );
    }
  });

  test('counts ready answers in one line', async () => {
    const answers = createAnswerCache({ now: () => 0 }); // the first answer never expires
    const { api, path, lines } = await start({ deps: { answers } });
    for (let index = 0; index < 5; index += 1) await api.ask(path);
    await started.pop()?.stop();
    const summary = lines().filter(({ msg }) => msg === 'ready answers');
    expect(summary).toEqual([
      expect.objectContaining({ route: '/api/v1/availability', status: 200, count: 4, seconds: 10 }),
    ]);
    expect(lines().filter(({ msg }) => msg === 'request')).toHaveLength(1);
  });

  test('has the details of an internal error, which the answer lacks', async () => {
    const failing = { ...(await start()).api.deps.answers, read: () => Promise.reject(new Error('the disk is gone')) };
    const { api, lines } = await start({ deps: { answers: failing } });
    const { headers } = await api.ask('/api/v1/waitlists?api_key=d3a0c0de-0000-4000-8000-000000000001');
    expect(lines()).toContainEqual(
      expect.objectContaining({
        level: 50,
        request_id: headers.get('x-request-id'),
        code: 'internal_error',
        err: expect.objectContaining({ message: 'the disk is gone', stack: expect.any(String) }),
      }),
    );
  });
});

describe('closing', () => {
  test('lets a request in progress finish, and ends idle connections', async () => {
    const gate = Promise.withResolvers<never[]>();
    const asked = Promise.withResolvers<void>();
    const { api } = await start();
    api.deps.db.query = (() => {
      asked.resolve();
      return gate.promise;
    }) as never;
    const idle = connect(api.port, '127.0.0.1');
    await once(idle, 'connect');
    idle.resume();
    const underWay = api.ask('/api/v1/waitlists?api_key=d3a0c0de-0000-4000-8000-000000000001');
    await asked.promise;
    const closed = started.pop()?.stop();
    gate.resolve([]);
    expect((await underWay).status).toBe(401);
    const began = performance.now();
    await closed;
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(idle.readableEnded || idle.destroyed).toBe(true);
  });
});

test('a second proxy that is not trusted is named once, with the setting; a client that forges the header is not', async () => {
  const { api, path, lines } = await start({ trustProxy: ['127.0.0.1'] });
  const warned = () => lines().filter(({ msg }) => String(msg).includes('add its networks to TRUST_PROXY'));
  for (let count = 0; count < 5; count += 1) await api.ask(path, from('198.51.100.1, 203.0.113.9'));
  await api.ask(path, from('not an address, 203.0.113.9'));
  expect(warned()).toEqual([]);
  for (let shopper = 1; shopper < 30; shopper += 1) await api.ask(path, from(`198.51.100.${shopper}, 203.0.113.7`));
  expect(warned()).toMatchObject([{ address: '203.0.113.7' }]);
});
