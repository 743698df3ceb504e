import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { Secret, TOTP } from 'otpauth';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { createTestStore } from '../support/merchant.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';

let portal: Portal;
let text = '';
let member: string;
let browser: PortalBrowser;
beforeAll(async () => {
  const stream = new PassThrough();
  stream.on('data', (chunk) => {
    text += chunk;
  });
  portal = await startPortal({ log: pino({ base: null }, stream) });
  browser = await signInAsOwner(portal);
  member = (await browser.session()).staff.id;
});
beforeEach(() => {
  text = '';
});
afterAll(() => portal.stop());

const lines = (msg: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.msg === msg);
const enter = (email: string, password: string) => portal.browser().send('POST', '/api/session', { email, password });

test('a password that is right or wrong is logged with the member, and without address or password', async () => {
  await enter(OWNER.email, OWNER.password);
  expect(lines('proof accepted')).toMatchObject([{ by: 'password', member, client_address: '203.0.113.7' }]);
  await enter(OWNER.email, 'another password');
  await enter('nobody@merchant.example', 'another password');
  expect(lines('proof refused')).toMatchObject([
    { by: 'password', member, code: 'sign_in_refused', request_id: expect.any(String) },
    { by: 'password', member: null, code: 'sign_in_refused', client_address: '203.0.113.7' },
  ]);
  expect(text).not.toContain('merchant.example');
  expect(text).not.toContain('another password');
});

test('so is a second factor', async () => {
  const { secret } = (await browser.send('POST', '/api/totp', {})).data;
  const [row] = await portal.db.query<{ now: Date }>('SELECT app_now() AS now');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 });
  const { recovery_codes: codes } = (await browser.send('POST', '/api/totp/confirm', { code })).data;
  const second = portal.browser();
  await second.send('POST', '/api/session', { email: OWNER.email, password: OWNER.password });
  await second.send('POST', '/api/session/second-factor', { code });
  await second.send('POST', '/api/session/second-factor', { recovery_code: codes[0] });
  expect(lines('proof refused')).toMatchObject([{ by: 'code', member, code: 'code_refused' }]);
  expect(lines('proof accepted').at(-1)).toMatchObject({ by: 'recovery_code', member });
  expect(text).not.toContain(codes[0]);
  await browser.send('POST', '/api/session/confirm', { password: 'another password' });
  expect(lines('proof refused').at(-1)).toMatchObject({ by: 'password', member, code: 'sign_in_refused' });
});

test('who lacks a scope, a session or patience is logged with the reason', async () => {
  const storeId = await createTestStore(portal.db, { slug: 'pines' });
  const reader = await signInAsOwner(portal, { ...OWNER, email: 'grace@merchant.example' });
  const { staff } = await reader.session();
  await setRole(portal.deps, { storeId, memberId: staff.id }, 'read-only');
  reader.headers = { 'service-store': 'pines', 'idempotency-key': randomUUID() };
  await reader.send('POST', '/admin/api/v1/tokens', {});
  expect(lines('refused for want of a scope')).toMatchObject([{ by: 'staff', id: staff.id, scope: 'access:write' }]);
  await portal.browser().get('/api/session');
  const codes = lines('request refused').map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['scope_required', 'not_signed_in']));
});

test('so is who lacks the scope of a part of a request, or that of the installation', async () => {
  const storeId = await createTestStore(portal.db, { slug: 'oaks' });
  const manager = await signInAsOwner(portal, { ...OWNER, email: 'lin@merchant.example' });
  const { id } = (await manager.session()).staff;
  await setRole(portal.deps, { storeId, memberId: id }, 'manager');
  await portal.db.query('UPDATE staff_member SET may_create_stores = false WHERE id = $1', [id]);
  manager.headers = { 'service-store': 'oaks', 'idempotency-key': randomUUID() };
  const changed = await manager.send('PATCH', '/admin/api/v1/store', { second_factor_required: true });
  const made = await manager.send('POST', '/api/stores', {
    slug: 'mine',
    mode: 'test',
    currency: 'EUR',
    name: 'Mine',
    legal_name: 'Mine GmbH',
    legal_address: 'Hafenstraße 1',
    contact_email: 'hello@mine.example',
    terms_url: 'https://mine.example/terms',
    privacy_url: 'https://mine.example/privacy',
    time_zone: 'Europe/Berlin',
  });
  expect([changed.error.code, made.error.code]).toEqual(['scope_required', 'scope_required']);
  expect(lines('refused for want of a scope')).toMatchObject([
    { by: 'staff', id, scope: 'access:write' },
    { by: 'staff', id, scope: 'stores:create' },
  ]);
});

test('who names a store of others is logged with the store, and with no word of what they typed', async () => {
  const clerk = await signInAsOwner(portal, { ...OWNER, email: 'mary@merchant.example' });
  const theirs = await createTestStore(portal.db, { slug: 'larches' });
  const own = await createTestStore(portal.db, { slug: 'birches' });
  const { id } = (await clerk.session()).staff;
  await setRole(portal.deps, { storeId: own, memberId: id }, 'manager');
  await portal.db.query('UPDATE staff_member SET may_create_stores = false WHERE id = $1', [id]);
  for (const slug of ['birches', 'larches', 'ada@mail.example']) {
    clerk.headers = { 'service-store': slug };
    const asked = [await clerk.get('/admin/api/v1/store'), await clerk.send('PATCH', `/api/subscriptions/${slug}`, {})];
    expect(asked.map(({ status }) => status)).toEqual(slug === 'birches' ? [200, 200] : [404, 404]);
  }
  const line = { by: 'staff', id, request_id: expect.any(String) };
  expect(lines('refused for want of a role')).toMatchObject(
    [theirs, theirs, null, null].map((store) => ({ ...line, store })),
  );
  expect(text).not.toContain('ada@mail.example');
});

test('a new password is preceded by the proof that the present one is, right or wrong', async () => {
  const change = (current_password: string, password = 'eleven blue otters') =>
    browser.send('PUT', '/api/password', { current_password, password });
  expect((await change('another password')).error.code).toBe('sign_in_refused');
  expect(lines('proof accepted')).toEqual([]);
  expect(lines('proof refused')).toMatchObject([{ by: 'password', member, code: 'sign_in_refused' }]);
  expect((await change(OWNER.password, 'password')).error.code).toBe('password_weak');
  expect(lines('proof refused'), 'the present one was right').toHaveLength(1);
  expect((await change(OWNER.password)).status).toBe(200);
  expect(lines('proof accepted')).toHaveLength(2);
  expect((await change('eleven blue otters', OWNER.password)).status).toBe(200);
});

test('a link that signs somebody in is logged, and is no proof', async () => {
  const eve = await signInAsOwner(portal, { ...OWNER, email: 'eve@merchant.example' });
  const { staff } = await eve.session();
  expect(lines('sign-in link accepted')).toMatchObject([
    { by: 'link', member: staff.id, client_address: '203.0.113.7' },
  ]);
  expect(lines('proof accepted')).toEqual([]);
  await portal.browser().send('POST', '/api/links/accept', { token: 'x', name: 'Eve', password: OWNER.password });
  expect(lines('sign-in link refused')).toMatchObject([{ by: 'link', member: null, code: 'link_not_found' }]);
});
