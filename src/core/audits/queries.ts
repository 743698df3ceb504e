import type { Sql } from '../../platform/db.ts';

export type Night = { storeId: string; night: string };

/** SQL: until when a process keeps the store. Version N-1 says nothing of it, and keeps it for an hour. */
export const claimEnd = (audit: string): string =>
  `coalesce(${audit}.claimed_until, ${audit}.started_at + interval '1 hour')`;

/**
 * Stores whose night has come (3 o'clock there) and that nobody audits just now, who waits longest first. A store that is new
 * waits for its second day.
 */
export async function readDueAudits(sql: Sql, limit: number): Promise<Night[]> {
  return sql.query<Night>(
    `SELECT s.id AS "storeId", n.night FROM store s,
     LATERAL (SELECT (((SELECT app_now()) AT TIME ZONE s.time_zone) - interval '3 hours')::date AS night) n
     WHERE s.audit_due_at <= (SELECT app_now()) AND s.created_at < (SELECT app_now()) - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.store_id = s.id AND a.night = n.night
                       AND a.finished_at IS NULL AND ${claimEnd('a')} > (SELECT app_now()))
     ORDER BY s.audit_due_at, s.id LIMIT $1`,
    [limit],
  );
}

/** Stores that a whole night went by without, and whose merchants were not told yet. */
export async function readLeftOut(sql: Sql, alert: string): Promise<{ storeId: string; since: Date }[]> {
  return sql.query(
    `SELECT s.id AS "storeId", s.audit_due_at AS since FROM store s
     WHERE s.audit_due_at <= (SELECT app_now()) - interval '1 day'
       AND s.created_at < (SELECT app_now()) - interval '2 days'
       AND NOT EXISTS (SELECT 1 FROM alert t WHERE t.store_id = s.id AND t.code = $1 AND t.subject_id = s.id
                       AND t.resolved_at IS NULL)
     ORDER BY s.audit_due_at LIMIT 1000`,
    [alert],
  );
}

// Fifty changes of stock a second: what a machine of two cores does beside an audit without anybody noticing.
const FAST = { entries: 500, within: "interval '10 seconds'" };

/** Whether the store sells so fast that an audit beside it would take from its shoppers. */
export async function sellsFast(sql: Sql, storeId: string): Promise<boolean> {
  const [entry] = await sql.query<{ fast: boolean }>(
    `SELECT at > (SELECT app_now()) - ${FAST.within} AS fast FROM stock_ledger
     WHERE store_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1`,
    [storeId, FAST.entries - 1],
  );
  return entry?.fast ?? false;
}
