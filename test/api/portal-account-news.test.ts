import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnerLink } from '../../src/core/staff/commands/links.ts';
import { sendStaffMails } from '../../src/core/staff/commands/send-mails.ts';
import type { MailMessage } from '../../src/integrations/mail/port.ts';
import { shiftClock } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal, tokenOf } from '../support/portal.ts';

let portal: Portal;
let owner: PortalBrowser;
const STOLEN = 'four stolen kettles away';
beforeAll(async () => {
  portal = await startPortal({ breachedPasswords: { has: async (password) => password === STOLEN } });
  owner = await signInAsOwner(portal);
});
afterAll(() => portal.stop());

async function mailsOf(): Promise<MailMessage[]> {
  const sent: MailMessage[] = [];
  const mail = { send: async (one: MailMessage) => void sent.push(one) };
  await sendStaffMails({ ...portal.deps, mail });
  return sent;
}

test('a member hears by mail what changed of how they sign in', async () => {
  const { secret } = (await owner.send('POST', '/api/totp', {})).data;
  expect(await mailsOf(), 'nothing is in use yet').toEqual([]);
  const [row] = await portal.db.query<{ now: Date }>('SELECT app_now() AS now');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 });
  await owner.send('POST', '/api/totp/confirm', { code });
  await owner.send('POST', '/api/recovery-codes', {});
  await owner.send('DELETE', '/api/totp');
  const next = 'eleven blue otters';
  const changed = await owner.send('PUT', '/api/password', { current_password: OWNER.password, password: next });
  expect(changed.status).toBe(200);
  const mails = await mailsOf();
  expect(mails.map(({ subject }) => subject)).toEqual([
    'An app that makes codes was added to your account',
    'New recovery codes were made for your account',
    'The app that makes codes was removed from your account',
    'Your password was changed',
  ]);
  expect(new Set(mails.map(({ to }) => to.address))).toEqual(new Set([OWNER.email]));
  expect(mails[0]?.text).toContain('https://portal.example/account');
  await owner.send('PATCH', '/api/me', { language: 'de' });
  await owner.send('PUT', '/api/password', { current_password: next, password: OWNER.password });
  expect((await mailsOf()).map(({ subject }) => subject)).toEqual(['Ihr Passwort wurde geändert']);
});

test('a member hears once that somebody has their password and not their second factor', async () => {
  const { secret } = (await owner.send('POST', '/api/totp', {})).data;
  const codeNow = async () => {
    const [row] = await portal.db.query<{ now: Date }>('SELECT app_now() AS now');
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 });
  };
  await owner.send('POST', '/api/totp/confirm', { code: await codeNow() });
  await mailsOf();
  const tryCodes = async (...shown: object[]) => {
    for (const one of shown) {
      const thief = portal.browser();
      await thief.send('POST', '/api/session', { email: OWNER.email, password: OWNER.password });
      await thief.send('POST', '/api/session/second-factor', one);
    }
    return (await mailsOf()).map(({ subject }) => subject);
  };
  const wrong = { code: '000000' };
  const told = ['Ihr Passwort war richtig, und die Codes danach waren falsch'];
  expect(await tryCodes(wrong, { recovery_code: 'AAAA' })).toEqual([]);
  expect(await tryCodes(wrong)).toEqual(told);
  expect(await tryCodes(wrong, wrong, wrong, wrong), 'once').toEqual([]);
  await shiftClock(portal.db, 60);
  expect(await tryCodes({ code: await codeNow() }, wrong, wrong), 'a right one begins again').toEqual([]);
  expect(await tryCodes(wrong)).toEqual(told);
  await shiftClock(portal.db, -60);
  await owner.send('DELETE', '/api/totp');
  await owner.send('DELETE', '/api/sessions');
  await mailsOf();
});

test('a password that is common, or known from a breach, is refused wherever one is set', async () => {
  const change = (password: string) =>
    owner.send('PUT', '/api/password', { current_password: OWNER.password, password });
  const { url } = await createOwnerLink(portal.deps, 'eve@merchant.example');
  const accept = (password: string) =>
    portal.browser().send('POST', '/api/links/accept', { token: tokenOf(url), name: 'Eve', password });
  for (const set of [change, accept]) {
    for (const [password, reason] of [
      ['manchesterunited', 'common'],
      [STOLEN, 'breached'],
    ] as const) {
      const { status, error } = await set(password);
      expect([status, error.code, error.data?.reason]).toEqual([422, 'password_weak', reason]);
    }
  }
  expect(await mailsOf()).toEqual([]);
});

test('a member ends all their other sessions at once, and nobody else’s', async () => {
  const other = portal.browser();
  await other.send('POST', '/api/session', { email: OWNER.email, password: OWNER.password });
  const stranger = await signInAsOwner(portal, { ...OWNER, email: 'bo@merchant.example' });
  expect((await owner.get('/api/sessions')).data).toHaveLength(2);
  expect((await owner.send('DELETE', '/api/sessions')).status).toBe(200);
  const states = await Promise.all(
    [owner, other, stranger].map(async (each) => (await each.get('/api/session')).status),
  );
  expect(states).toEqual([200, 401, 200]);
});
