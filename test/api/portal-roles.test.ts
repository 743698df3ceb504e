import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { CONFIRMED_SCOPES, ROLE_SCOPES, ROLES } from '../../src/domain/role.ts';
import { shiftClock } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import {
  OWNER,
  type Portal,
  type PortalAnswer,
  type PortalBrowser,
  signInAsOwner,
  startPortal,
} from '../support/portal.ts';

let portal: Portal;
const browsers: Record<string, PortalBrowser> = {};
beforeAll(async () => {
  portal = await startPortal();
  const storeId = await createTestStore(portal.db, { slug: 'pines' });
  await createTestStore(portal.db, { slug: 'birches' });
  for (const role of ROLES) {
    const browser = await signInAsOwner(portal, { ...OWNER, email: `${role}@merchant.example` });
    const { staff } = await browser.session();
    await setRole(portal.deps, { storeId, memberId: staff.id }, role);
    browsers[role] = browser;
  }
  // From here on the second store is none of theirs.
  await portal.db.query('UPDATE staff_member SET may_create_stores = false');
});
afterAll(() => portal.stop());

const asked = (browser: PortalBrowser, route: string, store = 'pines'): Promise<PortalAnswer> => {
  const [method = '', path = ''] = route.split(' ');
  browser.headers = { 'service-store': store, 'idempotency-key': randomUUID() };
  const isRead = method === 'GET' || method === 'DELETE';
  return browser.send(method, path.replaceAll(/:\w+/g, 'nothing'), isRead ? undefined : {});
};

describe.each(ROLES)('the role %s', (role) => {
  test('may do at every route what its scopes say, and nothing else', async () => {
    expect(portal.scopes.size).toBeGreaterThanOrEqual(20);
    for (const [route, scope] of portal.scopes) {
      const { status, error } = await asked(browsers[role] as PortalBrowser, route);
      expect(status, `${route}: ${JSON.stringify(error)}`).toBeLessThan(500);
      const may = ROLE_SCOPES[role].includes(scope);
      if (may) expect([route, status]).not.toEqual([route, 403]);
      else expect([route, status, error.code, error.data?.scope]).toEqual([route, 403, 'scope_required', scope]);
    }
  });

  test('may do nothing in another store', async () => {
    for (const route of portal.scopes.keys()) {
      const { status, error } = await asked(browsers[role] as PortalBrowser, route, 'birches');
      expect([route, status, error.code]).toEqual([route, 404, 'store_not_found']);
    }
  });
});

test('every route of the private API has a scope', () => {
  const routes = portal.routes.filter((route) => route.includes(' /admin/'));
  expect(routes.filter((route) => !portal.scopes.has(route))).toEqual([]);
});

test('nobody who is not signed in may do anything', async () => {
  for (const route of portal.scopes.keys()) {
    const { status, error } = await asked(portal.browser(), route);
    expect([route, status, error.code]).toEqual([route, 401, 'not_signed_in']);
  }
});

test('a request says in which store', async () => {
  for (const store of ['', 'PINES', "pines' OR 1=1", 'unknown']) {
    const { status, error } = await asked(browsers.owner as PortalBrowser, 'GET /admin/api/v1/store', store);
    expect([status, error.code]).toEqual(store === '' ? [400, 'missing_parameter'] : [404, 'store_not_found']);
  }
});

test('a changed role holds from the next request on', async () => {
  const support = browsers.support as PortalBrowser;
  expect((await asked(support, 'GET /admin/api/v1/store')).status).toBe(200);
  const { staff } = await support.session();
  await portal.db.query('DELETE FROM staff_role WHERE member_id = $1', [staff.id]);
  expect((await asked(support, 'GET /admin/api/v1/store')).error.code).toBe('store_not_found');
});

const FILES_OF_EVERYBODY = ['GET /admin/api/v1/preorders.csv', 'GET /admin/api/v1/preorders/ready-to-send.csv'];

test('secrets and access need a fresh proof, and a role that lacks them is told so at once', async () => {
  await shiftClock(portal.db, 11 * 60);
  const guarded = [...portal.scopes].filter(([, scope]) => CONFIRMED_SCOPES.includes(scope));
  expect(guarded.length).toBeGreaterThanOrEqual(2);
  for (const [route, scope] of portal.scopes) {
    const { error } = await asked(browsers.owner as PortalBrowser, route);
    const isGuarded = CONFIRMED_SCOPES.includes(scope) || FILES_OF_EVERYBODY.includes(route);
    if (isGuarded) expect([route, error.code]).toEqual([route, 'confirmation_required']);
    else expect([route, error?.code]).not.toEqual([route, 'confirmation_required']);
    const manager = await asked(browsers.manager as PortalBrowser, route);
    if (!ROLE_SCOPES.manager.includes(scope)) expect([route, manager.error.code]).toEqual([route, 'scope_required']);
  }
});
