import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 5 });
  client = await tokenClient(api, offer.storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const VIEWS = '/preorders/views';
const GERMANY = { name: ' Ready in Germany ', filters: { state: 'released', country: 'DE' } };
const list = async (from = client) => (await from.get(VIEWS)).json.data;
const remove = (id: string, from = client) => from.send(`DELETE ${VIEWS}/${id}`, undefined);

test('a view is saved once for each key, listed by name, and removed', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const made = await client.post(VIEWS, GERMANY, key);
  expect(made.status).toBe(201);
  expect(made.json.data).toMatchObject({ name: 'Ready in Germany', filters: GERMANY.filters });
  expect((await client.post(VIEWS, GERMANY, key)).json).toEqual(made.json);
  await client.post(VIEWS, { name: 'all of the oldest', filters: { sort: 'oldest' } });
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['all of the oldest', 'Ready in Germany']);
  expect((await remove(made.json.data.id)).json.data).toEqual({ removed: true });
  expect(await list()).toHaveLength(1);
  const again = await remove(made.json.data.id);
  expect([again.status, again.json.error.code]).toEqual([404, 'view_not_found']);
});

test('a view is of one store alone', async () => {
  const { id } = (await client.post(VIEWS, GERMANY)).json.data;
  const elsewhere = await tokenClient(api, (await createOffer(core, { allocation: 5 })).storeId);
  expect(await list(elsewhere)).toEqual([]);
  expect((await remove(id, elsewhere)).json.error.code).toBe('view_not_found');
  expect((await elsewhere.post(VIEWS, GERMANY)).status).toBe(201);
  expect(await list()).toHaveLength(1);
});

test('a name is taken once, however it is written, and a store has at most 20 views', async () => {
  await client.post(VIEWS, GERMANY);
  const twice = await client.post(VIEWS, { ...GERMANY, name: 'READY IN GERMANY' });
  expect([twice.status, twice.json.error.code, twice.json.error.param]).toEqual([400, 'invalid_parameter', 'name']);
  const made = await Promise.all(
    Array.from({ length: 22 }, (_, at) => client.post(VIEWS, { name: `View ${at}`, filters: {} })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(19);
  expect(await list()).toHaveLength(20);
});

test('what is no view is refused, and words of a search are not kept', async () => {
  for (const body of [
    {},
    { name: '', filters: {} },
    { name: '  ', filters: {} },
    { name: 'x'.repeat(61), filters: {} },
    { name: 'a\u0000b', filters: {} },
    { name: 'Ada', filters: { q: 'ada@mail.example' } },
    { name: 'Deep', filters: { state: { a: 1 } } },
    { name: 'List', filters: [] },
  ]) {
    const { status, json } = await client.post(VIEWS, body);
    expect([status, /^(missing|invalid)_parameter$/.test(json.error?.code)], JSON.stringify(body)).toEqual([400, true]);
  }
  expect((await remove('no-id')).json.error.code).toBe('view_not_found');
  expect(await list()).toEqual([]);
});

test('a token that only reads sees the views and saves none', async () => {
  const reader = await tokenClient(
    api,
    offer.storeId,
    ALL_SCOPES.filter((scope) => scope !== 'preorders:write'),
  );
  expect((await reader.get(VIEWS)).status).toBe(200);
  expect((await reader.post(VIEWS, GERMANY)).json.error.data).toEqual({ scope: 'preorders:write' });
});
