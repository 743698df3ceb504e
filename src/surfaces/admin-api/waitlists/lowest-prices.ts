import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { Type } from '../../../platform/type.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { lowestPricesJson } from '../../merchant-json/lowest-prices.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';

const GET = reading('waitlists:read', {
  operationId: 'getLowestPrices',
  summary: 'The lowest price of 30 days of each variant, on which a struck price must be based in the EU',
  params: Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: {
    200: successSchema({ $ref: 'AdminLowestPrices#' }, 'The lowest prices.'),
    404: { $ref: 'Error#', description: '`waitlist_not_found`' },
  },
});

/** Registers `GET /admin/api/v1/waitlists/{waitlist_id}/lowest-prices`. */
export function registerLowestPrices({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(`${ADMIN_ROOT}/waitlists/:waitlist_id/lowest-prices`, GET, async (request) => {
    const { store } = askerOf(request);
    return success(await lowestPricesJson(db, store, await readWaitlist(db, store.id, request.params.waitlist_id)));
  });
}
