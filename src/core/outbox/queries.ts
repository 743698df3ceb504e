import type { Sql } from '../../platform/db.ts';

/** Counts the rows of all stores that are not dispatched yet, and returns the age of the oldest in seconds. */
export async function readWaitingRows(sql: Sql): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await sql.query<{ count: number; oldestSeconds: number }>(
    `SELECT count(*)::int AS count,
            coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS "oldestSeconds"
     FROM outbox WHERE dispatched_at IS NULL`,
  );
  return row ?? { count: 0, oldestSeconds: 0 };
}
