import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { listWaitlists, readWaitlist } from '../../core/waitlists/queries.ts';
import type { App } from '../../platform/http.ts';
import { PRIVATE_API, page, WaitlistListQuery } from '../../protocol/schema/admin-api.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import type { Deps } from '../deps.ts';
import { waitlistJson } from '../merchant-json.ts';
import { pageOf, readPage, refusals, success } from './answer.ts';
import { ADMIN_ROOT, type Asker } from './authenticate.ts';

const Params = Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) });
const reads = { config: { scope: 'waitlists:read' } } as const;

/** Registers `GET /admin/api/v1/waitlists` and `GET /admin/api/v1/waitlists/{waitlist_id}`. */
export function registerWaitlistReads(
  app: App,
  { db }: Pick<Deps, 'db'>,
  askerOf: (request: FastifyRequest) => Asker,
): void {
  app.get(
    `${ADMIN_ROOT}/waitlists`,
    {
      ...reads,
      schema: {
        tags: [PRIVATE_API],
        operationId: 'listWaitlists',
        summary: 'The waitlists of the store, the newest first',
        querystring: WaitlistListQuery,
        response: { 200: page(Type.Ref('AdminWaitlist'), 'One page of waitlists.'), ...refusals },
      },
    },
    async (request) => {
      const { store } = askerOf(request);
      const { state } = request.query;
      const read = (part: { limit: number; after?: string }) => listWaitlists(db, store.id, { ...part, state });
      const { entries, next } = await readPage(request.query, read, ({ id }) => id);
      return pageOf(
        entries.map((waitlist) => waitlistJson(waitlist, store)),
        next,
      );
    },
  );

  app.get(
    `${ADMIN_ROOT}/waitlists/:waitlist_id`,
    {
      ...reads,
      schema: {
        tags: [PRIVATE_API],
        operationId: 'getWaitlist',
        summary: 'One waitlist with its batches and units',
        params: Params,
        response: {
          200: successSchema(Type.Ref('AdminWaitlist'), 'The waitlist.'),
          ...refusals,
          404: { $ref: 'Error#', description: '`waitlist_not_found`' },
        },
      },
    },
    async (request) => {
      const { store } = askerOf(request);
      return success(waitlistJson(await readWaitlist(db, store.id, request.params.waitlist_id), store));
    },
  );
}
