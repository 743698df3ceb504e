import Type from 'typebox';
import { listWaitlists, readWaitlist } from '../../core/waitlists/queries.ts';
import { page } from '../../protocol/schema/admin-api/shapes.ts';
import { WaitlistListQuery } from '../../protocol/schema/admin-api/waitlists.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { waitlistJson } from '../merchant-json/waitlists.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { pageOf, reading, readPage, success } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const Params = Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) });
const SCOPE = 'waitlists:read';

/** Registers `GET /admin/api/v1/waitlists` and `GET /admin/api/v1/waitlists/{waitlist_id}`. */
export function registerWaitlistReads({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(
    `${ADMIN_ROOT}/waitlists`,
    reading(SCOPE, {
      operationId: 'listWaitlists',
      summary: 'The waitlists of the store, the newest first',
      querystring: WaitlistListQuery,
      response: { 200: page(Type.Ref('AdminWaitlist'), 'One page of waitlists.') },
    }),
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
    reading(SCOPE, {
      operationId: 'getWaitlist',
      summary: 'One waitlist with its batches and units',
      params: Params,
      response: {
        200: successSchema(Type.Ref('AdminWaitlist'), 'The waitlist.'),
        404: { $ref: 'Error#', description: '`waitlist_not_found`' },
      },
    }),
    async (request) => {
      const { store } = askerOf(request);
      return success(waitlistJson(await readWaitlist(db, store.id, request.params.waitlist_id), store));
    },
  );
}
