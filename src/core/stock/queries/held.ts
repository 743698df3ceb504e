import type { Sql } from '../../../platform/db.ts';

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
