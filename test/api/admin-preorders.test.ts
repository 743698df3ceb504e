import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { arrive, runJobs } from '../support/release.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient & { tokenId: string };
let reference: string;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 50 });
  client = await tokenClient(api, offer.storeId);
  reference = await buyFrom(core, offer, { ...ADA, quantity: 2 });
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const ADA = { email: 'ada@mail.example', lineItemProperties: { engraving: '=To Ada' } };
const without = (...scopes: string[]) => ALL_SCOPES.filter((scope) => !scopes.includes(scope));

const log = async () => {
  const { data } = (await client.get('/activity')).json;
  return data.map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`);
};
const states = async () =>
  (await client.get(`/preorders/${reference}`)).json.data.lines.map(({ state }: { state: string }) => state);

describe('reading', () => {
  test('one pre-order tells its places, notices and what is due, and its timeline what happened', async () => {
    const { json, headers } = await client.get(`/preorders/${reference}`);
    expect(json.data).toMatchObject({ reference, notices: [], time_to_pay: null, owed_refunds: [], fulfilments: [] });
    expect(Object.values(json.data.places)).toEqual([1, 2]);
    expect(headers.get('etag')).toMatch(/^"/);
    const timeline = (await client.get(`/preorders/${reference}/timeline`)).json.data;
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'placed', what: 'pay_now', amount: json.data.total }),
    );
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toContain('movement');
    expect((await client.get('/preorders/PO-0000-0000-0/timeline')).json.error.code).toBe('preorder_not_found');
  });

  test('the list finds the pre-orders of one address, if the token may read addresses', async () => {
    await buyFrom(core, offer, { email: 'bo@mail.example' });
    const found = (await client.get('/preorders?email=ADA@mail.example')).json.data;
    expect(found.map((one: { reference: string }) => one.reference)).toEqual([reference]);
    const clerk = await tokenClient(api, offer.storeId, without('preorders:personal'));
    expect((await clerk.get('/preorders?email=ada@mail.example')).json.error).toMatchObject({
      code: 'scope_required',
      data: { scope: 'preorders:personal' },
    });
  });

  test('the file has a row for each line item, runs no formula, and leaves out the person without the scope', async () => {
    const all = await client.get('/preorders.csv?bom=false');
    expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = all.text.trim().split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^"reference","placed_at"/);
    expect(all.text).toContain(ADA.email);
    const clerk = await tokenClient(api, offer.storeId, without('preorders:personal'));
    const hidden = await clerk.get('/preorders.csv');
    for (const secret of [ADA.email, 'To Ada', 'Invalidenstra', 'Lovelace']) expect(hidden.text).not.toContain(secret);
    expect(hidden.text).toContain(reference);
    expect((await client.get(`/preorders.csv?waitlist_id=${randomUUID()}`)).json.error.code).toBe('waitlist_not_found');
  });
});

describe('an act', () => {
  test('cancels the named line item, once for each key, and writes it into the log', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await client.post(`/preorders/${reference}/cancel`, { lines: [2] }, key);
    expect(first.status).toBe(200);
    expect(first.json.data.changed_lines).toEqual([2]);
    expect(first.json.data.lines.map(({ state }: { state: string }) => state)).toEqual(['placed', 'cancelled']);
    expect((await client.post(`/preorders/${reference}/cancel`, { lines: [2] }, key)).json).toEqual(first.json);
    const [entry] = (await client.get(`/activity?subject=${reference}`)).json.data;
    expect(entry).toMatchObject({ action: 'preorder.cancel', before: { lines: ['1 placed', '2 placed'] } });
    expect(entry.after).toMatchObject({ lines: ['1 placed', '2 cancelled'] });
    expect(JSON.stringify(entry)).not.toContain('ada');
    const timeline = (await client.get(`/preorders/${reference}/timeline`)).json.data;
    const acts = timeline.filter(({ kind }: { kind: string }) => kind === 'act');
    expect(acts).toMatchObject([{ what: 'preorder.cancel', by_kind: entry.by.kind, by_name: entry.by.name }]);
    expect(timeline.map(({ at }: { at: string }) => at)).toEqual(
      timeline.map(({ at }: { at: string }) => at).toSorted(),
    );
  });

  test('gives back a part with a reason, at most what was paid', async () => {
    const paid = (await client.get(`/preorders/${reference}`)).json.data.lines[0].paid;
    const asked = { line: 1, amount: '10.00', reason: 'A scratch' };
    expect((await client.post(`/preorders/${reference}/refunds`, asked)).json.data.lines[0]).toMatchObject({
      given_back: '10.00',
    });
    await runJobs(core, offer.storeId);
    expect((await client.get(`/preorders/${reference}`)).json.data.refunded).toBe('10.00');
    const more = await client.post(`/preorders/${reference}/refunds`, { ...asked, amount: paid });
    expect([more.status, more.json.error.code]).toEqual([422, 'refund_too_high']);
    for (const wrong of [{ amount: 'x' }, { line: 3 }, { reason: ' ' }, { amount: '0.00' }]) {
      const refused = await client.post(`/preorders/${reference}/refunds`, { ...asked, ...wrong });
      expect([refused.status, refused.json.error.code]).toEqual([400, 'invalid_parameter']);
    }
    expect(await log()).toEqual([`preorder.refund ${reference}`]);
  });

  test('gives back parts of several line items at once, all or none, by one refund', async () => {
    const refund = (body: object) => client.post(`/preorders/${reference}/refunds`, { reason: 'A scratch', ...body });
    const two = [
      { line: 1, amount: '10.00' },
      { line: 2, amount: '5.00' },
    ];
    const tooMuch = await refund({ lines: [...two.slice(0, 1), { line: 2, amount: '5000.00' }] });
    expect([tooMuch.status, tooMuch.json.error]).toMatchObject([
      422,
      { code: 'refund_too_high', param: 'lines.1.amount' },
    ]);
    for (const wrong of [
      { lines: [] },
      { lines: two, line: 1 },
      { lines: [two[0], two[0]] },
      { lines: [{ line: 1 }] },
    ]) {
      expect((await refund(wrong)).status).toBe(400);
    }
    for (const param of ['line', 'amount']) {
      const { status, json } = await refund({ ...two[0], [param]: undefined });
      expect([status, json.error]).toMatchObject([400, { code: 'missing_parameter', param }]);
    }
    const { json } = await refund({ lines: two });
    expect(json.data.changed_lines).toEqual([1, 2]);
    expect(json.data.lines).toMatchObject([{ given_back: '10.00' }, { given_back: '5.00' }]);
    await runJobs(core, offer.storeId);
    expect((await client.get(`/preorders/${reference}`)).json.data.refunded).toBe('15.00');
    const moved = "SELECT 1 FROM movement WHERE store_id = $1 AND kind = 'refund'"; // each is one mail
    expect(await core.db.query(moved, [offer.storeId])).toHaveLength(1);
    expect(await log()).toEqual([`preorder.refund ${reference}`]);
  });

  test('releases by hand what has arrived, sends, corrects, delivers, takes back', async () => {
    const early = await client.post(`/preorders/${reference}/fulfilments`, { lines: [1] });
    expect([early.status, early.json.error.code]).toEqual([422, 'invalid_transition']);
    await arrive(core, offer, 2);
    expect((await client.post(`/preorders/${reference}/release`, {})).json.data.changed_lines).toEqual([1, 2]);
    const parcel = { lines: [1], carrier: 'dhl', tracking_number: '00340434161094015902' };
    const sent = await client.post(`/preorders/${reference}/fulfilments`, parcel);
    expect([sent.status, sent.json.data.fulfilments]).toMatchObject([
      201,
      [{ number: 1, lines: [1], carrier: 'DHL', tracking_number: parcel.tracking_number, delivered_at: null }],
    ]);
    const corrected = await client.send(`PATCH /preorders/${reference}/fulfilments/1`, {
      tracking_link: 'https://parcels.example/1',
      notify: true,
    });
    expect(corrected.json.data.fulfilments[0]).toMatchObject({
      carrier: 'DHL',
      tracking_number: parcel.tracking_number,
      tracking_link: 'https://parcels.example/1',
    });
    const delivered = await client.post(`/preorders/${reference}/fulfilments/1/deliver`);
    expect(delivered.json.data.fulfilments[0].delivered_at).toMatch(/^\d{4}-/);
    expect((await client.post(`/preorders/${reference}/return`, { lines: [1] })).json.data.changed_lines).toEqual([1]);
    expect(await states()).toEqual(['returned', 'released']);
    const entries = await client.get(`/activity?subject=${reference}`);
    expect(entries.text).not.toContain(parcel.tracking_number);
    for (const path of ['fulfilments/9/deliver', 'fulfilments/0/deliver']) {
      expect((await client.post(`/preorders/${reference}/${path}`)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await client.post(`/preorders/${reference}/fulfilments/9/deliver`)).json.error.code).toBe(
      'fulfilment_not_found',
    );
  });

  test('changes the address within the country, if the token may read it', async () => {
    const { contact } = (await client.get(`/preorders/${reference}`)).json.data;
    const address = { ...contact.address, line1: 'Hafenstr. 2' };
    const moved = await client.send(`PUT /preorders/${reference}/address`, address);
    expect(moved.json.data.contact.address.line1).toBe('Hafenstr. 2');
    const abroad = await client.send(`PUT /preorders/${reference}/address`, { ...address, country: 'FR' });
    expect(abroad.json.error).toMatchObject({ code: 'country_not_shipped', param: 'address.country' });
    const clerk = await tokenClient(api, offer.storeId, without('preorders:personal'));
    expect((await clerk.send(`PUT /preorders/${reference}/address`, address)).status).toBe(403);
    expect((await client.get(`/activity?subject=${reference}`)).text).not.toContain('Hafenstr');
  });

  test('without its cause is refused with a code', async () => {
    const refused: [string, object, string][] = [
      ['go-on', {}, 'invalid_transition'],
      ['answer', { choice: 'wait' }, 'promise_not_found'],
      ['answer', { choice: 'maybe' }, 'invalid_parameter'],
      ['resend-confirmation', {}, 'mail_not_found'],
      ['cancel', { lines: [7] }, 'invalid_parameter'],
      ['cancel', { lines: [] }, 'invalid_parameter'],
      ['cancel', { line: 1 }, 'invalid_parameter'],
      ['go-on', { reason: 'x' }, 'invalid_parameter'],
      ['return', {}, 'invalid_transition'],
    ];
    for (const [act, body, code] of refused) {
      const { json } = await client.post(`/preorders/${reference}/${act}`, body);
      expect([act, json.error?.code]).toEqual([act, code]);
    }
    expect(await log()).toEqual([]);
  });

  test('needs its scope, and finds nothing of another store', async () => {
    const other = await createOffer(core, { allocation: 1 });
    const stranger = await tokenClient(api, other.storeId);
    const acts: [string, string, object][] = [
      ['cancel', 'preorders:write', {}],
      ['refunds', 'refunds:write', { line: 1, amount: '1.00', reason: 'x' }],
      ['release', 'releases:write', {}],
      ['return', 'preorders:write', {}],
      ['fulfilments', 'preorders:write', {}],
      ['go-on', 'preorders:write', {}],
      ['answer', 'preorders:write', { choice: 'wait' }],
      ['resend-confirmation', 'preorders:write', {}],
    ];
    for (const [act, scope, body] of acts) {
      const clerk = await tokenClient(api, offer.storeId, without(scope));
      const refused = await clerk.post(`/preorders/${reference}/${act}`, body);
      expect([act, refused.status, refused.json.error.data]).toEqual([act, 403, { scope }]);
      const strange = await stranger.post(`/preorders/${reference}/${act}`, body);
      expect([act, strange.json.error.code]).toEqual([act, 'preorder_not_found']);
    }
    expect(await states()).toEqual(['placed', 'placed']);
  });

  test('is refused when the pre-order was changed since it was read', async () => {
    const etag = (await client.get(`/preorders/${reference}`)).headers.get('etag') ?? '';
    expect((await client.post(`/preorders/${reference}/cancel`, { lines: [1] }, { 'if-match': etag })).status).toBe(
      200,
    );
    const stale = await client.post(`/preorders/${reference}/cancel`, { lines: [2] }, { 'if-match': etag });
    expect([stale.status, stale.json.error.code]).toEqual([412, 'precondition_failed']);
  });
});

test('a bulk request sends, cancels and delivers, with a result for each row', async () => {
  const second = await buyFrom(core, offer, { email: 'bo@mail.example' });
  await arrive(core, offer, 2);
  await client.post(`/preorders/${reference}/release`, {});
  const rows = [
    { act: 'send', reference, carrier: 'DHL', tracking_number: '1' },
    { act: 'deliver', reference },
    { act: 'cancel', reference: second },
    { act: 'cancel', reference: 'PO-0000-0000-0' },
    { act: 'deliver', reference: second },
    { act: 'send', reference, keep_deposit: true },
    { act: 'deliver', reference, keep_deposit: true, carrier: 'DHL' },
  ];
  const key = { 'idempotency-key': randomUUID() };
  const { status, json } = await client.post('/preorders/bulk', { rows }, key);
  expect([status, json.meta]).toEqual([200, { result: 'success', succeeded: 3, failed: 4 }]);
  expect(json.data).toMatchObject([
    { index: 0, data: { reference, state: 'fulfilled', changed_lines: [1, 2], fulfilment: 1 } },
    { index: 1, data: { reference, fulfilment: 1 } },
    { index: 2, data: { reference: second, state: 'cancelled', changed_lines: [1], fulfilment: null } },
    { index: 3, error: { code: 'preorder_not_found' } },
    { index: 4, error: { code: 'fulfilment_not_found' } },
    { index: 5, error: { code: 'invalid_parameter', param: 'keep_deposit' } },
    { index: 6, error: { errors: [{ param: 'keep_deposit' }, { param: 'carrier' }] } },
  ]);
  expect((await client.post('/preorders/bulk', { rows }, key)).json.data.slice(0, 3)).toEqual(json.data.slice(0, 3));
  const done = await readPreorder(api.db, offer.storeId, reference);
  expect(done.state).toBe('fulfilled');
  const unknown = await client.post('/preorders/bulk', { rows: [{ act: 'gift', reference }] });
  expect([unknown.status, unknown.json.error.code]).toEqual([400, 'invalid_parameter']);
});
