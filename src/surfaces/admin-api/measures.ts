import Type from 'typebox';
import { listMeasures } from '../../core/measures/queries/counts.ts';
import { readClock } from '../../core/stores/queries.ts';
import { readWaitlist } from '../../core/waitlists/queries.ts';
import { MeasureQuery } from '../../protocol/schema/admin-api/operations.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { measuresJson, periodFrom } from '../merchant-json/measures.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const GET = reading('measures:read', {
  operationId: 'getMeasures',
  summary: 'How often placements were shown, clicked and bought from, by day and waitlist',
  querystring: MeasureQuery,
  response: {
    200: successSchema(Type.Ref('AdminMeasures'), 'The days on which something was counted.'),
    404: { $ref: 'Error#', description: '`waitlist_not_found`' },
  },
});

/** Registers `GET /admin/api/v1/measures`. */
export function registerMeasures({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(`${ADMIN_ROOT}/measures`, GET, async (request) => {
    const { store } = askerOf(request);
    const { waitlist_id, ...given } = request.query;
    const period = await periodFrom(given, async () => (await readClock(db, store.id)).today);
    const waitlistId = waitlist_id === undefined ? null : (await readWaitlist(db, store.id, waitlist_id)).id;
    return success(measuresJson(await listMeasures(db, store.id, { ...period, waitlistId }), period, store));
  });
}
