import type { PlatformChange } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';

/** Tells workers that something has to be read anew. */
export const TASKS_CHANNEL = 'connection_tasks';

/**
 * Notes what has to be read anew, and tells workers at the commit. What waits already is read once. Orders go before products: a bulk
 * edit brings thousands of those, and a shopper waits for a tracking number.
 */
export async function addTasks(tx: Sql, storeId: string, changes: readonly PlatformChange[]): Promise<void> {
  if (changes.length === 0) return;
  const subjects = changes.map((change) => ('id' in change ? change.id : 'ref' in change ? change.ref : ''));
  await tx.query(
    `INSERT INTO connection_task AS t (store_id, what, subject, due_at)
     SELECT DISTINCT c.store_id, n.what, n.subject,
       app_now() - CASE WHEN n.what IN ('product', 'variant') THEN interval '0' ELSE interval '1 day' END
     FROM connection c, unnest($2::text[], $3::text[]) AS n (what, subject)
     WHERE c.store_id = $1 ORDER BY n.what, n.subject
     ON CONFLICT (store_id, what, subject) DO UPDATE SET due_at = excluded.due_at, news = t.news + 1`,
    [storeId, changes.map(({ what }) => what), subjects],
  );
  await tx.query("SELECT pg_notify($1, '')", [TASKS_CHANNEL]);
}
