import type { FastifyRequest } from 'fastify';
import { noteSessionUse } from '../../core/staff/commands/sessions.ts';
import { findSession, readMember, type StaffMember, type StaffSession } from '../../core/staff/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';
import type { PortalCookie } from './cookie.ts';

/** Who asks: a signed-in staff member, and their session. */
export type Visitor = { session: StaffSession; member: StaffMember };

/** Finds out who asks, by the cookie of the request. */
export type Visitors = {
  /** Throws `not_signed_in`. */
  of(request: FastifyRequest): Promise<Visitor>;
  /** Returns the valid session of the cookie, also one whose second factor is missing. Counts cookies that are none. */
  session(request: FastifyRequest): Promise<StaffSession | null>;
};

export function createVisitors(deps: Pick<Deps, 'db' | 'limits'>, cookie: PortalCookie): Visitors {
  async function session(request: FastifyRequest): Promise<StaffSession | null> {
    const secret = cookie.read(request);
    const found = secret === null ? null : await findSession(deps.db, secret);
    if (secret !== null && !found) deps.limits.unknownKeys.take(request.clientAddress);
    return found;
  }

  async function of(request: FastifyRequest): Promise<Visitor> {
    const found = await session(request);
    if (!found?.signedIn) throw new AppError('not_signed_in', 'Sign in first.');
    deps.limits.adminRequests.take(found.memberId);
    await noteSessionUse(deps, found);
    return { session: found, member: await readMember(deps.db, found.memberId) };
  }

  return { session, of };
}

/** Throws `confirmation_required` unless the member has proved within the last minutes who they are. */
export function demandConfirmed({ confirmedUntil }: StaffSession): void {
  if (confirmedUntil !== null) return;
  throw new AppError('confirmation_required', 'Prove again who you are: enter your password.');
}
