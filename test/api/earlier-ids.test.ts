import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createCheckoutClient, shippingStep } from '../support/checkout-client.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

// A store whose pages have ids that the service made, and which gets the platform's later.
let system: Api;
let store: StoreWithWaitlist;
let admin: AdminClient;
let checkout: ReturnType<typeof createCheckoutClient>;
let earlier: { product: string; variant: string };
const NEW = { product: '8123456789012', variant: '44123456789012' };

beforeAll(async () => {
  system = await startApi();
  checkout = createCheckoutClient(system);
});
afterAll(() => system.stop());
beforeEach(async () => {
  store = await createStoreWithWaitlist(system, { prices: [12_900, 13_900] });
  admin = await tokenClient(system, store.storeId);
  earlier = { product: store.product.externalId, variant: store.product.variants[0]?.externalId ?? '' };
});

const mapAll = () =>
  admin.post('/catalog/ids', {
    products: [{ product: store.product.handle, id: NEW.product, variants: [{ variant: 'AUR-0', id: NEW.variant }] }],
  });

async function get(path: string, query: Record<string, string>) {
  const response = await fetch(`${system.baseUrl}${path}?${new URLSearchParams(query)}`);
  return { status: response.status, text: await response.text() };
}
const availability = (product_id: string) => get('/api/v1/availability', { api_key: store.storeKey, product_id });

describe('after a mapping', () => {
  test('the public API answers to both ids, at once, and tells the platform’s', async () => {
    expect((await availability(NEW.product)).status).toBe(404);
    expect((await availability(earlier.product)).status).toBe(200);
    const answer = await mapAll();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toEqual({ products: 1, variants: 1 });
    const [byEarlier, byNew] = [
      await availability(earlier.product),
      await availability(`gid://shopify/Product/${NEW.product}`),
    ];
    expect(byEarlier.text).toBe(byNew.text);
    const { data } = JSON.parse(byNew.text);
    expect([data.id, data.variants[0].id]).toEqual([NEW.product, NEW.variant]);
    for (const variant_id of [earlier.variant, NEW.variant]) {
      const state = await get('/api/v1/variants/preorder-state', { api_key: store.storeKey, variant_id });
      expect(JSON.parse(state.text).data).toMatchObject({ id: NEW.variant, product: { id: NEW.product } });
    }
    const waitlists = await get('/api/v1/waitlists', { api_key: store.storeKey });
    expect(JSON.parse(waitlists.text).data[0].product.id).toBe(NEW.product);
  });

  test('a page with the earlier ids still shows its variant and sells it', async () => {
    await mapAll();
    for (const type of ['button', 'price', 'learn-more', 'checkout']) {
      const { text } = await get(`/frames/1/${type}`, { key: store.storeKey, product: earlier.product });
      expect(text, type).toContain('Aurora Jacket');
      if (type === 'button' || type === 'price')
        expect(text).toMatch(new RegExp(`"${earlier.variant}":{[^}]*"id":"${NEW.variant}"}`));
    }
    const held = await checkout.hold(shippingStep(store));
    expect(held.variantId).toBe(NEW.variant);
  });

  test('a pre-order that was placed before has the ids of now, everywhere', async () => {
    const held = await checkout.hold(shippingStep(store));
    const paid = await checkout.pay(held, 'succeeds');
    const reference = paid.data.checkout.preorder?.reference ?? '';
    await mapAll();
    expect(await readPreorder(system.db, store.storeId, reference)).toMatchObject({
      productExternalId: NEW.product,
      lines: [{ variantExternalId: NEW.variant }],
    });
    const shown = await admin.get(`/preorders/${reference}`);
    expect(shown.json.data).toMatchObject({ product: { id: NEW.product }, lines: [{ variant: { id: NEW.variant } }] });
    const [evidence] = await system.db.query(
      `SELECT product_external_id AS product, variant_external_id AS variant FROM preorder o
       JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id WHERE o.reference = $1`,
      [reference],
    );
    expect(evidence).toEqual(earlier);
  });
});

describe('POST /catalog/ids', () => {
  test('is done once, is in the activity log, and refuses what cannot be', async () => {
    expect((await mapAll()).status).toBe(200);
    expect((await mapAll()).json.data).toEqual({ products: 0, variants: 0 });
    const { data: log } = (await admin.get('/activity')).json as { data: { action: string }[] };
    expect(log[0]).toMatchObject({ action: 'catalog.map_ids', subject: store.storeId });
    const refused = async (product: object) => {
      const { status, json } = await admin.post('/catalog/ids', { products: [product] });
      return [status, json.error.code];
    };
    expect(await refused({ product: 'nothing', id: '1' })).toEqual([404, 'product_not_found']);
    const named = { product: NEW.product };
    expect(await refused({ ...named, variants: [{ variant: 'x', id: '1' }] })).toEqual([422, 'unknown_variant']);
    const [, other] = store.product.variants;
    expect(await refused({ ...named, variants: [{ variant: NEW.variant, id: other?.externalId }] })).toEqual([
      422,
      'id_taken',
    ]);
    expect(await refused({ ...named, id: 'a\0b' })).toEqual([400, 'invalid_parameter']);
    expect(await refused({ ...named, price: 1 })).toEqual([400, 'invalid_parameter']);
    const reader = await tokenClient(system, store.storeId, ['catalog:read']);
    expect((await reader.post('/catalog/ids', { products: [{ ...named, id: '1' }] })).status).toBe(403);
  });

  test('takes titles of variants, and exchanges two', async () => {
    const [one, two] = store.product.variants;
    const { json } = await admin.post('/catalog/ids', {
      products: [
        {
          product: earlier.product,
          variants: [
            { variant: 'Size 0', id: two?.externalId },
            { variant: two?.externalId, id: one?.externalId },
          ],
        },
      ],
    });
    expect(json.data).toEqual({ products: 0, variants: 2 });
    const { data } = JSON.parse((await availability(earlier.product)).text);
    expect(data.variants.map(({ id, sku }: { id: string; sku: string }) => [id, sku])).toEqual([
      [two?.externalId, 'AUR-0'],
      [one?.externalId, 'AUR-1'],
    ]);
  });
});

describe('GET /catalog/ids', () => {
  const find = async (id: string, as?: string) =>
    (await admin.get(`/catalog/ids?${new URLSearchParams({ id, ...(as && { as }) })}`)).json.data as Record<
      string,
      unknown
    >;

  test('tells what an id means, and why it means nothing', async () => {
    await mapAll();
    const product = { id: NEW.product, product_code: store.product.handle, title: 'Aurora Jacket' };
    expect(await find(`gid://shopify/Product/${NEW.product}`)).toMatchObject({
      id: NEW.product,
      found: 'product',
      earlier: false,
      product,
    });
    expect(await find(earlier.product)).toMatchObject({ found: 'product', earlier: true, product });
    expect(await find(earlier.variant)).toMatchObject({
      found: 'variant',
      earlier: true,
      variant: { id: NEW.variant },
    });
    expect(await find(store.product.handle)).toMatchObject({ found: null, why: 'handle', product });
    expect(await find('AUR-1')).toMatchObject({ found: null, why: 'sku', product, variant: { sku: 'AUR-1' } });
    expect(await find(`000${NEW.product}`)).toMatchObject({ found: null, why: 'similar', product });
    expect(await find('404404', 'variant')).toMatchObject({
      found: null,
      why: 'unknown',
      product: null,
      variant: null,
    });
  });

  test('knows a number that JavaScript has rounded', async () => {
    const id = '8123456789012345671';
    await admin.post('/catalog/ids', { products: [{ product: store.product.handle, id }] });
    expect(await find(`${Number(id)}`)).toMatchObject({ why: 'similar', product: { id } });
    expect(await find('8123456789012349999')).toMatchObject({ why: 'unknown' });
  });
});
