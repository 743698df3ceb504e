import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { updateStore } from '../../src/core/stores/commands.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import type { Role } from '../../src/domain/role.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';
import { LATER, moveDates } from '../support/promises.ts';

// A store gives back 50.00 of a pre-order without further proof. A pre-order costs more than that.
const LIMIT = 5_000;

const refund = (amount: string) => ({ line: 1, amount, reason: 'A scratch.' });

describe('a token', () => {
  let api: Api;
  let core: Core;
  let offer: Offer;
  let reference: string;
  let client: AdminClient;
  let clerk: AdminClient;
  beforeAll(async () => {
    api = await startApi();
    core = createCore(api.db);
  });
  beforeEach(async () => {
    offer = await createOffer(core, { allocation: 10 });
    await updateStore(api.deps, offer.storeId, { refundLimit: LIMIT });
    reference = await buyFrom(core, offer, { quantity: 2 });
    client = await tokenClient(api, offer.storeId);
    clerk = await tokenClient(
      api,
      offer.storeId,
      ALL_SCOPES.filter((scope) => scope !== 'refunds:large'),
    );
  });
  afterAll(async () => {
    await core.stop();
    await api.stop();
  });

  test('gives back up to the limit of each pre-order, in one part or several', async () => {
    expect((await clerk.post(`/preorders/${reference}/refunds`, refund('30.00'))).status).toBe(200);
    const more = await clerk.post(`/preorders/${reference}/refunds`, { ...refund('20.01'), line: 2 });
    expect([more.status, more.json.error]).toMatchObject([
      403,
      { code: 'scope_required', param: 'amount', data: { scope: 'refunds:large' } },
    ]);
    expect((await clerk.post(`/preorders/${reference}/refunds`, { ...refund('20.00'), line: 2 })).status).toBe(200);
    expect((await client.post(`/preorders/${reference}/refunds`, refund('20.01'))).status).toBe(200);
  });

  test('cancels no more than that either, and then nothing is cancelled', async () => {
    const all = await clerk.post(`/preorders/${reference}/cancel`);
    expect([all.status, all.json.error.code]).toEqual([403, 'scope_required']);
    const rows = [{ act: 'cancel', reference }];
    const bulk = (await clerk.post('/preorders/bulk', { rows })).json;
    expect(bulk.data[0].error).toMatchObject({ code: 'scope_required', data: { scope: 'refunds:large' } });
    expect((await client.get(`/preorders/${reference}`)).json.data.state).toBe('placed');
    expect((await client.post(`/preorders/${reference}/cancel`)).status).toBe(200);
  });

  test('answers no more than that for a shopper who leaves, and then nothing is cancelled', async () => {
    await moveDates({ core, offer }, LATER);
    const answer = { choice: 'cancel' };
    const refused = await clerk.post(`/preorders/${reference}/answer`, answer);
    expect([refused.status, refused.json.error]).toMatchObject([
      403,
      { code: 'scope_required', data: { scope: 'refunds:large' } },
    ]);
    expect((await client.get(`/preorders/${reference}`)).json.data.state).toBe('placed');
    expect((await client.post(`/preorders/${reference}/answer`, answer)).status).toBe(200);
    expect((await client.get(`/preorders/${reference}`)).json.data.state).toBe('cancelled');
  });

  test('changes the limit only with that scope, and the rest of the settings without', async () => {
    const refused = await clerk.send('PATCH /store', { refund_limit: null });
    expect([refused.status, refused.json.error.data]).toEqual([403, { scope: 'refunds:large' }]);
    expect((await clerk.send('PATCH /store', { refund_limit: '50.00', hold_minutes: 12 })).status).toBe(200);
    expect((await client.send('PATCH /store', { refund_limit: '80.00' })).json.data.refund_limit).toBe('80.00');
    expect((await client.send('PATCH /store', { refund_limit: null })).json.data.refund_limit).toBeNull();
    expect((await clerk.post(`/preorders/${reference}/cancel`)).status).toBe(200);
    for (const refund_limit of ['-1.00', 'x', '1.001']) {
      const wrong = (await client.send('PATCH /store', { refund_limit })).json.error;
      expect([wrong.code, wrong.param]).toEqual(['invalid_parameter', 'refund_limit']);
    }
  });
});

describe('staff', () => {
  let portal: Portal;
  let core: Core;
  let slug: string;
  let reference: string;
  const browsers = new Map<Role, PortalBrowser>();
  beforeAll(async () => {
    portal = await startPortal();
    core = createCore(portal.db);
    const offer = await createOffer(core, { allocation: 10 });
    await updateStore(portal.deps, offer.storeId, { refundLimit: LIMIT });
    ({ slug } = await readStore(portal.db, offer.storeId));
    reference = await buyFrom(core, offer, { quantity: 2 });
    for (const role of ['owner', 'manager', 'support'] as const) {
      const browser = await signInAsOwner(portal, { ...OWNER, email: `${role}@merchant.example` });
      const { staff } = await browser.session();
      await setRole(portal.deps, { storeId: offer.storeId, memberId: staff.id }, role);
      browsers.set(role, browser);
    }
  });
  afterAll(async () => {
    await core.stop();
    await portal.stop();
  });

  const ask = (role: Role, route: string, body: object) => {
    const browser = browsers.get(role);
    if (!browser) throw new Error(`nobody is ${role}`);
    const [method = '', path = ''] = route.split(' ');
    browser.headers = { 'service-store': slug, 'idempotency-key': randomUUID() };
    return browser.send(method, `/admin/api/v1${path}`, body);
  };

  test('of support give back up to the limit, and managers above it after a fresh proof', async () => {
    expect((await ask('support', `POST /preorders/${reference}/refunds`, refund('10.00'))).status).toBe(200);
    const large = await ask('support', `POST /preorders/${reference}/refunds`, refund('60.00'));
    expect([large.status, large.error.data]).toEqual([403, { scope: 'refunds:large' }]);
    expect((await ask('manager', `POST /preorders/${reference}/refunds`, refund('60.00'))).status).toBe(200);

    await shiftClock(portal.db, 11 * 60);
    const refused = [
      await ask('manager', `POST /preorders/${reference}/refunds`, refund('1.00')),
      await ask('manager', `POST /preorders/${reference}/cancel`, {}),
      await ask('manager', 'PATCH /store', { refund_limit: null }),
    ];
    for (const { status, error } of refused) expect([status, error.code]).toEqual([403, 'confirmation_required']);
    const { password } = OWNER;
    expect((await browsers.get('manager')?.send('POST', '/api/session/confirm', { password }))?.status).toBe(200);
    expect((await ask('manager', `POST /preorders/${reference}/refunds`, refund('1.00'))).status).toBe(200);
  });
});
