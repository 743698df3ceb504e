import type { Sql } from '../../../platform/db.ts';

/** Returns how many seconds ago the last genuine event of the store's provider came; null if none is kept. They are kept for a week. */
export async function readLastEvent(sql: Sql, storeId: string): Promise<number | null> {
  const [row] = await sql.query<{ seconds: number }>(
    `SELECT extract(epoch FROM app_now() - received_at)::float8 AS seconds FROM provider_event
     WHERE store_id = $1 AND provider <> 'test' ORDER BY received_at DESC LIMIT 1`,
    [storeId],
  );
  return row?.seconds ?? null;
}
