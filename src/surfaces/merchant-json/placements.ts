import type { Placements } from '../../core/measures/queries/placements.ts';

export function placementsJson({ pages, problems }: Placements) {
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
}
