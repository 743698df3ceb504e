import type { FastifyRequest } from 'fastify';
import { noteTokenUse } from '../../core/api-tokens/commands.ts';
import { findTokenHolder, type TokenHolder } from '../../core/api-tokens/queries.ts';
import { readStore, type Store } from '../../core/stores/queries.ts';
import type { TokenScope } from '../../domain/api-token.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';

export const ADMIN_ROOT = '/admin/api/v1';

/** Who asks: the holder of a token, and the store that the token belongs to. */
export type Asker = { holder: TokenHolder; store: Store };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a route of the private API demands. */
    scope?: TokenScope;
  }
}

type AdminDeps = Pick<Deps, 'db' | 'limits'>;

/**
 * Makes every route of this scope demand a token (`Authorization: Bearer …`) with the scope of its configuration. A route
 * without one refuses everybody, so that none is open by mistake. Returns how a handler learns who asks.
 */
export function requireTokens(app: App, deps: AdminDeps): (request: FastifyRequest) => Asker {
  const askers = new WeakMap<FastifyRequest, Asker>();
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const holder = await authenticate(deps, request);
    deps.limits.adminRequests.take(holder.tokenId);
    demand(holder, request.routeOptions.config.scope);
    askers.set(request, { holder, store: await readStore(deps.db, holder.storeId) });
    await noteTokenUse(deps, holder);
  });
  return (request) => {
    const asker = askers.get(request);
    if (asker === undefined) throw new Error('a request of the private API without its asker');
    return asker;
  };
}

/** Throws `missing_api_token` or `invalid_api_token`. Wrong tokens are counted against the client's address. */
async function authenticate({ db, limits }: AdminDeps, request: FastifyRequest): Promise<TokenHolder> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    throw new AppError('missing_api_token', 'Send a token: Authorization: Bearer wps_….');
  }
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const holder = await findTokenHolder(db, shown);
  if (holder !== null) return holder;
  limits.unknownKeys.take(request.clientAddress);
  throw new AppError('invalid_api_token', 'This token is not valid.');
}

function demand({ scopes }: TokenHolder, scope: TokenScope | undefined): void {
  if (scope === undefined) throw new Error('a route of the private API without a scope');
  if (scopes.includes(scope)) return;
  throw new AppError('scope_required', `This token may not do this: it lacks the scope ${scope}.`, { data: { scope } });
}
