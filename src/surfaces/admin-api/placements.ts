import Type from 'typebox';
import { readPlacements } from '../../core/measures/queries/placements.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { placementsJson } from '../merchant-json/placements.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const GET = reading('store:read', {
  operationId: 'getPlacements',
  summary: 'On which pages placements were seen, and what keeps them from selling',
  response: { 200: successSchema(Type.Ref('AdminPlacements'), 'The pages and the problems.') },
});

/** Registers `GET /admin/api/v1/placements`. */
export function registerPlacements({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(`${ADMIN_ROOT}/placements`, GET, async (request) =>
    success(placementsJson(await readPlacements(db, askerOf(request).store))),
  );
}
