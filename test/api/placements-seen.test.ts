import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StoreChanges, updateStore } from '../../src/core/stores/commands.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import type { Minor } from '../../src/domain/money.ts';
import { createRequestLimits, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestStore } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

const PLENTY = Object.fromEntries(Object.keys(REQUEST_LIMITS).map((name) => [name, { perSecond: 1e6, burst: 1e6 }]));

let api: Api;
let store: StoreWithWaitlist;
let shop: string;
beforeAll(async () => {
  api = await startApi({ deps: { limits: createRequestLimits(PLENTY as typeof REQUEST_LIMITS) } });
});
beforeEach(async () => {
  store = await createStoreWithWaitlist(api);
  await change({ shipping: [{ country: 'DE', amount: 490 as Minor }] });
  shop = `https://${randomUUID().slice(0, 8)}.example`; // what is noted once is not noted again for a minute
});
afterAll(() => api.stop());

const change = (changes: StoreChanges) => updateStore(api.deps, store.storeId, changes);

type View = { origin?: string; key?: string; product?: string; type?: string };

/** Asks for a placement's document like the iframe of a page. */
const view = ({
  origin = shop,
  key = store.storeKey,
  product = store.product.externalId,
  type = 'button',
}: View = {}) =>
  api.ask(`/frames/1/${type}?key=${key}&product=${product}&lang=en`, {
    headers: { 'sec-fetch-dest': 'iframe', referer: `${origin}/products/1?utm=somebody` },
  });

type Problem = { code: string; origin: string | null; subject: string | null; message: string };
type SeenPlacements = {
  pages: { origin: string; products: number; allowed: boolean; last_seen_at: string }[];
  problems: Problem[];
};

async function seen(): Promise<SeenPlacements> {
  await api.deps.sightings.flush();
  const client = await tokenClient(api, store.storeId, ['store:read']);
  return (await client.get('/placements')).json.data;
}
const codes = async () => (await seen()).problems.map(({ code }) => code);

describe('a page with a placement', () => {
  test('is noted with its origin and products, and without its path and query', async () => {
    await view();
    await view({ type: 'price' });
    const { pages, problems } = await seen();
    expect(pages).toEqual([{ ...pages[0], origin: shop, products: 1, allowed: true }]);
    expect(Date.now() - Date.parse(pages[0]?.last_seen_at ?? '')).toBeLessThan(60_000);
    expect(problems).toEqual([]);
    const rows = await api.db.query('SELECT * FROM sighting WHERE store_id = $1', [store.storeId]);
    expect(JSON.stringify(rows)).not.toMatch(/utm|products\/1/);
  });

  test('is written once a minute, however often it is looked at', async () => {
    for (let times = 0; times < 50; times++) await view();
    await seen();
    await api.db.query(`UPDATE sighting SET last_seen_at = last_seen_at - interval '1 hour' WHERE store_id = $1`, [
      store.storeId,
    ]);
    for (let times = 0; times < 50; times++) await view();
    const { pages } = await seen();
    expect(Date.now() - Date.parse(pages[0]?.last_seen_at ?? '')).toBeGreaterThan(3_500_000);
  });

  test('is noted by what it reports, where it hides its address', async () => {
    await api.ask(`/api/v1/measures?api_key=${store.storeKey}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: shop },
      body: '{}',
    });
    expect((await seen()).pages.map(({ origin, products }) => [origin, products])).toEqual([[shop, 0]]);
  });

  test('is not noted where it is one of ours, or nobody embeds it', async () => {
    await view({ origin: api.deps.baseUrl });
    await view({ origin: api.deps.portalUrl });
    await view({ origin: 'about:blank' });
    await api.ask(`/frames/1/button?key=${store.storeKey}&product=1`, { headers: { referer: shop } });
    expect((await seen()).pages).toEqual([]);
  });

  test('pushes out neither a registered page nor pages by products, whatever somebody invents', async () => {
    await change({ origins: [shop] });
    await view();
    await seen();
    for (let index = 0; index < 600; index++) await view({ origin: `https://x${index}-${shop.slice(8)}` });
    for (let index = 0; index < 600; index++) await view({ product: `p${index}` });
    const { pages } = await seen();
    expect(pages.some(({ origin }) => origin === shop)).toBe(true);
    const [row] = await api.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM sighting WHERE store_id = $1',
      [store.storeId],
    );
    expect(row?.count).toBe(500);
  });
});

describe('what is wrong', () => {
  test('nothing was seen', async () => {
    expect((await seen()).problems).toMatchObject([{ code: 'not_seen', origin: null }]);
  });

  test('a live store’s page is not allowed, until it is', async () => {
    const storeId = await createTestStore(api.db, { mode: 'live' });
    store = { ...store, storeId, storeKey: (await readStore(api.db, storeId)).publicKey };
    await change({ shipping: [{ country: 'DE', amount: 490 as Minor }] });
    await view();
    const { pages, problems } = await seen();
    expect(pages).toMatchObject([{ origin: shop, allowed: false }]);
    expect(problems).toMatchObject([
      { code: 'origin_not_allowed', origin: shop },
      { code: 'unknown_product' },
      { code: 'no_open_waitlist' },
      { code: 'no_payment_account' },
    ]);
    await change({ origins: [shop] });
    expect(await codes()).not.toContain('origin_not_allowed');
  });

  test.each(['00000000-0000-4000-8000-00000000ffff', 'YOUR-PUBLIC-KEY'])('the key %s is no store’s', async (key) => {
    await change({ origins: [shop] });
    await view({ key });
    expect((await seen()).problems).toMatchObject([{ code: 'unknown_key', origin: shop }]);
    await view();
    expect(await codes()).toEqual([]);
  });

  test('the key is another store’s: a test store’s on a live page', async () => {
    const other = await createStoreWithWaitlist(api);
    await change({ origins: [shop] });
    await view({ key: other.storeKey });
    expect((await seen()).problems).toMatchObject([{ code: 'key_of_test_store', origin: shop }]);
    const live = await readStore(api.db, await createTestStore(api.db, { mode: 'live' }));
    await view();
    expect(await codes()).toEqual([]);
    await api.db.query(`UPDATE sighting SET last_seen_at = last_seen_at - interval '1 hour' WHERE store_id = $1`, [
      store.storeId,
    ]);
    await view({ key: live.publicKey });
    expect((await seen()).problems).toMatchObject([{ code: 'key_of_live_store', origin: shop }]);
  });

  test('only the script is loaded', async () => {
    await change({ origins: [shop] });
    await api.ask('/api/v1/service.js', { headers: { 'sec-fetch-dest': 'script', referer: `${shop}/` } });
    expect((await seen()).problems).toMatchObject([{ code: 'script_without_placement', origin: shop }]);
    await view();
    expect(await codes()).toEqual([]);
  });

  test('a product is unknown, and why', async () => {
    await view({ product: store.product.handle });
    const { problems } = await seen();
    expect(problems).toMatchObject([{ code: 'unknown_product', origin: shop, subject: `id:${store.product.handle}` }]);
    expect(problems[0]?.message).toContain('is not an id but a handle');
  });

  test('nothing on the pages sells', async () => {
    await view();
    await changeWaitlistState(api.deps, store, 'pause');
    expect(await codes()).toEqual(['no_open_waitlist']);
  });

  test('nobody can be sent to, or pays no tax', async () => {
    await view();
    await change({ shipping: [] });
    expect(await codes()).toEqual(['no_shipping']);
    await change({
      shipping: [
        { country: 'DE', amount: 490 as Minor },
        { country: 'FR', amount: 990 as Minor },
      ],
      tax: [{ country: 'DE', region: '', millionths: 190_000 }],
    });
    expect((await seen()).problems).toMatchObject([{ code: 'no_tax_rate', subject: 'FR' }]);
  });
});

test('nobody else reads it', async () => {
  const client = await tokenClient(api, store.storeId, ['waitlists:read']);
  expect((await client.get('/placements')).json.error.code).toBe('scope_required');
});
