import { AppError } from './error.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What a staff member is in a store. */
export type Role = 'owner' | 'manager' | 'support' | 'read-only';

const ALL = Object.keys(SCOPES) as Scope[];
const READS = ALL.filter((scope) => scope.endsWith(':read'));

const ONLY_OF_OWNERS: readonly Scope[] = ['access:write', 'store:secrets'];
const OF_SUPPORT: readonly Scope[] = [
  ...READS,
  'preorders:personal',
  'preorders:write',
  'mails:write',
  'refunds:write', // up to the limit of the store: they lack refunds:large
];

/** The scopes of each role: what its members may do in a store. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ALL,
  manager: ALL.filter((scope) => !ONLY_OF_OWNERS.includes(scope)),
  support: ALL.filter((scope) => OF_SUPPORT.includes(scope)),
  'read-only': READS,
};

/** Scopes that a session may use only when its member has just proved who they are: secrets, access, and people's data. */
export const CONFIRMED_SCOPES: readonly Scope[] = ['store:secrets', 'access:write', 'people:write'];

export const ROLES = Object.keys(ROLE_SCOPES) as Role[];

/** Returns the role of this name. Throws `invalid_parameter`. */
export function parseRole(given: string): Role {
  const role = ROLES.find((each) => each === given);
  if (role) return role;
  const message = `There is no role “${given.slice(0, 40)}”. The roles are ${ROLES.join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'role' });
}
