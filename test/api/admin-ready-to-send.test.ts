import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../support/core.ts';
import { dispute } from '../support/disputes.ts';
import { makeReady } from '../support/ready-to-send.ts';

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

const LIST = '/preorders/ready-to-send';
const clerk = () =>
  tokenClient(
    api,
    offer.storeId,
    ALL_SCOPES.filter((scope) => scope !== 'preorders:personal'),
  );
const activities = () => api.db.query('SELECT count(*) FROM activity WHERE store_id = $1', [offer.storeId]);
const referencesOf = ({ json }: Awaited<ReturnType<AdminClient['get']>>): string[] =>
  json.data.map(({ reference }: { reference: string }) => reference);

describe('what is ready to send', () => {
  test('is a parcel for each pre-order with released line items, the oldest first, page by page', async () => {
    const waiting = await buyFrom(core, offer);
    const references = await makeReady(core, offer, 4);
    const partly = await buyFrom(core, offer, { quantity: 3 });
    await client.post(`/preorders/${partly}/release`, { lines: [2, 3] });
    const { data } = (await client.get(LIST)).json;
    expect(data).toHaveLength(5);
    expect(data.map((one: { reference: string }) => one.reference)).not.toContain(waiting);
    expect(new Set(data.map((one: { reference: string }) => one.reference))).toEqual(new Set([...references, partly]));
    const placed = data.map((one: { placed_at: string }) => one.placed_at);
    expect(placed).toEqual([...placed].sort());
    expect(data.at(-1)).toMatchObject({
      reference: partly,
      product: { title: 'Aurora Jacket' },
      waits_for: null,
      lines: [
        { number: 2, variant: { title: 'Medium', sku: 'AUR-M' }, paid: true, order: null },
        { number: 3, variant: { title: 'Medium' }, paid: true },
      ],
    });
    const engraved = data.find(({ reference }: { reference: string }) => reference === references[3]);
    expect(engraved.lines[0].properties).toEqual({ engraving: 'Number 3' });
    expect(engraved.contact.address).toMatchObject({ line1: 'Invalidenstraße 4', country: 'DE' });
    const paged: string[] = [];
    for (let after = ''; ; ) {
      const answer = await client.get(`${LIST}?limit=2${after && `&after=${after}`}`);
      paged.push(...referencesOf(answer));
      after = answer.json.meta.next ?? '';
      if (after === '') break;
    }
    expect(paged).toEqual(data.map((one: { reference: string }) => one.reference));
    expect((await client.get(`${LIST}/count`)).json.data).toMatchObject({
      parcels: 5,
      units: 7,
      complete: true,
      groups: [{ waitlist_id: offer.waitlistId, country: 'DE', parcels: 5, units: 7 }],
    });
    await client.post(`/preorders/${partly}/fulfilments`, {});
    expect(referencesOf(await client.get(LIST))).not.toContain(partly);
  });

  test('is narrowed by waitlist, product and country', async () => {
    const references = new Set(await makeReady(core, offer, 2));
    const product = (await client.get(LIST)).json.data[0].product.id;
    for (const query of [`waitlist_id=${offer.waitlistId}`, `product_id=${product}`, 'country=DE']) {
      expect(new Set(referencesOf(await client.get(`${LIST}?${query}`))), query).toEqual(references);
    }
    expect(referencesOf(await client.get(`${LIST}?country=AT`))).toEqual([]);
    for (const [query, code, status] of [
      ['waitlist_id=none', 'waitlist_not_found', 404],
      ['product_id=none', 'product_not_found', 404],
      ['country=de', 'invalid_parameter', 400],
      ['country=DE%27--', 'invalid_parameter', 400],
      ['after=PO-0000-0000-0', 'invalid_parameter', 400],
      ['limit=0', 'invalid_parameter', 400],
    ] as const) {
      const { status: given, json } = await client.get(`${LIST}?${query}`);
      expect([given, json.error.code], query).toEqual([status, code]);
    }
  });

  test('says what stands against sending it, and what is not paid', async () => {
    const [reference = ''] = await makeReady(core, offer, 1);
    const { storeId } = offer;
    await dispute(core, { storeId, preorderId: (await readPreorder(api.db, storeId, reference)).id });
    expect((await client.get(LIST)).json.data).toMatchObject([
      { reference, waits_for: 'dispute', lines: [{ number: 1, paid: true }] },
    ]);
    const later = await createOffer(core, { allocation: 5, plan: { plan: 'pay_later' } });
    const [unpaid = ''] = await makeReady(core, later, 1);
    const other = await tokenClient(api, later.storeId);
    expect((await other.get(LIST)).json.data).toMatchObject([{ reference: unpaid, lines: [{ paid: false }] }]);
  });

  test('says where it goes only with the scope, and nothing of another store', async () => {
    const [reference = ''] = await makeReady(core, offer, 4);
    const reader = await clerk();
    const { text, json } = await reader.get(LIST);
    expect(json.data).toHaveLength(4);
    expect(text).not.toMatch(/Lovelace|Invalidenstra|engraving/);
    expect(json.data.every((one: { contact: unknown }) => one.contact === null)).toBe(true);
    expect((await reader.get(`${LIST}/count`)).json.data.groups).toMatchObject([{ country: null, parcels: 4 }]);
    expect((await reader.get(`${LIST}?country=DE`)).json.error.code).toBe('scope_required');
    const stranger = await tokenClient(api, (await createOffer(core, { allocation: 1 })).storeId);
    expect((await stranger.get(LIST)).json.data).toEqual([]);
    expect((await stranger.get(`${LIST}/count`)).json.data).toEqual({
      parcels: 0,
      units: 0,
      complete: true,
      groups: [],
    });
    expect((await stranger.get(`${LIST}?after=${reference}`)).status).toBe(400);
    const none = await tokenClient(api, offer.storeId, ['store:read', 'preorders:personal']);
    for (const path of [LIST, `${LIST}/count`]) expect((await none.get(path)).json.error.code).toBe('scope_required');
  });
});

describe('the file for a carrier', () => {
  const FILE = '/preorders/ready-to-send.csv';

  test('has a row for each parcel that can leave, safe for spreadsheets, and is noted', async () => {
    const { address } = checkoutRequest(offer);
    const evil = await buyFrom(core, offer, {
      quantity: 2,
      email: 'eve@mail.example',
      address: { ...address, firstName: '=1+1', line1: '@SUM(A1)', phoneNumber: '+49 30 123' },
    });
    await client.post(`/preorders/${evil}/release`, {});
    const [one = '', two = '', held = ''] = await makeReady(core, offer, 3);
    await dispute(core, { storeId: offer.storeId, preorderId: (await readPreorder(api.db, offer.storeId, held)).id });
    const [head, ...rows] = (await client.get(`${FILE}?bom=false`)).text.trim().split('\r\n');
    expect(head).toBe(
      '"reference","name","line1","line2","postal_code","city","region","country","phone","email","contents","quantity"',
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]).toBe(
      `"${evil}","'=1+1 Lovelace","'@SUM(A1)",,"10115","Berlin",,"DE","'+49 30 123","eve@mail.example","2 × Aurora Jacket, Medium","2"`,
    );
    const chosen = await client.get(`${FILE}?bom=false&references=${two},${evil.toLowerCase()}`);
    expect(chosen.text).toContain(two);
    expect(chosen.text).toContain(evil);
    expect(chosen.text).not.toContain(one);
    expect((await client.get(`${FILE}?country=AT&bom=false`)).text.trim()).toBe(head);
    const noted = await api.db.query("SELECT 1 FROM activity WHERE store_id = $1 AND action = 'preorder.export'", [
      offer.storeId,
    ]);
    expect(noted).toHaveLength(3);
  });

  test('hides people from those who may not see them, and refuses what is no list of references', async () => {
    const reader = await clerk();
    const [reference = ''] = await makeReady(core, offer, 1);
    const hidden = (await reader.get(`${FILE}?bom=false`)).text.trim().split('\r\n');
    expect(hidden.slice(1)).toEqual([`"${reference}",,,,,,,,,,"1 × Aurora Jacket, Medium","1"`]);
    expect((await reader.get(`${FILE}?country=DE`)).json.error.code).toBe('scope_required');
    for (const references of ['x', 'PO-0000-0000-1', ',', Array(251).fill('PO-0000-0000-0').join(','), '%27']) {
      const { status, json } = await client.get(`${FILE}?references=${references}`);
      expect([status, json.error.code, json.error.param], references).toEqual([400, 'invalid_parameter', 'references']);
    }
    const stranger = await tokenClient(api, (await createOffer(core, { allocation: 1 })).storeId);
    const { text } = await stranger.get(`${FILE}?bom=false&references=${reference}`);
    expect(text.trim().split('\r\n')).toHaveLength(1);
  });
});

describe('a dry run of many rows', () => {
  test('says what would become of each, and keeps nothing', async () => {
    const [ready = '', sent = '', gone = ''] = await makeReady(core, offer, 3);
    const waiting = await buyFrom(core, offer);
    await client.post(`/preorders/${sent}/fulfilments`, { carrier: 'DHL', tracking_number: '1' });
    await client.post(`/preorders/${gone}/cancel`, {});
    const before = await activities();
    const rows = [ready, sent, gone, waiting, 'PO-0000-0000-0', ready].map((reference) => ({
      act: 'send',
      reference,
      carrier: 'UPS',
      tracking_number: reference === ready ? '1Z 9' : '1',
    }));
    const key = { 'idempotency-key': randomUUID() };
    const { status, json } = await client.post('/preorders/bulk', { rows, dry_run: true }, key);
    expect([status, json.meta.succeeded]).toEqual([200, 2]);
    expect(json.data).toMatchObject([
      { data: { reference: ready, state: 'fulfilled', changed_lines: [1], fulfilment: 1 } },
      { error: { code: 'invalid_transition', data: { state: 'fulfilled' } } },
      { error: { code: 'invalid_transition', data: { state: 'cancelled' } } },
      { error: { code: 'invalid_transition', data: { state: 'placed' } } },
      { error: { code: 'preorder_not_found' } },
      { data: { changed_lines: [1] } },
    ]);
    expect((await client.get(LIST)).json.data).toMatchObject([{ reference: ready }]);
    expect((await client.get(`/preorders/${ready}`)).json.data.fulfilments).toEqual([]);
    const after = await activities();
    expect(after).toEqual(before);
    // The key is not used up: nothing was done with it.
    const done = await client.post('/preorders/bulk', { rows: rows.slice(0, 1) }, key);
    expect(done.json.data).toMatchObject([{ data: { changed_lines: [1], fulfilment: 1 } }]);
    expect((await client.get(LIST)).json.data).toEqual([]);
  });
});
