import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { finishRelease, firstBatch } from '../support/release.ts';

let api: Api;
let core: Core;
let offer: Offer;
let batchId: string;
let variant: string;
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
  variant = (await client.get(`/batches/${batchId}`)).json.data.variants[0].id;
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const ada = { email: 'ada@mail.example' };
const units = async () => (await client.get(`/batches/${batchId}`)).json.data.variants[0];
const actions = async () =>
  (await client.get('/activity')).json.data.map(({ action }: { action: string }) => action) as string[];

describe('batches', () => {
  test('are added behind the others, listed and changed', async () => {
    const added = await client.post(`/waitlists/${offer.waitlistId}/batches`, {
      ship_window: { from: '2030-09-01', until: '2030-09-15' },
      variants: [{ variant, allocated: 30 }],
    });
    expect(added.status, added.text).toBe(201);
    expect(added.json.data).toMatchObject({ position: 2, waitlist_id: offer.waitlistId, arrivals: [] });
    const changed = await client.send(`PATCH /batches/${added.json.data.id}`, {
      variants: [{ variant, allocated: 35 }],
    });
    expect(changed.json.data.variants).toMatchObject([{ id: variant, allocated: 35, left: 35 }]);
    const listed = (await client.get(`/waitlists/${offer.waitlistId}/batches`)).json.data;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([batchId, added.json.data.id]);
    expect(await actions()).toEqual(['batch.update', 'batch.add']);
    const ambiguous = await client.send(`PATCH /waitlists/${offer.waitlistId}`, {
      variants: [{ variant, allocated: 9 }],
    });
    expect([ambiguous.json.error.code, ambiguous.json.error.param]).toEqual(['missing_parameter', 'batch']);
  });

  test('count what has arrived, and have a version that sales do not change', async () => {
    const tag = (await client.get(`/batches/${batchId}`)).headers.get('etag') ?? '';
    await buyFrom(core, offer, { ...ada, quantity: 2 });
    const arrived = await client.post(
      `/batches/${batchId}/arrivals`,
      { variants: [{ variant, arrived: 12 }] },
      { 'if-match': tag },
    );
    expect(arrived.status, arrived.text).toBe(200);
    expect(arrived.json.data).toMatchObject({
      variants: [{ arrived: 12, free: 12, sold: 2, waiting: 2 }],
      arrivals: [{ reason: 'counted', variants: [{ id: variant, counted: 12, delta: 12 }] }],
    });
    const stale = await client.send(
      `PATCH /batches/${batchId}`,
      { variants: [{ variant, allocated: 30 }] },
      { 'if-match': tag },
    );
    expect(stale.json.error.code).toBe('precondition_failed');
    const [entry] = (await client.get(`/activity?subject=${batchId}`)).json.data;
    expect(entry).toMatchObject({
      action: 'batch.arrive',
      before: { variants: [{ arrived: 0 }] },
      after: { variants: [{ arrived: 12 }] },
    });
  });

  test('refuse what cannot be', async () => {
    await buyFrom(core, offer, { ...ada, quantity: 3 });
    const refusal = async (route: string, body: object) => {
      const { status, json } = await client.send(route, body);
      return `${status} ${json.error?.code}`;
    };
    const patch = `PATCH /batches/${batchId}`;
    expect(await refusal(patch, { variants: [{ variant, allocated: 2 }] })).toBe('422 allocation_below_sold');
    expect(await refusal(patch, { variants: [{ variant: 'AUR-99', allocated: 2 }] })).toBe('422 unknown_variant');
    expect(await refusal(patch, { variants: [] })).toBe('400 invalid_parameter');
    expect(await refusal(patch, { variants: [{ variant, allocated: 30, price: '1.00' }] })).toBe(
      '400 invalid_parameter',
    );
    expect(await refusal(patch, { variants: [{ variant, allocated: 30 }], state: 'x' })).toBe('400 invalid_parameter');
    const arrivals = `POST /batches/${batchId}/arrivals`;
    expect(await refusal(arrivals, { variants: [{ variant, arrived: -1 }] })).toBe('400 invalid_parameter');
    expect(
      await refusal(arrivals, {
        variants: [
          { variant, arrived: 1 },
          { variant, arrived: 2 },
        ],
      }),
    ).toBe('400 invalid_parameter');
    expect(
      await refusal(`POST /waitlists/${randomUUID()}/batches`, {
        ship_window: { from: '2030-09-01', until: '2030-09-15' },
        variants: [{ variant, allocated: 1 }],
      }),
    ).toBe('404 waitlist_not_found');
  });
});

describe('the inventory', () => {
  test('is set by totals, each row once, with a result for each', async () => {
    await buyFrom(core, offer, { ...ada, quantity: 3 });
    const { waitlistId: waitlist_id } = offer;
    const rows = [
      { batch_id: batchId, variant, allocated: 40, arrived: 7 },
      { waitlist_id, variant, arrived: 9 },
      { waitlist_id, variant, allocated: 2 },
      { variant, allocated: 2 },
      { waitlist_id, variant },
      { waitlist_id, variant: 'AUR-99', arrived: 1 },
      { batch_id: randomUUID(), variant, arrived: 1 },
      { batch_id: batchId, waitlist_id: randomUUID(), variant, arrived: 1 },
    ];
    const key = { 'idempotency-key': randomUUID() };
    const { status, json, text } = await client.post('/inventory', { rows }, key);
    expect(status, text).toBe(200);
    expect(json.meta).toMatchObject({ succeeded: 2, failed: 6 });
    expect(json.data.map((row: { error?: { code: string } }) => row.error?.code ?? 'done')).toEqual([
      'done',
      'done',
      'allocation_below_sold',
      'missing_parameter',
      'missing_parameter',
      'unknown_variant',
      'batch_not_found',
      'invalid_parameter',
    ]);
    expect(json.data[0].data).toMatchObject({ batch_id: batchId, waitlist_id, id: variant, allocated: 40 });
    expect(await units()).toMatchObject({ allocated: 40, arrived: 9, sold: 3 });
    await client.post('/inventory', { rows }, key);
    await client.post('/inventory', { rows: [rows[1]] });
    expect(await units()).toMatchObject({ allocated: 40, arrived: 9 });
    expect((await client.get(`/batches/${batchId}`)).json.data.arrivals).toHaveLength(2);
    expect((await actions()).filter((action) => action === 'inventory.set')).toHaveLength(3);
  });

  test('wants the batch where a waitlist has several', async () => {
    const { waitlistId: waitlist_id } = offer;
    await client.post(`/waitlists/${waitlist_id}/batches`, {
      ship_window: { from: '2030-09-01', until: '2030-09-15' },
      variants: [{ variant, allocated: 30 }],
    });
    const { json } = await client.post('/inventory', { rows: [{ waitlist_id, variant, arrived: 1 }] });
    expect(json.data[0].error).toMatchObject({ code: 'missing_parameter', param: 'batch_id' });
  });
});

describe('releases', () => {
  test('are previewed, started once, followed to the end, and cannot be stopped then', async () => {
    const reference = await buyFrom(core, offer, { ...ada, quantity: 2 });
    await client.post('/inventory', { rows: [{ batch_id: batchId, variant, arrived: 1 }] });
    const preview = (await client.get(`/batches/${batchId}/release-preview`)).json.data;
    expect(preview).toMatchObject({
      batch_id: batchId,
      counts: { lines: 1, kept: 0, left_out: 1 },
      lines: [{ reference, number: 1, card: 'kept', together: 2, unanswered: false }],
      left_out: [{ reference, number: 2, together: 2 }],
    });
    expect(Number(preview.charge)).toBeGreaterThan(0);
    const key = { 'idempotency-key': randomUUID() };
    const started = await client.post('/releases', { batch_id: batchId }, key);
    expect([started.status, started.json.data.started], started.text).toEqual([202, true]);
    const { id } = started.json.data.release;
    expect((await client.post('/releases', { batch_id: batchId }, key)).json.data.release.id).toBe(id);
    const nothing = await client.post('/releases', { batch_id: batchId });
    expect(nothing.json.data).toEqual({ started: false, release: null });
    await finishRelease(core, offer, id);
    const done = (await client.get(`/releases/${id}`)).json.data;
    expect(done).toMatchObject({ state: 'done', batch_id: batchId, units: 1, released: 1, paid: 1 });
    expect((await client.post(`/releases/${id}/stop`)).json.data.state).toBe('done');
    expect((await client.get(`/releases?batch_id=${batchId}`)).json.data).toEqual([done]);
    expect(await actions()).toContain('release.start');
  });

  test('stop before they have handed out everything', async () => {
    await buyFrom(core, offer, { ...ada, quantity: 2 });
    await client.post('/inventory', { rows: [{ batch_id: batchId, variant, arrived: 2 }] });
    const { id } = (await client.post('/releases', { batch_id: batchId, limit: 1 })).json.data.release;
    const stopped = await client.post(`/releases/${id}/stop`);
    expect(stopped.json.data).toMatchObject({ id, state: 'stopped', units: 1, released: 0 });
    const [entry] = (await client.get(`/activity?subject=${id}`)).json.data;
    expect(entry).toMatchObject({ action: 'release.stop', after: { state: 'stopped' } });
  });

  test('need their own scope, and a batch of the store', async () => {
    const clerk = await tokenClient(api, offer.storeId, ['waitlists:read', 'waitlists:write']);
    expect((await clerk.post('/releases', { batch_id: batchId })).json.error.data).toEqual({ scope: 'releases:write' });
    const missing = await client.post('/releases', { batch_id: randomUUID() });
    expect([missing.status, missing.json.error.code]).toEqual([404, 'batch_not_found']);
    const wrong = await client.post('/releases', { batch_id: batchId, limit: 0 });
    expect([wrong.status, wrong.json.error.code]).toEqual([400, 'invalid_parameter']);
  });
});

test('of another store nothing can be read or changed', async () => {
  const answers = [
    await stranger.get(`/batches/${batchId}`),
    await stranger.get(`/batches/${batchId}/release-preview`),
    await stranger.get(`/batches/${batchId}/promise-preview?ships_from=2030-07-01&ships_until=2030-07-05`),
    await stranger.send(`PATCH /batches/${batchId}`, { variants: [{ variant, allocated: 1 }] }),
    await stranger.post(`/batches/${batchId}/arrivals`, { variants: [{ variant, arrived: 1 }] }),
    await stranger.post(`/batches/${batchId}/promises`, { ship_window: { from: '2030-07-01', until: '2030-07-05' } }),
    await stranger.post('/releases', { batch_id: batchId }),
  ];
  for (const { status, json } of answers) expect([status, json.error.code]).toEqual([404, 'batch_not_found']);
  const row = await stranger.post('/inventory', { rows: [{ batch_id: batchId, variant, arrived: 1 }] });
  expect(row.json.data[0].error.code).toBe('batch_not_found');
});
