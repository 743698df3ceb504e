import Type from 'typebox';
import { createApiToken, revokeApiToken } from '../../core/api-tokens/commands.ts';
import { listApiTokens, readApiToken } from '../../core/api-tokens/queries.ts';
import { checkScopes } from '../../domain/scope.ts';
import { CreatedToken, NewToken } from '../../protocol/schema/admin-api/access.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { tokenJson } from '../merchant-json/access.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT, demandScope } from './authenticate.ts';
import { momentFrom } from './values.ts';

const PATH = `${ADMIN_ROOT}/tokens`;
const Params = Type.Object({ token_id: Type.String({ minLength: 1, maxLength: 100 }) });

const LIST = reading('access:read', {
  operationId: 'listTokens',
  summary: 'All API tokens of the store, the newest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminToken')), 'The tokens.') },
});

const CREATE = writing('access:write', {
  operationId: 'createToken',
  summary: 'Make an API token; its secret is in this answer alone',
  description: 'A new token has only scopes that you have yourself.',
  body: NewToken,
  response: { 201: successSchema(CreatedToken, 'The token.') },
});

const REVOKE = writing('access:write', {
  operationId: 'revokeToken',
  summary: 'End a token; the next request with it is refused',
  params: Params,
  response: {
    200: successSchema(Type.Ref('AdminToken'), 'The token.'),
    404: { $ref: 'Error#', description: '`api_token_not_found`' },
  },
});

/** Registers the API tokens: list, make, revoke. */
export function registerTokens({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(PATH, LIST, async (request) =>
    success((await listApiTokens(deps.db, askerOf(request).store.id)).map(tokenJson)),
  );

  app.post(PATH, CREATE, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    const { name, scopes, expires_at = null } = request.body;
    for (const scope of checkScopes(scopes)) demandScope(asker, scope);
    return perform(request, reply, {
      action: 'token.create',
      status: 201,
      async run(joined) {
        const expiresAt = momentFrom(expires_at, store, 'expires_at');
        const { id, secret } = await createApiToken(joined, store.id, {
          name,
          scopes,
          expiresAt,
          madeBy: asker.principal,
        });
        return { subject: id, outcome: { name, scopes }, once: { secret } };
      },
      answer: async ({ db }, { subject }) => ({
        ...tokenJson(await readApiToken(db, store.id, subject)),
        secret: null,
      }),
    });
  });

  app.post(`${PATH}/:token_id/revoke`, REVOKE, async (request, reply) => {
    const { store } = askerOf(request);
    const { token_id } = request.params;
    return perform(request, reply, {
      action: 'token.revoke',
      version: async ({ db }) => ({ revoked_at: (await readApiToken(db, store.id, token_id)).revokedAt }),
      async run(joined) {
        await revokeApiToken(joined, store.id, token_id);
        return { subject: token_id };
      },
      answer: async ({ db }, { subject }) => tokenJson(await readApiToken(db, store.id, subject)),
    });
  });
}
