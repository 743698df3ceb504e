import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer } from '../support/core.ts';
import { createTestProduct, createTestStore, type TestProduct } from '../support/merchant.ts';

let api: Api;
let core: Core;
let storeId: string;
let product: TestProduct;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  storeId = await createTestStore(api.db);
  product = await createTestProduct(api.db, storeId, { prices: [12_900, 14_900] });
  client = await tokenClient(api, storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const body = (changes: object = {}) => ({
  product_id: product.externalId,
  ship_window: { from: '2030-06-10', until: '2030-06-15' },
  every_variant: { allocated: 10 },
  ...changes,
});

async function create(changes: object = {}): Promise<string> {
  const { status, json, text } = await client.post('/waitlists', body(changes));
  expect(status, text).toBe(201);
  return json.data.id;
}

const ids = async (query: string, from = client): Promise<string[]> =>
  (await from.get(`/waitlists?${query}`)).json.data.map(({ id }: { id: string }) => id);
const refusal = async (query: string) => {
  const { status, json } = await client.get(`/waitlists?${query}`);
  return [status, json.error?.code, json.error?.param];
};

describe('the list', () => {
  test('is narrowed by product, by a part of its name, by sale and by time of change', async () => {
    const other = await createTestProduct(api.db, storeId, { title: 'Tarn Blanket' });
    const first = await create();
    const second = await create({ product_id: other.handle });
    await client.post(`/waitlists/${first}/open`);
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('open=true')).toEqual([first]);
    expect(await ids(`product_id=${other.externalId}`)).toEqual([second]);
    expect(await ids('q=tarn')).toEqual([second]);
    expect(await ids(`q=${product.handle.toUpperCase()}`)).toEqual([first]);
    const { updated_at: seen } = (await client.get(`/waitlists/${second}`)).json.data;
    const after = new Date(Date.parse(seen) + 1).toISOString();
    await client.send(`PATCH /waitlists/${first}`, { text: 'Later' });
    expect(await ids(`updated_at_min=${after}`)).toEqual([first]);
    expect((await client.get('/waitlists?updated_at_min=x')).status).toBe(400);
    expect((await client.get('/waitlists?product_id=999')).status).toBe(404);
  });

  test('finds by whether shoppers wait, and whether units are left', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const owner = await tokenClient(api, offer.storeId);
    const product_id = (await owner.get('/products')).json.data[0].id;
    const second = (await owner.post('/waitlists', body({ product_id }))).json.data.id;
    expect(await ids('delivery=open', owner)).toEqual([]);
    expect(await ids('units=sold_out', owner)).toEqual([]);
    await buyFrom(core, offer);
    expect(await ids('delivery=open', owner)).toEqual([offer.waitlistId]);
    expect(await ids('delivery=done', owner)).toEqual([second]);
    expect(await ids('units=sold_out', owner)).toEqual([offer.waitlistId]);
    expect(await ids('units=left', owner)).toEqual([second]);
    expect(await ids('units=sold_out&delivery=done', owner)).toEqual([]);
    expect(await ids('delivery=open')).toEqual([]); // of another store
  });

  test('finds by the days of launch and close on the store’s clock, both of them whole', async () => {
    const first = await create({ launches_at: '2029-03-01T23:30:00+01:00', closes_at: '2029-04-01T00:30:00+02:00' });
    const second = await create({ launches_at: '2029-03-02T00:00:00+01:00' });
    await create();
    expect(await ids('launches_from=2029-03-01&launches_until=2029-03-01')).toEqual([first]);
    expect(await ids('launches_from=2029-03-02')).toEqual([second]);
    expect(await ids('launches_until=2029-03-02')).toEqual([second, first]);
    expect(await ids('closes_from=2029-04-01&closes_until=2029-04-01')).toEqual([first]);
    expect(await ids('closes_until=2029-03-31')).toEqual([]);
  });

  test('comes in each order, and the other way round, page by page', async () => {
    const titles = ['Tarn Blanket', 'beacon Lamp', 'Aurora Scarf', 'Kelp Vase', 'Tarn Blanket'];
    const made: string[] = [];
    for (const [index, title] of titles.entries()) {
      const { externalId: product_id } = await createTestProduct(api.db, storeId, { title });
      const day = `2030-07-1${index % 3}`;
      made.push(await create({ product_id, ship_window: { from: day, until: day } }));
    }
    await api.db.query('UPDATE unit SET sold = 3 WHERE store_id = $1 AND waitlist_id = $2', [storeId, made[1]]);
    await client.post(`/waitlists/${made[3]}/open`);
    const paged = async (sort: string) => {
      const seen: string[] = [];
      for (let after = ''; ; after = `&after=${seen.at(-1)}`) {
        const { json } = await client.get(`/waitlists?sort=${sort}&limit=2${after}`);
        seen.push(...json.data.map(({ id }: { id: string }) => id));
        if (json.meta.next === null) return seen;
      }
    };
    const orders = [
      ['oldest', 'newest'],
      ...['title', 'state', 'sold', 'ships', 'changed'].map((name) => [name, `${name}_desc`]),
    ];
    for (const [sort = '', backwards = ''] of orders) {
      const seen = await paged(sort);
      expect(new Set(seen), sort).toEqual(new Set(made));
      expect(await paged(backwards), backwards).toEqual([...seen].reverse());
    }
    const at = (id: string | undefined) => made.indexOf(id ?? '');
    const title = (await paged('title')).map((id) => titles[at(id)]);
    expect(title).toEqual(['Aurora Scarf', 'beacon Lamp', 'Kelp Vase', 'Tarn Blanket', 'Tarn Blanket']);
    expect(at((await paged('state'))[0])).toBe(3);
    expect(at((await paged('sold_desc'))[0])).toBe(1);
    expect((await paged('ships')).map((id) => at(id) % 3)).toEqual([0, 0, 1, 1, 2]);
    expect(at((await paged('changed_desc'))[0])).toBe(3);
  });

  test('refuses what it does not know, and a place of another store', async () => {
    expect(await refusal('delivery=maybe')).toEqual([400, 'invalid_parameter', 'delivery']);
    expect(await refusal('units=some')).toEqual([400, 'invalid_parameter', 'units']);
    expect(await refusal('sort=colour')).toEqual([400, 'invalid_parameter', 'sort']);
    expect(await refusal('launches_from=soon')).toEqual([400, 'invalid_parameter', 'launches_from']);
    expect(await refusal('closes_until=2031-02-30')).toEqual([400, 'invalid_parameter', 'closes_until']);
    const stranger = await createOffer(core, { allocation: 1 });
    for (const sort of ['newest', 'title', 'sold_desc'])
      expect(await refusal(`sort=${sort}&after=${stranger.waitlistId}`)).toEqual([400, 'invalid_parameter', 'after']);
    expect(await refusal('sort=title&after=x')).toEqual([400, 'invalid_parameter', 'after']);
  });
});
