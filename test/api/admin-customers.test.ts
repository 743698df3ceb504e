import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { writeDueWords } from '../../src/core/preorders/commands/keep-words.ts';
import { writeToStore } from '../../src/core/preorders/commands/write-to-store.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../support/core.ts';
import { sendMails } from '../support/mails.ts';
import { copyPreorder } from '../support/many-preorders.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 50 });
  client = await tokenClient(api, offer.storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

async function buyAs(email: string, firstName = 'Ada', lastName = 'Lovelace'): Promise<string> {
  const { address } = checkoutRequest(offer);
  return buyFrom(core, offer, { email, address: { ...address, firstName, lastName } });
}

const list = async (query = '') => (await client.get(`/customers${query}`)).json;
const emailsOf = (json: { data: { email: string }[] }) => json.data.map(({ email }) => email);

describe('the list of customers', () => {
  test('has one entry for an address however it is written, the one with the newest pre-order first', async () => {
    await buyAs('ada@mail.example');
    await buyAs('bo@mail.example', 'Bo', 'Lindqvist');
    const newest = await buyAs('ADA@mail.example');
    const { data, meta } = await list();
    expect(emailsOf({ data })).toEqual(['ADA@mail.example', 'bo@mail.example']);
    expect(meta).toMatchObject({ next: null, incomplete: false });
    const { total, currency } = (await client.get(`/preorders/${newest}`)).json.data;
    expect(data[0]).toMatchObject({
      name: 'Ada Lovelace',
      preorder_count: 2,
      complete: true,
      last_preorder: newest,
      spent: [{ currency, refunded: '0.00', spent: (2 * Number(total)).toFixed(2) }],
    });
  });

  test('is read page by page, and found by any part of a name or an address', async () => {
    for (const [email, name] of [
      ['ada@mail.example', 'Ada'],
      ['bo@mail.example', 'Bo'],
      ['cy@mail.example', 'Cyrus'],
    ] as const) {
      await buyAs(email, name, 'Lindqvist');
      await buyAs(email, name, 'Lindqvist');
    }
    const first = await list('?limit=2');
    expect(emailsOf(first)).toEqual(['cy@mail.example', 'bo@mail.example']);
    const second = await list(`?limit=2&after=${first.meta.next}`);
    expect([emailsOf(second), second.meta.next]).toEqual([['ada@mail.example'], null]);
    for (const write of [async () => {}, () => writeDueWords(api.db)]) {
      await write();
      expect(emailsOf(await list('?q=yrus'))).toEqual(['cy@mail.example']);
      expect(emailsOf(await list('?q=bo%40mail'))).toEqual(['bo@mail.example']);
      const all = await list('?q=lindq&limit=1');
      expect(emailsOf(all)).toEqual(['cy@mail.example']);
      expect(emailsOf(await list(`?q=lindq&after=${all.meta.next}`))).toEqual(['bo@mail.example', 'ada@mail.example']);
    }
    expect(emailsOf(await list('?q=nobody'))).toEqual([]);
    expect((await list('?after=PO-0000-0000-0')).error).toMatchObject({ code: 'invalid_parameter', param: 'after' });
    expect((await list('?q=x')).error).toMatchObject({ param: 'q' });
  });

  test('counts and sums up 500 pre-orders of one customer, and says that there are more', async () => {
    const reference = await buyAs('reseller@mail.example');
    await api.db.query('UPDATE unit SET allocated = 10000 WHERE store_id = $1', [offer.storeId]);
    await copyPreorder(core, { storeId: offer.storeId, reference }, 520);
    const { data } = await list();
    expect(data).toMatchObject([{ preorder_count: 500, complete: false }]);
    const one = (await client.get(`/customers/${data[0].id}`)).json.data;
    expect(one.preorders).toHaveLength(50);
  });
});

describe('one customer', () => {
  test('has what they bought, spent, asked, and what was mailed and noted', async () => {
    const reference = await buyAs('ada@mail.example');
    const { id: preorderId } = await readPreorder(api.db, offer.storeId, reference);
    await client.post(`/preorders/${reference}/notes`, { text: 'likes blue' });
    await client.post(`/preorders/${reference}/messages`, { text: 'It ships soon' });
    await writeToStore(core, { storeId: offer.storeId, preorderId, words: 'When does it ship?' });
    await sendMails(core);
    const [{ id }] = (await list()).data;
    const { status, json } = await client.get(`/customers/${id}`);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      id,
      email: 'ada@mail.example',
      name: 'Ada Lovelace',
      address: { country: 'DE' },
      mails_stopped: null,
      preorders: [{ reference, state: 'placed', units: 1 }],
      messages: [{ from: 'shopper' }, { from: 'store', text: 'It ships soon', preorder: reference }],
      notes: [{ text: 'likes blue', preorder: reference }],
      withdrawals: [],
    });
    expect(json.data.mails.map(({ kind }: { kind: string }) => kind)).toContain('placed');
    expect((await client.get(`/preorders/${reference}`)).json.data.customer).toBe(id);
    const bought = (await client.get(`/preorders?customer=${id}`)).json.data;
    expect(bought).toMatchObject([{ reference, customer: id }]);
    await client.post('/suppressions', { email: 'ada@mail.example' });
    expect((await client.get(`/customers/${id}`)).json.data.mails_stopped).toBe('bounced');
  });

  test('is not there for another store, once erased, and under a made-up id', async () => {
    const reference = await buyAs('ada@mail.example');
    const [{ id }] = (await list()).data;
    const other = await createOffer(core, { allocation: 1 });
    const stranger = await tokenClient(api, other.storeId);
    expect((await stranger.get('/customers')).json.data).toEqual([]);
    const missing = { code: 'customer_not_found' };
    expect((await stranger.get(`/customers/${id}`)).json.error).toMatchObject(missing);
    expect((await stranger.get(`/customers?after=${reference}`)).json.error).toMatchObject({ param: 'after' });
    expect((await stranger.get(`/preorders?customer=${id}`)).json.data).toEqual([]);
    await sendMails(core);
    await erase(core, { storeId: offer.storeId, email: 'ada@mail.example' }, { openToo: true });
    expect((await list()).data).toEqual([]);
    const pseudonym = (
      await api.db.query<{ key: string }>('SELECT customer_key AS key FROM preorder WHERE reference = $1', [reference])
    )[0]?.key;
    for (const gone of [id, pseudonym, 'nobody']) {
      const { status, json } = await client.get(`/customers/${gone}`);
      expect([status, json.error.code]).toEqual([404, 'customer_not_found']);
    }
    expect((await client.get(`/preorders/${reference}`)).json.data.customer).toBeNull();
  });

  test('needs the scope for people', async () => {
    const reference = await buyAs('ada@mail.example');
    const [{ id }] = (await list()).data;
    const clerk = await tokenClient(
      api,
      offer.storeId,
      ALL_SCOPES.filter((scope) => scope !== 'preorders:personal'),
    );
    for (const path of ['/customers', `/customers/${id}`, `/preorders?customer=${id}`]) {
      const { status, json } = await clerk.get(path);
      expect([status, json.error.code, json.error.data.scope]).toEqual([403, 'scope_required', 'preorders:personal']);
    }
    expect((await clerk.get(`/preorders/${reference}`)).json.data.customer).toBeNull();
  });
});
