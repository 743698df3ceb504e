import { readStore } from '../../core/stores/queries.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { storeJson } from '../merchant-json/stores.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';
import { etagOf } from './perform.ts';

/** Registers `GET /admin/api/v1/store`. */
export function registerStore({ app, deps, askerOf }: AdminRoutes): void {
  app.get(
    `${ADMIN_ROOT}/store`,
    reading('store:read', {
      operationId: 'getStore',
      summary: 'The store that you act in, with its settings',
      response: { 200: successSchema({ $ref: 'AdminStore#' }, 'The store.') },
    }),
    async (request, reply) => {
      const view = storeJson(await readStore(deps.db, askerOf(request).store.id));
      reply.header('etag', etagOf(view));
      return success(view);
    },
  );
}
