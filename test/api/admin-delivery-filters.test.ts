import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addBatch } from '../../src/core/waitlists/commands/batch.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createTestProduct, createTestWaitlist } from '../support/merchant.ts';
import { arrive, firstBatch } from '../support/release.ts';

let api: Api;
let core: Core;
let offer: Offer;
let first: string;
let second: string;
let other: string;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 2, plan: { plan: 'pay_later' } });
  client = await tokenClient(api, offer.storeId);
  first = await firstBatch(core, offer);
  second = await addBatch(core, offer, {
    variants: [{ variantId: offer.variantId, allocation: 10 }],
    shipWindow: { from: '2030-09-01', until: '2030-09-10' },
  });
  const product = await createTestProduct(api.db, offer.storeId, { title: 'Zeal Lamp', handle: 'zeal-lamp' });
  const waitlistId = await createTestWaitlist(api.db, { storeId: offer.storeId, product });
  other = await firstBatch(core, { ...offer, waitlistId });
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

type Listed = { id: string; status: string };

const list = async (query: string, from = client): Promise<Listed[]> => (await from.get(`/batches?${query}`)).json.data;
const found = async (query: string, from = client) => (await list(query, from)).map(({ id }) => id);
const refusal = async (query: string) => {
  const { status, json } = await client.get(`/batches?${query}`);
  return [status, json.error?.code, json.error?.param];
};
const STATUSES = ['idle', 'ready', 'late', 'at_risk', 'on_time'];

/** Moves what is promised of the first batch. */
const promise = (from: string, until: string) =>
  api.db.query(
    `INSERT INTO promise (store_id, id, batch_id, version, ships_from, ships_until)
     SELECT store_id, gen_random_uuid(), batch_id, max(version) + 1, $2::date, $3::date FROM promise
     WHERE batch_id = $1 GROUP BY store_id, batch_id`,
    [first, from, until],
  );
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

describe('the list of deliveries', () => {
  test('finds by status, as each of them says', async () => {
    const seen = new Set<string>();
    const agree = async () => {
      const all = await list('');
      expect(all).toHaveLength(3);
      for (const status of STATUSES) {
        const ids = all.filter((one) => one.status === status).map(({ id }) => id);
        expect(await found(`status=${status}`), status).toEqual(ids);
        if (ids.length > 0) seen.add(status);
      }
    };
    await agree();
    await buyFrom(core, offer, { quantity: 2 });
    await agree();
    await promise(day(3), day(20));
    await agree();
    await arrive(core, offer, 1);
    await agree();
    await arrive(core, offer, 2);
    await agree();
    await promise(day(-20), day(-3));
    await agree();
    expect(seen).toEqual(new Set(STATUSES));
  });

  test('finds by product, waitlist and ship window, alone and together', async () => {
    expect(await found('product_id=zeal-lamp')).toEqual([other]);
    expect(await found(`waitlist_id=${offer.waitlistId}`)).toEqual([first, second]);
    expect(await found('ships_from=2030-09-10')).toEqual([second]);
    expect(await found('ships_from=2030-06-12&ships_until=2030-08-31')).toEqual(await found('ships_until=2030-08-31'));
    expect(await found('ships_from=2030-09-11')).toEqual([]);
    expect(await found(`waitlist_id=${offer.waitlistId}&ships_from=2030-09-01`)).toEqual([second]);
    await buyFrom(core, offer);
    expect(await found('waiting=true')).toEqual([first]);
    const stranger = await createOffer(core, { allocation: 1 });
    expect(await found(`ships_from=2030-09-01`, await tokenClient(api, stranger.storeId))).toEqual([]);
  });

  test('comes in each order, and the other way round, page by page', async () => {
    await buyFrom(core, offer, { quantity: 2 });
    await buyFrom(core, offer, { quantity: 1 });
    const paged = async (sort: string) => {
      const seen: string[] = [];
      for (let after = ''; ; after = `&after=${seen.at(-1)}`) {
        const { json } = await client.get(`/batches?sort=${sort}&limit=1${after}`);
        seen.push(...json.data.map(({ id }: Listed) => id));
        if (json.meta.next === null) return seen;
      }
    };
    expect(await paged('due')).toEqual([first, second, other]);
    expect((await paged('ships')).at(-1)).toBe(second);
    expect((await paged('title')).at(-1)).toBe(other);
    expect(await paged('waiting_desc')).toEqual([first, second, other]);
    for (const sort of ['ships', 'title', 'waiting'])
      expect(await paged(`${sort}_desc`), sort).toEqual((await paged(sort)).reverse());
  });

  test('refuses what it does not know, and what another store has', async () => {
    expect(await refusal('status=lost')).toEqual([400, 'invalid_parameter', 'status']);
    expect(await refusal('sort=colour')).toEqual([400, 'invalid_parameter', 'sort']);
    expect(await refusal('ships_from=soon')).toEqual([400, 'invalid_parameter', 'ships_from']);
    expect(await refusal('ships_until=2030-02-30')).toEqual([400, 'invalid_parameter', 'ships_until']);
    const stranger = await createOffer(core, { allocation: 1 });
    expect(await refusal(`waitlist_id=${stranger.waitlistId}`)).toEqual([404, 'waitlist_not_found', undefined]);
    expect(await refusal('product_id=none')).toEqual([404, 'product_not_found', 'product_id']);
    const theirs = await firstBatch(core, stranger);
    expect(await refusal(`sort=title&after=${theirs}`)).toEqual([404, 'batch_not_found', undefined]);
  });
});
