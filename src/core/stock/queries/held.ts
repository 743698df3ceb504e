import type { Sql } from '../../../platform/db.ts';
import { timeIsUp } from '../hold-life.ts';

/** `expired` holds are past their time. A payment that is under way keeps one; any other ends within seconds. */
export type HeldUnits = { units: number; expiredUnits: number; oldestExpiredSeconds: number };

/** Sums up the live holds of all stores. There are as many as shoppers who are paying now. */
export async function readHeldUnits(sql: Sql): Promise<HeldUnits> {
  const [row] = await sql.query<HeldUnits>(
    `SELECT coalesce(sum(quantity), 0)::int AS units,
            coalesce(sum(quantity) FILTER (WHERE expires_at < n.now), 0)::int AS "expiredUnits",
            coalesce(extract(epoch FROM max(n.now) - min(expires_at) FILTER (WHERE expires_at < n.now)), 0)::float8 AS "oldestExpiredSeconds"
     FROM hold, (SELECT app_now() AS now) n`,
  );
  return row ?? { units: 0, expiredUnits: 0, oldestExpiredSeconds: 0 };
}

/**
 * Reads when the first live hold of each variant on a waitlist ends: from then on units may be back. Null where only payments
 * that are under way keep units. A variant without holds is left out.
 */
export async function readHeldUntil(
  sql: Sql,
  { storeId, waitlistId, variantIds }: { storeId: string; waitlistId: string; variantIds: string[] },
): Promise<Map<string, Date | null>> {
  const rows = await sql.query<{ variantId: string; until: Date | null }>(
    `SELECT h.variant_id AS "variantId", min(h.expires_at) FILTER (WHERE NOT ${timeIsUp('h')}) AS until FROM hold h
     WHERE h.store_id = $1 AND h.waitlist_id = $2 AND h.variant_id = ANY ($3::uuid[])
     GROUP BY h.variant_id`,
    [storeId, waitlistId, variantIds],
  );
  return new Map(rows.map(({ variantId, until }) => [variantId, until]));
}
