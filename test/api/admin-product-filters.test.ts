import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productExternalId } from '../../src/domain/catalog.ts';
import { sha256Hex } from '../../src/platform/crypto.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestProduct, createTestStore, createTestWaitlist } from '../support/merchant.ts';

let api: Api;
let storeId: string;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  storeId = await createTestStore(api.db);
  client = await tokenClient(api, storeId);
});
afterAll(() => api.stop());

type Listed = { product_code: string; image_url: string | null; id_made: boolean };

const found = async (query: string, from = client): Promise<string[]> =>
  (await from.get(`/products?${query}`)).json.data.map(({ product_code }: Listed) => product_code);
const refusal = async (query: string) => {
  const { status, json } = await client.get(`/products?${query}`);
  return [status, json.error?.code, json.error?.param];
};
const make = (handle: string, more: { title?: string; prices?: (number | null)[] } = {}) =>
  createTestProduct(api.db, storeId, { handle, ...more });
const set = (handle: string, assignment: string, value: string) =>
  api.db.query(`UPDATE product SET ${assignment} = $2 WHERE handle = $1 AND store_id = $3`, [handle, value, storeId]);

describe('the list', () => {
  test('finds by picture, waitlist, prices and vendor, alone and together', async () => {
    const coat = await make('coat');
    await make('hat', { prices: [1_900, null] });
    await set('coat', 'image_url', 'https://pictures.example/coat.jpg');
    await set('hat', 'vendor', 'Öland Mills');
    const waitlistId = await createTestWaitlist(api.db, { storeId, product: coat });
    expect(await found('picture=with')).toEqual(['coat']);
    expect(await found('picture=without')).toEqual(['hat']);
    expect((await client.get('/products?picture=with')).json.data[0].image_url).toBe(
      'https://pictures.example/coat.jpg',
    );
    expect(await found('waitlist=with')).toEqual(['coat']);
    expect(await found('waitlist=without')).toEqual(['hat']);
    await api.db.query(`UPDATE waitlist SET state = 'CLOSED', closed_at = now() WHERE id = $1`, [waitlistId]);
    expect(await found('waitlist=with')).toEqual([]);
    expect(await found('prices=without')).toEqual(['hat']);
    expect(await found('prices=with')).toEqual(['coat']);
    await api.db.query('UPDATE variant SET gone_at = now() WHERE price IS NULL AND store_id = $1', [storeId]);
    expect(await found('prices=without')).toEqual([]);
    expect(await found(`vendor=${encodeURIComponent('öland mills')}`)).toEqual(['hat']);
    expect(await found('vendor=mills')).toEqual([]);
    expect(await found('picture=with&waitlist=without&prices=with&q=coat')).toEqual(['coat']);
    const stranger = await tokenClient(api, await createTestStore(api.db));
    expect(await found('picture=with', stranger)).toEqual([]);
  });

  test('finds those whose id the service made, as each of them says', async () => {
    const handles = ['plain', 'ö-ß-湯呑', 'with "quotes"', 'back\\slash', 'a/b&c<d>'];
    for (const handle of handles) {
      await make(handle);
      await set(handle, 'external_id', productExternalId(sha256Hex, handle));
    }
    await make('mapped');
    const made = await found('ids=made');
    expect(new Set(made)).toEqual(new Set(handles));
    const all: Listed[] = (await client.get('/products')).json.data;
    expect(new Set(all.filter(({ id_made }) => id_made).map((one) => one.product_code))).toEqual(new Set(made));
    expect(await found('ids=platform')).toEqual(['mapped']);
  });

  test('comes in each order, and the other way round, page by page', async () => {
    const titles = ['Tarn', 'beacon', 'Aurora', 'tarn', 'Kelp'];
    for (const [index, title] of titles.entries()) {
      await make(`product-${index}`, { title });
      await set(`product-${index}`, 'vendor', ['Zeal', 'acme', ''][index % 3] ?? '');
    }
    const paged = async (sort: string) => {
      const seen: string[] = [];
      for (let after = ''; ; after = `&after=${seen.at(-1)}`) {
        const { json } = await client.get(`/products?sort=${sort}&limit=2${after}`);
        seen.push(...json.data.map(({ product_code }: Listed) => product_code));
        if (json.meta.next === null) return seen.map((code) => Number(code.slice(-1)));
      }
    };
    expect(await paged('handle')).toEqual([0, 1, 2, 3, 4]);
    expect(await paged('title')).toEqual([2, 1, 4, 0, 3]);
    expect(await paged('vendor')).toEqual([2, 1, 4, 0, 3]);
    expect(await paged('changed')).toEqual([0, 1, 2, 3, 4]);
    for (const sort of ['title', 'vendor', 'changed'])
      expect(await paged(`${sort}_desc`), sort).toEqual((await paged(sort)).reverse());
  });

  test('refuses what it does not know, and a place of another store', async () => {
    for (const name of ['picture', 'ids', 'waitlist', 'prices', 'sort'])
      expect(await refusal(`${name}=some`)).toEqual([400, 'invalid_parameter', name]);
    expect(await refusal('vendor=')).toEqual([400, 'missing_parameter', 'vendor']);
    const other = await createTestStore(api.db);
    await createTestProduct(api.db, other, { handle: 'theirs' });
    expect(await refusal('sort=title&after=theirs')).toEqual([400, 'invalid_parameter', 'after']);
    expect(await found('after=theirs')).toEqual([]);
  });
});
