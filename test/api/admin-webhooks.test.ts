import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { placeFrom } from '../support/buy.ts';
import { checkoutRequest, createCore, createOffer } from '../support/core.ts';
import { createStoreWithWaitlist } from '../support/system.ts';
import { deliverAll, type Receiver, startReceiver } from '../support/webhooks.ts';

let api: Api;
let receiver: Receiver;
let storeId: string;
let waitlistId: string;
let client: AdminClient & { tokenId: string };
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
});
beforeEach(async () => {
  ({ storeId, waitlistId } = await createStoreWithWaitlist(api));
  client = await tokenClient(api, storeId);
  receiver.posts.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await api.stop();
});

const without = (...scopes: string[]) => ALL_SCOPES.filter((scope) => !scopes.includes(scope));
const create = async () => (await client.post('/webhooks', { url: receiver.url, description: 'ERP' })).json.data;

describe('an endpoint', () => {
  test('is made with its secret, which a repeated request does not get again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { url: receiver.url, types: ['preorder.placed'] };
    const first = await client.post('/webhooks', body, key);
    expect([first.status, first.json.data]).toMatchObject([201, { types: ['preorder.placed'], enabled: true }]);
    const { secret, ...endpoint } = first.json.data;
    expect(secret).toMatch(/^whsec_/);
    expect((await client.post('/webhooks', body, key)).json.data).toEqual({ ...endpoint, secret: null });
    expect((await client.get('/webhooks')).json.data).toHaveLength(1);
    expect((await client.get('/webhooks')).text).not.toContain(secret);
    expect((await client.get('/activity')).text).not.toContain(secret);
    expect((await client.get(`/webhooks/${endpoint.id}/secret`)).json.data.secret).toBe(secret);
  });

  test('is changed, part by part, and refuses what is none', async () => {
    const { id } = await create();
    const changed = await client.send(`PATCH /webhooks/${id}`, {
      url: `${receiver.url}/new`,
      types: ['preorder.sent'],
    });
    const kept = { url: `${receiver.url}/new`, description: 'ERP', include_personal: false, enabled: true };
    expect([changed.status, changed.json.data]).toMatchObject([200, { ...kept, types: ['preorder.sent'] }]);
    const more = { types: [], include_personal: true, enabled: false, description: 'Warehouse' };
    expect((await client.send(`PATCH /webhooks/${id}`, more)).json.data).toMatchObject({ url: kept.url, ...more });
    expect((await client.send(`PATCH /webhooks/${id}`, { enabled: true })).json.data.enabled).toBe(true);
    for (const body of [{ url: 'nowhere' }, { url: 'ftp://x.example' }, { types: ['nothing'] }, { id }, {}]) {
      const { status, json } = await client.send(`PATCH /webhooks/${id}`, body);
      expect([status, json.error.code], JSON.stringify(body)).toEqual([400, 'invalid_parameter']);
    }
    const { headers } = await client.send(`PATCH /webhooks/${id}`, { description: 'A' });
    const stale = { 'if-match': headers.get('etag') ?? '' };
    expect((await client.get(`/webhooks/${id}`)).headers.get('etag')).toBe(stale['if-match']);
    await client.send(`PATCH /webhooks/${id}`, { description: 'B' });
    const { json } = await client.send(`PATCH /webhooks/${id}`, { description: 'C' }, stale);
    expect(json.error.code).toBe('precondition_failed');
    const [entry] = (await client.get('/activity')).json.data;
    expect(entry).toMatchObject({
      action: 'webhook.update',
      before: { description: 'A' },
      after: { description: 'B' },
    });
  });

  test('with personal data is sent elsewhere only by those who may read it', async () => {
    const support = await tokenClient(api, storeId, without('preorders:personal'));
    const { id } = await create();
    const personal = { include_personal: true };
    expect((await support.send(`PATCH /webhooks/${id}`, personal)).json.error.code).toBe('scope_required');
    await client.send(`PATCH /webhooks/${id}`, personal);
    const elsewhere = { url: `${receiver.url}/mine` };
    expect((await support.send(`PATCH /webhooks/${id}`, elsewhere)).json.error.code).toBe('scope_required');
    expect((await support.send(`PATCH /webhooks/${id}`, { include_personal: false, ...elsewhere })).status).toBe(403);
    expect((await support.send(`PATCH /webhooks/${id}`, { description: 'Mine' })).status).toBe(200);
  });

  test('that was sent a parcel goes elsewhere only by those who may read personal data', async () => {
    const support = await tokenClient(api, storeId, without('preorders:personal'));
    const { id } = await create();
    const body = JSON.stringify({ data: { preorder: {}, fulfilment: { tracking_number: '1Z9', tracking_link: '' } } });
    await api.db.query(
      `INSERT INTO webhook_message (store_id, endpoint_id, id, seq, type, subject_id, occurred_at, due_at, body)
       VALUES ($1, $2, gen_random_uuid(), 9, 'preorder.sent', gen_random_uuid(), app_now(), app_now(), $3)`,
      [storeId, id, body],
    );
    const elsewhere = { url: `${receiver.url}/mine` };
    expect((await support.send(`PATCH /webhooks/${id}`, elsewhere)).json.error.code).toBe('scope_required');
    expect((await client.send(`PATCH /webhooks/${id}`, elsewhere)).status).toBe(200);
  });

  test('shows the query of its address only to those who may change it', async () => {
    const url = 'https://hooks.example/catch/9?token=opensesame&a=b';
    const { id } = (await client.post('/webhooks', { url })).json.data;
    const reader = await tokenClient(api, storeId, without('webhooks:write'));
    const shown = [
      (await reader.get('/webhooks')).json.data[0],
      (await reader.get(`/webhooks/${id}`)).json.data,
      (await reader.post(`/webhooks/${id}/rotate-secret`)).json.data,
      (await reader.get('/activity')).json.data.find(({ action }: { action: string }) => action === 'webhook.create')
        .after,
    ];
    expect(shown.map((one) => one.url)).toEqual(Array(4).fill('https://hooks.example/catch/9?…'));
    expect((await client.get(`/webhooks/${id}`)).json.data.url).toBe(url);
    const etags = [reader, client].map(async (one) => (await one.get(`/webhooks/${id}`)).headers.get('etag'));
    expect(new Set(await Promise.all(etags)).size).toBe(1);
  });

  test('gets another secret, is disabled, enabled and removed', async () => {
    const { id, secret } = await create();
    const rotated = (await client.post(`/webhooks/${id}/rotate-secret`)).json.data;
    expect([rotated.old_secret, rotated.secret === secret]).toEqual([secret, false]);
    expect((await client.post(`/webhooks/${id}/rotate-secret`)).json.error.code).toBe('secret_rotating');
    const leaked = (await client.post(`/webhooks/${id}/rotate-secret`, { at_once: true })).json.data;
    expect(leaked.old_secret).toBeNull();
    const off = (await client.post(`/webhooks/${id}/disable`)).json.data;
    expect(off).toMatchObject({ enabled: false, disabled_reason: 'asked' });
    expect((await client.post(`/webhooks/${id}/resend`, { failed: true })).json.error.code).toBe('webhook_disabled');
    expect((await client.post(`/webhooks/${id}/enable`)).json.data.enabled).toBe(true);
    expect((await client.send(`DELETE /webhooks/${id}`)).json.data).toEqual({ id });
    expect((await client.get(`/webhooks/${id}`)).json.error.code).toBe('webhook_not_found');
    const log = (await client.get(`/activity?subject=${id}`)).json.data;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'webhook.remove',
      'webhook.enable',
      'webhook.disable',
      'webhook.rotate_secret',
      'webhook.rotate_secret',
      'webhook.create',
    ]);
  });

  test('is tested at once, and its messages are listed in pages and sent again', async () => {
    const { id } = await create();
    const taken = (await client.post(`/webhooks/${id}/test`)).json.data;
    expect(taken).toMatchObject({ taken: true, status: 204, failure: null });
    receiver.answer = (_, response) => response.writeHead(500).end('no');
    const refused = (await client.post(`/webhooks/${id}/test`)).json.data;
    expect(refused).toMatchObject({ taken: false, status: 500, answer: 'no' });
    receiver.answer = (_, response) => response.writeHead(204).end();
    const first = (await client.get(`/webhooks/${id}/messages?limit=1`)).json;
    const rest = (await client.get(`/webhooks/${id}/messages?limit=1&after=${first.meta.next}`)).json;
    // Both came at once, as far as their order goes.
    expect([first.data[0].id, rest.data[0].id].sort()).toEqual([refused.id, taken.id].sort());
    expect(rest.meta.next).toBeNull();
    const failed = (await client.get(`/webhooks/${id}/messages?failed=true`)).json.data;
    expect(failed.map((one: { id: string }) => one.id)).toEqual([refused.id]);
    const one = (await client.get(`/webhooks/${id}/messages/${refused.id}`)).json.data;
    expect(one).toMatchObject({ type: 'webhook.test', body: { type: 'webhook.test' }, tries: [{ status: 500 }] });
    // A test is no fact, so it is not sent again.
    expect((await client.post(`/webhooks/${id}/resend`, { failed: true })).json.data).toEqual({ queued: 0 });
    await client.post(`/waitlists/${waitlistId}/pause`);
    const fact = await vi.waitFor(async () => {
      await deliverAll(api.deps);
      const listed: { id: string; body: { data: { waitlist?: { state: string } } } | null }[] = (
        await client.get(`/webhooks/${id}/messages`)
      ).json.data;
      const found = listed.find(({ body }) => body?.data.waitlist?.state === 'PAUSED');
      if (!found) throw new Error('the pause is not told yet');
      return found;
    }, 15_000);
    expect((await client.post(`/webhooks/${id}/resend`, { message_id: fact.id })).json.data).toEqual({ queued: 1 });
    await deliverAll(api.deps);
    expect(receiver.posts.filter((post) => post.id === fact.id)).toHaveLength(2);
  });

  test('refuses what it cannot take', async () => {
    const { id } = await create();
    const refused: [string, object, string, string][] = [
      ['/webhooks', { url: 'ftp://x' }, 'invalid_parameter', 'url'],
      ['/webhooks', { url: receiver.url, types: ['x'] }, 'invalid_parameter', 'types'],
      ['/webhooks', { url: receiver.url, secret: 'x' }, 'invalid_parameter', 'secret'],
      ['/webhooks', {}, 'missing_parameter', 'url'],
      [`/webhooks/${id}/resend`, {}, 'missing_parameter', 'message_id'],
      [`/webhooks/${id}/resend`, { failed: true, message_id: id }, 'missing_parameter', 'message_id'],
    ];
    for (const [path, body, code, param] of refused) {
      expect((await client.post(path, body)).json.error).toMatchObject({ code, param });
    }
    for (const path of [`/webhooks/${id}/messages?after=x`, `/webhooks/${id}/messages?after=${randomUUID()}`]) {
      expect((await client.get(path)).json.error).toMatchObject({ code: 'invalid_parameter', param: 'after' });
    }
    expect((await client.get(`/webhooks/${id}/messages/${randomUUID()}`)).json.error.code).toBe('webhook_not_found');
    expect((await client.post(`/webhooks/${id}/resend`, { message_id: 'x' })).json.error.code).toBe(
      'webhook_not_found',
    );
  });

  test('of another store is not found, and its secret needs a scope of its own', async () => {
    const { id } = await create();
    const stranger = await tokenClient(api, (await createStoreWithWaitlist(api)).storeId);
    for (const act of ['enable', 'disable', 'test', 'rotate-secret', 'resend']) {
      const body = act === 'resend' ? { failed: true } : {};
      expect((await stranger.post(`/webhooks/${id}/${act}`, body)).json.error.code, act).toBe('webhook_not_found');
    }
    expect((await stranger.send(`DELETE /webhooks/${id}`)).json.error.code).toBe('webhook_not_found');
    for (const path of ['', '/secret', '/messages']) {
      expect((await stranger.get(`/webhooks/${id}${path}`)).json.error.code).toBe('webhook_not_found');
    }
    const clerk = await tokenClient(api, storeId, without('store:secrets'));
    expect((await clerk.get(`/webhooks/${id}/secret`)).json.error.data).toEqual({ scope: 'store:secrets' });
    expect((await clerk.get(`/webhooks/${id}`)).status).toBe(200);
  });
});

describe('an endpoint with include_personal', () => {
  test('gets who placed it, with line item properties; any other endpoint gets neither', async () => {
    const core = createCore(api.db);
    const offer = await createOffer(core, { allocation: 5 });
    ({ storeId } = offer);
    client = await tokenClient(api, storeId);
    const types = ['preorder.placed'];
    const made = await client.post('/webhooks', { url: receiver.url, types, include_personal: true });
    expect([made.status, made.json.data.include_personal]).toEqual([201, true]);
    const plain = await create();
    expect(plain.include_personal).toBe(false);
    const { address } = checkoutRequest(offer);
    await placeFrom(core, offer, { email: 'maya@shopper.example', address, lineItemProperties: { engraving: 'ML' } });
    await deliverAll(api.deps);
    await core.stop();
    const placed = receiver.posts.filter(({ type }) => type === 'preorder.placed');
    expect(placed).toHaveLength(2);
    expect(placed.filter(({ text }) => /maya|engraving|Invaliden/.test(text))).toHaveLength(1);
    expect(placed.find(({ data }) => data.personal)?.data.personal).toEqual({
      contact: { email: 'maya@shopper.example', address: expect.objectContaining({ line1: address.line1 }) },
      lines: [{ id: expect.any(String), number: 1, properties: { engraving: 'ML' } }],
    });

    const path = `/webhooks/${made.json.data.id}/messages`;
    expect((await client.get(path)).json.data[0].body.data.personal.contact.email).toBe('maya@shopper.example');
    const clerk = await tokenClient(api, storeId, without('preorders:personal'));
    const [{ id, body }] = (await clerk.get(path)).json.data;
    expect([body.data.personal, body.type]).toEqual([undefined, 'preorder.placed']);
    expect((await clerk.get(`${path}/${id}`)).text).not.toContain('maya');
    expect((await client.get('/activity')).text).not.toContain('maya');

    await erase(api.deps, { storeId, email: 'maya@shopper.example' }, { openToo: true });
    expect((await client.get(path)).text).not.toMatch(/maya|engraving/);
    await client.post(`/webhooks/${made.json.data.id}/resend`, { message_id: id });
    receiver.posts.length = 0;
    await deliverAll(api.deps);
    const again = receiver.posts.find((post) => post.id === id);
    expect(again?.data.personal).toEqual({ contact: null, lines: [expect.objectContaining({ properties: null })] });
  });

  test('is made only with the scope for personal data', async () => {
    const clerk = await tokenClient(api, storeId, without('preorders:personal'));
    const refused = await clerk.post('/webhooks', { url: receiver.url, include_personal: true });
    expect([refused.status, refused.json.error.data]).toEqual([403, { scope: 'preorders:personal' }]);
    expect((await clerk.post('/webhooks', { url: receiver.url, include_personal: false })).status).toBe(201);
  });
});
