import type { FastifyRequest } from 'fastify';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { CONFIRMED_SCOPES, scopesOf } from '../../domain/role.ts';
import type { Scope } from '../../domain/scope.ts';
import type { PortalParts } from './parts.ts';
import { demandConfirmed, refuseStore, storeNamed } from './visitor.ts';

/** A staff member as the private API sees them, in the store that the request names. */
type StaffAsker = {
  principal: { kind: 'staff'; id: string; name: string };
  scopes: readonly Scope[];
  store: Store;
  prove(): void;
};

/**
 * Recognises staff for the private API: by the session's cookie, in the store of the header `Service-Store`, with the scopes of their
 * role there. Throws `not_signed_in`, `store_not_found`, `second_factor_required` or `confirmation_required`.
 */
export function staffAuthentication({ deps, visitors }: PortalParts): (request: FastifyRequest) => Promise<StaffAsker> {
  return async (request) => {
    const visit = await visitors.of(request);
    const { session, member } = visit;
    const slug = storeNamed(request);
    if (slug === null) {
      throw new AppError('missing_parameter', 'Say which store: Service-Store: SLUG.', { param: 'Service-Store' });
    }
    if (!visit.in) throw await refuseStore(deps, { requestId: request.id, memberId: member.id, slug });
    const { access, store } = visit.in;
    if (access.lacksFactor) {
      throw new AppError('second_factor_required', 'This store demands a second factor: set one up on your account.');
    }
    const scopes = scopesOf({ role: access.role, mayCreateStores: member.mayCreateStores });
    const { scope } = request.routeOptions.config;
    // A role that lacks the scope gets `scope_required`, which no password changes.
    if (scope && scopes.includes(scope) && CONFIRMED_SCOPES.includes(scope)) demandConfirmed(session);
    const { id, name } = member;
    return { principal: { kind: 'staff', id, name }, scopes, store, prove: () => demandConfirmed(session) };
  };
}
