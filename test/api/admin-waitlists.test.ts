import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, checkoutRequest, createCore, createOffer } from '../support/core.ts';
import { holdFrom } from '../support/hold.ts';
import { createTestProduct, createTestStore, type TestProduct } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let core: Core;
let storeId: string;
let product: TestProduct;
let client: AdminClient & { tokenId: string };
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

const DAYS = { from: '2030-06-10', until: '2030-06-15' };
const body = (changes: object = {}) => ({
  product_id: product.externalId,
  ship_window: DAYS,
  every_variant: { allocated: 10 },
  ...changes,
});

async function create(changes: object = {}): Promise<string> {
  const { status, json, text } = await client.post('/waitlists', body(changes));
  expect(status, text).toBe(201);
  return json.data.id;
}

describe('making a waitlist', () => {
  test('takes every term, with variants by id and by SKU', async () => {
    const [first, second] = product.variants;
    const { status, json } = await client.post('/waitlists', {
      product_id: product.handle,
      ship_window: DAYS,
      variants: [
        { variant: first?.externalId, allocated: 200, price: '119.00', compare_at_price: '129.00' },
        { variant: 'AUR-1', allocated: 150 },
      ],
      launches_at: '2030-01-01T08:00:00Z',
      closes_at: '2030-02-01T08:00:00Z',
      limit_per_customer: 2,
      show_position: true,
      withdrawal_exclusion: 'personalised',
      text: 'Sewn in one batch.',
      payment_plan: 'deposit',
      deposit: { percent: 20 },
      deposit_refundable: false,
    });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      state: 'DRAFT',
      product: { id: product.externalId },
      ship_window: DAYS,
      limit_per_customer: 2,
      show_position: true,
      withdrawal_exclusion: 'personalised',
      text: 'Sewn in one batch.',
      payment_plan: 'deposit',
      deposit: { percent: 20 },
      deposit_refundable: false,
      launches_at: '2030-01-01T08:00:00.000Z',
      closes_at: '2030-02-01T08:00:00.000Z',
      variants: [
        { id: first?.externalId, allocated: 200, price: '119.00', compare_at_price: '129.00' },
        { id: second?.externalId, allocated: 150, price: '149.00', compare_at_price: null },
      ],
    });
    const [entry] = (await client.get(`/activity?subject=${json.data.id}`)).json.data;
    expect(entry).toMatchObject({ action: 'waitlist.create', after: { limit_per_customer: 2, state: 'DRAFT' } });
  });

  test.each([
    [{ product_id: '999' }, '404 product_not_found product_id'],
    [{ every_variant: undefined }, '400 missing_parameter variant'],
    [{ ship_window: { from: '2030-06-10' } }, '400 missing_parameter ship_window.until'],
    [{ ship_window: { from: '2030-06-10', until: '2030-06-01' } }, '422 invalid_dates ships_until'],
    [{ every_variant: { allocated: -1 } }, '400 invalid_parameter allocation'],
    [{ every_variant: { allocated: 10, price: '1,00' } }, '400 invalid_parameter price'],
    [{ variants: [{ variant: 'AUR-9', allocated: 1 }] }, '422 unknown_variant variant'],
    [{ deposit: { percent: 100 } }, '400 invalid_parameter deposit'],
    [{ state: 'OPEN' }, '400 invalid_parameter state'],
    [{ launches_at: 'tomorrow' }, '400 invalid_parameter launches_at'],
  ])('refuses %j', async (changes, refusal) => {
    const answer = await client.post('/waitlists', body(changes));
    const { code, param } = answer.json.error ?? {};
    expect(`${answer.status} ${code} ${param}`).toBe(refusal);
    expect((await client.get('/waitlists')).json.data).toEqual([]);
  });

  test('refuses a SKU that two variants have, and names their ids', async () => {
    await api.db.query("UPDATE variant SET sku = 'SAME' WHERE product_id = $1", [product.id]);
    const answer = await client.post('/waitlists', body({ variants: [{ variant: 'SAME', allocated: 1 }] }));
    expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_parameter']);
    for (const { externalId } of product.variants) expect(answer.json.error.message).toContain(externalId);
  });

  test('refuses a product of another store', async () => {
    const other = await createStoreWithWaitlist(api);
    const answer = await client.post('/waitlists', body({ product_id: other.product.externalId }));
    expect(answer.json.error.code).toBe('product_not_found');
  });
});

describe('changing a waitlist', () => {
  test('changes the given settings alone', async () => {
    const id = await create({ limit_per_customer: 2, text: 'Before' });
    const changes = {
      limit_per_customer: null,
      variants: [{ variant: 'AUR-0', allocated: 25 }],
      ship_window: { from: '2030-07-01', until: '2030-07-05' },
    };
    const { status, json } = await client.send(`PATCH /waitlists/${id}`, changes);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ text: 'Before', limit_per_customer: null, ship_window: { version: 2 } });
    expect(json.data.variants.map(({ allocated }: { allocated: number }) => allocated)).toEqual([25, 10]);
    const [entry] = (await client.get(`/activity?subject=${id}`)).json.data;
    expect(entry).toMatchObject({
      action: 'waitlist.update',
      before: { limit_per_customer: 2 },
      after: { limit_per_customer: null },
    });
  });

  test('compares If-Match with what a merchant changes, and not with sales', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const merchant = await tokenClient(api, offer.storeId);
    const path = `/waitlists/${offer.waitlistId}`;
    const read = await merchant.get(path);
    const tag = read.headers.get('etag') ?? '';
    await buyFrom(core, offer, { email: 'ada@mail.example', quantity: 1 });
    expect((await merchant.get(path)).headers.get('etag')).toBe(tag);
    const changed = await merchant.send(`PATCH ${path}`, { text: 'First' }, { 'if-match': tag });
    expect([changed.status, changed.json.data.text]).toEqual([200, 'First']);
    expect(changed.headers.get('etag')).toBe((await merchant.get(path)).headers.get('etag'));
    const stale = await merchant.send(`PATCH ${path}`, { text: 'Second' }, { 'if-match': tag });
    expect([stale.status, stale.json.error.code]).toEqual([412, 'precondition_failed']);
    const closed = await merchant.post(`${path}/close`, {}, { 'if-match': tag });
    expect(closed.status).toBe(412);
    const moved = { ship_window: { from: '2030-09-01', until: '2030-09-05' } };
    const unsaid = await merchant.send(`PATCH ${path}`, moved);
    expect([unsaid.json.error.code, unsaid.json.error.param]).toEqual(['missing_parameter', 'reason']);
    const told = await merchant.send(`PATCH ${path}`, { ...moved, reason: 'The fabric is late.' });
    expect(told.status).toBe(200);
    const below = await merchant.send(`PATCH ${path}`, { every_variant: { allocated: 0 } });
    expect([below.status, below.json.error.code, below.json.error.data.floor]).toEqual([
      422,
      'allocation_below_sold',
      1,
    ]);
  });
});

describe('acts', () => {
  test('lead from a draft to the end, each once', async () => {
    const id = await create({ launches_at: '2030-01-01T08:00:00Z' });
    const key = { 'idempotency-key': randomUUID() };
    const states = [];
    for (const act of ['schedule', 'unschedule', 'open', 'pause', 'resume', 'close']) {
      const { status, json, text } = await client.post(`/waitlists/${id}/${act}`, {}, key);
      expect(status, text).toBe(200);
      states.push(json.data.state);
    }
    expect(states).toEqual(['SCHEDULED', 'DRAFT', 'OPEN', 'PAUSED', 'OPEN', 'CLOSED']);
    expect((await client.post(`/waitlists/${id}/close`, {}, key)).status, 'repeated').toBe(200);
    const again = await client.post(`/waitlists/${id}/close`);
    expect([again.status, again.json.error.code]).toEqual([422, 'invalid_transition']);
    const log = (await client.get(`/activity?subject=${id}`)).json.data;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'waitlist.close',
      'waitlist.resume',
      'waitlist.pause',
      'waitlist.open',
      'waitlist.unschedule',
      'waitlist.schedule',
      'waitlist.create',
    ]);
  });

  test('open says which variants are on the shelf, and the page sells the product', async () => {
    const id = await create();
    await api.db.query('UPDATE variant SET in_stock = 3 WHERE id = $1', [product.variants[1]?.id]);
    const opened = await client.post(`/waitlists/${id}/open`);
    expect(opened.json.data).toMatchObject({
      open: true,
      on_shelf: [{ id: product.variants[1]?.externalId, in_stock: 3 }],
    });
    const { page } = (await client.get(`/waitlists/${id}/page`)).json.data;
    expect(page).toContain('<!doctype html>');
    expect(page).toContain(`const productId = '${product.externalId}';`);
  });

  test('a preview says what an act would do, to whom, and does nothing', async () => {
    const offer = await createOffer(core, { allocation: 9 });
    const merchant = await tokenClient(api, offer.storeId);
    await buyFrom(core, offer, { email: 'ada@mail.example', quantity: 2 });
    await holdFrom(core, offer, { email: 'bob@mail.example', quantity: 3 });
    const preview = async (act: string) =>
      (await merchant.get(`/waitlists/${offer.waitlistId}/preview?act=${act}`)).json.data;
    expect(await preview('close')).toEqual({
      act: 'close',
      state: 'OPEN',
      becomes: 'CLOSED',
      refusal: null,
      paying: 1,
      units_held: 3,
      units_left: 4,
      preorders_waiting: 1,
      units_waiting: 2,
      on_shelf: [],
    });
    expect(await preview('open')).toMatchObject({ becomes: null, refusal: { code: 'invalid_transition' } });
    expect((await merchant.get(`/waitlists/${offer.waitlistId}`)).json.data.state).toBe('OPEN');
    const wrong = await merchant.get(`/waitlists/${offer.waitlistId}/preview?act=delete`);
    expect([wrong.status, wrong.json.error.param]).toEqual([400, 'act']);
  });

  test('a preview names the waitlist that is in the way', async () => {
    const first = await create();
    const second = await create();
    await client.post(`/waitlists/${first}/open`);
    const { data } = (await client.get(`/waitlists/${second}/preview?act=open`)).json;
    expect(data.refusal).toMatchObject({ code: 'waitlist_already_open', data: { waitlist: first } });
  });
});

test('of another store nothing can be read, previewed or changed', async () => {
  const own: StoreWithWaitlist = await createStoreWithWaitlist(api);
  const path = `/waitlists/${own.waitlistId}`;
  const answers = [
    await client.get(path),
    await client.get(`${path}/page`),
    await client.get(`${path}/preview?act=close`),
    await client.send(`PATCH ${path}`, { text: 'x' }),
    await client.post(`${path}/close`),
  ];
  for (const { status, json } of answers) expect([status, json.error.code]).toEqual([404, 'waitlist_not_found']);
});

test('a token that may only read changes nothing', async () => {
  const id = await create();
  const reader = await tokenClient(api, storeId, ['waitlists:read']);
  const answers = [
    await reader.post('/waitlists', body()),
    await reader.post('/waitlists/bulk', { rows: [body()] }),
    await reader.send(`PATCH /waitlists/${id}`, { text: 'x' }),
    await reader.post(`/waitlists/${id}/open`),
  ];
  for (const { status, json } of answers) {
    expect([status, json.error.code, json.error.data]).toEqual([403, 'scope_required', { scope: 'waitlists:write' }]);
  }
});

test('a wrong row of many names all that is wrong with it, as a single write does', async () => {
  const offer = await createOffer(core, { allocation: 5 });
  const merchant = await tokenClient(api, offer.storeId);
  const { variants } = (await merchant.get(`/waitlists/${offer.waitlistId}`)).json.data;
  const wrong = {
    launches_at: 'tomorrow',
    closes_at: 'later',
    deposit: { amount: 'much' },
    variants: [{ variant: variants[0].id, price: 'a lot', compare_at_price: 'more' }],
  };
  const single = await merchant.send(`PATCH /waitlists/${offer.waitlistId}`, wrong);
  const { data } = (await merchant.post('/waitlists/bulk', { rows: [{ id: offer.waitlistId, ...wrong }] })).json;
  expect(single.json.error.errors.map(({ param }: { param: string }) => param)).toEqual([
    'launches_at',
    'closes_at',
    'deposit',
    'price',
    'compare_at_price',
  ]);
  expect(data[0].error).toEqual(single.json.error);
});

test('the checkout of an open waitlist takes what a token has set', async () => {
  const offer = await createOffer(core, { allocation: 5 });
  const merchant = await tokenClient(api, offer.storeId);
  await merchant.send(`PATCH /waitlists/${offer.waitlistId}`, { limit_per_customer: 1 });
  const answer = await api.ask('/frames/1/api/checkouts', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(checkoutRequest(offer, { quantity: 2 })),
  });
  expect(answer.json.error?.code).toBe('limit_per_customer');
});
