import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { type Core, createCore, createOffer, shiftClock } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';

let portal: Portal;
let core: Core;
let owner: PortalBrowser;
let manager: PortalBrowser;
let slug: string;
beforeAll(async () => {
  portal = await startPortal();
  core = createCore(portal.db);
  const { storeId } = await createOffer(core, { allocation: 1 });
  ({ slug } = await readStore(portal.db, storeId));
  owner = await signInAsOwner(portal);
  manager = await signInAsOwner(portal, { ...OWNER, email: 'bo@merchant.example' });
  for (const [browser, role] of [
    [owner, 'owner'],
    [manager, 'manager'],
  ] as const) {
    await setRole(portal.deps, { storeId, memberId: (await browser.session()).staff.id }, role);
  }
});
afterAll(async () => {
  await core.stop();
  await portal.stop();
});

function ask(browser: PortalBrowser, route: string, body?: object) {
  const [method = '', path = ''] = route.split(' ');
  browser.headers = { 'service-store': slug, 'idempotency-key': randomUUID() };
  return browser.send(method, `/admin/api/v1${path}`, body);
}
const demand = (browser: PortalBrowser, second_factor_required: boolean) =>
  ask(browser, 'PATCH /store', { second_factor_required });
const isShut = async (browser: PortalBrowser) =>
  (await browser.session()).stores.find((store) => store.slug === slug)?.lacks_second_factor;

async function setUpApp(browser: PortalBrowser): Promise<void> {
  const { secret } = (await browser.send('POST', '/api/totp', {})).data;
  const [row] = await portal.db.query<{ now: Date }>('SELECT app_now() AS now');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 });
  expect((await browser.send('POST', '/api/totp/confirm', { code })).status).toBe(200);
}

test('a store that demands a second factor is shut to members without one, until they have it', async () => {
  const refused = await demand(manager, true);
  expect([refused.status, refused.error.data?.scope]).toEqual([403, 'access:write']);
  await setUpApp(owner);
  expect((await demand(owner, true)).data.second_factor_required).toBe(true);
  expect((await ask(owner, 'GET /store')).status, 'who has one goes on').toBe(200);

  for (const route of ['GET /store', 'GET /preorders', 'PATCH /store']) {
    const { status, error } = await ask(manager, route, route.startsWith('GET') ? undefined : { name: 'Mine' });
    expect([route, status, error.code]).toEqual([route, 403, 'second_factor_required']);
  }
  expect(await isShut(manager)).toBe(true);
  await setUpApp(manager);
  expect(await isShut(manager)).toBe(false);
  expect((await ask(manager, 'GET /store')).status).toBe(200);
  await manager.send('DELETE', '/api/totp');
  expect((await ask(manager, 'GET /store')).error.code, 'their last factor is gone').toBe('second_factor_required');
});

test('to change the rule, an owner proves again who they are', async () => {
  await shiftClock(portal.db, 11 * 60);
  expect((await demand(owner, false)).error.code).toBe('confirmation_required');
  expect((await demand(owner, true)).status, 'what stays needs no proof').toBe(200);
  await owner.send('POST', '/api/session/confirm', { password: OWNER.password });
  expect((await demand(owner, false)).data.second_factor_required).toBe(false);
  expect(await isShut(manager)).toBe(false);
});
