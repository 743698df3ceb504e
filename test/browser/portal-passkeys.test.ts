import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createOwnerLink } from '../../src/core/staff/commands/links.ts';
import { launchBrowser } from '../support/browser.ts';
import { OWNER, tokenOf } from '../support/portal.ts';
import { freePorts } from '../support/service-process.ts';
import { startSystem } from '../support/system.ts';

const [portalPort = 0] = await freePorts(1);
const portalUrl = `http://localhost:${portalPort}`;
const system = await startSystem({ portalPort, portalUrl });
const browser = await launchBrowser();
let page: Page;
let devices: CDPSession;
let authenticatorId: string;
let email: string;
let count = 0;

afterAll(async () => {
  await browser.close();
  await system.stop();
});

/** Opens the portal's origin with a security key of its own, and makes a member there. */
beforeEach(async () => {
  count += 1;
  email = `ada${count}@merchant.example`;
  const context = await browser.newContext({ locale: 'en-GB' });
  page = await context.newPage();
  await page.goto(`${portalUrl}/sign-in`);
  devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  ({ authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options }));
  const { url } = await createOwnerLink(system.deps, email);
  await send('POST', 'links/accept', { token: tokenOf(url), name: OWNER.name, password: OWNER.password });
  return () => context.close();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type SentAnswer = { status: number; data: any; code: string | undefined };

/** Sends a request as a script of the portal does. */
function send(method: string, path: string, body?: object): Promise<SentAnswer> {
  return page.evaluate(
    async ([verb, url, json]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`/api/${url}`, { method: verb, ...(json && { body: json, headers }) });
      const { data, error } = await response.json();
      return { status: response.status, data, code: error?.code };
    },
    [method, path, body && JSON.stringify(body)] as const,
  );
}

/** Lets the browser make a passkey. */
async function make(): Promise<object> {
  const { data } = await send('POST', 'passkeys/options', {});
  return page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return made.toJSON();
  }, data);
}

/** Lets the browser sign with a passkey. `change` is made to the options that the server gave. */
async function sign(change: object = {}): Promise<object> {
  const { data } = await send('POST', 'session/passkey-options', {});
  return page.evaluate(
    async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
      const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return signed.toJSON();
    },
    { ...data, ...change },
  );
}

const add = async (name = 'Laptop') => send('POST', 'passkeys', { name, passkey: await make() });

test('a passkey signs in by itself, and after a password', async () => {
  const added = await add();
  expect([added.status, added.data.recovery_codes.length]).toEqual([200, 10]);
  const { data: session } = await send('GET', 'session');
  expect(session.staff.two_factor).toEqual({ totp: false, passkeys: 1, recovery_codes_left: 10 });
  await send('DELETE', 'session');

  const alone = await send('POST', 'session/passkey', { passkey: await sign() });
  expect([alone.status, alone.data.state]).toEqual([200, 'signed_in']);
  expect((await send('GET', 'session')).data.staff.email).toBe(email);
  await send('DELETE', 'session');

  const begun = await send('POST', 'session', { email, password: OWNER.password });
  expect(begun.data).toEqual({ state: 'second_factor', methods: ['passkey', 'recovery_code'] });
  expect((await send('GET', 'session')).code).toBe('not_signed_in');
  expect((await send('POST', 'session/passkey', { passkey: await sign() })).data.state).toBe('signed_in');
  expect((await send('GET', 'passkeys')).data).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(String) }]);
});

test('what was signed once is worth nothing a second time', async () => {
  await add();
  const passkey = await sign();
  expect((await send('POST', 'session/passkey', { passkey })).status).toBe(200);
  expect(await send('POST', 'session/passkey', { passkey })).toMatchObject({ status: 401, code: 'passkey_refused' });
});

test('a passkey is added once, and only to the member whom it was made for', async () => {
  const passkey = await make();
  const { url } = await createOwnerLink(system.deps, `eve${count}@merchant.example`);
  const mine = (await page.context().cookies()).find(({ name }) => name === 'portal-session');
  await send('POST', 'links/accept', { token: tokenOf(url), name: 'Eve', password: OWNER.password });
  expect((await send('POST', 'passkeys', { name: 'Stolen', passkey })).code).toBe('passkey_refused');
  expect((await send('GET', 'passkeys')).data).toEqual([]);
  expect(mine).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
});

test('a challenge of the browser’s own making is refused', async () => {
  await add();
  const passkey = await sign({ challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
  expect((await send('POST', 'session/passkey', { passkey })).code).toBe('passkey_refused');
});

test('a changed signature is refused', async () => {
  await add();
  const passkey = (await sign()) as { response: { signature: string } };
  const { signature } = passkey.response;
  passkey.response.signature = signature.slice(0, -6) + (signature.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA');
  expect((await send('POST', 'session/passkey', { passkey })).code).toBe('passkey_refused');
});

test('a key that does not check who holds it is not enough', async () => {
  await add();
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  const passkey = await sign({ userVerification: 'discouraged' });
  expect((await send('POST', 'session/passkey', { passkey })).code).toBe('passkey_refused');
});

test('confirms its own member, and no other', async () => {
  await add();
  const { status } = await send('POST', 'session/confirm', { passkey: await sign() });
  expect(status).toBe(200);
  const passkey = await sign();
  const { url } = await createOwnerLink(system.deps, `eve${count}@merchant.example`);
  await send('POST', 'links/accept', { token: tokenOf(url), name: 'Eve', password: OWNER.password });
  expect((await send('POST', 'session/confirm', { passkey })).status).toBe(401);
  expect((await send('GET', 'session')).data.staff.email).toBe(`eve${count}@merchant.example`);
});

test('a lost passkey is made good by a recovery code, and removed', async () => {
  const { data } = await add();
  await devices.send('WebAuthn.clearCredentials', { authenticatorId });
  await send('DELETE', 'session');
  await send('POST', 'session', { email, password: OWNER.password });
  const [code] = data.recovery_codes;
  expect((await send('POST', 'session/second-factor', { recovery_code: code })).data.state).toBe('signed_in');
  const [lost] = (await send('GET', 'passkeys')).data;
  expect((await send('DELETE', `passkeys/${lost.id}`)).status).toBe(200);
  expect(await send('DELETE', `passkeys/${lost.id}`)).toMatchObject({ status: 404, code: 'passkey_not_found' });
  expect((await send('POST', 'session', { email, password: OWNER.password })).data.state).toBe('signed_in');
});
