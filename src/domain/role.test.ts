import { expect, test } from 'vitest';
import { parseRole, ROLE_SCOPES, ROLES, scopesOf } from './role.ts';
import { SCOPES, type Scope } from './scope.ts';

const lacks = (role: (typeof ROLES)[number]) =>
  (Object.keys(SCOPES) as Scope[]).filter((scope) => !ROLE_SCOPES[role].includes(scope));

test('an owner may do everything in a store', () => {
  expect(lacks('owner')).toEqual(['stores:create']);
});

test('an owner of the installation may make stores beside it, whatever their role there is', () => {
  for (const role of ROLES) {
    expect(scopesOf({ role, mayCreateStores: true })).toEqual([...ROLE_SCOPES[role], 'stores:create']);
    expect(scopesOf({ role, mayCreateStores: false })).toEqual(ROLE_SCOPES[role]);
  }
});

test('a manager may do everything but hand out access, see secrets, say where money goes and delete the store', () => {
  expect(lacks('manager')).toEqual([
    'store:secrets',
    'store:delete',
    'stores:create',
    'payments:connect',
    'access:write',
  ]);
});

test('support reads, helps shoppers and gives money back', () => {
  const writes = ROLE_SCOPES.support.filter((scope) => !scope.endsWith(':read'));
  expect(writes).toEqual(['preorders:personal', 'preorders:write', 'refunds:write', 'mails:write']);
});

test('read-only changes nothing and sees no shopper', () => {
  expect(ROLE_SCOPES['read-only'].every((scope) => scope.endsWith(':read'))).toBe(true);
  expect(lacks('read-only').filter((scope) => scope.endsWith(':read'))).toEqual([]);
});

test('roles are read by their names', () => {
  expect(ROLES.map(parseRole)).toEqual(['owner', 'manager', 'support', 'read-only']);
  for (const wrong of ['', 'Owner', 'admin', 'toString', '__proto__']) {
    expect(() => parseRole(wrong), wrong).toThrow('There is no role');
  }
});
