import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestStore } from '../support/merchant.ts';

let api: Api;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
  client = await tokenClient(api, await createTestStore(api.db));
});
afterAll(() => api.stop());

const addDiscount = (code: string) => client.post('/discounts', { code, off: { percent: 10 } });
const tagOf = async (path: string) => (await client.get(path)).headers.get('etag') ?? '';

test('a list that the client has already is answered with 304 and no body, until something changes', async () => {
  await addDiscount('SUMMER');
  const tag = await tagOf('/discounts');
  expect(tag).toMatch(/^W\/"answer-[0-9a-f]{32}"$/);
  const again = await client.get('/discounts', { 'if-none-match': tag });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
  expect(again.headers.get('cache-control')).toBe('no-store');
  await addDiscount('AUTUMN');
  const changed = await client.get('/discounts', { 'if-none-match': tag });
  expect([changed.status, changed.json.data.length]).toEqual([200, 2]);
});

test('another store gets its own answer for the same tag', async () => {
  const other = await tokenClient(api, await createTestStore(api.db));
  const answer = await other.get('/discounts', { 'if-none-match': await tagOf('/discounts') });
  expect([answer.status, answer.json.data]).toEqual([200, []]);
});

test('what has a version keeps it as its ETag, and is answered in full', async () => {
  const tag = await tagOf('/store');
  expect(tag).not.toContain('answer-');
  const again = await client.get('/store', { 'if-none-match': tag });
  expect([again.status, typeof again.json.data.name]).toEqual([200, 'string']);
});

test('a refusal has no ETag, whatever the client has', async () => {
  const answer = await client.get('/discounts/nothing', { 'if-none-match': '*' });
  expect([answer.status, answer.headers.get('etag'), answer.json.error.code]).toEqual([
    404,
    null,
    'discount_not_found',
  ]);
});

test('an answer is compressed where the client takes it and it is worth it', async () => {
  for (let nth = 0; nth < 12; nth += 1) await addDiscount(`CODE${nth}`);
  const ask = (encoding: string) => client.get('/discounts', { 'accept-encoding': encoding });
  const plain = await ask('identity');
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
  const packed = await ask('gzip, br');
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.json).toEqual(plain.json);
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 4);
  expect((await ask('br;q=0')).headers.get('content-encoding')).toBeNull();
  expect((await client.get('/tokens/nothing', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull();
});
