import { readPlacements } from '../../core/measures/queries/placements.ts';
import { getPlacements } from '../../protocol/schema/admin-api/operations.ts';
import type { AdminRoutes } from './admin-routes.ts';

/** Registers `GET /admin/api/v1/placements`. */
export function registerPlacements({ reads }: AdminRoutes): void {
  reads(getPlacements, async ({ store }, _, { db }) => {
    const { pages, problems } = await readPlacements(db, store);
    return {
      pages: pages.map(({ origin, allowed, products, firstSeenAt, lastSeenAt }) => ({
        origin,
        allowed,
        products,
        first_seen_at: firstSeenAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
      })),
      problems,
    };
  });
}
