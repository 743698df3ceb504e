import { AppError } from './error.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What a staff member is in a store. */
export type Role = 'owner' | 'manager' | 'support' | 'read-only';

const ALL = Object.keys(SCOPES) as Scope[];
const READS = ALL.filter((scope) => scope.endsWith(':read'));

/** Only of owners of the installation, whatever their role in the store is. */
const OF_INSTALLATION: Scope = 'stores:create';
const ONLY_OF_OWNERS: readonly Scope[] = ['access:write', 'payments:connect', 'store:secrets', 'store:delete'];
const OF_SUPPORT: readonly Scope[] = [
  ...READS,
  'preorders:personal',
  'preorders:write',
  'mails:write',
  'refunds:write', // up to the limit of the store: they lack refunds:large
];

const OF_OWNER = ALL.filter((scope) => scope !== OF_INSTALLATION);

/** The scopes of each role: what its members may do in a store. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: OF_OWNER,
  manager: OF_OWNER.filter((scope) => !ONLY_OF_OWNERS.includes(scope)),
  support: ALL.filter((scope) => OF_SUPPORT.includes(scope)),
  'read-only': READS,
};

/** Returns what a member may do in a store by their role there; the owners of the installation may make others beside it. */
export function scopesOf({ role, mayCreateStores }: { role: Role; mayCreateStores: boolean }): readonly Scope[] {
  return mayCreateStores ? [...ROLE_SCOPES[role], OF_INSTALLATION] : ROLE_SCOPES[role];
}

/**
 * Scopes that a session may use only when its member has just proved who they are: secrets, where the money goes, access, people's data,
 * the store itself.
 */
export const CONFIRMED_SCOPES: readonly Scope[] = [
  'store:secrets',
  'store:delete',
  'payments:connect',
  'access:write',
  'people:write',
];

export const ROLES = Object.keys(ROLE_SCOPES) as Role[];

/** Returns the role of this name. Throws `invalid_parameter`. */
export function parseRole(given: string): Role {
  const role = ROLES.find((each) => each === given);
  if (role) return role;
  const message = `There is no role “${given.slice(0, 40)}”. The roles are ${ROLES.join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'role' });
}
