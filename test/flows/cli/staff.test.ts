import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../../src/core/api-tokens/commands.ts';
import { setRole } from '../../../src/core/staff/commands/roles.ts';
import { hasOwner } from '../../../src/core/staff/queries.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { OWNER, type Portal, signInAsOwner, startPortal, tokenOf } from '../../support/portal.ts';

let portal: Portal;
let dataDir: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  portal = await startPortal();
  dataDir = await mkdtemp(join(tmpdir(), 'staff-'));
  cli = commandLine({ DATABASE_URL: portal.db.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: dataDir });
});
afterAll(async () => {
  await portal.stop();
  await rm(dataDir, { recursive: true });
});

test('the link that is printed makes an owner', async () => {
  expect(await hasOwner(portal.db)).toBe(false);
  const { code, data } = await cli.json('owner', '--email', 'eve@merchant.example');
  expect([code, data.minutes]).toEqual([0, 24 * 60]);
  const browser = portal.browser();
  const given = { token: tokenOf(data.url), name: 'Eve', password: OWNER.password };
  expect((await browser.send('POST', '/api/links/accept', given)).status).toBe(200);
  expect(await browser.session()).toMatchObject({ staff: { email: 'eve@merchant.example' }, may_create_stores: true });
  expect(await hasOwner(portal.db)).toBe(true);
  expect((await cli.run('owner')).out).toContain('http://localhost:4004/links#');
  expect((await cli.json('owner', '--email', 'eve')).error).toMatchObject({
    code: 'invalid_parameter',
    param: 'email',
  });
});

test('roles are given, changed and taken, and a store keeps an owner', async () => {
  await createTestStore(portal.db, { slug: 'pines' });
  const ada = await signInAsOwner(portal, { ...OWNER, email: 'ada@merchant.example' });
  const roles = async () => {
    const { data } = await cli.json('staff', 'list', '--store', 'pines');
    return data.map(({ email, role }: { email: string; role: string }) => `${email.split('@')[0]} ${role}`);
  };
  expect(await roles()).toEqual(['ada owner', 'eve owner']);
  const setRole = (email: string, role: string) => cli.json('staff', 'role', '--store', 'pines', email, role);
  expect((await setRole('ADA@merchant.example', 'support')).code).toBe(0);
  expect(await roles(), 'the other owner of the installation keeps the store').toEqual(['ada support', 'eve owner']);
  const pines = (await ada.session()).stores.find(({ slug }) => slug === 'pines');
  expect(pines?.scopes).not.toContain('store:write');

  expect((await setRole('eve@merchant.example', 'manager')).error.code).toBe('last_owner');
  const removed = await cli.json('staff', 'remove', '--store', 'pines', 'eve@merchant.example');
  expect([removed.code, removed.error.code]).toEqual([1, 'last_owner']);
  expect(await roles()).toEqual(['ada support', 'eve owner']);

  expect((await cli.json('staff', 'remove', '--store', 'pines', 'ada@merchant.example')).code).toBe(0);
  expect((await ada.session()).stores.map(({ slug }) => slug)).not.toContain('pines');
  expect((await cli.json('staff', 'remove', '--store', 'pines', 'ada@merchant.example')).error.code).toBe(
    'staff_not_found',
  );
  expect((await setRole('nobody@merchant.example', 'owner')).error.code).toBe('staff_not_found');
  expect((await setRole('ada@merchant.example', 'admin')).error).toMatchObject({
    code: 'invalid_parameter',
    param: 'role',
  });
});

test('a member who has lost everything is let in again by a link', async () => {
  const eve = portal.browser();
  const signIn = (password: string) => eve.send('POST', '/api/session', { email: 'eve@merchant.example', password });
  await signIn(OWNER.password);
  const { code, data } = await cli.json('staff', 'recover', 'eve@merchant.example');
  expect([code, data.minutes]).toEqual([0, 60]);
  expect((await eve.get('/api/session')).status).toBe(401);
  const token = tokenOf(data.url);
  const read = await eve.send('POST', '/api/links/read', { token });
  expect(read.data).toEqual({ kind: 'password', email: 'eve@merchant.example', store: null, has_account: true });
  expect((await eve.send('POST', '/api/links/accept', { token, password: 'eleven blue otters' })).status).toBe(200);
  expect((await eve.session()).staff.email).toBe('eve@merchant.example');
  expect((await signIn(OWNER.password)).status).toBe(401);
  expect((await signIn('eleven blue otters')).status).toBe(200);
  expect((await cli.json('staff', 'recover', 'nobody@merchant.example')).error.code).toBe('staff_not_found');
});

test('sessions of one member, or of everybody, are ended', async () => {
  const portals = [portal.browser(), portal.browser()];
  const credentials = [
    { email: 'ada@merchant.example', password: OWNER.password },
    { email: 'eve@merchant.example', password: 'eleven blue otters' },
  ];
  const signIn = (index: number) => portals[index]?.send('POST', '/api/session', credentials[index]);
  const states = () => Promise.all(portals.map(async (browser) => (await browser.get('/api/session')).status));
  await signIn(0);
  await signIn(1);
  expect(await states()).toEqual([200, 200]);
  expect((await cli.json('staff', 'sign-out', 'eve@merchant.example')).data.email).toBe('eve@merchant.example');
  expect(await states()).toEqual([200, 401]);
  await signIn(1);
  expect((await cli.json('staff', 'sign-out', '--all')).data.ended).toBeGreaterThanOrEqual(2);
  expect(await states()).toEqual([401, 401]);
  for (const args of [[], ['eve@merchant.example', '--all']]) {
    expect((await cli.json('staff', 'sign-out', ...args)).error.code).toBe('missing_parameter');
  }
});

test('two owners who take each other out at once leave one', async () => {
  await createTestStore(portal.db, { slug: 'races' });
  const take = (email: string) => cli.json('staff', 'remove', '--store', 'races', email);
  const answers = await Promise.all([take('ada@merchant.example'), take('eve@merchant.example')]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test('who leaves is out of every store and of the installation, with what they made; somebody has to stay', async () => {
  const alone = await startPortal();
  const line = commandLine({ DATABASE_URL: alone.db.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: dataDir });
  const leaves = (email: string) => line.json('staff', 'leave', email);
  const lee = await signInAsOwner(alone, { ...OWNER, email: 'lee@merchant.example' });
  expect((await leaves('lee@merchant.example')).error).toMatchObject({ code: 'last_owner' });
  const own = await createTestStore(alone.db, { slug: 'own' });
  await createTestStore(alone.db, { slug: 'shared' });
  const { staff } = await lee.session();
  await setRole(alone.deps, { storeId: own, memberId: staff.id }, 'owner');
  await createApiToken(alone.deps, own, { name: 'ERP', scopes: ['store:read'], madeBy: { kind: 'staff', ...staff } });
  const max = await signInAsOwner(alone, { ...OWNER, email: 'max@merchant.example' });
  const refused = await leaves('lee@merchant.example');
  expect([refused.error.code, refused.error.message]).toEqual([
    'last_owner',
    expect.stringMatching(/^.+: A store needs/),
  ]);
  expect((await lee.get('/api/session')).status, 'all or nothing').toBe(200);
  await setRole(alone.deps, { storeId: own, memberId: (await max.session()).staff.id }, 'owner');
  const left = await leaves('lee@merchant.example');
  expect([left.code, [...left.data.stores].sort()]).toEqual([0, ['own', 'shared']]);
  expect(left.data.made.tokens).toMatchObject([{ name: 'ERP' }]);
  expect((await lee.get('/api/session')).status).toBe(401);
  await lee.send('POST', '/api/session', { email: 'lee@merchant.example', password: OWNER.password });
  expect(await lee.session()).toMatchObject({ may_create_stores: false, stores: [] });
  expect((await max.session()).stores.map(({ slug }) => slug).sort()).toEqual(['own', 'shared']);
  await alone.stop();
});
