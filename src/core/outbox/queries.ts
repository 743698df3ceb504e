import type { Sql } from '../../platform/db.ts';

/** How many rows no dispatcher has handed on yet, and the age of the oldest of them in seconds; of all stores. */
export async function readWaitingRows(sql: Sql): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await sql.query<{ count: number; oldestSeconds: number }>(
    `SELECT count(*)::int AS count,
            coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS "oldestSeconds"
     FROM outbox WHERE dispatched_at IS NULL`,
  );
  return row ?? { count: 0, oldestSeconds: 0 };
}
