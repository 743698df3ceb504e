import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
});
afterAll(() => api.stop());

const ask = (body: object) =>
  api.ask('/frames/1/api/addresses', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: store.storeKey, country: 'DE', text: 'torstr', ...body }),
  });
const choose = (addressSearch: string | null) => updateStore(api.deps, store.storeId, { addressSearch });
const offersIt = async () =>
  (await api.ask(`/frames/1/checkout?key=${store.storeKey}&product=${store.product.externalId}`)).text.includes(
    'aria-activedescendant',
  );

describe('addresses are completed', () => {
  test('only if the store wants it', async () => {
    expect((await ask({})).json.data).toEqual([]);
    expect(await offersIt()).toBe(false);
    await choose('test');
    api.deps.answers.flush();
    const { status, headers, json } = await ask({});
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json.data[0]).toEqual({ line1: 'Torstraße 1', city: 'Berlin', region: '', postalCode: '10119' });
    expect(await offersIt()).toBe(true);
    expect((await ask({ country: 'US' })).json.data).toEqual([]);
  });

  test('by a service that may fail: the shopper types on', async () => {
    await choose('http://127.0.0.1:1/api');
    const { status, json } = await ask({ text: 'hafen' });
    expect([status, json.data]).toEqual([200, []]);
    await choose('test');
  });

  test.each([
    [{ key: randomUUID() }, 401, 'invalid_api_key'],
    [{ key: 'nonsense' }, 401, 'invalid_api_key'],
    [{ country: 'de' }, 400, 'invalid_parameter'],
    [{ country: undefined }, 400, 'missing_parameter'],
    [{ text: '' }, 400, 'invalid_parameter'],
    [{ text: 'x'.repeat(201) }, 400, 'invalid_parameter'],
  ])('and a broken question (%j) is refused', async (body, status, code) => {
    const answer = await ask(body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });
});

test('a live store cannot have the places of test stores', async () => {
  const live = await createStoreWithWaitlist(api);
  await api.db.query('ALTER TABLE store DISABLE TRIGGER store_mode_fixed');
  await api.db.query("UPDATE store SET mode = 'live' WHERE id = $1", [live.storeId]);
  await api.db.query('ALTER TABLE store ENABLE TRIGGER store_mode_fixed');
  const change = updateStore(api.deps, live.storeId, { addressSearch: 'test' });
  await expect(change).rejects.toMatchObject({ code: 'invalid_parameter' });
});
