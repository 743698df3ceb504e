import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../support/core.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient & { tokenId: string };
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

const clerk = () =>
  tokenClient(
    api,
    offer.storeId,
    ALL_SCOPES.filter((scope) => scope !== 'preorders:personal'),
  );

async function buyAs(email: string, firstName: string, lastName: string): Promise<string> {
  const { address } = checkoutRequest(offer);
  return buyFrom(core, offer, { email, address: { ...address, firstName, lastName } });
}

async function find(asker: AdminClient, query: string): Promise<string[]> {
  const { json } = await asker.get(`/preorders?${query}`);
  return json.data.map((one: { reference: string }) => one.reference);
}

describe('a search', () => {
  test('finds by reference, SKU, e-mail address and name, the newest first', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const bo = await buyAs('bo_1@mail.example', 'Bo', 'Lindqvist');
    for (const q of [ada, ada.toLowerCase().replaceAll('-', ' '), 'ADA@', 'love', 'ada  love', 'ada@mail.example']) {
      expect(await find(client, `q=${encodeURIComponent(q)}`), q).toEqual([ada]);
    }
    expect(await find(client, 'q=Li')).toEqual([bo]);
    expect(await find(client, 'q=aur-m')).toEqual([bo, ada]);
    expect(await find(client, `q=aur-m&limit=1&after=${bo}`)).toEqual([ada]);
    for (const q of ['bo%251', 'bo%25', 'b_%40', 'vel', '%5C%5C', 'aur']) {
      expect(await find(client, `q=${q}`), `${q} has no special meaning`).toEqual([]);
    }
    expect(await find(client, 'q=bo_1')).toEqual([bo]);
    const file = await client.get('/preorders.csv?q=love');
    expect([file.text.includes(ada), file.text.includes(bo)]).toEqual([true, false]);
  });

  test('finds no person without the scope for it, and no one of another store or who was erased', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    expect(await find(await clerk(), 'q=love')).toEqual([]);
    expect(await find(await clerk(), 'q=aur-m')).toEqual([ada]);
    const other = await createOffer(core, { allocation: 1 });
    const stranger = await tokenClient(api, other.storeId);
    for (const q of [ada, 'love', 'aur-m']) expect(await find(stranger, `q=${q}`)).toEqual([]);
    await erase(core, { storeId: offer.storeId, email: 'ada@mail.example' }, { openToo: true });
    expect(await find(client, 'q=love')).toEqual([]);
    expect(await find(client, `q=${ada}`)).toEqual([ada]);
    expect((await client.get('/preorders?q=x')).json.error).toMatchObject({ code: 'missing_parameter', param: 'q' });
  });

  test('may be narrowed to a product', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const { product } = (await client.get(`/preorders/${ada}`)).json.data;
    expect(await find(client, `product_id=${product.id}`)).toEqual([ada]);
    expect((await client.get('/preorders?product_id=999')).json.error.code).toBe('product_not_found');
  });
});

describe('a note', () => {
  const NOTE = 'Called: away until May.';

  test('stands with the pre-order and in its timeline, and is taken away', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const added = await client.post(`/preorders/${ada}/notes`, { text: ` ${NOTE}\u0007 ` });
    expect([added.status, added.json.data.notes]).toMatchObject([201, [{ text: NOTE, by: 'ERP' }]]);
    const [{ id }] = added.json.data.notes;
    const events = (await client.get(`/preorders/${ada}/timeline`)).json.data;
    expect(events.at(-1)).toMatchObject({ kind: 'note', what: 'ERP', reason: NOTE });
    const hidden = [
      await (await clerk()).get(`/preorders/${ada}`),
      await (await clerk()).get(`/preorders/${ada}/timeline`),
    ];
    for (const { text } of hidden) expect(text).not.toContain('Called');
    expect((await client.get('/activity')).text).not.toContain('Called');
    expect((await client.send(`DELETE /preorders/${ada}/notes/${id}`)).json.data.notes).toEqual([]);
    expect((await client.send(`DELETE /preorders/${ada}/notes/${id}`)).json.error.code).toBe('note_not_found');
  });

  test('goes with the person, into the export and away', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    await client.post(`/preorders/${ada}/notes`, { text: NOTE });
    const exported = await client.post('/people/export', { email: 'ada@mail.example' });
    expect(JSON.parse(exported.text).preorders[0].notes).toMatchObject([{ words: NOTE }]);
    await erase(core, { storeId: offer.storeId, email: 'ada@mail.example' }, { openToo: true });
    expect((await client.get(`/preorders/${ada}`)).json.data.notes).toEqual([]);
    const late = await client.post(`/preorders/${ada}/notes`, { text: NOTE });
    expect(late.json.error.code).toBe('preorder_not_found');
  });

  test('is refused when it is empty, and in another store', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    for (const text of [' ', '\u0007', 'x'.repeat(2_001)]) {
      expect((await client.post(`/preorders/${ada}/notes`, { text })).json.error.param).toBe('text');
    }
    const stranger = await tokenClient(api, (await createOffer(core, { allocation: 1 })).storeId);
    expect((await stranger.post(`/preorders/${ada}/notes`, { text: NOTE })).json.error.code).toBe('preorder_not_found');
  });
});
