import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeDeletedStores } from '../../src/core/stores/commands/remove.ts';
import { shiftClock } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';

let portal: Portal;
let owner: PortalBrowser;
beforeAll(async () => {
  portal = await startPortal();
  owner = await signInAsOwner(portal);
});
afterAll(() => portal.stop());

const NEW_STORE = {
  slug: 'fjord',
  mode: 'test',
  currency: 'eur',
  name: 'Fjord Outdoor',
  legal_name: 'Fjord Outdoor GmbH',
  legal_address: 'Hafenstraße 1\n20457 Hamburg',
  contact_email: 'hello@fjord.example',
  terms_url: 'https://fjord.example/terms',
  privacy_url: 'https://fjord.example/privacy',
  time_zone: 'Europe/Berlin',
};

const inStore = (browser: PortalBrowser, slug: string) => {
  browser.headers = { 'service-store': slug, 'idempotency-key': randomUUID() };
  return browser;
};

test('an owner of the installation creates a store, and owns it', async () => {
  const { status, data } = await owner.send('POST', '/api/stores', NEW_STORE);
  expect([status, data]).toEqual([201, { slug: 'fjord' }]);
  const { stores } = await owner.session();
  expect(stores).toEqual([expect.objectContaining({ slug: 'fjord', mode: 'test', role: 'owner' })]);
  const store = await inStore(owner, 'fjord').get('/admin/api/v1/store');
  expect(store.data).toMatchObject({
    currency: 'EUR',
    return_address: NEW_STORE.legal_address,
    prices_include_tax: true,
    origins: [],
    shipping: [],
  });
  const activity = await owner.get('/admin/api/v1/activity');
  expect(activity.data[0]).toMatchObject({ action: 'store.create', by: { kind: 'staff', name: OWNER.name } });
});

test('another owner of the installation does not own it', async () => {
  const other = await signInAsOwner(portal, { ...OWNER, email: 'grace@merchant.example' });
  expect((await other.session()).stores).toEqual([]);
});

test.each([
  ['slug', 'fjord', 'slug_taken'],
  ['slug', 'Fjord Outdoor', 'invalid_parameter'],
  ['currency', 'XXQ', 'invalid_parameter'],
  ['time_zone', 'Berlin', 'invalid_parameter'],
  ['terms_url', 'javascript:alert(1)', 'invalid_parameter'],
  ['mode', 'pretend', 'invalid_parameter'],
  ['public_key', randomUUID(), 'invalid_parameter'],
])('a new store with %s %s is refused', async (field, value, code) => {
  const body = { ...NEW_STORE, slug: 'other', [field]: value };
  const answer = await owner.send('POST', '/api/stores', body);
  expect([answer.status, answer.error.code]).toEqual([code === 'slug_taken' ? 422 : 400, code]);
});

test('who may not create stores is told so', async () => {
  const email = 'sam@merchant.example';
  const sam = await signInAsOwner(portal, { ...OWNER, email });
  await portal.db.query('UPDATE staff_member SET may_create_stores = false WHERE email_key = $1', [email]);
  const { status, error } = await sam.send('POST', '/api/stores', { ...NEW_STORE, slug: 'sams' });
  expect([status, error.code]).toEqual([403, 'scope_required']);
});

test('the private API makes a store for the owners of the installation', async () => {
  inStore(owner, 'fjord');
  const { status, data, text } = await owner.send('POST', '/admin/api/v1/stores', { ...NEW_STORE, slug: 'beside' });
  expect(status, text).toBe(201);
  expect(data).toMatchObject({ slug: 'beside', mode: 'test' });
  const grace = portal.browser();
  const signIn = await grace.send('POST', '/api/session', {
    email: 'grace@merchant.example',
    password: OWNER.password,
  });
  expect(signIn.status).toBe(200);
  expect((await grace.session()).stores.map(({ slug }) => slug)).toEqual(['beside']);
});

test('deleting a store needs its name, and a fresh proof', async () => {
  const remove = (name: string) => inStore(owner, 'beside').send('POST', '/admin/api/v1/store/delete', { name });
  const wrong = await remove('Fjord');
  expect([wrong.status, wrong.error.param]).toEqual([400, 'name']);
  await shiftClock(portal.db, 11 * 60);
  expect((await remove('Fjord Outdoor')).error.code).toBe('confirmation_required');
  owner.headers = {};
  await owner.send('POST', '/api/session/confirm', { password: OWNER.password });
  const done = await remove('Fjord Outdoor');
  expect([done.status, done.data]).toEqual([200, { slug: 'beside' }]);
  const after = await inStore(owner, 'beside').get('/admin/api/v1/store');
  expect(after.error.code).toBe('store_not_found');
  expect((await owner.session()).stores.map(({ slug }) => slug)).toEqual(['fjord']);
  await removeDeletedStores(portal.deps);
  owner.headers = {};
  expect((await owner.send('POST', '/api/stores', { ...NEW_STORE, slug: 'beside' })).status).toBe(201);
});
