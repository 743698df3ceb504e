import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../core/activity/commands.ts';
import { noteTokenUse } from '../../core/api-tokens/commands.ts';
import { findTokenHolder } from '../../core/api-tokens/queries.ts';
import { readStore, type Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { Scope } from '../../domain/scope.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { DATA_HEADERS } from '../headers.ts';

export const ADMIN_ROOT = '/admin/api/v1';

/** Who asks, in which store, and what they may do there. */
export type Asker = {
  principal: Principal;
  scopes: readonly Scope[];
  store: Store;
  /** Throws `confirmation_required` unless they have just proved who they are. A token proves it with every request. */
  prove(): void;
};

/** Finds out who asks, and counts the request. Throws `missing_api_token`, `invalid_api_token` or what the kind of principal has instead. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Asker>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a route of the private API demands. */
    scope?: Scope;
  }
}

/**
 * Makes every route of this scope demand the scope of its configuration. A route without one refuses everybody, so that none
 * is open by mistake. Returns how a handler learns who asks.
 */
export function requireScopes(
  app: App,
  deps: Pick<Deps, 'log'>,
  authenticate: Authenticate,
): (request: FastifyRequest) => Asker {
  const askers = new WeakMap<FastifyRequest, Asker>();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(DATA_HEADERS);
    const asker = await authenticate(request, reply);
    askers.set(request, asker);
    demandScope(asker, request.routeOptions.config.scope);
  });
  // Wherever it was demanded: who asks for more than they may is seen by it.
  app.addHook('onError', async (request, _reply, error) => {
    const asker = askers.get(request);
    if (asker) logWant(deps, { requestId: request.id, asker }, error);
  });
  return (request) => {
    const asker = askers.get(request);
    if (asker === undefined) throw new Error('a request of the private API without its asker');
    return asker;
  };
}

/** Logs who lacked which scope, if the error says that. */
export function logWant(
  { log }: Pick<Deps, 'log'>,
  { requestId, asker }: { requestId: string; asker: Asker },
  error: unknown,
): void {
  if (!(error instanceof AppError) || error.code !== 'scope_required') return;
  const { kind, id } = asker.principal;
  log.warn({ request_id: requestId, by: kind, id, ...error.info.data }, 'refused for want of a scope');
}

/** Throws `scope_required` if the asker lacks the scope. For what needs a second scope beside that of its route. */
export function demandScope({ scopes }: Pick<Asker, 'scopes'>, scope: Scope | undefined): void {
  if (scope === undefined) throw new Error('a route of the private API without a scope');
  if (scopes.includes(scope)) return;
  throw new AppError('scope_required', `You may not do this: you lack the scope ${scope}.`, { data: { scope } });
}

/** Reads the token of a request (`Authorization: Bearer …`). Wrong tokens are counted against the client's address. */
export function tokenAuthentication(deps: Pick<Deps, 'db' | 'limits'>): Authenticate {
  const { db, limits } = deps;
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      throw new AppError('missing_api_token', 'Send a token: Authorization: Bearer wps_….');
    }
    const [, shown = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    const holder = await findTokenHolder(db, shown);
    if (holder === null) {
      limits.unknownKeys.take(request.clientAddress);
      throw new AppError('invalid_api_token', 'This token is not valid.');
    }
    limits.adminRequests.take(holder.tokenId);
    await noteTokenUse(deps, holder);
    const { tokenId, name, scopes } = holder;
    const store = await readStore(db, holder.storeId);
    return { principal: { kind: 'token', id: tokenId, name }, scopes, store, prove: () => {} };
  };
}
