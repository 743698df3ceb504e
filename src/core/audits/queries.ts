import type { Sql } from '../../platform/db.ts';

export type Night = { storeId: string; night: string };

/** SQL: when a process's claim on an audit ends. Version N-1 does not store it; its claim counts for an hour. */
export const claimEnd = (audit: string): string =>
  `coalesce(${audit}.claimed_until, ${audit}.started_at + interval '1 hour')`;

/**
 * Reads the stores whose audit is due (after 3 o'clock in their time zone) and not claimed by a process, the longest waiting
 * first. A new store waits for its second day.
 */
export async function readDueAudits(sql: Sql, limit: number): Promise<Night[]> {
  return sql.query<Night>(
    `SELECT s.id AS "storeId", n.night FROM store s,
     LATERAL (SELECT (((SELECT app_now()) AT TIME ZONE s.time_zone) - interval '3 hours')::date AS night) n
     WHERE s.deleted_at IS NULL AND s.audit_due_at <= (SELECT app_now()) AND s.created_at < (SELECT app_now()) - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.store_id = s.id AND a.night = n.night
                       AND a.finished_at IS NULL AND ${claimEnd('a')} > (SELECT app_now()))
     ORDER BY s.audit_due_at, s.id LIMIT $1`,
    [limit],
  );
}

/** Reads the stores whose audit is overdue by a day and that have no open alert about it. */
export async function readLeftOut(sql: Sql, alert: string): Promise<{ storeId: string; since: Date }[]> {
  return sql.query(
    `SELECT s.id AS "storeId", s.audit_due_at AS since FROM store s
     WHERE s.deleted_at IS NULL AND s.audit_due_at <= (SELECT app_now()) - interval '1 day'
       AND s.created_at < (SELECT app_now()) - interval '2 days'
       AND NOT EXISTS (SELECT 1 FROM alert t WHERE t.store_id = s.id AND t.code = $1 AND t.subject_id = s.id
                       AND t.resolved_at IS NULL)
     ORDER BY s.audit_due_at LIMIT 1000`,
    [alert],
  );
}

// Fifty changes of stock a second: a machine of two cores does this beside an audit without a shopper noticing.
const FAST = { entries: 500, within: "interval '10 seconds'" };

/** Returns true when the store sells so fast that an audit would slow down its shoppers. */
export async function sellsFast(sql: Sql, storeId: string): Promise<boolean> {
  const [entry] = await sql.query<{ fast: boolean }>(
    `SELECT at > (SELECT app_now()) - ${FAST.within} AS fast FROM stock_ledger
     WHERE store_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1`,
    [storeId, FAST.entries - 1],
  );
  return entry?.fast ?? false;
}

/** Returns for how many seconds the audit of the store that waits longest has been due. A new store waits for its second day. */
export async function readAuditOverdue(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ seconds: number }>(
    `SELECT greatest(0, coalesce(extract(epoch FROM (SELECT app_now()) - min(audit_due_at)), 0))::float8 AS seconds FROM store
     WHERE deleted_at IS NULL AND created_at < (SELECT app_now()) - interval '2 days'`,
  );
  return row?.seconds ?? 0;
}
