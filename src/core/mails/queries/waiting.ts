import type { Sql } from '../../../platform/db.ts';

/** `failing`: the last try of these failed. */
export type WaitingMails = { count: number; failing: number; oldestSeconds: number };

/** Counts the mails to shoppers of all stores that are to go out, and the age of the oldest. */
export async function readWaitingMails(sql: Sql): Promise<WaitingMails> {
  const [row] = await sql.query<WaitingMails>(
    `SELECT count(*)::int AS count, (count(*) FILTER (WHERE failure IS NOT NULL))::int AS failing,
            greatest(0, coalesce(extract(epoch FROM (SELECT app_now()) - min(created_at)), 0))::float8 AS "oldestSeconds"
     FROM mail WHERE sent_at IS NULL AND dropped_at IS NULL`,
  );
  return row ?? { count: 0, failing: 0, oldestSeconds: 0 };
}
