import { expect, test } from 'vitest';
import type { Sql } from '../platform/db.ts';
import { createDirectory } from './directory.ts';
import { createDispatch } from './dispatch.ts';

const KEY = { a: '11111111-1111-4111-8111-111111111111', b: '22222222-2222-4222-8222-222222222222' };
const MADE_UP = '99999999-9999-4999-8999-999999999999';

/** Two homes whose databases answer look-ups from these lists. */
function open() {
  const state = { asked: 0, bIsAway: false, now: 1 };
  const sqlOf = (key: string, isAway: () => boolean): Sql => ({
    query: async <Row>(_text: string, [asked]: readonly unknown[] = []) => {
      state.asked += 1;
      if (isAway()) throw new Error('the connection ended');
      return (asked === key ? [{ found: true }] : []) as Row[];
    },
  });
  const first = sqlOf(KEY.a, () => false);
  const second = sqlOf(KEY.b, () => state.bIsAway);
  const homes = [
    { name: 'first', host: 'a.example', sql: () => first },
    { name: 'second', host: 'b.example', sql: () => second },
  ];
  const dispatch = createDispatch(
    homes,
    createDirectory(homes, () => state.now),
  );
  return { state, go: async (host: string | undefined, url: string) => dispatch({ host, url }) };
}

test.each([
  ['a.example', '/admin/api/v1/stores', 'first'],
  ['b.example', '/admin/api/v1/stores', 'second'],
  ['B.example.:4000', '/links/cancel/x', 'second'],
  ['10.0.0.7:4000', '/health/ready', 'first'],
  [undefined, '/', 'first'],
  ['a.example', `/api/v1/availability?api_key=${KEY.b}&product_id=1`, 'second'],
  ['b.example', `/api/v1/measures?api_key=${KEY.a}`, 'first'],
  ['b.example', `/frames/1/button?product=1&key=${KEY.a.toUpperCase()}`, 'first'],
  ['a.example', `/frames/1/api/checkouts?key=${KEY.b}`, 'second'],
  ['a.example', `/brand/${KEY.b}/logo.png`, 'second'],
  ['a.example', `/shopify/${KEY.b}/status-token?shop=x`, 'second'],
  ['b.example', `/api/v1/availability?api_key=${MADE_UP}`, 'second'],
  // A key decides only where it says whose the request is.
  ['a.example', `/admin/api/v1/stores?key=${KEY.b}&api_key=${KEY.b}`, 'first'],
  ['b.example', `/links/cancel/x?key=${KEY.a}`, 'second'],
  ['b.example', '/api/v1/availability?api_key=nonsense', 'second'],
  ['b.example', '/api/v1/availability?api_key=%', 'second'],
])('%s%s goes to the database %s', async (host, url, home) => {
  expect(await open().go(host, url)).toMatchObject({ home });
});

test('the script and the sign of life come from another database while the own one cannot be used', async () => {
  const { go } = open();
  expect(await go('b.example', '/api/v1/service.js?service-debug')).toEqual({ home: 'second', orAny: true });
  expect(await go('b.example', '/health/live')).toEqual({ home: 'second', orAny: true });
  expect(await go('b.example', '/health/ready')).toEqual({ home: 'second', orAny: false });
});

test('a key is looked up once, also by many at the same time, and a made-up one again after ten seconds', async () => {
  const { state, go } = open();
  const known = `/frames/1/button?key=${KEY.b}`;
  await Promise.all([go('a.example', known), go('b.example', known), go('a.example', known)]);
  expect(state.asked).toBe(2);
  for (let times = 0; times < 5; times += 1) await go('a.example', `/frames/1/button?key=${MADE_UP}`);
  expect(state.asked).toBe(4);
  state.now += 11_000;
  await go('a.example', `/frames/1/button?key=${MADE_UP}`);
  expect(state.asked).toBe(6);
});

test('while a database is away, its known keys lead to it, and nobody says that a key is unknown', async () => {
  const { state, go } = open();
  await go('a.example', `/frames/1/button?key=${KEY.b}`);
  state.bIsAway = true;
  expect(await go('a.example', `/frames/1/button?key=${KEY.b}`)).toEqual({ home: 'second' });
  expect(await go('b.example', `/frames/1/button?key=${KEY.a}`)).toEqual({ home: 'first' });
  expect(await go('a.example', `/frames/1/button?key=${MADE_UP}`)).toBe('away');
  state.bIsAway = false;
  expect(await go('a.example', `/frames/1/button?key=${MADE_UP}`)).toEqual({ home: 'first' });
});
