import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { tokenClient } from '../support/admin-client.ts';
import { startApi } from '../support/api.ts';
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
let owner: PortalBrowser;
beforeAll(async () => {
  portal = await startPortal({ strict: true });
  owner = await signInAsOwner(portal);
});
afterAll(() => portal.stop());

const UNSAFE = () => portal.routes.filter((route) => !route.startsWith('GET '));

describe('a request that a page of another origin sends with the cookie', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'https://portal.example:8443' }],
    ['another scheme', { origin: 'http://portal.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another site by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an address that a person typed', { 'sec-fetch-site': 'none' }],
  ];
  test.each(foreign)('is refused at every route that changes something: %s', async (_who, headers) => {
    const browser = portal.browser();
    browser.cookie = owner.cookie;
    browser.headers = headers;
    expect(UNSAFE().length).toBeGreaterThanOrEqual(8);
    for (const route of UNSAFE()) {
      const [method = '', path = ''] = route.split(' ');
      const { status, error } = await browser.send(method, path, method === 'DELETE' ? undefined : {});
      expect([route, status, error.code]).toEqual([route, 403, 'foreign_request']);
    }
    expect((await owner.get('/api/session')).status).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('is refused as what a form can send: %j', async (type) => {
    const browser = portal.browser();
    browser.cookie = owner.cookie;
    browser.headers = { 'content-type': type };
    const { status, error } = await browser.send('POST', '/api/session/confirm', { password: OWNER.password });
    expect([status, error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('is answered without leave to read it', async () => {
    const browser = portal.browser();
    browser.cookie = owner.cookie;
    browser.headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const { headers } = await browser.get('/api/session');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const preflight = await browser.send('OPTIONS', '/api/session');
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('of two cookies with the name, and of a broken one, none signs in', async () => {
  for (const cookie of [
    '__Host-session=',
    '__Host-session=%00',
    `__Host-session=${'x'.repeat(5_000)}`,
    `session=${owner.cookie.split('=')[1]}`,
    `__Host-session=${'A'.repeat(43)}; ${owner.cookie}`,
  ]) {
    const browser = portal.browser();
    browser.cookie = cookie;
    expect((await browser.get('/api/session')).status, cookie.slice(0, 40)).toBe(401);
  }
});

describe('guessing', () => {
  /** Tries until it is told to wait, and resolves with how often it was let. A slow machine is let a few times more. */
  async function triesLet(max: number, attempt: (tries: number) => Promise<PortalAnswer>): Promise<number> {
    for (let tries = 0; tries < max; tries += 1) {
      const { status, error, headers } = await attempt(tries);
      if (status === 401) continue;
      expect([status, error.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'rate_limited', true]);
      return tries;
    }
    return Infinity;
  }

  const guess = (browser: PortalBrowser, email: string) =>
    browser.send('POST', '/api/session', { email, password: 'guess number 1' });

  test.each([
    ['that exists', OWNER.email, '198.51.100'],
    ['that nobody has', 'nobody@merchant.example', '192.0.2'],
  ])('a password is limited by account from any number of addresses, for one %s', async (_which, email, network) => {
    const tries = await triesLet(40, (n) => guess(portal.browser({ from: `${network}.${n}` }), email));
    expect(tries).toBeGreaterThanOrEqual(20);
    expect(tries).toBeLessThan(30);
    const right = await portal
      .browser({ from: '203.0.113.99' })
      .send('POST', '/api/session', { ...OWNER_SIGN_IN, email });
    expect(right.status, 'also the right one has to wait').toBe(429);
  });

  test('is limited by address over any number of accounts', async () => {
    const browser = portal.browser({ from: '203.0.113.50' });
    const tries = await triesLet(80, (n) => guess(browser, `account${n}@merchant.example`));
    expect(tries).toBeGreaterThanOrEqual(40);
    expect(tries).toBeLessThan(60);
    expect((await browser.send('POST', '/api/links/read', { token: 'a.b' })).status).toBe(429);
  });

  test('the password of a signed-in member is limited', async () => {
    const tries = await triesLet(20, () => owner.send('POST', '/api/session/confirm', { password: 'guess number 1' }));
    expect(tries).toBeGreaterThanOrEqual(10);
    expect(tries).toBeLessThan(15);
    expect((await owner.get('/api/session')).status).toBe(200);
  });
});

test('a member and a token may each send as many requests at once as the guide says', async () => {
  const { burst } = REQUEST_LIMITS.adminRequests;
  const api = await startApi();
  const token = await tokenClient(api, await createTestStore(api.db));
  await createTestStore(portal.db, { slug: 'pines' });
  owner.headers = { 'service-store': 'pines' };
  const statuses = [
    async () => (await owner.get('/admin/api/v1/store')).status,
    async () => (await token.get('/store')).status,
  ];
  for (const statusOf of statuses) {
    const answers = await Promise.all(Array.from({ length: burst }, statusOf));
    expect(new Set(answers)).toEqual(new Set([200]));
  }
  await api.stop();
});

const OWNER_SIGN_IN = { email: OWNER.email, password: OWNER.password };

test('an address that is written in another way has the headers of the API', async () => {
  const { headers } = await owner.get('/%61pi/session');
  expect([headers.get('cache-control'), headers.get('cross-origin-resource-policy')]).toEqual([
    'no-store',
    'same-origin',
  ]);
});

// The last one: it leaves the address of the tests with nothing.
test('who invents cookies is told to wait', async () => {
  const ask = async () => {
    const browser = portal.browser();
    browser.cookie = `__Host-session=${randomBytes(32).toString('base64url')}`;
    browser.headers = { 'service-store': 'none' };
    return (await browser.get('/admin/api/v1/store')).status;
  };
  const statuses = await Promise.all(Array.from({ length: 300 }, ask));
  expect([...new Set(statuses)].sort()).toEqual([401, 429]);
});
