import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { createTestProduct, createTestStore } from '../support/merchant.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';

// What two people, or one person in two tabs, change at once: nobody writes over what they have not seen.

let portal: Portal;
let owner: PortalBrowser;
let stranger: PortalBrowser;
let memberId: string;
let product: { handle: string; externalId: string; variants: { externalId: string }[] };
beforeAll(async () => {
  portal = await startPortal();
  const storeId = await createTestStore(portal.db, { slug: 'pines' });
  product = await createTestProduct(portal.db, storeId);
  owner = await signInAsOwner(portal, OWNER);
  const { staff } = await owner.session();
  await setRole(portal.deps, { storeId, memberId: staff.id }, 'owner');
  const helper = await signInAsOwner(portal, { ...OWNER, email: 'grace@merchant.example' });
  memberId = (await helper.session()).staff.id;
  stranger = await signInAsOwner(portal, { ...OWNER, email: 'eve@merchant.example' });
  await portal.db.query('UPDATE staff_member SET may_create_stores = false');
  await setRole(portal.deps, { storeId, memberId }, 'support');
  for (const [id, name] of [
    ['key-of-ada', 'Laptop'],
    ['other-key', 'Phone'],
  ]) {
    await portal.db.query(
      `INSERT INTO staff_passkey (id, member_id, public_key, counter, transports, name)
       VALUES ($1, $2, '\\x00', 0, '{}', $3)`,
      [id, staff.id, name],
    );
  }
});
afterAll(() => portal.stop());

type WriteOptions = { ifMatch?: string; by?: PortalBrowser };

function send(route: string, body: object | undefined, { ifMatch, by = owner }: WriteOptions = {}) {
  const [method = '', path = ''] = route.split(' ');
  by.headers = { 'service-store': 'pines', 'idempotency-key': randomUUID(), ...(ifMatch && { 'if-match': ifMatch }) };
  return by.send(method, path, body);
}

const versionOf = async (path: string): Promise<string> =>
  (await send(`GET ${path}`, undefined)).headers.get('etag') ?? 'none';

const ROLE = () => `/admin/api/v1/staff/${memberId}`;
const IDS = '/admin/api/v1/catalog/ids';
const things = () =>
  [
    ['a person', '/api/me', 'PATCH /api/me', { name: 'Ada King' }, { name: 'Ada Lovelace' }],
    ['a passkey', '/api/passkeys/key-of-ada', 'PATCH /api/passkeys/key-of-ada', { name: 'Office' }, { name: 'Home' }],
    ['a role', ROLE(), `PATCH ${ROLE()}`, { role: 'manager' }, { role: 'read-only' }],
    [
      'ids',
      `/admin/api/v1/products/${product.handle}`,
      `POST ${IDS}`,
      { products: [{ product: product.handle, id: 'new-1' }] },
      { products: [{ product: product.handle, id: 'new-2' }] },
    ],
  ] as const;

test.each([0, 1, 2, 3])('thing %i is changed only as it was read', async (which) => {
  const [, path, change, first, second] = things()[which] ?? things()[0];
  const read = await versionOf(path);
  expect(read).toMatch(/^"[\w-]{22}"$/);
  expect((await send(change, first, { ifMatch: read })).status).toBe(200);
  const stale = await send(change, second, { ifMatch: read });
  expect([stale.status, stale.error.code, stale.error.param]).toEqual([412, 'precondition_failed', 'If-Match']);
  const now = await versionOf(path);
  expect(now).not.toBe(read);
  // Two at once, both from what they have read: one of them has to look again.
  const both = await Promise.all([send(change, second, { ifMatch: now }), send(change, second, { ifMatch: now })]);
  const statuses = both.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([412, 503]).toContain(statuses[1]); // 503: another writes the catalogue
  // Any version, and none.
  expect((await send(change, first, { ifMatch: '*' })).status).toBe(200);
  expect((await send(change, second)).status).toBe(200);
});

describe('versions', () => {
  test('of what belongs to others are not told', async () => {
    for (const path of ['/api/passkeys/key-of-ada', '/api/passkeys/nothing']) {
      const { status, error, headers } = await send(`GET ${path}`, undefined, { by: stranger });
      expect([status, error.code, headers.get('etag')]).toEqual([404, 'passkey_not_found', null]);
      const renamed = await send(`PATCH ${path}`, { name: 'Mine' }, { by: stranger });
      expect([renamed.status, renamed.error.code]).toEqual([404, 'passkey_not_found']);
    }
    const { status, error } = await send(`GET ${ROLE()}`, undefined, { by: stranger });
    expect([status, error.code]).toEqual([404, 'store_not_found']);
    const unknown = await send('GET /admin/api/v1/staff/nobody', undefined);
    expect([unknown.status, unknown.error.code]).toEqual([404, 'staff_not_found']);
    for (const path of ['/api/me', '/api/passkeys/key-of-ada', ROLE()]) {
      const { status, error } = await send(`GET ${path}`, undefined, { by: portal.browser() });
      expect([path, status, error.code]).toEqual([path, 401, 'not_signed_in']);
    }
  });

  test('stay the same while nothing of theirs is changed', async () => {
    for (const [, path] of things()) expect(await versionOf(path)).toBe(await versionOf(path));
    const before = await versionOf('/api/passkeys/key-of-ada');
    await send('PATCH /api/passkeys/other-key', { name: 'Tablet' });
    expect(await versionOf('/api/passkeys/key-of-ada')).toBe(before);
  });

  test('are of one product, and a wrong name stays wrong', async () => {
    const ifMatch = await versionOf(`/admin/api/v1/products/${product.handle}`);
    const twice = {
      products: [
        { product: product.handle, id: 'a' },
        { product: 'other', id: 'b' },
      ],
    };
    const { status, error } = await send(`POST ${IDS}`, twice, { ifMatch });
    expect([status, error.code, error.param]).toEqual([400, 'invalid_parameter', 'If-Match']);
    const wrong = await send(`POST ${IDS}`, { products: [{ product: 'other', id: 'b' }] }, { ifMatch });
    expect([wrong.status, wrong.error.code]).toEqual([404, 'product_not_found']);
    const empty = await send('PATCH /api/me', { name: ' ' }, { ifMatch: await versionOf('/api/me') });
    expect([empty.status, empty.error.code, empty.error.param]).toEqual([400, 'invalid_parameter', 'name']);
  });
});
