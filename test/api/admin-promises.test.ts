import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tellPromise } from '../../src/core/promises/commands/tell.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { firstBatch } from '../support/release.ts';

let api: Api;
let core: Core;
let offer: Offer;
let batchId: string;
let client: AdminClient;
let stranger: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  stranger = await tokenClient(api, await createTestStore(api.db));
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 20, plan: { plan: 'pay_later' } });
  batchId = await firstBatch(core, offer);
  client = await tokenClient(api, offer.storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const ada = { email: 'ada@mail.example' };

describe('promises', () => {
  const later = { ship_window: { from: '2030-07-01', until: '2030-07-05' }, reason: 'The dye house burned down.' };

  test('are previewed without a reason, moved with one, and listed', async () => {
    await buyFrom(core, offer, { ...ada, quantity: 2 });
    const days = 'ships_from=2030-07-01&ships_until=2030-07-05';
    const preview = (await client.get(`/batches/${batchId}/promise-preview?${days}`)).json.data;
    expect(preview).toMatchObject({ ship_window: later.ship_window, lines: 2, told: 0, asked: 1 });
    const path = `/batches/${batchId}/promises`;
    const unsaid = await client.post(path, { ship_window: later.ship_window });
    expect([unsaid.json.error.code, unsaid.json.error.param]).toEqual(['missing_parameter', 'reason']);
    const stale = await client.post(path, later, { 'if-match': '"0000"' });
    expect([stale.status, stale.json.error.code]).toEqual([412, 'precondition_failed']);
    const version = (await client.get(`/batches/${batchId}`)).headers.get('etag') ?? '';
    const key = { 'idempotency-key': randomUUID(), 'if-match': version };
    const moved = await client.post(path, later, key);
    expect(moved.status, moved.text).toBe(201);
    expect(moved.json.data).toMatchObject({
      moved: true,
      promise: { version: 2, current: true, made_by: 'ERP', ...later },
    });
    expect((await client.post(path, later, key)).json.data.promise.id).toBe(moved.json.data.promise.id);
    expect((await client.post(path, later)).json.data).toMatchObject({ moved: false, promise: { version: 2 } });
    const first = (await client.get(`/promises?batch_id=${batchId}&limit=1`)).json;
    const rest = (await client.get(`/promises?batch_id=${batchId}&limit=1&after=${first.meta.next}`)).json;
    expect([first.data[0].version, rest.data[0].version, rest.meta.next]).toEqual([2, 1, null]);
    expect((await client.get(`/promises/${first.data[0].id}`)).json.data).toEqual(first.data[0]);
    const [, entry] = (await client.get(`/activity?subject=${batchId}`)).json.data;
    expect(entry).toMatchObject({ action: 'promise.move', after: { ship_window: later.ship_window } });
  });

  test('come with their notices, as JSON and as a file', async () => {
    const reference = await buyFrom(core, offer, ada);
    await client.post(`/batches/${batchId}/promises`, later);
    const [promise] = (await client.get('/promises')).json.data;
    await tellPromise(core, { storeId: offer.storeId, promiseId: promise.id });
    const notices = (await client.get(`/promises/${promise.id}/notices`)).json;
    expect(notices).toMatchObject({ meta: { next: null }, data: [{ reference, kind: 'asked', open: true }] });
    const file = await client.get(`/promises.csv?reference=${reference}&bom=false`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, row, end] = file.text.split('\r\n');
    expect(head).toMatch(/^"reference","noticed_at"/);
    expect(row).toContain(`"${reference}"`);
    expect(end).toBe('');
    expect(file.text).not.toContain(ada.email);
    expect((await client.get(`/promises/${promise.id}/notices?after=x`)).json.error.param).toBe('after');
    expect((await client.get('/promises.csv?reference=PO-0000-0000-0')).json.error.code).toBe('preorder_not_found');
    const offers = await tokenClient(api, offer.storeId, ['waitlists:read']);
    expect((await offers.get('/promises.csv')).json.error.data).toEqual({ scope: 'preorders:read' });
    expect((await stranger.get(`/promises/${promise.id}/notices`)).json.error.code).toBe('promise_not_found');
  });

  test('refuse wrong days', async () => {
    const wrong = { ship_window: { from: '2030-07-05', until: '2030-07-01' }, reason: 'Because.' };
    expect((await client.post(`/batches/${batchId}/promises`, wrong)).json.error.code).toBe('invalid_dates');
    const preview = await client.get(`/batches/${batchId}/promise-preview?ships_from=x&ships_until=y`);
    expect([preview.status, preview.json.error.code]).toEqual([400, 'invalid_parameter']);
  });
});
