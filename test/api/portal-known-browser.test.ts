import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';

let portal: Portal;
let ahead = 0;
beforeAll(async () => {
  portal = await startPortal({ strict: true, aheadMs: () => ahead });
});
afterAll(() => portal.stop());

const RIGHT = { email: OWNER.email, password: OWNER.password };
const WRONG = { ...RIGHT, password: 'guess number 1' };
const signIn = (browser: PortalBrowser, given = RIGHT) => browser.send('POST', '/api/session', given);
const stranger = (from = '198.51.100.1') => portal.browser({ from });

/** Returns a browser that holds nothing but the cookies by which another is known. */
function knownAs(other: PortalBrowser, from?: string): PortalBrowser {
  const browser = portal.browser({ ...(from !== undefined && { from }) });
  for (const [name, cookie] of other.known) browser.known.set(name, cookie);
  return browser;
}

let owner: PortalBrowser;
let email: string;
let member = 0;
beforeEach(async () => {
  ahead += 3_600_000; // all buckets are empty
  member += 1;
  email = `member${member}@merchant.example`;
  owner = await signInAsOwner(portal, { ...OWNER, email });
});

const demandCodes = () =>
  portal.db.query(
    'INSERT INTO staff_totp (member_id, sealed, confirmed_at) SELECT id, $2, app_now() FROM staff_member WHERE email = $1',
    [email, Buffer.from('x')],
  );

async function useUp(): Promise<void> {
  const tries = Array.from({ length: 25 }, (_, n) => signIn(stranger(`192.0.2.${n}`), { ...WRONG, email }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
}

describe('a browser with which the member signed in', () => {
  test('signs in each of twenty times while a stranger tries once a second for 100 seconds', async () => {
    const known = knownAs(owner);
    const statuses: number[] = [];
    const strangers: number[] = [];
    for (let second = 1; second <= 100; second += 1) {
      ahead += 1_000;
      strangers.push((await signIn(stranger(), { ...WRONG, email })).status);
      if (second % 5 === 0) statuses.push((await signIn(known, { ...RIGHT, email })).status);
    }
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect(strangers.filter((status) => status === 429).length).toBeGreaterThan(70);
    expect((await signIn(portal.browser(), { ...RIGHT, email })).status, 'an unknown browser waits').toBe(429);
  });

  test('signs in beside a stranger at the same address', async () => {
    const here = portal.browser();
    for (let n = 0; n < 45; n += 1) await signIn(here, { ...WRONG, email: `nobody${n}@merchant.example` });
    expect((await signIn(here, { ...RIGHT, email })).status).toBe(429);
    expect((await signIn(knownAs(owner), { ...RIGHT, email })).status).toBe(200);
  });

  test('gets a mail to set a new password after a stranger asked for many', async () => {
    const ask = (browser: PortalBrowser) => browser.send('POST', '/api/password-resets', { email });
    for (const expected of [202, 202, 202, 429]) expect((await ask(stranger())).status).toBe(expected);
    for (const expected of [202, 202, 202, 429]) expect((await ask(knownAs(owner))).status).toBe(expected);
  });

  test('proves a second factor after a stranger with the password tried many codes', async () => {
    await demandCodes();
    const tryCode = async (browser: PortalBrowser) => {
      await signIn(browser, { ...RIGHT, email });
      return (await browser.send('POST', '/api/session/second-factor', { recovery_code: 'wrong-wrong' })).status;
    };
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await tryCode(stranger()));
    expect(statuses.at(-1)).toBe(429);
    expect(await tryCode(knownAs(owner))).toBe(401);
  });

  test('opens links while a stranger at the same address opens many', async () => {
    const here = portal.browser();
    const open = (browser: PortalBrowser) => browser.send('POST', '/api/links/read', { token: 'a.b' });
    for (let n = 0; n < 45; n += 1) await open(here);
    expect((await open(here)).status).toBe(429);
    expect((await open(knownAs(owner))).error.code).toBe('link_not_found');
  });

  test('has no more tries than an account has', async () => {
    const known = knownAs(owner);
    const statuses = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await signIn(known, { ...WRONG, email })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    await owner.send('DELETE', '/api/session');
    expect((await signIn(knownAs(owner), { ...RIGHT, email })).status, 'another sign-in does not empty it').toBe(429);
  });
});

describe('a browser is not known', () => {
  const refused = async (browser: PortalBrowser) => {
    await useUp();
    expect((await signIn(browser, { ...RIGHT, email })).status).toBe(429);
  };

  test('by the cookie of another member', async () => {
    const other = await signInAsOwner(portal, { ...OWNER, email: `other-${email}` });
    const { staff } = await owner.session();
    const [cookie = ''] = other.known.values();
    const browser = portal.browser();
    browser.known.set('as is', cookie);
    browser.known.set('renamed', `__Host-known-${staff.id}=${cookie.split('=')[1]}`);
    await refused(browser);
  });

  test('by a cookie that was changed', async () => {
    const browser = knownAs(owner);
    for (const [name, cookie] of browser.known) {
      browser.known.set(
        name,
        cookie.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`),
      );
    }
    await refused(browser);
  });

  test('after a new password, but the one that set it', async () => {
    const before = knownAs(owner);
    const password = 'nine quiet otters';
    const { status } = await owner.send('PUT', '/api/password', { current_password: OWNER.password, password });
    expect(status).toBe(200);
    await refused(before);
    expect((await signIn(knownAs(owner), { email, password })).status).toBe(200);
  });

  test('after 60 days', async () => {
    const browser = knownAs(owner);
    await shiftClock(portal.db, 60 * 86_400 + 1);
    await refused(browser);
  });

  test('before its member has proved a second factor', async () => {
    const browser = portal.browser();
    await demandCodes();
    expect((await signIn(browser, { ...RIGHT, email })).data.state).toBe('second_factor');
    expect(browser.known.size).toBe(0);
  });
});

test('tries from many networks of one provider count together', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const browser = stranger(`2001:db8:0:${(0x1200 + (n % 256)).toString(16)}::1`);
    statuses.push((await browser.send('POST', '/api/links/read', { token: 'a.b' })).status);
  }
  expect(statuses.slice(0, 160)).not.toContain(429);
  expect(statuses.slice(-20)).toContain(429);
  const next = stranger('2001:db8:0:1300::1');
  expect((await next.send('POST', '/api/links/read', { token: 'a.b' })).status).not.toBe(429);
});
