import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestProduct, createTestStore, createTestWaitlist, type TestProduct } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api, { store: { locale: 'en-GB' } });
});
afterAll(() => api.stop());

const availability = (storeKey: string, productId: string) =>
  `/api/v1/availability?api_key=${storeKey}&product_id=${encodeURIComponent(productId)}`;
const waitlists = (storeKey: string) => `/api/v1/waitlists?api_key=${storeKey}`;

/** Flushes the cache after a change by SQL, because no command invalidated it. */
async function rewrite(sql: string, values: unknown[]): Promise<void> {
  await api.db.query(sql, values);
  api.deps.answers.flush();
}

describe('GET /waitlists', () => {
  test('lists an open waitlist with every field', async () => {
    const { status, json } = await api.ask(waitlists(store.storeKey));
    expect(status).toBe(200);
    expect(json).toEqual({
      meta: { result: 'success' },
      data: [
        {
          id: store.waitlistId,
          state: 'OPEN',
          product: { id: store.product.externalId, product_code: store.product.handle },
          display_dispatch_date: expect.stringMatching(/^10\s?–\s?15 June 2030$/),
          payment_plan_descriptions: { short: 'Pay now', long: 'You pay the full price when you pre-order.' },
          selling_plan_id: null,
          is_scheduled: false,
          launch_date: null,
        },
      ],
    });
  });

  test.each([
    [{ plan: 'pay_later' }, 'en', { short: 'Pay later', long: expect.stringContaining('You pay nothing now.') }],
    [
      { deposit: { kind: 'percent', value: 1_250 } },
      'de-AT',
      { short: expect.stringMatching(/^12,5\s?% Anzahlung$/), long: expect.stringContaining('Anzahlung von 12,5') },
    ],
    [
      { deposit: { kind: 'amount', value: 3_000 } },
      'fr',
      { short: expect.stringMatching(/^Acompte de 30,00\s€$/), long: expect.stringMatching(/30,00\s€ par article/) },
    ],
  ] as const)('tells the plan %j in %s, the language of the store', async (plan, locale, words) => {
    const planned = await createStoreWithWaitlist(api, { store: { locale }, waitlist: { plan } });
    const { json } = await api.ask(waitlists(planned.storeKey));
    expect(json.data).toMatchObject([{ payment_plan_descriptions: words }]);
  });

  test('lists only open waitlists, last opened first', async () => {
    const storeId = await createTestStore(api.db);
    const key = await keyOf(storeId);
    const make = async (changes: object, act?: 'schedule' | 'open' | 'pause' | 'close') => {
      const product = await createTestProduct(api.db, storeId);
      const waitlistId = await createTestWaitlist(api.db, { storeId, product }, changes);
      if (act === 'pause' || act === 'close') await changeWaitlistState(api.deps, { storeId, waitlistId }, 'open');
      if (act) await changeWaitlistState(api.deps, { storeId, waitlistId }, act);
      return waitlistId;
    };
    await make({}); // a draft
    const later = { launchesAt: new Date(Date.now() + 3_600_000) };
    await make(later, 'schedule');
    await make({}, 'pause');
    await make({}, 'close');
    const first = await make({}, 'open');
    const second = await make({}, 'open');
    const due = await make(later, 'schedule');
    const past = await make({}, 'open');
    await rewrite("UPDATE waitlist SET launches_at = now() - interval '1 hour' WHERE id = $1", [due]);
    await rewrite("UPDATE waitlist SET closes_at = now() - interval '1 second' WHERE id = $1", [past]);
    const { json } = await api.ask(waitlists(key));
    const listed = json.data as { id: string; is_scheduled: boolean; launch_date: string | null }[];
    expect(listed.map(({ id }) => id)).toEqual([second, first, due]);
    expect(listed[2]).toMatchObject({ is_scheduled: true, launch_date: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  test('of a store without waitlists is empty', async () => {
    const { json } = await api.ask(waitlists(await keyOf(await createTestStore(api.db))));
    expect(json).toEqual({ meta: { result: 'success' }, data: [] });
  });
});

describe('GET /availability', () => {
  test('counts units that are neither held nor sold, with every field', async () => {
    const [first, second] = variantsOf(store.product);
    await rewrite('UPDATE unit SET held = 2, sold = 3 WHERE waitlist_id = $1 AND variant_id = $2', [
      store.waitlistId,
      first.id,
    ]);
    await rewrite('UPDATE unit SET sold = 10 WHERE waitlist_id = $1 AND variant_id = $2', [
      store.waitlistId,
      second.id,
    ]);
    await rewrite('UPDATE variant SET in_stock = 7, oversell_enabled = true WHERE id = $1', [first.id]);
    await rewrite("UPDATE variant SET in_stock = -4, sku = '' WHERE id = $1", [second.id]);
    const { status, json } = await api.ask(availability(store.storeKey, store.product.externalId));
    expect(status).toBe(200);
    const shared = { waitlist_id: store.waitlistId, left_to_shelf: false };
    expect(json).toEqual({
      meta: { result: 'success' },
      data: {
        id: store.product.externalId,
        product_code: store.product.handle,
        available: true,
        available_stock: 5,
        variants: [
          {
            id: first.externalId,
            sku: 'AUR-0',
            available: true,
            available_stock: 5,
            available_in_stock: 7,
            oversell_enabled: true,
            ...shared,
          },
          {
            id: second.externalId,
            sku: '',
            available: false,
            available_stock: 0,
            available_in_stock: 0,
            oversell_enabled: false,
            ...shared,
          },
        ],
      },
    });
  });

  test('stays available without units left, since its waitlist is open', async () => {
    const { storeKey, product, waitlistId } = await createStoreWithWaitlist(api, { prices: [100] });
    await rewrite('UPDATE unit SET sold = allocated WHERE waitlist_id = $1', [waitlistId]);
    const { json } = await api.ask(availability(storeKey, product.externalId));
    expect(json.data).toMatchObject({ available: true, available_stock: 0, variants: [{ available: false }] });
  });

  test.each(['pause', 'close'] as const)('has no stock after %s, and lists every variant', async (act) => {
    const { storeId, storeKey, product, waitlistId } = await createStoreWithWaitlist(api);
    await changeWaitlistState(api.deps, { storeId, waitlistId }, act);
    const { status, json } = await api.ask(availability(storeKey, product.externalId));
    expect(status).toBe(200);
    const none = { available: false, available_stock: 0, waitlist_id: null };
    expect(json.data).toMatchObject({ available: false, available_stock: 0, variants: [none, none] });
  });

  test('lists a variant that is gone only while the open waitlist sells it', async () => {
    const { storeId, storeKey, product, waitlistId } = await createStoreWithWaitlist(api);
    await rewrite('UPDATE variant SET gone_at = now() WHERE id = $1', [variantsOf(product)[0].id]);
    const listed = async () => {
      const { json } = await api.ask(availability(storeKey, product.externalId));
      return (json.data as { variants: { id: string }[] }).variants.map(({ id }) => id);
    };
    expect(await listed()).toEqual(product.variants.map(({ externalId }) => externalId));
    await changeWaitlistState(api.deps, { storeId, waitlistId }, 'close');
    api.deps.answers.flush();
    expect(await listed()).toEqual([variantsOf(product)[1].externalId]);
  });

  test.each([
    ['a global id', (id: string) => `gid://shopify/Product/${id}`],
    ['its base64', (id: string) => Buffer.from(`gid://shopify/Product/${id}`).toString('base64')],
    ['spaces around it', (id: string) => ` ${id} `],
  ])('takes %s for the id', async (_name, write) => {
    const { externalId } = store.product;
    const { status, json } = await api.ask(availability(store.storeKey, write(externalId)));
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ id: externalId });
  });

  test('takes the key in capitals', async () => {
    const { status } = await api.ask(availability(store.storeKey.toUpperCase(), store.product.externalId));
    expect(status).toBe(200);
  });

  test('answers 404 for an unknown product', async () => {
    const { status, json } = await api.ask(availability(store.storeKey, '404404'));
    expect(status).toBe(404);
    expect(json.error).toMatchObject({ code: 'product_not_found', param: 'product_id' });
  });

  test('finds a product as soon as its import is notified', async () => {
    const { storeId, storeKey } = store;
    const path = availability(storeKey, '990099');
    expect((await api.ask(path)).status).toBe(404);
    const product = await createTestProduct(api.db, storeId);
    await api.db.query("UPDATE product SET external_id = '990099' WHERE id = $1", [product.id]);
    api.deps.answers.invalidate(storeId, product.id);
    expect((await api.ask(path)).status).toBe(200);
  });
});

describe('a store’s data are isolated', () => {
  test('from another store with the same platform ids', async () => {
    const other = await createStoreWithWaitlist(api);
    await rewrite('UPDATE product SET external_id = $1 WHERE id = $2', [store.product.externalId, other.product.id]);
    const ours = await api.ask(availability(store.storeKey, store.product.externalId));
    const theirs = await api.ask(availability(other.storeKey, store.product.externalId));
    expect(ours.json.data).toMatchObject({ product_code: store.product.handle });
    expect(theirs.json.data).toMatchObject({ product_code: other.product.handle });
    const lists = await Promise.all([store, other].map(({ storeKey }) => api.ask(waitlists(storeKey))));
    for (const [index, { waitlistId }] of [store, other].entries()) {
      const data = lists[index]?.json.data as unknown as { id: string }[];
      expect(data.map(({ id }) => id)).toEqual([waitlistId]);
    }
  });

  test('and a product id of another store is unknown', async () => {
    const other = await createStoreWithWaitlist(api);
    for (const id of [other.product.externalId, other.product.id, store.product.id, store.waitlistId]) {
      const { status, text } = await api.ask(availability(store.storeKey, id));
      expect(status).toBe(404);
      expect(text).not.toContain(other.product.handle);
    }
  });

  test('and no internal id or other key opens a store', async () => {
    for (const key of [store.storeId, store.waitlistId, randomUUID()]) {
      const { status, json } = await api.ask(waitlists(key));
      expect(status).toBe(401);
      expect(json.error.code).toBe('invalid_api_key');
    }
  });
});

async function keyOf(storeId: string): Promise<string> {
  const [row] = await api.db.query<{ key: string }>('SELECT public_key AS key FROM store WHERE id = $1', [storeId]);
  return row?.key ?? '';
}

function variantsOf(product: TestProduct) {
  const [first, second] = product.variants;
  if (!first || !second) throw new Error('fewer than two variants');
  return [first, second] as const;
}
