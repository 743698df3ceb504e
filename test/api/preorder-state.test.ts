import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { type Api, startApi } from '../support/api.ts';
import { shiftClock } from '../support/core.ts';
import { createTestProduct } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  store = await createStoreWithWaitlist(api, { store: { locale: 'en-GB' } });
});
afterAll(() => api.stop());

const ofProduct = (handle = store.product.handle, storeKey = store.storeKey) =>
  api.ask(`/api/v1/products/preorder-state?api_key=${storeKey}&handle=${encodeURIComponent(handle)}`);
const ofVariant = (id: string, storeKey = store.storeKey) =>
  api.ask(`/api/v1/variants/preorder-state?api_key=${storeKey}&variant_id=${encodeURIComponent(id)}`);

const productView = () => {
  const { externalId, handle } = store.product;
  return { id: externalId, product_code: handle, handle };
};

/** The state of the product, and of each of its variants. */
async function states(): Promise<string[]> {
  const answers = await Promise.all([ofProduct(), ...store.product.variants.map((each) => ofVariant(each.externalId))]);
  return answers.map(({ json }) => (json.data as { state: string }).state);
}

/** Flushes the cache after a change by SQL, because no command invalidated it. */
async function rewrite(sql: string, values: unknown[]): Promise<void> {
  await api.db.query(sql, values);
  api.deps.answers.flush();
}

const first = () => store.product.variants[0] ?? { id: '', externalId: '' };
const useUp = (variantId: string) =>
  rewrite('UPDATE unit SET sold = allocated WHERE waitlist_id = $1 AND variant_id = $2', [store.waitlistId, variantId]);
const putOnShelf = (variantId: string, count: number) =>
  rewrite('UPDATE variant SET in_stock = $2 WHERE id = $1', [variantId, count]);

describe('the answer’s content', () => {
  test('of a product has its open waitlist as in the list', async () => {
    const listed = await api.ask(`/api/v1/waitlists?api_key=${store.storeKey}`);
    const { status, json } = await ofProduct();
    expect(status).toBe(200);
    expect(json).toEqual({
      meta: { result: 'success' },
      data: {
        id: store.product.externalId,
        product_code: store.product.handle,
        product: productView(),
        state: 'ON_PREORDER',
        waitlist: {
          ...(listed.json.data as object[])[0],
          units_left: 10 * store.product.variants.length,
          compatible_checkouts: ['service'],
        },
      },
    });
  });

  test('of a variant has its product', async () => {
    const { status, json } = await ofVariant(first().externalId);
    expect(status).toBe(200);
    expect(json).toEqual({
      meta: { result: 'success' },
      data: {
        id: first().externalId,
        sku: 'AUR-0',
        product: productView(),
        state: 'ON_PREORDER',
        waitlist: expect.objectContaining({
          id: store.waitlistId,
          units_left: 10,
          compatible_checkouts: ['service'],
        }),
      },
    });
  });

  test.each([
    ['a global id', (id: string) => `gid://shopify/ProductVariant/${id}`],
    ['its base64', (id: string) => Buffer.from(`gid://shopify/ProductVariant/${id}`).toString('base64')],
  ])('for %s equals that for the id', async (_name, write) => {
    const { status, json } = await ofVariant(write(first().externalId));
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ id: first().externalId });
  });
});

describe('the state', () => {
  test('follows units, the shelf and the waitlist', async () => {
    const [one, other] = store.product.variants.map(({ id }) => id) as [string, string];
    expect(await states()).toEqual(['ON_PREORDER', 'ON_PREORDER', 'ON_PREORDER']);
    await useUp(one);
    expect(await states()).toEqual(['ON_PREORDER', 'SOLD_OUT', 'ON_PREORDER']);
    await useUp(other);
    expect(await states()).toEqual(['SOLD_OUT', 'SOLD_OUT', 'SOLD_OUT']);
    await putOnShelf(other, 3);
    expect(await states()).toEqual(['AVAILABLE_IN_STOCK', 'SOLD_OUT', 'AVAILABLE_IN_STOCK']);
    await putOnShelf(other, -2);
    await changeWaitlistState(api.deps, { storeId: store.storeId, waitlistId: store.waitlistId }, 'pause');
    api.deps.answers.flush();
    expect(await states()).toEqual(['NO_OPEN_WAITLISTS', 'NO_OPEN_WAITLISTS', 'NO_OPEN_WAITLISTS']);
    await putOnShelf(one, 1);
    expect(await states()).toEqual(['AVAILABLE_IN_STOCK', 'AVAILABLE_IN_STOCK', 'NO_OPEN_WAITLISTS']);
  });

  test('comes with the units that are left', async () => {
    await useUp(first().id);
    const left = ({ json }: Awaited<ReturnType<typeof ofProduct>>) =>
      (json.data as { waitlist: { units_left: number } }).waitlist.units_left;
    const all = 10 * store.product.variants.length;
    expect([left(await ofProduct()), left(await ofVariant(first().externalId))]).toEqual([all - 10, 0]);
  });

  test('counts units that are held as not left', async () => {
    await rewrite('UPDATE unit SET held = allocated WHERE waitlist_id = $1 AND variant_id = $2', [
      store.waitlistId,
      first().id,
    ]);
    expect(await states()).toEqual(['ON_PREORDER', 'SOLD_OUT', 'ON_PREORDER']);
  });

  test('of a variant outside the waitlist says that no waitlist is open for it', async () => {
    await rewrite('ALTER TABLE unit DISABLE TRIGGER unit_is_kept', []);
    await rewrite('DELETE FROM unit WHERE waitlist_id = $1 AND variant_id = $2', [store.waitlistId, first().id]);
    await rewrite('DELETE FROM waitlist_variant WHERE waitlist_id = $1 AND variant_id = $2', [
      store.waitlistId,
      first().id,
    ]);
    const { json } = await ofVariant(first().externalId);
    expect(json.data).toMatchObject({ state: 'NO_OPEN_WAITLISTS', waitlist: null });
    expect(await states()).toEqual(['ON_PREORDER', 'NO_OPEN_WAITLISTS', 'ON_PREORDER']);
  });

  test('of a variant that is gone is answered while the waitlist sells it', async () => {
    await rewrite('UPDATE variant SET gone_at = now(), in_stock = 4 WHERE id = $1', [first().id]);
    expect(await states()).toEqual(['ON_PREORDER', 'ON_PREORDER', 'ON_PREORDER']);
    await changeWaitlistState(api.deps, { storeId: store.storeId, waitlistId: store.waitlistId }, 'close');
    api.deps.answers.flush();
    const { status, json } = await ofVariant(first().externalId);
    expect(status).toBe(404);
    expect(json.error).toMatchObject({ code: 'variant_not_found', param: 'variant_id' });
    expect((await ofProduct()).json.data).toMatchObject({ state: 'NO_OPEN_WAITLISTS', waitlist: null });
  });

  test('changes exactly when the waitlist ends, although the answer was cached', async () => {
    await rewrite("UPDATE waitlist SET closes_at = now() + interval '1 hour' WHERE id = $1", [store.waitlistId]);
    await shiftClock(api.db, 3_598);
    expect((await ofProduct()).headers.get('cache-control')).toMatch(/s-maxage=[01],/);
    await expect.poll(states, { timeout: 5_000 }).toEqual(Array(3).fill('NO_OPEN_WAITLISTS'));
    await shiftClock(api.db, -3_598);
  });
});

describe('the answer', () => {
  test('is cached, invalidated by changes, and 304 for its ETag', async () => {
    const before = await ofProduct();
    const etag = before.headers.get('etag') ?? '';
    const path = `/api/v1/products/preorder-state?api_key=${store.storeKey}&handle=${store.product.handle}`;
    expect((await api.ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(before.headers.get('access-control-allow-origin')).toBe('*');
    await api.db.query('UPDATE unit SET sold = allocated WHERE waitlist_id = $1', [store.waitlistId]);
    expect((await ofProduct()).text).toBe(before.text); // no notification yet
    api.deps.answers.invalidate(store.storeId, store.product.id);
    expect((await ofProduct()).json.data).toMatchObject({ state: 'SOLD_OUT' });
  });

  test('is 404 for a product or variant of another store', async () => {
    const other = await createStoreWithWaitlist(api);
    const beside = await createTestProduct(api.db, other.storeId);
    for (const handle of ['nothing', other.product.handle, beside.handle, store.product.externalId]) {
      const { status, json } = await ofProduct(handle);
      expect(status).toBe(404);
      expect(json.error).toMatchObject({ code: 'product_not_found', param: 'handle' });
    }
    for (const id of ['404404', other.product.variants[0]?.externalId ?? '', first().id, store.product.externalId]) {
      const { status, json } = await ofVariant(id);
      expect(status).toBe(404);
      expect(json.error).toMatchObject({ code: 'variant_not_found', param: 'variant_id' });
    }
  });

  test('is of the right store if two have the same handle and ids', async () => {
    const other = await createStoreWithWaitlist(api);
    await rewrite('UPDATE product SET handle = $1 WHERE id = $2', [store.product.handle, other.product.id]);
    await rewrite('UPDATE variant SET external_id = $1 WHERE id = $2', [
      first().externalId,
      other.product.variants[0]?.id,
    ]);
    for (const { storeKey, waitlistId } of [store, other]) {
      const waitlist = expect.objectContaining({ id: waitlistId });
      expect((await ofProduct(store.product.handle, storeKey)).json.data).toMatchObject({ waitlist });
      expect((await ofVariant(first().externalId, storeKey)).json.data).toMatchObject({ waitlist });
    }
  });
});
