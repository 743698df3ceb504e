import { CommerceError } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import { tellRefused } from '../../staff/commands/tell-refused.ts';

const DEAD = 'connection_refused';
const FAILURE_LENGTH_MAX = 500;

/**
 * Notes that a request to the platform failed. If the platform does not take the credentials, an alert says so: nothing can be
 * read or handed over before they are given anew.
 */
export async function noteFailure(tx: Sql, storeId: string, error: unknown): Promise<void> {
  if (!(error instanceof CommerceError)) return;
  const dead = error.kind === 'unauthorised';
  const failure = error.message.slice(0, FAILURE_LENGTH_MAX);
  await tx.query(
    `UPDATE connection SET failure = $2, failed_at = app_now(),
       dead_at = CASE WHEN $3 THEN coalesce(dead_at, app_now()) ELSE dead_at END
     WHERE store_id = $1`,
    [storeId, failure, dead],
  );
  if (!dead) return;
  const message = `The platform no longer takes the store's credentials: ${failure} Nothing is read and no order is handed over until they are given anew.`;
  await mailOnce(tx, storeId);
  await raiseAlert(tx, storeId, { code: DEAD, subjectId: storeId, message, next: { step: 'connect_platform' } });
}

/** Writes a mail at the beginning of an outage. A platform that refuses some requests alone begins one each minute: a mail a day is enough. */
async function mailOnce(tx: Sql, storeId: string): Promise<void> {
  const [first] = await tx.query<{ account: string }>(
    `UPDATE connection SET refusal_mailed_at = app_now()
     WHERE store_id = $1 AND (refusal_mailed_at IS NULL
       OR refusal_mailed_at < dead_at AND refusal_mailed_at < (SELECT app_now()) - interval '1 day')
     RETURNING account_name AS account`,
    [storeId],
  );
  if (first) await tellRefused(tx, storeId, first.account);
}

/** Notes that the platform answered. */
export async function noteWorks(tx: Sql, storeId: string): Promise<void> {
  const was = await tx.query(
    `UPDATE connection SET failure = NULL, failed_at = NULL, dead_at = NULL
     WHERE store_id = $1 AND failure IS NOT NULL RETURNING 1`,
    [storeId],
  );
  if (was.length > 0) await resolveAlert(tx, storeId, { code: DEAD, subjectId: storeId });
}

/** Returns the milliseconds after which a failed request is made again: those that the platform asks for, or twice as many each time. */
export function pauseAfter(error: unknown, tries: number): number {
  const asked = error instanceof CommerceError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(PAUSE_MS * 2 ** Math.min(tries, 20), PAUSE_MS_MAX));
}

const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 600_000; // a platform that comes back after hours is noticed within ten minutes
