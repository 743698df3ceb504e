import type { Next } from '../../../domain/alert.ts';
import { CommerceError, type PlatformLimit } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { tellRefused } from '../../staff/commands/tell-refused.ts';
import { addTasks } from './add-tasks.ts';
import { handOverWaiting } from './waiting-orders.ts';

const DEAD = 'connection_refused';
const NEXT: Next = { step: 'connect_platform' };
const FAILURE_LENGTH_MAX = 500;

type About = { storeId: string; what?: string };

/** Logs that a request to the platform failed: as an error where it waits for a person, because the credentials are refused. */
export function logFailure({ log }: Pick<Deps, 'log'>, about: About, error: unknown): void {
  const waits = error instanceof CommerceError && error.kind === 'unauthorised';
  if (waits) log.error({ err: error, ...about }, 'the platform refuses the credentials of the store');
  else log.warn({ err: error, ...about }, 'the platform could not be read; it is tried again');
}

/**
 * Notes that a request to the platform failed. If the platform does not take the credentials, an alert says so: nothing can be
 * read or handed over before they are given anew.
 */
export async function noteFailure(tx: Sql, storeId: string, error: unknown): Promise<void> {
  if (!(error instanceof CommerceError)) return;
  const dead = error.kind === 'unauthorised';
  const failure = error.message.slice(0, FAILURE_LENGTH_MAX);
  await tx.query(
    `UPDATE connection SET failure = CASE WHEN ended_at IS NULL THEN $2 ELSE failure END, failed_at = app_now(),
       dead_at = CASE WHEN $3 THEN coalesce(dead_at, app_now()) ELSE dead_at END
     WHERE store_id = $1`,
    [storeId, failure, dead],
  );
  if (!dead) return;
  await mailOnce(tx, storeId);
  await raiseAlert(tx, storeId, { text: DEAD, subjectId: storeId, values: { said: failure }, next: NEXT });
}

/**
 * Notes that the merchant took our access away, as the platform told and its refusal proves. Nothing that was placed changes: orders
 * wait, and go on under the same ids once we are let in again.
 */
export async function noteEnded(tx: Sql, storeId: string, refusal: CommerceError): Promise<void> {
  const failure = `The app was removed there, or lost its rights. ${refusal.message}`.slice(0, FAILURE_LENGTH_MAX);
  const [was] = await tx.query<{ ended: boolean }>(
    `UPDATE connection c SET failure = $2, failed_at = app_now(), dead_at = coalesce(c.dead_at, app_now()),
       ended_at = coalesce(c.ended_at, app_now())
     FROM connection before WHERE c.store_id = $1 AND before.store_id = c.store_id
     RETURNING before.ended_at IS NOT NULL AS ended`,
    [storeId, failure],
  );
  if (!was || was.ended) return;
  await resolveAlert(tx, storeId, { code: DEAD, subjectId: storeId }); // these words say more
  await mailOnce(tx, storeId);
  await raiseAlert(tx, storeId, { text: `${DEAD}.removed`, subjectId: storeId, values: {}, next: NEXT });
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

/**
 * Notes that the platform answered. After a refusal, orders that waited are handed over, and its webhooks are asked for again: a
 * platform that removed us has forgotten them.
 */
export async function noteWorks(tx: Sql, storeId: string): Promise<void> {
  const [was] = await tx.query<{ dead: boolean }>(
    `UPDATE connection c SET failure = NULL, failed_at = NULL, dead_at = NULL, ended_at = NULL
     FROM connection before WHERE c.store_id = $1 AND c.failure IS NOT NULL AND before.store_id = c.store_id
     RETURNING before.dead_at IS NOT NULL AS dead`,
    [storeId],
  );
  if (!was) return;
  await resolveAlert(tx, storeId, { code: DEAD, subjectId: storeId });
  if (!was.dead) return;
  await addTasks(tx, storeId, [{ what: 'connection' }]);
  await handOverWaiting(tx, storeId);
}

/** Keeps what the platform said that it does not show. */
export async function keepLimits(tx: Sql, storeId: string, limits: readonly PlatformLimit[]): Promise<void> {
  await tx.query('UPDATE connection SET limits = $2 WHERE store_id = $1 AND limits <> $2', [storeId, limits]);
}

/** Notes what it did not show of an order. */
export async function addLimits(tx: Sql, storeId: string, limits: readonly PlatformLimit[] = []): Promise<void> {
  if (limits.length === 0) return;
  await tx.query(
    `UPDATE connection SET limits = limits || ARRAY(SELECT unnest($2::text[]) EXCEPT SELECT unnest(limits))
     WHERE store_id = $1 AND NOT limits @> $2::text[]`,
    [storeId, limits],
  );
}

/** Returns the milliseconds after which a failed request is made again: those that the platform asks for, or twice as many each time. */
export function pauseAfter(error: unknown, tries: number): number {
  const asked = error instanceof CommerceError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(PAUSE_MS * 2 ** Math.min(tries, 20), PAUSE_MS_MAX));
}

const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 600_000; // a platform that comes back after hours is noticed within ten minutes
