import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/api-tokens/commands.ts';
import { acceptStaffLink } from '../../src/core/staff/commands/accept-link.ts';
import { invite } from '../../src/core/staff/commands/invite.ts';
import { createOwnerLink } from '../../src/core/staff/commands/links.ts';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { listStaff } from '../../src/core/staff/queries.ts';
import { ROLE_SCOPES, ROLES, type Role } from '../../src/domain/role.ts';
import type { Scope } from '../../src/domain/scope.ts';
import { type AdminClient, adminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestStore } from '../support/merchant.ts';
import { tokenOf } from '../support/portal.ts';

// Nobody gives to others, or takes from them, more than they may do themselves; and what a person made ends with their rights.

let api: Api;
let storeId: string;
let owner: AdminClient & { tokenId: string };
let narrow: AdminClient & { tokenId: string };
let count = 0;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  count += 1;
  storeId = await createTestStore(api.db, { slug: `pines-${count}` });
  owner = await tokenClient(api, storeId, ROLE_SCOPES.owner);
  narrow = await tokenClient(api, storeId, ['access:read', 'access:write']);
  await member('owner', 'olga');
});
afterAll(() => api.stop());

const address = (name: string) => `${name}${count}@merchant.example`;

/** Makes a member of the store alone. Resolves with their id. */
async function member(role: Role, name: string): Promise<string> {
  const { url } = await createOwnerLink(api.deps, address(name));
  const given = { token: tokenOf(url), name, password: 'seven grey herons', language: 'en' };
  const signedIn = await acceptStaffLink(api.deps, given, { browser: 'Test', replaces: null });
  const memberId = signedIn?.memberId ?? '';
  await setRole(api.deps, { storeId, memberId }, role);
  await api.db.query('UPDATE staff_member SET may_create_stores = false WHERE id = $1', [memberId]);
  return memberId;
}

const roleOf = async (id: string) => (await listStaff(api.db, storeId)).find((one) => one.id === id)?.role;
const refusal = ({ status, json }: Awaited<ReturnType<AdminClient['get']>>) => [status, json.error?.code];
const REFUSED = [403, 'scope_required'];

describe('who may change access, and little else,', () => {
  test.each(ROLES)('invites nobody as %s', async (role) => {
    const refused = await narrow.post('/invitations', { email: address('mona'), role });
    expect(refusal(refused)).toEqual(REFUSED);
    expect((await narrow.get('/invitations')).json.data).toEqual([]);
  });

  test('replaces no invitation of a role above', async () => {
    const reader = await tokenClient(api, storeId, ['access:write', ...ROLE_SCOPES['read-only']]);
    await owner.post('/invitations', { email: address('mona'), role: 'manager' });
    const refused = await reader.post('/invitations', { email: address('mona').toUpperCase(), role: 'read-only' });
    expect(refusal(refused)).toEqual(REFUSED);
    expect((await owner.get('/invitations')).json.data).toMatchObject([{ role: 'manager', state: 'open' }]);
    const given = await reader.post('/invitations', { email: address('nora'), role: 'read-only' });
    expect(given.status).toBe(201);
  });

  test('raises nobody, lowers nobody above, and takes nobody out who is above', async () => {
    const support = await member('support', 'sven');
    const boss = await member('owner', 'olaf');
    const reader = await tokenClient(api, storeId, ['access:write', ...ROLE_SCOPES['read-only']]);
    for (const role of ROLES) {
      expect(refusal(await narrow.send(`PATCH /staff/${support}`, { role })), role).toEqual(REFUSED);
      expect(refusal(await reader.send(`PATCH /staff/${boss}`, { role })), role).toEqual(REFUSED);
    }
    for (const id of [support, boss]) expect(refusal(await reader.send(`DELETE /staff/${id}`))).toEqual(REFUSED);
    expect([await roleOf(support), await roleOf(boss)]).toEqual(['support', 'owner']);
    const eve = await member('read-only', 'eve');
    expect((await reader.send(`DELETE /staff/${eve}`)).status).toBe(200);
  });

  test('makes no token that may do more', async () => {
    const refused = await narrow.post('/tokens', { name: 'ERP', scopes: ['access:write', 'store:secrets'] });
    expect(refusal(refused)).toEqual(REFUSED);
  });
});

describe('what a person made', () => {
  let olaf: string;
  const make = async (name: string, scopes: Scope[], madeById = olaf) =>
    createApiToken(api.deps, storeId, { name, scopes, madeBy: { kind: 'staff', id: madeById, name: 'Olaf' } });
  const states = async () =>
    Object.fromEntries(
      (await owner.get('/tokens')).json.data
        .filter(({ name }: { name: string }) => name !== 'ERP')
        .map(({ name, state }: { name: string; state: string }) => [name, state]),
    );
  beforeEach(async () => {
    olaf = await member('owner', 'olaf');
    const { secret } = await make('access', ['access:write', 'waitlists:read', 'refunds:large']);
    await make('stock', ['waitlists:read']);
    await adminClient(api, secret).post('/tokens', { name: 'made by a token', scopes: ['refunds:large'] });
    await make('of another', ['refunds:large'], await member('owner', 'oda'));
    const invitation = { email: address('mona'), role: 'manager', invitedBy: 'Olaf', invitedById: olaf } as const;
    await invite(api.deps, storeId, invitation);
    await invite(api.deps, storeId, { ...invitation, email: address('rita'), role: 'read-only' });
  });

  test('is shown with its maker', async () => {
    const { data } = (await owner.get('/tokens')).json;
    const by = (name: string) => data.find((one: { name: string }) => one.name === name).made_by;
    expect(by('stock')).toEqual({ kind: 'staff', id: olaf, name: 'Olaf' });
    expect(by('made by a token')).toMatchObject({ kind: 'token', name: 'access' });
    const made = await owner.post('/tokens', { name: 'mine', scopes: ['waitlists:read'] });
    expect(made.json.data.made_by).toEqual({ kind: 'token', id: owner.tokenId, name: 'ERP' });
    expect((await owner.get('/invitations')).json.data[0]).toMatchObject({ invited_by_id: olaf });
  });

  test('ends as far as it may do more, when they may do less', async () => {
    const { json } = await owner.send(`PATCH /staff/${olaf}`, { role: 'support' });
    expect(json.data).toMatchObject({
      role: 'support',
      made: {
        tokens: expect.arrayContaining([
          { id: expect.any(String), name: 'access' },
          { id: expect.any(String), name: 'made by a token' },
        ]),
        invitations: [{ id: expect.any(String), email: address('mona') }],
      },
    });
    expect(await states()).toEqual({
      access: 'revoked',
      'made by a token': 'revoked',
      stock: 'valid',
      'of another': 'valid',
    });
    expect((await owner.get('/invitations')).json.data).toMatchObject([{ email: address('rita') }]);
  });

  test('ends when they leave, and the log keeps it', async () => {
    const { json } = await owner.send(`DELETE /staff/${olaf}`);
    expect(json.data.tokens).toHaveLength(3);
    expect(json.data.invitations).toHaveLength(2);
    expect(await states()).toMatchObject({ stock: 'revoked', 'of another': 'valid' });
    expect((await owner.get('/activity')).json.data[0]).toMatchObject({
      action: 'staff.remove',
      after: { email: address('olaf'), tokens: expect.any(Array) },
    });
  });

  test('is kept by somebody who may do it all, and is theirs from then on', async () => {
    const reader = await tokenClient(api, storeId, ['access:write', ...ROLE_SCOPES.support]);
    await setRole(api.deps, { storeId, memberId: olaf, keeper: { kind: 'staff', id: olaf, name: 'Olaf' } }, 'support');
    expect(refusal(await reader.send(`DELETE /staff/${olaf}?keep_tokens=true`)), 'a token above them').toEqual(REFUSED);
    expect(await roleOf(olaf)).toBe('support');
    const kept = await owner.send(`DELETE /staff/${olaf}?keep_tokens=true`);
    expect(kept.json.data.tokens).toHaveLength(3);
    expect(await states()).toMatchObject({ access: 'valid', 'made by a token': 'valid', stock: 'valid' });
    const { data } = (await owner.get('/tokens')).json;
    const stock = data.find(({ name }: { name: string }) => name === 'stock');
    expect(stock.made_by).toEqual({ kind: 'token', id: owner.tokenId, name: 'ERP' });
  });
});
