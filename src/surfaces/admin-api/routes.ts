import { compressData } from '../../platform/compression.ts';
import type { App } from '../../platform/http.ts';
import { ADMIN_SCHEMAS } from '../../protocol/schema/admin-api/schemas.ts';
import type { Deps } from '../deps.ts';
import { readFromStandby } from '../request-reads.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { type Authenticate, requireScopes } from './authenticate.ts';
import { performRows } from './bulk.ts';
import type { ByHand } from './by-hand.ts';
import { NOUNS } from './nouns.ts';
import { perform } from './perform.ts';
import { servingOf } from './serve.ts';
import { spelt } from './spelling.ts';
import { answerUnchanged } from './unchanged.ts';

/**
 * Registers the private API. `authenticate` recognises who asks: a merchant's own systems by their tokens, and staff in the
 * portal by their sessions. Its scope keeps the demand to its own routes. With `noun`, the routes whose paths begin with it are enough.
 */
export function registerAdminApi(
  app: App,
  deps: Deps,
  { authenticate, noun }: { authenticate: Authenticate; noun?: string },
): void {
  // Not in the scope: a scope with schemas of its own gets another validator than ours.
  for (const schema of ADMIN_SCHEMAS) app.addSchema(schema);
  app.register((scope: App, _options, done) => {
    const askerOf = requireScopes(scope, deps, authenticate);
    scope.addHook('onSend', answerUnchanged);
    scope.addHook('onSend', compressData);
    scope.addHook('preHandler', (request, _reply, next) => {
      const names = request.params as Record<string, unknown>;
      for (const [name, given] of Object.entries(names))
        if (typeof given === 'string') names[name] = spelt(name, given);
      next();
    });
    const byHand: ByHand = {
      app: scope,
      deps: { ...deps, db: readFromStandby(scope, deps.db) },
      askerOf,
      perform: (request, reply, act) => perform(deps, { request, reply }, { asker: askerOf(request), act }),
      performRows: (request, rows) => performRows(deps, { request, asker: askerOf(request) }, rows),
    };
    const routes: AdminRoutes = { ...byHand, ...servingOf(byHand) };
    registerNouns(routes, noun).then(() => done(), done);
  });
}

async function registerNouns(routes: AdminRoutes, noun: string | undefined): Promise<void> {
  const nouns = NOUNS.filter(({ at }) => noun === undefined || at.split(' ').includes(noun));
  for (const register of await Promise.all(nouns.map(({ load }) => load()))) register(routes);
}
