import type { NextStep } from '../../domain/alert.ts';
import type { AlertValues } from '../../messages/alerts/text.ts';
import type { Sql } from '../../platform/db.ts';

export type AlertRow = {
  id: string;
  code: string;
  subjectId: string;
  /** In English. */
  message: string;
  /** Which text it is, and what it speaks of; null of alerts that earlier versions raised. */
  messageCode: string | null;
  messageValues: AlertValues | null;
  nextStep: NextStep | null;
  about: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
};

/** Lists alerts, newest first. Resolved alerts are included only when `resolved` is true. */
export async function listAlerts(sql: Sql, storeId: string, { resolved }: { resolved: boolean }): Promise<AlertRow[]> {
  return sql.query<AlertRow>(
    `SELECT id, code, subject_id AS "subjectId", message, message_code AS "messageCode",
            message_values AS "messageValues", next_step AS "nextStep", about, created_at AS "createdAt",
            resolved_at AS "resolvedAt"
     FROM alert WHERE store_id = $1 AND ($2 OR resolved_at IS NULL) ORDER BY created_at DESC, id LIMIT 500`,
    [storeId, resolved],
  );
}

export async function isAlertOpen(
  sql: Sql,
  storeId: string,
  { code, subjectId }: Pick<AlertRow, 'code' | 'subjectId'>,
): Promise<boolean> {
  const open = await sql.query(
    'SELECT 1 FROM alert WHERE store_id = $1 AND code = $2 AND subject_id = $3 AND resolved_at IS NULL',
    [storeId, code, subjectId],
  );
  return open.length > 0;
}

/** Counts the open alerts of all stores by their code. */
export async function countOpenAlerts(sql: Sql): Promise<{ code: string; count: number }[]> {
  return sql.query('SELECT code, count(*)::int AS count FROM alert WHERE resolved_at IS NULL GROUP BY code');
}
