import { randomUUID } from 'node:crypto';
import type { Next } from '../../domain/alert.ts';
import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';

export type Alert = { code: string; subjectId: string; message: string; next?: Next };

/** Tells the merchant about something that waits for them. An open alert of this code and subject is not repeated. */
export async function raiseAlert(tx: Sql, storeId: string, alert: Alert): Promise<void> {
  const { next } = alert;
  await tx.query(
    `INSERT INTO alert (store_id, id, code, subject_id, message, next_step, about) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (store_id, code, subject_id) WHERE resolved_at IS NULL DO NOTHING`,
    [storeId, randomUUID(), alert.code, alert.subjectId, alert.message, next?.step ?? null, next?.about ?? null],
  );
}

export async function resolveAlert(tx: Sql, storeId: string, alert: Pick<Alert, 'code' | 'subjectId'>): Promise<void> {
  await tx.query(
    `UPDATE alert SET resolved_at = app_now()
     WHERE store_id = $1 AND code = $2 AND subject_id = $3 AND resolved_at IS NULL`,
    [storeId, alert.code, alert.subjectId],
  );
}

/**
 * Closes an alert by hand, when only a person can know that the matter is done. If the cause is still there, the job that
 * looks for it raises a new alert. `alert_not_found`.
 */
export async function closeAlert(tx: Sql, storeId: string, alertId: string): Promise<void> {
  const closed = isUuid(alertId)
    ? await tx.query(
        'UPDATE alert SET resolved_at = app_now() WHERE store_id = $1 AND id = $2 AND resolved_at IS NULL RETURNING 1',
        [storeId, alertId],
      )
    : [];
  if (closed.length > 0) return;
  const message = 'No such alert waits in this store.';
  throw new AppError('alert_not_found', message, { param: 'alert' });
}
