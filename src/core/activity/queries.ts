import type { Sql } from '../../platform/db.ts';

/** An entry of the activity log: who changed what, and from what to what. */
export type Activity = {
  id: string;
  at: Date;
  byKind: 'token' | 'staff' | 'command_line';
  byId: string | null;
  byName: string;
  action: string;
  subject: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  requestId: string | null;
};

type Page = { limit: number; after?: string | undefined; subject?: string | undefined; byId?: string | undefined };

/** Lists the activity of a store, the newest first. `after` is the id of the last entry of the page before. */
export async function listActivity(
  sql: Sql,
  storeId: string,
  { limit, after, subject, byId }: Page,
): Promise<Activity[]> {
  return sql.query<Activity>(
    `SELECT id, at, by_kind AS "byKind", by_id AS "byId", by_name AS "byName", action, subject, before, after,
            request_id AS "requestId"
     FROM activity
     WHERE store_id = $1 AND ($3::uuid IS NULL OR id < $3) AND ($4::text IS NULL OR subject = $4)
       AND ($5::text IS NULL OR by_id = $5)
     ORDER BY id DESC LIMIT $2`,
    [storeId, limit, after, subject, byId],
  );
}
