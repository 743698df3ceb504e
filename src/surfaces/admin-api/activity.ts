import { listActivity } from '../../core/activity/queries.ts';
import { noCursor } from '../../core/list-cursor.ts';
import { isUuid } from '../../domain/uuid.ts';
import { Type } from '../../platform/type.ts';
import { ActivityQuery } from '../../protocol/schema/admin-api/access.ts';
import { page } from '../../protocol/schema/admin-api/shapes.ts';
import { activityJson } from '../merchant-json/access.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { pageOf, reading, readPage } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

/** Registers `GET /admin/api/v1/activity`: who changed what. */
export function registerActivity({ app, deps, askerOf }: AdminRoutes): void {
  app.get(
    `${ADMIN_ROOT}/activity`,
    reading('access:read', {
      operationId: 'listActivity',
      summary: 'The activity log: who changed what, the newest first',
      querystring: ActivityQuery,
      response: { 200: page(Type.Ref('AdminActivity'), 'One page of the log.') },
    }),
    async (request) => {
      const { store } = askerOf(request);
      const { subject, by: byId, after } = request.query;
      if (after !== undefined && !isUuid(after)) {
        throw noCursor();
      }
      const { entries, next } = await readPage(
        request.query,
        (part) => listActivity(deps.db, store.id, { ...part, subject, byId }),
        ({ id }) => id,
      );
      return pageOf(entries.map(activityJson), next);
    },
  );
}
