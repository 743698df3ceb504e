import { randomUUID } from 'node:crypto';
import { SESSION } from '../../../domain/staff.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import type { StaffSession } from '../queries.ts';
import { newSessionSecret, sessionHash } from '../session-secret.ts';

/** How a member began a session: from which browser, and the session of the same browser that it replaces. */
export type Beginning = { browser: string; replaces: string | null };

/**
 * Begins a session and ends the one that the browser showed. Resolves with the new secret: a session never goes on under a secret
 * that somebody knew before its member signed in.
 */
export async function beginSession(
  tx: Sql,
  memberId: string,
  { browser, replaces, signedIn }: Beginning & { signedIn: boolean },
): Promise<string> {
  const secret = newSessionSecret();
  await tx.query('DELETE FROM staff_session WHERE id = $1', [replaces]);
  await tx.query(
    `INSERT INTO staff_session (id, member_id, hash, signed_in, browser, expires_at, confirmed_at)
     SELECT $1, $2, $3, $4, $5, now + CASE WHEN $4 THEN interval '${SESSION.daysMax} days'
              ELSE interval '${SESSION.secondFactorMinutes} minutes' END,
            CASE WHEN $4 THEN now END
     FROM app_now() AS now`,
    [randomUUID(), memberId, sessionHash(secret), signedIn, browser],
  );
  return secret;
}

/** Makes a session whole after the second factor, under a new secret. Resolves with that. */
export async function completeSession(tx: Sql, id: string): Promise<string> {
  await tx.query(
    `UPDATE staff_session SET signed_in = true, confirmed_at = moment.now, last_used_at = moment.now,
            expires_at = moment.now + interval '${SESSION.daysMax} days'
     FROM (SELECT app_now() AS now) AS moment WHERE id = $1 AND NOT signed_in`,
    [id],
  );
  return rotateSession(tx, id);
}

/** Gives a session a new secret. The one before is worth nothing from then on. */
export async function rotateSession(tx: Sql, id: string): Promise<string> {
  const secret = newSessionSecret();
  await tx.query('UPDATE staff_session SET hash = $2 WHERE id = $1', [id, sessionHash(secret)]);
  return secret;
}

/** Notes that the member has just proved who they are. Resolves with the session's new secret. */
export async function confirmSession(tx: Sql, id: string): Promise<string> {
  await tx.query('UPDATE staff_session SET confirmed_at = app_now() WHERE id = $1', [id]);
  return rotateSession(tx, id);
}

/** Ends one session of a member. Returns false when they have no such session. */
export async function endSession({ db }: Pick<Deps, 'db'>, memberId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const ended = await db.query('DELETE FROM staff_session WHERE member_id = $1 AND id = $2 RETURNING 1', [
    memberId,
    id,
  ]);
  return ended.length > 0;
}

/** Ends all sessions of a member but `kept`. */
export async function endOtherSessions(tx: Sql, memberId: string, kept: string | null): Promise<void> {
  await tx.query('DELETE FROM staff_session WHERE member_id = $1 AND id IS DISTINCT FROM $2', [memberId, kept]);
}

/** Ends all sessions of a member, or with null of everybody. Resolves with how many. */
export async function endSessionsOf({ db }: Pick<Deps, 'db'>, memberId: string | null): Promise<number> {
  const ended = await db.query('DELETE FROM staff_session WHERE $1::uuid IS NULL OR member_id = $1 RETURNING 1', [
    memberId,
  ]);
  return ended.length;
}

/** Stores that a session was used, at most once a minute, because requests must not wait for one row. */
export async function noteSessionUse(
  { db }: Pick<Deps, 'db'>,
  { id, stale }: Pick<StaffSession, 'id' | 'stale'>,
): Promise<void> {
  if (stale) await db.query('UPDATE staff_session SET last_used_at = app_now() WHERE id = $1', [id]);
}
