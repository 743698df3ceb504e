import type { FastifyRequest } from 'fastify';
import { noteSessionUse } from '../../core/staff/commands/sessions.ts';
import { findSession, findVisit, type StaffSession, type Visit } from '../../core/staff/queries.ts';
import { findStoreBySlug } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';
import type { PortalCookie } from './cookie.ts';

/** Finds out who asks, by the cookie of the request. */
export type Visitors = {
  /** Also reads what they are in the store of the header `Service-Store`. Throws `not_signed_in`. */
  of(request: FastifyRequest): Promise<Visit>;
  /** Returns the valid session of the cookie, also one whose second factor is missing. Counts cookies that are none. */
  session(request: FastifyRequest): Promise<StaffSession | null>;
};

export function createVisitors(deps: Pick<Deps, 'db' | 'limits'>, cookie: PortalCookie): Visitors {
  /** Finds by the secret of the cookie, and counts cookies that are none. */
  async function find<T>(request: FastifyRequest, by: (secret: string) => Promise<T | null>): Promise<T | null> {
    const secret = cookie.read(request);
    const found = secret === null ? null : await by(secret);
    if (secret !== null && !found) deps.limits.unknownKeys.take(request.clientAddress);
    return found;
  }

  const session = (request: FastifyRequest) => find(request, (secret) => findSession(deps.db, secret));

  async function of(request: FastifyRequest): Promise<Visit> {
    const visit = await find(request, (secret) => findVisit(deps.db, secret, storeNamed(request)));
    if (!visit?.session.signedIn) throw new AppError('not_signed_in', 'Sign in first.');
    deps.limits.adminRequests.take(visit.member.id);
    await noteSessionUse(deps, visit.session);
    return visit;
  }

  return { session, of };
}

/** Returns the short name of the store that the request is about; null where it names none. */
export function storeNamed(request: FastifyRequest): string | null {
  const slug = request.headers['service-store'];
  return typeof slug === 'string' && slug !== '' ? slug : null;
}

/**
 * Logs that a member named a store in which they do not work: which one, by its id, or null where none has the name. The name itself is
 * not logged, because it may be any text. Returns the refusal.
 */
export async function refuseStore(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { requestId, memberId, slug }: { requestId: string; memberId: string; slug: string },
): Promise<AppError> {
  const store = (await findStoreBySlug(db, slug))?.id ?? null;
  log.warn({ request_id: requestId, by: 'staff', id: memberId, store }, 'refused for want of a role');
  return new AppError('store_not_found', 'You do not work in a store of this name.');
}

/** Throws `confirmation_required` unless the member has proved within the last minutes who they are. */
export function demandConfirmed({ confirmedUntil }: StaffSession): void {
  if (confirmedUntil !== null) return;
  throw new AppError('confirmation_required', 'Prove again who you are: enter your password.');
}
