import { createApiToken, revokeApiToken } from '../../core/api-tokens/commands.ts';
import { listApiTokens, readApiToken } from '../../core/api-tokens/queries.ts';
import { checkScopes } from '../../domain/scope.ts';
import type { Sql } from '../../platform/db.ts';
import * as operations from '../../protocol/schema/admin-api/access.ts';
import { jsonOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { demandScope } from './authenticate.ts';
import { momentFrom } from './values.ts';

/** Registers the API tokens: list, make, revoke. */
export function registerTokens({ reads, writes }: AdminRoutes): void {
  reads(operations.listTokens, async ({ store }, _, { db }) =>
    (await listApiTokens(db, store.id)).map((token) => jsonOf(operations.AdminToken, token)),
  );
  writes(operations.createToken, (asker, { name, scopes, expires_at = null }) => {
    const { store, principal: madeBy } = asker;
    for (const scope of checkScopes(scopes)) demandScope(asker, scope);
    return {
      async run(joined) {
        const expiresAt = momentFrom(expires_at, store, 'expires_at');
        const { id, secret } = await createApiToken(joined, store.id, { name, scopes, expiresAt, madeBy });
        return { subject: id, outcome: { name, scopes }, once: { secret } };
      },
      answer: async ({ db }, { subject }) => ({ ...(await view(db, store.id, subject)), secret: null }),
    };
  });
  writes(operations.revokeToken, ({ store }, { token_id: id }) => ({
    version: async ({ db }) => ({ revoked_at: (await readApiToken(db, store.id, id)).revokedAt }),
    async run(joined) {
      await revokeApiToken(joined, store.id, id);
      return { subject: id };
    },
    answer: ({ db }, { subject }) => view(db, store.id, subject),
  }));
}

const view = async (sql: Sql, storeId: string, id: string) =>
  jsonOf(operations.AdminToken, await readApiToken(sql, storeId, id));
