import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http.ts';
import { PRIVATE_API } from '../../protocol/schema/admin-api.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { storeJson } from '../merchant-json.ts';
import { refusals, success } from './answer.ts';
import { ADMIN_ROOT, type Asker } from './authenticate.ts';

/** Registers `GET /admin/api/v1/store`. */
export function registerStore(app: App, askerOf: (request: FastifyRequest) => Asker): void {
  app.get(
    `${ADMIN_ROOT}/store`,
    {
      config: { scope: 'store:read' },
      schema: {
        tags: [PRIVATE_API],
        operationId: 'getStore',
        summary: 'The store that the token belongs to, with its settings',
        response: { 200: successSchema({ $ref: 'AdminStore#' }, 'The store.'), ...refusals },
      },
    },
    async (request) => success(storeJson(askerOf(request).store)),
  );
}
