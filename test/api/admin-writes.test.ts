import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminClient, adminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
let client: AdminClient & { tokenId: string };
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  store = await createStoreWithWaitlist(api);
  client = await tokenClient(api, store.storeId);
});
afterAll(() => api.stop());

const code = () => `T${randomUUID().slice(0, 8)}`.toUpperCase();
const tenPercent = (name = code()) => ({ code: name, off: { percent: 10 } });

async function countDiscounts(): Promise<number> {
  return (await client.get('/discounts?all=true')).json.data.length;
}

describe('an Idempotency-Key', () => {
  test('is demanded by every write', async () => {
    const answer = await client.post('/discounts', tenPercent(), { 'idempotency-key': '' });
    expect([answer.status, answer.json.error.code, answer.json.error.param]).toEqual([
      400,
      'missing_parameter',
      'idempotency-key',
    ]);
    expect(await countDiscounts()).toBe(0);
  });

  test('makes a repeated request do nothing more, and answers it in the same way', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = tenPercent();
    const first = await client.post('/discounts', body, key);
    const second = await client.post('/discounts', body, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
    expect(await countDiscounts()).toBe(1);
  });

  test('makes twenty requests at once do it once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = tenPercent();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/discounts', body, key)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await countDiscounts()).toBe(1);
    const log = (await client.get('/activity')).json.data;
    expect(log.map((entry: { action: string }) => entry.action)).toEqual(['discount.create']);
  });

  test('is refused with another body, and free for another path and another token', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = tenPercent();
    await client.post('/discounts', body, key);
    const other = await client.post('/discounts', tenPercent(), key);
    expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_mismatch']);
    expect((await client.post(`/discounts/${body.code}/end`, {}, key)).status).toBe(200);
    const colleague = await tokenClient(api, store.storeId);
    expect((await colleague.post('/discounts', tenPercent(), key)).status).toBe(201);
  });

  test('of a refused request may be used again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const taken = tenPercent();
    await client.post('/discounts', taken);
    expect((await client.post('/discounts', taken, key)).json.error.code).toBe('discount_taken');
    expect((await client.post('/discounts', tenPercent(), key)).status).toBe(201);
  });

  test('does not keep a secret', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { name: 'Warehouse', scopes: ['preorders:read'] };
    const first = await client.post('/tokens', body, key);
    const second = await client.post('/tokens', body, key);
    expect(first.json.data.secret).toMatch(/^wps_test_/);
    expect(second.json.data).toEqual({ ...first.json.data, secret: null });
    const kept = await api.db.query<{ row: string }>(
      'SELECT api_write::text || activity::text AS row FROM api_write, activity',
    );
    for (const { row } of kept) expect(row).not.toContain(first.json.data.secret.slice(9, 41));
  });
});

describe('If-Match', () => {
  test('refuses a write when the thing was changed since it was read', async () => {
    const { code: name } = (await client.post('/discounts', tenPercent())).json.data;
    const stale = await client.post(`/discounts/${name}/end`, {}, { 'if-match': '"something-else"' });
    expect([stale.status, stale.json.error.code]).toEqual([412, 'precondition_failed']);
    expect((await client.get(`/discounts/${name}`)).json.data.state).toBe('on');
    const ended = await client.post(`/discounts/${name}/end`, {}, { 'if-match': '*' });
    expect([ended.status, ended.json.data.state]).toEqual([200, 'over']);
  });
});

describe('the activity log', () => {
  test('says who changed what, from what to what', async () => {
    const { code: name } = (await client.post('/discounts', tenPercent())).json.data;
    const { headers } = await client.post(`/discounts/${name}/end`);
    const [ended, created] = (await client.get(`/activity?subject=${name}`)).json.data;
    expect(created).toMatchObject({
      action: 'discount.create',
      by: { kind: 'token', id: client.tokenId, name: 'ERP' },
    });
    expect(ended).toMatchObject({
      action: 'discount.end',
      before: { ended_at: null },
      request_id: headers.get('x-request-id'),
    });
    expect(ended.after.ended_at).toMatch(/^\d{4}-/);
  });

  test('has no entry for what was refused, and none of another store', async () => {
    await client.post('/discounts', { code: '', off: { percent: 10 } });
    await client.post('/discounts', { ...tenPercent(), product_id: '999' });
    const other = await createStoreWithWaitlist(api);
    await (await tokenClient(api, other.storeId)).post('/discounts', tenPercent());
    expect((await client.get('/activity')).json.data).toEqual([]);
  });

  test('comes in pages', async () => {
    for (let made = 0; made < 5; made += 1) await client.post('/discounts', tenPercent());
    const first = (await client.get('/activity?limit=3')).json;
    const rest = (await client.get(`/activity?limit=3&after=${first.meta.next}`)).json;
    expect([first.data.length, rest.data.length, rest.meta.next]).toEqual([3, 2, null]);
    expect((await client.get('/activity?after=x')).json.error).toMatchObject({
      code: 'invalid_parameter',
      param: 'after',
    });
  });
});

describe('a bulk request', () => {
  test('has a result for each row, and a repeated one does only what was refused', async () => {
    const taken = tenPercent();
    await client.post('/discounts', taken);
    const rows = [tenPercent(), taken, { ...tenPercent(), product_id: '999' }, tenPercent()];
    const key = { 'idempotency-key': randomUUID() };
    const { status, json } = await client.post('/discounts/bulk', { rows }, key);
    expect([status, json.meta]).toEqual([200, { result: 'success', succeeded: 2, failed: 2 }]);
    expect(json.data).toMatchObject([
      { index: 0, result: 'success', data: { code: rows[0]?.code, state: 'on' } },
      { index: 1, result: 'error', error: { code: 'discount_taken', param: 'code' } },
      { index: 2, result: 'error', error: { code: 'product_not_found' } },
      { index: 3, result: 'success', data: { code: rows[3]?.code } },
    ]);
    expect((await client.post('/discounts/bulk', { rows }, key)).json).toEqual(json);
    expect(await countDiscounts()).toBe(3);
  });

  test('is refused whole when a row has a wrong shape, or there are none or too many', async () => {
    const wrong = await client.post('/discounts/bulk', { rows: [tenPercent(), { code: 'X' }] });
    expect([wrong.status, wrong.json.error.param]).toEqual([400, 'rows.1.off']);
    expect((await client.post('/discounts/bulk', { rows: [] })).status).toBe(400);
    const many = Array.from({ length: 1_001 }, () => tenPercent());
    expect((await client.post('/discounts/bulk', { rows: many })).json.error).toMatchObject({ param: 'rows' });
    expect(await countDiscounts()).toBe(0);
  });
});

test('a body with an unknown field is refused', async () => {
  const { status, json } = await client.post('/discounts', { ...tenPercent(), placed: 5 });
  expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_parameter', 'placed']);
});

test('a token cannot make one that may do more than itself', async () => {
  const clerk = await tokenClient(api, store.storeId, ['access:read', 'access:write']);
  const more = await clerk.post('/tokens', { name: 'x', scopes: ['access:read', 'refunds:write'] });
  expect([more.status, more.json.error.data]).toEqual([403, { scope: 'refunds:write' }]);
  const made = await clerk.post('/tokens', { name: 'x', scopes: ['access:read'] });
  expect(made.status).toBe(201);
  const child = adminClient(api, made.json.data.secret);
  expect((await child.get('/tokens')).status).toBe(200);
  expect((await clerk.post(`/tokens/${made.json.data.id}/revoke`)).json.data.state).toBe('revoked');
  expect((await child.get('/tokens')).status).toBe(401);
});

test('of another store nothing can be changed', async () => {
  const { code: name } = (await client.post('/discounts', tenPercent())).json.data;
  const other = await tokenClient(api, (await createStoreWithWaitlist(api)).storeId);
  expect((await other.post(`/discounts/${name}/end`)).json.error.code).toBe('discount_not_found');
  expect((await other.post(`/tokens/${client.tokenId}/revoke`)).json.error.code).toBe('api_token_not_found');
});

describe('a time without an offset is on the clock of the store', () => {
  const local = '2030-05-01T09:00'; // as a datetime field of a browser writes it
  const moment = '2030-05-01T07:00:00.000Z';

  test('for a discount code', async () => {
    const body = { ...tenPercent(), starts_at: local, ends_at: '2030-06-01 09:00' };
    const { status, json } = await client.post('/discounts', body);
    expect(json.data).toMatchObject({ starts_at: moment, ends_at: '2030-06-01T07:00:00.000Z', state: 'coming' });
    expect(status).toBe(201);
  });

  test('for a waitlist', async () => {
    const { json } = await client.send(`PATCH /waitlists/${store.waitlistId}`, { closes_at: local });
    expect(json.data).toMatchObject({ closes_at: moment });
  });

  test('for a token', async () => {
    const { json } = await client.post('/tokens', { name: 'till', scopes: ['store:read'], expires_at: local });
    expect(json.data).toMatchObject({ expires_at: moment });
  });

  test('and what is no time is refused by its name', async () => {
    const { status, json } = await client.post('/discounts', { ...tenPercent(), starts_at: '2030-02-31T09:00' });
    expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_parameter', 'starts_at']);
  });
});
