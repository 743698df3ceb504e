import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnerLink } from '../../src/core/staff/commands/links.ts';
import { shiftClock } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal, tokenOf } from '../support/portal.ts';

let portal: Portal;
let owner: PortalBrowser;
let address: string;
let count = 0;
beforeAll(async () => {
  portal = await startPortal();
});
beforeEach(async () => {
  count += 1;
  address = `ada${count}@merchant.example`;
  owner = await signInAsOwner(portal, { ...OWNER, email: address });
});
afterAll(() => portal.stop());

const HOUR = 3_600; // seconds
const signIn = (browser: PortalBrowser, password = OWNER.password, email = address) =>
  browser.send('POST', '/api/session', { email, password });

describe('the owner’s link', () => {
  test('makes an owner, who is signed in and owns the stores without an owner', async () => {
    await createTestStore(portal.db, { slug: `first-${count}` });
    const session = await owner.session();
    expect(session.staff).toMatchObject({ email: address, name: OWNER.name, language: 'en' });
    expect(session.may_create_stores).toBe(true);
    expect(session.stores.find(({ slug }) => slug === `first-${count}`)).toMatchObject({ role: 'owner', mode: 'test' });
    expect(session.stores[0]?.scopes).toContain('access:write');
    expect(Date.parse(session.confirmed_until ?? '')).toBeGreaterThan(Date.now());
  });

  test('is read without being used, and works once', async () => {
    const { url } = await createOwnerLink(portal.deps, `eve${count}@merchant.example`);
    expect(url).toMatch(/^https:\/\/portal\.example\/links#[\w.-]+$/);
    const browser = portal.browser();
    const token = tokenOf(url);
    for (let reads = 0; reads < 2; reads += 1) {
      const { data } = await browser.send('POST', '/api/links/read', { token });
      expect(data).toEqual({ kind: 'owner', email: `eve${count}@merchant.example`, store: null, has_account: false });
    }
    const accept = () => browser.send('POST', '/api/links/accept', { token, name: 'Eve', password: OWNER.password });
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const read = await browser.send('POST', '/api/links/read', { token });
    expect([read.status, read.error.code]).toEqual([404, 'link_not_found']);
  });

  test('without an address asks for it, and ends the others of its kind', async () => {
    const [first, second] = [await createOwnerLink(portal.deps, null), await createOwnerLink(portal.deps, null)];
    const browser = portal.browser();
    const given = { token: tokenOf(first.url), name: 'Eve', password: OWNER.password };
    const nobody = await browser.send('POST', '/api/links/accept', given);
    expect([nobody.error.code, nobody.error.param]).toEqual(['invalid_parameter', 'email']);
    const email = `own${count}@merchant.example`;
    expect((await browser.send('POST', '/api/links/accept', { ...given, email })).status).toBe(200);
    expect((await browser.session()).staff.email).toBe(email);
    expect((await browser.send('POST', '/api/links/read', { token: tokenOf(second.url) })).status).toBe(404);
  });

  test('does not take an address that somebody has, and stays', async () => {
    const { url } = await createOwnerLink(portal.deps, address.toUpperCase());
    const given = { token: tokenOf(url), name: 'Eve', password: OWNER.password };
    const taken = await portal.browser().send('POST', '/api/links/accept', given);
    expect([taken.status, taken.error.code, taken.error.param]).toEqual([409, 'staff_exists', 'email']);
    expect((await portal.browser().send('POST', '/api/links/read', { token: tokenOf(url) })).status).toBe(200);
  });

  test('ends by itself', async () => {
    const { url } = await createOwnerLink(portal.deps, null);
    await shiftClock(portal.db, 25 * HOUR);
    const { status } = await portal.browser().send('POST', '/api/links/read', { token: tokenOf(url) });
    expect(status).toBe(404);
  });

  test.each(['', 'x', 'x.y', '00000000-0000-4000-8000-000000000000.abc'])('is not %j', async (token) => {
    const { status } = await portal.browser().send('POST', '/api/links/read', { token });
    expect(status).toBe(token === '' ? 400 : 404);
  });

  test.each([
    ['short', 'elevenchars'],
    ['common', 'password123456'],
    ['run', 'abcdefghijklmn'],
    ['same', 'aaaaaaaaaaaaaa'],
    ['own', 'adabyronadabyron'],
    ['own words and a year', 'waitlist-adabyron-2026'],
    ['own words and a date', 'Portal_Store_24.12.2026'],
  ])('takes no weak password: %s', async (_why, password) => {
    const { url } = await createOwnerLink(portal.deps, 'adabyron@merchant.example');
    const refused = await portal
      .browser()
      .send('POST', '/api/links/accept', { token: tokenOf(url), name: 'A', password });
    expect([refused.status, refused.error.code, refused.error.param]).toEqual([422, 'password_weak', 'password']);
  });
});

describe('signing in', () => {
  test('takes the address in any case', async () => {
    const browser = portal.browser();
    const { status, data } = await signIn(browser, OWNER.password, ` ${address.toUpperCase()} `);
    expect([status, data]).toEqual([200, { state: 'signed_in', methods: [] }]);
    expect((await browser.session()).staff.email).toBe(address);
  });

  test('hashes a password anew that was hashed at another cost', async () => {
    const nonce = Buffer.from('somesaltsomesalt');
    const cost = { memory: 4_096, passes: 3, parallelism: 1, tagLength: 32 };
    const hash = argon2Sync('argon2id', { message: OWNER.password, nonce, ...cost });
    const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const cheap = `$argon2id$v=19$m=4096,t=3,p=1$${plain(nonce)}$${plain(hash)}`;
    await portal.db.query('UPDATE staff_member SET password_hash = $2 WHERE email_key = $1', [address, cheap]);
    expect((await signIn(portal.browser(), 'seven grey heron')).status).toBe(401);
    expect((await signIn(portal.browser())).status).toBe(200);
    const [kept] = await portal.db.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM staff_member WHERE email_key = $1',
      [address],
    );
    expect(kept?.hash).toContain('$m=19456,t=2,p=1$');
    expect((await signIn(portal.browser())).status).toBe(200);
  });

  test('says the same of a wrong password and of an address that nobody has', async () => {
    const answers = await Promise.all([
      signIn(portal.browser(), 'seven grey herons!'),
      signIn(portal.browser(), OWNER.password, 'nobody@merchant.example'),
    ]);
    const said = answers.map(({ status, error, headers }) => [status, error, headers.getSetCookie()]);
    expect(said[0]).toEqual(said[1]);
    expect(said[0]).toMatchObject([401, { code: 'sign_in_refused' }, []]);
  });

  test('gives a cookie that no script reads and no other page sends', async () => {
    const { headers } = await signIn(portal.browser());
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-known-[\w-]{36}=[\w.-]+; Max-Age=5184000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('has a plain cookie on this machine alone, where WebKit keeps no secure one', async () => {
    const local = await startPortal({ portalUrl: 'http://localhost:4004' });
    const browser = await signInAsOwner(local);
    expect(browser.cookie).toMatch(/^portal-session=[\w-]{43}$/);
    const { headers } = await browser.send('POST', '/api/session', { email: OWNER.email, password: OWNER.password });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portal-session=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^portal-known-[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    await local.stop();
  });

  test('never goes on under a secret that was known before', async () => {
    const fixed = owner.cookie;
    const victim = portal.browser();
    victim.cookie = fixed;
    await signIn(victim);
    expect(victim.cookie).not.toBe(fixed);
    expect((await owner.get('/api/session')).status).toBe(401);

    const invented = portal.browser();
    invented.cookie = `__Host-session=${'A'.repeat(43)}`;
    expect((await invented.get('/api/session')).error.code).toBe('not_signed_in');
    await signIn(invented);
    expect(invented.cookie).not.toContain('AAAA');
  });

  test('stores no secret of a session and no password', async () => {
    const secret = owner.cookie.split('=')[1] ?? '';
    const [row] = await portal.db.query<{ all: string }>(
      'SELECT (SELECT jsonb_agg(s) FROM staff_session s)::text || (SELECT jsonb_agg(m) FROM staff_member m)::text AS all',
    );
    expect(row?.all).toContain(address);
    expect(row?.all).not.toContain(secret);
    expect(row?.all).not.toContain(Buffer.from(secret).toString('hex'));
    expect(row?.all).not.toContain(OWNER.password);
  });
});

describe('a session', () => {
  test('ends with signing out, also where nobody is signed in', async () => {
    const copy = portal.browser();
    copy.cookie = owner.cookie;
    const out = await owner.send('DELETE', '/api/session');
    expect([out.status, owner.cookie]).toEqual([200, '']);
    expect((await copy.get('/api/session')).error.code).toBe('not_signed_in');
    expect((await portal.browser().send('DELETE', '/api/session')).status).toBe(200);
  });

  test('ends after twelve hours without use', async () => {
    await shiftClock(portal.db, 11 * HOUR);
    expect((await owner.get('/api/session')).status).toBe(200);
    await shiftClock(portal.db, 11 * HOUR);
    expect((await owner.get('/api/session')).status).toBe(200);
    await shiftClock(portal.db, 13 * HOUR);
    expect((await owner.get('/api/session')).status).toBe(401);
  });

  test('ends after seven days, however much it is used', async () => {
    for (let hours = 10; hours < 7 * 24; hours += 10) {
      await shiftClock(portal.db, 10 * HOUR);
      expect((await owner.get('/api/session')).status, `${hours} hours`).toBe(200);
    }
    await shiftClock(portal.db, 9 * HOUR);
    expect((await owner.get('/api/session')).status).toBe(401);
  });

  test('is listed and can be ended from another one', async () => {
    const phone = portal.browser();
    await signIn(phone);
    const { data } = await owner.get('/api/sessions');
    expect(data).toHaveLength(2);
    expect(data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(data[0]).toMatchObject({ browser: 'Firefox on Linux' });
    const other = data.find(({ current }: { current: boolean }) => !current);
    expect((await owner.send('DELETE', `/api/sessions/${other.id}`)).status).toBe(200);
    expect((await phone.get('/api/session')).status).toBe(401);
    const again = await owner.send('DELETE', `/api/sessions/${other.id}`);
    expect([again.status, again.error.code]).toEqual([404, 'session_not_found']);
  });

  test('of another member cannot be ended', async () => {
    const stranger = await signInAsOwner(portal, { ...OWNER, email: `eve${count}@merchant.example` });
    const { data } = await stranger.get('/api/sessions');
    expect((await owner.send('DELETE', `/api/sessions/${data[0].id}`)).status).toBe(404);
    expect((await owner.send('DELETE', '/api/sessions/1%27')).status).toBe(404);
    expect((await stranger.get('/api/session')).status).toBe(200);
  });

  test('is confirmed by the password for ten minutes, under a new secret', async () => {
    await shiftClock(portal.db, HOUR / 2);
    expect((await owner.session()).confirmed_until).toBeNull();
    const wrong = await owner.send('POST', '/api/session/confirm', { password: 'seven grey heron' });
    expect([wrong.status, wrong.error]).toMatchObject([401, { code: 'sign_in_refused', param: 'password' }]);
    const copy = portal.browser();
    copy.cookie = owner.cookie;
    const { data } = await owner.send('POST', '/api/session/confirm', { password: OWNER.password });
    expect((await owner.session()).confirmed_until).toBe(data.confirmed_until);
    expect((await copy.get('/api/session')).status).toBe(401);
    await shiftClock(portal.db, 11 * 60);
    expect((await owner.session()).confirmed_until).toBeNull();
  });
});

describe('a member', () => {
  test('changes name and language', async () => {
    await owner.send('PATCH', '/api/me', { name: '  Ada   Lovelace ', language: 'de-AT' });
    expect((await owner.session()).staff).toMatchObject({ name: 'Ada Lovelace', language: 'de' });
    const empty = await owner.send('PATCH', '/api/me', { name: ' ' });
    expect([empty.status, empty.error.param]).toEqual([400, 'name']);
  });

  test.each([
    [{ may_create_stores: true }, 'may_create_stores'],
    [{ name: 'A', email: 'x@y.example' }, 'email'],
    [{ name: 'A', id: 'x' }, 'id'],
  ])('cannot set what is not theirs to set: %j', async (body, param) => {
    const refused = await owner.send('PATCH', '/api/me', body);
    expect([refused.status, refused.error.param]).toEqual([400, param]);
  });

  test('changes the password with the present one, which ends the other sessions', async () => {
    const phone = portal.browser();
    await signIn(phone);
    const before = owner.cookie;
    const change = (current_password: string, password: string) =>
      owner.send('PUT', '/api/password', { current_password, password });
    expect((await change('not mine', 'eleven blue otters')).error).toMatchObject({ param: 'current_password' });
    expect((await change(OWNER.password, 'too short')).error.code).toBe('password_weak');
    expect((await phone.get('/api/session')).status).toBe(200);
    expect((await change(OWNER.password, 'eleven blue otters')).status).toBe(200);
    expect(owner.cookie).not.toBe(before);
    expect((await owner.get('/api/session')).status).toBe(200);
    expect((await phone.get('/api/session')).status).toBe(401);
    expect((await signIn(portal.browser())).status).toBe(401);
    expect((await signIn(portal.browser(), 'eleven blue otters')).status).toBe(200);
  });
});

test('nobody sees anything of a member without being signed in', async () => {
  const own = portal.routes.filter((route) => !/^POST \/api\/(session|links\/|password-resets)/.test(route));
  expect(own.length).toBeGreaterThanOrEqual(6);
  for (const route of own) {
    const [method = '', path = ''] = route.split(' ');
    if (!path.startsWith('/api/') || route === 'DELETE /api/session') continue;
    const body = { name: 'A', current_password: 'a', password: 'b', code: '123456' };
    const { status, error } = await portal
      .browser()
      .send(method, path.replace(':id', 'a'), method === 'GET' || method === 'DELETE' ? undefined : body);
    if (/^(invalid|missing)_parameter$/.test(error.code)) continue; // the schema is asked first; it says nothing of anybody
    expect([route, status, error.code]).toEqual([route, 401, 'not_signed_in']);
  }
});
