import { randomUUID } from 'node:crypto';
import type { Next } from '../../domain/alert.ts';
import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type AlertText, alerts } from '../../messages/alerts/en.ts';
import { type AlertPlaces, type AlertReader, type AlertValues, alertText } from '../../messages/alerts/text.ts';
import { office } from '../../messages/portal/office-en.ts';
import type { Sql } from '../../platform/db.ts';
import { storable, toJson } from '../../platform/json.ts';
import type { Message } from '../../protocol/wire/message-format.ts';

/** `text`: the code, and which of its texts where it has several. `values`: what the text speaks of. */
export type Alert<Text extends AlertText> = {
  text: Text;
  subjectId: string;
  values: AlertValues & Record<AlertPlaces<Text>, string | number>;
  next?: Next;
};

/**
 * Tells the merchant about something that waits for them. An open alert of this code and subject is not repeated. The text is kept in
 * English; with its name and values each reader gets it in their language.
 */
export async function raiseAlert<Text extends AlertText>(tx: Sql, storeId: string, alert: Alert<Text>): Promise<void> {
  const { text, subjectId, values, next } = alert;
  const message = storable(alertText(ENGLISH, text, values) ?? text);
  await tx.query(
    `INSERT INTO alert (store_id, id, code, subject_id, message, next_step, about, message_code, message_values)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (store_id, code, subject_id) WHERE resolved_at IS NULL DO NOTHING`,
    [storeId, randomUUID(), codeOf(text), subjectId, message, next?.step, next?.about, text, toJson(values)],
  );
}

const TEXTS: Readonly<Record<string, Message>> = { ...office, ...alerts };
const ENGLISH: AlertReader = { locale: 'en', message: (key) => TEXTS[key] };

const codeOf = (text: AlertText): string => text.split('.', 1)[0] ?? text;

export async function resolveAlert(
  tx: Sql,
  storeId: string,
  alert: { code: string; subjectId: string },
): Promise<void> {
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
