import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/db.ts';
import { MEASURED_EVENTS, MEASURES_MAX } from '../../src/protocol/wire/measures.ts';
import { createRequestLimits, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type Api, startApi } from '../support/api.ts';
import { shiftClock } from '../support/core.ts';
import { expectGraceful, HOSTILE } from '../support/hostile.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  store = await createStoreWithWaitlist(api);
});
afterAll(() => api.stop());

// 25 hours lead to another date at any hour: the day on which summer time ends has 25 hours.
const A_DAY_ON = 25 * 3_600;

type MeasureRequest = { body: string | Buffer; headers?: Record<string, string>; key?: string };

/** Sends measures like a beacon. */
const send = ({ body, headers = {}, key = store.storeKey }: MeasureRequest) =>
  api.ask(`/api/v1/measures?api_key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
const tell = (told: unknown, headers?: Record<string, string>) =>
  send({ body: JSON.stringify(told), ...(headers && { headers }) });

/** Reads the stored measures of the store, as `event waitlist day`. */
async function counted({ storeId } = store): Promise<Record<string, number>> {
  await api.deps.measures.flush();
  const rows = await api.db.query<{ name: string; count: string }>(
    `SELECT concat_ws(' ', event, coalesce(waitlist_id::text, '-'), to_char(day, 'YYYY-MM-DD')) AS name, count
     FROM measure WHERE store_id = $1`,
    [storeId],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Reads today's stored measures, without the day. */
async function countedToday(): Promise<Record<string, number>> {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
  const entries = Object.entries(await counted());
  expect(entries.every(([name]) => name.endsWith(` ${today}`))).toBe(true);
  return Object.fromEntries(entries.map(([name, count]) => [name.slice(0, -today.length - 1), count]));
}

describe('a report of a page', () => {
  test('is 204 without a body, and counted by event and waitlist', async () => {
    const { status, text, headers } = await tell({
      PlacementLoaded: { [store.waitlistId]: 2, '': 1 },
      ButtonClicked: { [store.waitlistId]: 1 },
    });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.has('set-cookie')).toBe(false);
    await tell({ PlacementLoaded: { [store.waitlistId.toUpperCase()]: 3 } });
    expect(await countedToday()).toEqual({
      [`PlacementLoaded ${store.waitlistId}`]: 5,
      'PlacementLoaded -': 1,
      [`ButtonClicked ${store.waitlistId}`]: 1,
    });
    await tell({ PlacementLoaded: { '': 1 } }); // is added to the stored counts
    expect(await countedToday()).toMatchObject({ 'PlacementLoaded -': 2 });
  });

  test('may be of every event', async () => {
    await tell(Object.fromEntries(MEASURED_EVENTS.map((event, index) => [event, { [store.waitlistId]: index + 1 }])));
    const names = MEASURED_EVENTS.map((event) => `${event} ${store.waitlistId}`);
    expect(await countedToday()).toEqual(Object.fromEntries(names.map((name, index) => [name, index + 1])));
  });

  test('counts on the day in the store’s time zone', async () => {
    const berlin = store;
    const auckland = await createStoreWithWaitlist(api, { store: { timeZone: 'Pacific/Auckland' } });
    await tell({ ButtonClicked: { '': 1 } });
    await send({ body: '{"ButtonClicked":{"":1}}', key: auckland.storeKey });
    const [here = ''] = Object.keys(await counted(berlin));
    const [there = ''] = Object.keys(await counted(auckland));
    await shiftClock(api.db, A_DAY_ON);
    await tell({ ButtonClicked: { '': 1 } });
    expect(Object.keys(await counted(berlin))).toHaveLength(2);
    await shiftClock(api.db, -A_DAY_ON);
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    expect([here, there]).toEqual([
      `ButtonClicked - ${dayIn('Europe/Berlin')}`,
      `ButtonClicked - ${dayIn('Pacific/Auckland')}`,
    ]);
  });

  test('of an unknown waitlist or event is ignored', async () => {
    const other = await createStoreWithWaitlist(api);
    const { status } = await tell({
      ButtonClicked: { [other.waitlistId]: 1, [randomUUID()]: 1, 'not an id': 1, [store.waitlistId]: 1 },
      LearnMoreClicked: { [store.waitlistId]: 1 },
      toString: { [store.waitlistId]: 1 },
      PlacementLoaded: { [store.waitlistId]: 0 },
    });
    expect(status).toBe(204);
    expect(await countedToday()).toEqual({ [`ButtonClicked ${store.waitlistId}`]: 1 });
    expect(await counted(other)).toEqual({});
  });

  test('counts at most a fixed number of times', async () => {
    await tell({ ButtonClicked: { [store.waitlistId]: Number.MAX_SAFE_INTEGER, '': MEASURES_MAX.count } });
    expect(Object.values(await countedToday())).toEqual([MEASURES_MAX.count, MEASURES_MAX.count]);
  });

  test('is not counted with Global Privacy Control', async () => {
    expect((await tell({ ButtonClicked: { '': 1 } }, { 'sec-gpc': '1' })).status).toBe(204);
    expect((await tell({ PlacementLoaded: { '': 1 } }, { 'sec-gpc': '0' })).status).toBe(204);
    expect(await countedToday()).toEqual({ 'PlacementLoaded -': 1 });
  });

  test('may be JSON, after a preflight', async () => {
    const answer = await tell({ ButtonClicked: { '': 1 } }, { 'content-type': 'application/json' });
    expect(answer.status).toBe(204);
    const preflight = await api.ask('/api/v1/measures', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  });

  test('adds up under parallel writes', async () => {
    const others = await Promise.all([1, 2, 3].map(() => createStoreWithWaitlist(api)));
    const told = { ButtonClicked: { '': 1 }, PlacementLoaded: { '': 1 } };
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { storeKey } = [store, ...others][index % 4] ?? store;
        await send({ body: JSON.stringify(told), key: storeKey });
        await api.deps.measures.flush();
      }),
    );
    expect(await countedToday()).toEqual({ 'ButtonClicked -': 10, 'PlacementLoaded -': 10 });
  });
});

describe('a refused report', () => {
  test('has a missing or unknown key', async () => {
    const missing = await api.ask('/api/v1/measures', { method: 'POST', body: '{}' });
    expect(missing.status).toBe(401);
    expect(missing.json.error.code).toBe('missing_api_key');
    for (const key of [randomUUID(), store.storeId, 'x']) {
      const { status, json } = await send({ body: '{}', key });
      expect(status).toBe(401);
      expect(json.error).toMatchObject({ code: 'invalid_api_key', param: 'api_key' });
    }
  });

  test('has a hostile key', async () => {
    for (const [kind, key] of Object.entries(HOSTILE)) expectGraceful(await send({ body: '{}', key }), kind);
  });

  test.each([
    ['nothing', '', 'invalid_json'],
    ['no JSON', '{"ButtonClicked":', 'invalid_json'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid_json'],
    ['a prototype', '{"__proto__":{"a":1}}', 'invalid_json'],
    ['a list', '[]', 'invalid_parameter'],
    ['null', 'null', 'invalid_parameter'],
    ['a text', '"ButtonClicked"', 'invalid_parameter'],
    ['an event that is a number', '{"ButtonClicked":1}', 'invalid_parameter'],
    ['an event that is a list', '{"ButtonClicked":[1]}', 'invalid_parameter'],
    ['a count that is a text', '{"ButtonClicked":{"":"1"}}', 'invalid_parameter'],
    ['a fraction', '{"ButtonClicked":{"":1.5}}', 'invalid_parameter'],
    ['less than nothing', '{"ButtonClicked":{"":-1}}', 'invalid_parameter'],
    ['a count beyond numbers', '{"ButtonClicked":{"":1e999}}', 'invalid_parameter'],
    ['a NUL', '{"ButtonClicked":{"\\u0000":1}}', 'invalid_parameter'],
    ['more than a page has to tell', `{"a":{"${'x'.repeat(MEASURES_MAX.bytes)}":1}}`, 'payload_too_large'],
  ])('has a body of %s', async (_name, body, code) => {
    const { status, json, headers } = await send({ body });
    expect(json.error.code).toBe(code);
    expect(status).toBe(code === 'payload_too_large' ? 413 : 400);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(await countedToday()).toEqual({});
  });

  test('has another media type or another method', async () => {
    expect((await send({ body: '{}', headers: { 'content-type': 'text/html' } })).status).toBe(415);
    const { status, headers } = await api.ask(`/api/v1/measures?api_key=${store.storeKey}`);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('OPTIONS, POST');
  });

  test('is text on any other route', async () => {
    const answer = await api.ask('/frames/1/api/checkouts', { method: 'POST', body: '{}' });
    expect(answer.status).toBe(415);
  });
});

test('a report is 204 without a database too, and too many are 429', async () => {
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/none' });
  const limits = createRequestLimits({ ...REQUEST_LIMITS, reads: { perSecond: 1 / 600, burst: 3 } });
  const lonely = await startApi({ deps: { db: away, limits } });
  const path = `/api/v1/measures?api_key=${randomUUID()}`;
  const statuses = [];
  for (let sent = 0; sent < 4; sent += 1)
    statuses.push((await lonely.ask(path, { method: 'POST', body: '{"ButtonClicked":{"":1}}' })).status);
  expect(statuses).toEqual([204, 204, 204, 429]);
  await lonely.stop();
  await away.close();
});
