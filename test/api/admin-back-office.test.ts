import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { raiseAlert } from '../../src/core/alerts/commands.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { prepareOrders } from '../../src/core/releases/commands/order.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { arrive } from '../support/release.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient & { tokenId: string };
let stranger: AdminClient;
let reference: string;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  stranger = await tokenClient(api, (await createOffer(core, { allocation: 1 })).storeId);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 50 });
  client = await tokenClient(api, offer.storeId);
  reference = await buyFrom(core, offer, { email: ADA });
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const ADA = 'ada@mail.example';
const actions = async () => (await client.get('/activity')).json.data.map(({ action }: { action: string }) => action);

async function insertMail(kind = 'placed', sent = true): Promise<string> {
  const id = randomUUID();
  const { id: preorderId } = await readPreorder(api.db, offer.storeId, reference);
  await api.db.query(
    `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id, sent_at)
     VALUES ($1, $2::uuid, $3, $4, $2::text, $2::text || '@shop.example', CASE WHEN $5 THEN app_now() END)`,
    [offer.storeId, id, preorderId, kind, sent],
  );
  return id;
}

describe('mails', () => {
  test('are listed in pages, read, and sent again', async () => {
    const ids = [await insertMail(), await insertMail('cancelled', false)];
    const first = (await client.get('/mails?limit=1')).json;
    const rest = (await client.get(`/mails?limit=1&after=${first.meta.next}`)).json;
    expect([first.data[0].id, rest.data[0].id, rest.meta.next]).toEqual([ids[1], ids[0], null]);
    const sent = (await client.get(`/mails?state=sent&preorder=${reference}`)).json.data;
    expect(sent).toMatchObject([{ id: ids[0], kind: 'placed', preorder: reference }]);
    const shown = (await client.get(`/mails/${ids[0]}`)).json.data;
    expect(shown).toMatchObject({ to: expect.stringContaining(ADA), as_sent: false, text: expect.any(String) });
    const again = (await client.post(`/mails/${ids[0]}/resend`)).json.data;
    expect(again).toMatchObject({ kind: 'placed', state: 'waiting' });
    const confirmed = await client.post(`/preorders/${reference}/resend-confirmation`);
    expect(confirmed.status).toBe(200);
    expect(await actions()).toEqual(['preorder.resend_confirmation', 'mail.resend']);
    for (const id of ids) expect((await stranger.get(`/mails/${id}`)).json.error.code).toBe('mail_not_found');
    expect((await stranger.post(`/mails/${ids[0]}/resend`)).json.error.code).toBe('mail_not_found');
    expect((await client.get('/mails?after=x')).json.error).toMatchObject({
      code: 'invalid_parameter',
      param: 'after',
    });
    const ofKind = (await client.get('/mails?kind=cancelled')).json.data;
    expect(ofKind.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
    expect((await client.get('/mails?state=lost')).status).toBe(400);
    expect((await client.get('/mails?kind=advert')).status).toBe(400);
  });

  test('do not go to addresses on the list', async () => {
    const id = await insertMail();
    const added = await client.post('/suppressions', { email: ` ${ADA}`, reason: 'complained' });
    expect(added.json.data.suppressed).toMatchObject({ reason: 'complained', preorders: [reference] });
    expect((await client.post(`/mails/${id}/resend`)).json.error.code).toBe('mail_suppressed');
    expect((await client.get('/suppressions')).json.data).toHaveLength(1);
    expect((await stranger.get('/suppressions')).json.data).toEqual([]);
    expect((await client.post('/suppressions/remove', { email: ADA })).json.data).toEqual({ removed: true });
    expect((await client.post('/suppressions/remove', { email: ADA })).json.data).toEqual({ removed: false });
    expect((await client.post('/suppressions', { email: 'x' })).json.error).toMatchObject({ param: 'email' });
    expect((await client.get('/activity')).text).not.toContain(ADA);
  });
});

describe('the data of a person', () => {
  test('is exported, planned to be erased, and erased', async () => {
    const exported = await client.post('/people/export', { email: ADA });
    expect(JSON.parse(exported.text)).toMatchObject({ email: ADA, preorders: [{ reference }] });
    const plan = (await client.post('/people/erasure-plan', { email: ADA })).json.data;
    expect(plan).toMatchObject({ erased: false, preorders: [reference], open_preorders: [reference] });
    const owed = await client.post('/people/erase', { email: ADA });
    expect(owed.json.error.code).toBe('preorders_open');
    const key = { 'idempotency-key': randomUUID() };
    const done = await client.post('/people/erase', { email: ADA, open_too: true }, key);
    expect(done.json.data).toMatchObject({ erased: true, preorders: [reference] });
    expect((await client.post('/people/erase', { email: ADA, open_too: true }, key)).json).toEqual(done.json);
    expect((await client.get(`/preorders/${reference}`)).json.data.contact).toBeNull();
    expect((await client.get('/activity')).text).not.toContain(ADA);
    expect((await client.post('/people/erase', { email: ADA })).json.data.erased).toBe(false);
    expect((await client.post('/people/export', { email: 'x' })).json.error).toMatchObject({ param: 'email' });
  });

  test('of another store is not found', async () => {
    const plan = (await stranger.post('/people/erasure-plan', { email: ADA })).json.data;
    expect(plan.preorders).toEqual([]);
    expect((await stranger.post('/people/erase', { email: ADA, open_too: true })).json.data.erased).toBe(false);
    expect((await client.get(`/preorders/${reference}`)).json.data.contact.email).toBe(ADA);
  });
});

describe('payments', () => {
  test('tell the account, disputes, refused refunds and payments under way', async () => {
    expect((await client.get('/payments')).json.data).toMatchObject({
      provider: null,
      state: 'not_connected',
      webhook_address: expect.stringContaining(offer.storeId),
    });
    for (const path of ['/payments/disputes', '/payments/refunds', '/attempts']) {
      expect((await client.get(path)).json.data, path).toEqual([]);
    }
    expect((await client.get('/ledger/audit')).json.data).toMatchObject({ findings: [] });
    expect((await client.post('/payments/refunds/retry')).json.data).toEqual({ asked: 0 });
  });

  test('refuse wrong keys by the name of the field, and an account that is not there', async () => {
    const keys = { secret_key: 'sk_wrong', publishable_key: 'pk_test_x', webhook_secret: 'whsec_x' };
    const wrong = (await client.post('/payments/connect', keys)).json.error;
    expect([wrong.code, wrong.param]).toEqual(['invalid_parameter', 'secret_key']);
    const kept = await api.db.query<{ row: string }>('SELECT activity::text AS row FROM activity');
    for (const { row } of kept) expect(row).not.toContain('whsec_x');
    const absent: [string, object][] = [
      ['POST /payments/disconnect', {}],
      ['PUT /payments/pace', { calls_per_second: 5 }],
    ];
    for (const [route, body] of absent) {
      expect((await client.send(route, body)).json.error.code, route).toBe('payment_account_not_found');
    }
    expect((await client.send('PUT /payments/pace', { calls_per_second: 0 })).json.error.param).toBe(
      'calls_per_second',
    );
    expect((await client.get('/payments/comparison')).json.error.code).toBe('payment_account_not_found');
    expect((await client.get('/payments/comparison?from=2026-02-30')).json.error.code).toBe('invalid_parameter');
    expect((await client.post(`/attempts/${randomUUID()}/abandon`)).json.error.code).toBe('attempt_not_found');
  });
});

describe('operations', () => {
  test('list alerts and resolve them', async () => {
    await raiseAlert(api.db, offer.storeId, {
      text: 'cancel_failed',
      subjectId: offer.storeId,
      values: { said: 'processing' },
    });
    const [alert] = (await client.get('/alerts')).json.data;
    expect(alert).toMatchObject({ code: 'cancel_failed', message_values: { said: 'processing' }, resolved_at: null });
    expect((await stranger.post(`/alerts/${alert.id}/resolve`)).json.error.code).toBe('alert_not_found');
    expect((await client.post(`/alerts/${alert.id}/resolve`)).json.data).toEqual({ id: alert.id });
    expect((await client.get('/alerts')).json.data).toEqual([]);
    expect((await client.get('/alerts?all=true')).json.data).toHaveLength(1);
  });

  test('tell what a platform said of an order only to those who see people', async () => {
    const said = 'The platform answered 422: Ada Lovelace has no phone';
    const { id: preorderId } = await readPreorder(api.db, offer.storeId, reference);
    await arrive(core, offer, 1);
    await client.post(`/preorders/${reference}/release`);
    await prepareOrders(core, { storeId: offer.storeId, preorderId });
    await api.db.query(`UPDATE store_order SET state = 'refused', failure = $2 WHERE store_id = $1`, [
      offer.storeId,
      said,
    ]);
    const values = { order: 1, reference, said };
    await raiseAlert(api.db, offer.storeId, { text: 'store_order_refused', subjectId: preorderId, values });
    const reader = await tokenClient(api, offer.storeId, ['preorders:read', 'operations:read']);
    const told = [await reader.get('/orders'), await reader.get('/alerts'), await reader.get('/alerts?all=true')];
    for (const { text } of told) expect(text).not.toContain('Ada');
    expect(told.map(({ json }) => json.data.length)).toEqual([1, 1, 1]);
    expect(told[1]?.json.data[0]).toMatchObject({
      message_values: { said: '…', reference },
      code: 'store_order_refused',
    });
    const history = `/preorders/${reference}/timeline`;
    const order = { kind: 'order', state: 'refused' };
    expect((await reader.get(history)).json.data).toContainEqual(expect.objectContaining({ ...order, reason: '' }));
    expect((await client.get(history)).json.data).toContainEqual(expect.objectContaining({ ...order, reason: said }));
    expect((await client.get('/orders')).json.data[0].failure).toBe(said);
    expect((await client.get('/alerts')).json.data[0].message).toContain(said);
  });

  test('list jobs and run them again', async () => {
    const { counts, jobs } = (await client.get('/jobs')).json.data;
    expect([counts, jobs]).toEqual([{ waiting: 0, running: 0, failing: 0, dead: 0 }, []]);
    expect((await client.get('/jobs/999999')).json.error.code).toBe('job_not_found');
    expect((await client.post('/jobs/retry', { jobs: [999_999] })).json.error.code).toBe('job_not_found');
    expect((await client.post('/jobs/retry', {})).json.error).toMatchObject({
      code: 'missing_parameter',
      param: 'jobs',
    });
    expect((await client.post('/jobs/retry', { all_dead: true })).json.data).toEqual({ jobs: [] });
  });

  test('list the orders of the store’s system in pages, and hand over again what it refused', async () => {
    await arrive(core, offer, 2);
    const { id: preorderId } = await readPreorder(api.db, offer.storeId, reference);
    await client.post(`/preorders/${reference}/release`);
    await prepareOrders(core, { storeId: offer.storeId, preorderId });
    const orders = (await client.get('/orders')).json;
    expect(orders).toMatchObject({ meta: { next: null }, data: [{ reference, number: 1, lines: 1 }] });
    expect((await client.get(`/orders?after=${orders.data[0].id}`)).json.data).toEqual([]);
    expect((await client.get('/orders?state=refused')).json.data).toEqual([]);
    expect((await stranger.get(`/orders?after=${orders.data[0].id}`)).json.error.param).toBe('after');
    expect((await client.post('/orders/retry')).json.data).toEqual({ retried: 0, refused: 0 });
  });

  test('measure placements by day', async () => {
    await api.db.query(
      `INSERT INTO measure (store_id, day, waitlist_id, event, count) VALUES ($1, '2026-06-01', $2, 'ButtonClicked', 3)`,
      [offer.storeId, offer.waitlistId],
    );
    const { data } = (await client.get('/measures?from=2026-06-01&to=2026-06-30')).json;
    expect(data).toMatchObject({
      from: '2026-06-01',
      days: [{ day: '2026-06-01', waitlist_id: offer.waitlistId, counts: { ButtonClicked: 3, PlacementLoaded: 0 } }],
    });
    expect((await client.get('/measures')).json.data.days).toEqual([]);
    expect((await client.get('/measures?from=2026-06-02&to=2026-06-01')).json.error.code).toBe('invalid_dates');
    expect((await stranger.get(`/measures?waitlist_id=${offer.waitlistId}`)).json.error.code).toBe(
      'waitlist_not_found',
    );
  });
});
