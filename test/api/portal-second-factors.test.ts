import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';

let portal: Portal;
let member: PortalBrowser;
let email: string;
let count = 0;
beforeAll(async () => {
  portal = await startPortal();
});
beforeEach(async () => {
  count += 1;
  email = `ada${count}@merchant.example`;
  member = await signInAsOwner(portal, { ...OWNER, email });
});
afterAll(() => portal.stop());

const STEP = 30;

/** The code that an app shows now, or so many steps away. */
async function codeOf(secret: string, steps = 0): Promise<string> {
  const [row] = await portal.db.query<{ now: Date }>('SELECT app_now() AS now');
  const timestamp = (row?.now.getTime() ?? 0) + steps * STEP * 1_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Sets up an app and waits until its first code is old. */
async function setUpApp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await member.send('POST', '/api/totp', {})).data;
  const { data } = await member.send('POST', '/api/totp/confirm', { code: await codeOf(secret) });
  await shiftClock(portal.db, 2 * STEP);
  return { secret, recoveryCodes: data.recovery_codes };
}

async function begin(): Promise<PortalBrowser> {
  const browser = portal.browser();
  await browser.send('POST', '/api/session', { email, password: OWNER.password });
  return browser;
}
const finish = (browser: PortalBrowser, body: object) => browser.send('POST', '/api/session/second-factor', body);

describe('an app that makes codes', () => {
  test('is asked for only once its first code was right', async () => {
    const { data } = await member.send('POST', '/api/totp', {});
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Pre-orders:ada\d+%40merchant\.example\?/);
    expect(data.qr).toHaveLength(data.qr[0].length);
    expect(data.qr.join('')).toMatch(/^[01]+$/);
    const code = await codeOf(data.secret);
    const wrong = await member.send('POST', '/api/totp/confirm', { code: wrongOf(code) });
    expect([wrong.status, wrong.error.code]).toEqual([401, 'code_refused']);
    expect((await begin()).cookie).not.toBe('');
    expect((await (await begin()).session()).staff.two_factor.totp).toBe(false);

    const before = member.cookie;
    const { status, data: added } = await member.send('POST', '/api/totp/confirm', { code });
    expect([status, added.recovery_codes.length]).toEqual([200, 10]);
    expect(member.cookie).not.toBe(before);
    expect((await member.session()).staff.two_factor).toEqual({ totp: true, passkeys: 0, recovery_codes_left: 10 });
    const again = await member.send('POST', '/api/totp', {});
    expect([again.status, again.error.code]).toEqual([422, 'invalid_transition']);
  });

  test('is asked for after the password, and until then nothing is shown', async () => {
    const { secret } = await setUpApp();
    const browser = portal.browser();
    const asked = await browser.send('POST', '/api/session', { email, password: OWNER.password });
    expect(asked.data).toEqual({ state: 'second_factor', methods: ['totp', 'recovery_code'] });
    for (const path of ['/api/session', '/api/sessions', '/api/passkeys', '/admin/api/v1/store']) {
      expect((await browser.get(path)).error.code, path).toBe('not_signed_in');
    }
    const between = browser.cookie;
    const done = await finish(browser, { code: await codeOf(secret) });
    expect([done.status, done.data.state]).toEqual([200, 'signed_in']);
    expect(browser.cookie).not.toBe(between);
    expect((await browser.session()).staff.email).toBe(email);
    expect((await finish(browser, { code: await codeOf(secret, 1) })).error.code, 'nothing is left to finish').toBe(
      'not_signed_in',
    );
    expect(await portal.db.query('SELECT 1 FROM staff_totp WHERE position($1::bytea in sealed) > 0', [secret])).toEqual(
      [],
    );
  });

  test('takes each code once, half a minute early or late, and no older one than the last', async () => {
    const { secret } = await setUpApp();
    const [early, now, late, later] = await Promise.all([-1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
    const state = async (code = '') => (await finish(await begin(), { code })).status;
    expect(await state(later)).toBe(401);
    expect(await state(`${now?.slice(0, 3)} ${now?.slice(3)}`)).toBe(200);
    expect(await state(now), 'used').toBe(401);
    expect(await state(early), 'older than one that was used').toBe(401);
    expect(await state(late)).toBe(200);
    expect(await state(late), 'used').toBe(401);
  });

  test('takes one of two equal codes at once', async () => {
    const { secret } = await setUpApp();
    const code = await codeOf(secret);
    const browsers = [await begin(), await begin()];
    const answers = await Promise.all(browsers.map((browser) => finish(browser, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('has to be used within ten minutes of the password', async () => {
    const { secret } = await setUpApp();
    const browser = await begin();
    await shiftClock(portal.db, 11 * 60);
    expect((await finish(browser, { code: await codeOf(secret) })).error.code).toBe('not_signed_in');
  });

  test.each([[{}], [{ code: '1', recovery_code: '2' }], [{ code: 123_456 }], [{ recovery_code: '' }]])(
    'is not shown by %j',
    async (body) => {
      await setUpApp();
      expect((await finish(await begin(), body)).status).toBe(400);
    },
  );

  test('proves again who a member is', async () => {
    const { secret } = await setUpApp();
    await shiftClock(portal.db, 11 * 60);
    expect((await member.send('DELETE', '/api/totp')).error.code).toBe('confirmation_required');
    const code = await codeOf(secret);
    expect((await member.send('POST', '/api/session/confirm', { code: wrongOf(code) })).error.code).toBe(
      'code_refused',
    );
    expect((await member.send('POST', '/api/session/confirm', { code, password: 'x' })).status).toBe(400);
    expect((await member.send('POST', '/api/session/confirm', { code })).status).toBe(200);
    expect((await member.send('DELETE', '/api/totp')).status).toBe(200);
    expect((await member.session()).staff.two_factor).toEqual({ totp: false, passkeys: 0, recovery_codes_left: 0 });
    expect((await (await begin()).get('/api/session')).status).toBe(200);
  });

  test('ends the other sessions when it is set up', async () => {
    const phone = await begin();
    await setUpApp();
    expect((await phone.get('/api/session')).status).toBe(401);
    expect((await member.get('/api/session')).status).toBe(200);
  });
});

describe('recovery codes', () => {
  test('work once each, however they are typed', async () => {
    const { recoveryCodes } = await setUpApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const [first = '', second = ''] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const browser = await begin();
    expect((await finish(browser, { recovery_code: typed })).status).toBe(200);
    expect((await browser.session()).staff.two_factor.recovery_codes_left).toBe(9);
    expect((await finish(await begin(), { recovery_code: first })).error.code).toBe('code_refused');
    expect((await finish(await begin(), { recovery_code: second })).status).toBe(200);
    const [row] = await portal.db.query<{ all: string }>('SELECT jsonb_agg(c)::text AS all FROM staff_recovery_code c');
    expect(row?.all).not.toContain(second);
  });

  test('are replaced all together', async () => {
    const { recoveryCodes } = await setUpApp();
    const { data } = await member.send('POST', '/api/recovery-codes', {});
    expect(data.recovery_codes).toHaveLength(10);
    expect((await finish(await begin(), { recovery_code: recoveryCodes[0] })).status).toBe(401);
    expect((await finish(await begin(), { recovery_code: data.recovery_codes[0] })).status).toBe(200);
  });

  test('are of one member', async () => {
    const { recoveryCodes } = await setUpApp();
    const [mine = ''] = recoveryCodes;
    email = `eve${count}@merchant.example`;
    member = await signInAsOwner(portal, { ...OWNER, email });
    await setUpApp();
    expect((await finish(await begin(), { recovery_code: mine })).status).toBe(401);
  });

  test('need something to recover from', async () => {
    const refused = await member.send('POST', '/api/recovery-codes', {});
    expect([refused.status, refused.error.code]).toEqual([422, 'invalid_transition']);
  });
});

test('what proves a member is changed only after a fresh proof', async () => {
  await shiftClock(portal.db, 11 * 60);
  const routes = portal.routes.filter((route) => /^(POST|DELETE) \/api\/(totp|recovery-codes|passkeys)/.test(route));
  expect(routes.length).toBeGreaterThanOrEqual(7);
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const { error } = await member.send(method, path.replace(':id', 'a'), bodyOf(route));
    expect([route, error.code]).toEqual([route, 'confirmation_required']);
  }
});

test('a passkey that is none is refused without a hint', async () => {
  const { data } = await portal.browser().send('POST', '/api/session/passkey-options', {});
  expect(data).toMatchObject({ rpId: 'portal.example', userVerification: 'required' });
  expect(data.challenge).toMatch(/^[\w-]{43}$/);
  const answer = await portal.browser().send('POST', '/api/session/passkey', { passkey: SIGNED });
  expect([answer.status, answer.error.code]).toEqual([401, 'passkey_refused']);
  const made = await member.send('POST', '/api/passkeys', { name: 'Key', passkey: MADE });
  expect([made.status, made.error.code]).toEqual([401, 'passkey_refused']);
});

const clientDataJSON = Buffer.from(
  JSON.stringify({ type: 'webauthn.get', challenge: 'AAAA', origin: 'https://portal.example' }),
).toString('base64url');
const SIGNED = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
};
const MADE = { ...SIGNED, response: { clientDataJSON, attestationObject: 'AAAA' } };

function bodyOf(route: string): object | undefined {
  if (route.startsWith('DELETE')) return undefined;
  if (route === 'POST /api/passkeys') return { name: 'Key', passkey: MADE };
  return route.endsWith('/confirm') ? { code: '123456' } : {};
}

test('a passkey is renamed and removed also by the longest id that an authenticator gives', async () => {
  const longest = Buffer.alloc(1_023, 7).toString('base64url');
  await portal.db.query(
    `INSERT INTO staff_passkey (id, member_id, public_key, counter, transports, name)
     SELECT $1, id, '', 0, '{}', 'Key' FROM staff_member WHERE email = $2`,
    [longest, email],
  );
  expect((await member.send('PATCH', `/api/passkeys/${longest}`, { name: 'Safe' })).status).toBe(200);
  expect((await member.get('/api/passkeys')).data).toMatchObject([{ id: longest, name: 'Safe' }]);
  expect((await member.send('DELETE', `/api/passkeys/${longest}`)).status).toBe(200);
});
