import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '../../src/core/alerts/commands.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { declareAndFollow } from '../support/declare.ts';
import { createTestStore } from '../support/merchant.ts';
import { makeReady } from '../support/ready-to-send.ts';
import { runJobs } from '../support/release.ts';

const PATH = '/reports/open-work';
const NONE = { alerts: 0, parcels: 0, withdrawals: 0, deliveries: 0, refunds: 0 };

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 20 });
  await makeReady(core, offer, 3);
  await runJobs(core, offer.storeId);
  client = await tokenClient(api, offer.storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const workOf = async (by: AdminClient) => (await by.get(PATH)).json.data;

test('each number is what the list of its page shows', async () => {
  expect(await workOf(client)).toEqual({ ...NONE, parcels: 3 });
  await raiseAlert(api.db, offer.storeId, {
    text: 'job_dead',
    subjectId: offer.storeId,
    values: { count: 1, topics: 'mail.due', said: 'It gave up' },
  });
  await declareAndFollow(core, {
    storeId: offer.storeId,
    id: randomUUID(),
    locale: 'en',
    declaration: { name: 'Ada', email: 'ada@mail.example', reference: 'PO-1', postalCode: '10119', items: '' },
  });
  const { json } = await client.get('/alerts');
  const counted = await workOf(client);
  const ready = (await client.get('/preorders/ready-to-send/count')).json.data;
  expect(counted).toEqual({ ...NONE, alerts: json.data.length, parcels: ready.parcels, withdrawals: 1 });
});

test('another store has nothing of it', async () => {
  expect(await workOf(await tokenClient(api, await createTestStore(api.db)))).toEqual(NONE);
});

test('what the token may not list is null, and without the store’s scope nothing is told', async () => {
  const reader = await tokenClient(api, offer.storeId, ['store:read', 'payments:read']);
  expect(await workOf(reader)).toEqual({
    alerts: null,
    parcels: null,
    withdrawals: null,
    deliveries: null,
    refunds: 0,
  });
  const { status, json } = await (await tokenClient(api, offer.storeId, ['payments:read'])).get(PATH);
  expect([status, json.error.code]).toEqual([403, 'scope_required']);
});
