import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { ownTurns } from '../../platform/call-turns.ts';
import { createOutgoingHttp } from '../../platform/outgoing-http.ts';
import { createPlatformHttp } from './http.ts';
import type { PlatformRequest } from './http-port.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Answers with these one after the other, the last one for ever. Counts the requests, and keeps the pauses before them. */
async function platform(...answers: RequestListener[]) {
  let count = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    answer?.(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  const pauses: number[] = [];
  const http = createPlatformHttp({
    outgoing: createOutgoingHttp({ privateTargets: true }),
    takeTurns: async () => 0,
    pace: { of: 'test', perSecond: 1_000_000 },
    random: () => 0.5,
    sleep: async (ms) => pauses.push(ms),
    timeoutMs: 1_000,
  });
  const send = (request: Partial<PlatformRequest> = {}) =>
    http.send({
      method: 'GET',
      url: `http://127.0.0.1:${address.port}/`,
      headers: () => ({}),
      repeatable: true,
      ...request,
    });
  return { send, pauses, count: () => count };
}

const json =
  (value: unknown): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end(body);
const html = status(200, { 'content-type': 'text/html' }, '<h1>Back soon</h1>');
const half: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"a":');
  setImmediate(() => response.destroy());
};
const silence: RequestListener = () => {};

describe('a question is asked again', () => {
  test.each([
    ['500', status(500)],
    ['429', status(429)],
    ['HTML', html],
    ['half a body', half],
    ['silence', silence],
  ])('after %s', async (_, first) => {
    const { send, pauses } = await platform(first, json({ a: 1 }));
    expect((await send()).json).toEqual({ a: 1 });
    expect(pauses).toEqual([375]);
  });

  test('three times at most, after longer and longer pauses', async () => {
    const { send, pauses, count } = await platform(status(503, {}, 'down for today'));
    await expect(send()).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('down for today'),
      logged: 'The platform answered 503.', // what it says may name a shopper
    });
    expect(count()).toBe(4);
    expect(pauses).toEqual([375, 750, 1_500]);
  });

  test('not before the time that the platform named, and not here if that is long', async () => {
    const soon = await platform(status(429, { 'retry-after': '3' }), json({}));
    await soon.send();
    expect(soon.pauses).toEqual([3_000]);
    const later = await platform(status(429, { 'retry-after': '60' }));
    await expect(later.send()).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 60_000 });
    expect(later.count()).toBe(1);
  });
});

describe('a change that is not repeatable', () => {
  const change = { method: 'POST', body: '{}', repeatable: false } as const;

  test.each([
    ['500', status(500)],
    ['HTML', html],
    ['half a body', half],
    ['silence', silence],
  ])('is sent once, and after %s its outcome is unknown', async (_, answer) => {
    const { send, count } = await platform(answer);
    await expect(send(change)).rejects.toMatchObject({ name: 'CommerceError', kind: 'unreachable' });
    expect(count()).toBe(1);
  });

  test('is sent again after 429, because nothing happened', async () => {
    const { send, count } = await platform(status(429), json({ ref: '1' }));
    expect((await send(change)).json).toEqual({ ref: '1' });
    expect(count()).toBe(2);
  });
});

test.each([
  [401, 'unauthorised'],
  [403, 'unauthorised'],
  [404, 'not_found'],
  [410, 'not_found'],
  [400, 'refused'],
  [409, 'refused'],
  [302, 'refused'],
])('%i is %s at once', async (code, kind) => {
  const { send, count } = await platform(status(code, { location: 'http://elsewhere.example/' }));
  await expect(send()).rejects.toMatchObject({ kind });
  expect(count()).toBe(1);
});

test('an answer without a body is null, and bytes that are no UTF-8 are malformed', async () => {
  expect((await (await platform(status(204))).send()).json).toBeNull();
  const { send } = await platform((_, response) => response.end(Buffer.from([0x22, 0xff, 0x22])));
  await expect(send()).rejects.toMatchObject({ kind: 'malformed' });
});

test('requests wait for their turn', async () => {
  const pauses: number[] = [];
  const http = createPlatformHttp({
    outgoing: { request: async () => ({ status: 204, headers: {}, bytes: Buffer.alloc(0) }) },
    takeTurns: ownTurns(() => 0),
    pace: { of: 'test', perSecond: 2 },
    random: () => 0,
    sleep: async (ms) => pauses.push(ms),
  });
  for (let nth = 0; nth < 3; nth += 1) {
    await http.send({ method: 'GET', url: 'http://shop.example/', headers: () => ({}), repeatable: true });
  }
  expect(pauses).toEqual([500, 1_000]);
});
