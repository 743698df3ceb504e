import { normaliseEmail } from '../../../domain/checkout.ts';
import { AppError, type ErrorInfo } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { hashPassword, verifyPassword } from '../../../platform/password-hash.ts';
import type { Deps } from '../../deps.ts';
import { hashNewPassword } from './new-password.ts';
import { endOtherSessions, rotateSession } from './sessions.ts';
import { tellChange } from './tell-change.ts';

type StoredPassword = { id: string; hash: string };

/**
 * Returns the id of the member with this address and password. Throws `sign_in_refused`, with the same words and after the same
 * time, whether the address or the password is wrong.
 */
export async function checkSignIn({ db }: Pick<Deps, 'db'>, email: string, password: string): Promise<string> {
  const [kept] = await db.query<StoredPassword>(
    'SELECT id, password_hash AS hash FROM staff_member WHERE email_key = $1',
    [normaliseEmail(email)],
  );
  const message = 'The e-mail address or the password is wrong.';
  return compare(db, kept ?? null, { password, refusal: { message } });
}

/** Checks the password of a member who is known. Throws `sign_in_refused`, which names `param`. */
export async function checkPassword(
  { db }: Pick<Deps, 'db'>,
  memberId: string,
  { password, param }: { password: string; param: string },
): Promise<{ memberId: string }> {
  const [kept] = await db.query<StoredPassword>('SELECT id, password_hash AS hash FROM staff_member WHERE id = $1', [
    memberId,
  ]);
  const refusal = { message: 'The password is wrong.', param, data: { reason: 'password' } };
  return { memberId: await compare(db, kept ?? null, { password, refusal }) };
}

async function compare(
  sql: Sql,
  kept: StoredPassword | null,
  { password, refusal: { message, ...info } }: { password: string; refusal: ErrorInfo & { message: string } },
): Promise<string> {
  const { isRight, isOutdated } = await verifyPassword(password, kept?.hash ?? null);
  if (kept === null || !isRight)
    throw new AppError('sign_in_refused', message, { ...info, ...(kept && { member: kept.id }) });
  if (isOutdated) await replaceHash(sql, kept, await hashPassword(password));
  return kept.id;
}

/** Replaces the hash unless the password was changed in the meantime. */
async function replaceHash(sql: Sql, { id, hash }: StoredPassword, better: string): Promise<void> {
  await sql.query('UPDATE staff_member SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
    id,
    hash,
    better,
  ]);
}

/**
 * Changes the password of a member who has just given the present one, and ends their other sessions. Resolves with the new secret
 * for the cookie. Throws `password_weak`.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'breachedPasswords'>,
  { id: memberId, email }: { id: string; email: string },
  { password, sessionId }: { password: string; sessionId: string },
): Promise<string> {
  const hash = await hashNewPassword(deps, password, email);
  return deps.db.transaction(async (tx) => {
    await storePassword(tx, memberId, hash);
    await tellChange(tx, memberId, 'password');
    await endOtherSessions(tx, memberId, sessionId);
    return rotateSession(tx, sessionId);
  });
}

/** Stores a new password. Links to set one, which were asked for before, do nothing any more. */
export async function storePassword(tx: Sql, memberId: string, hash: string): Promise<void> {
  await tx.query('UPDATE staff_member SET password_hash = $2 WHERE id = $1', [memberId, hash]);
  await tx.query(
    `UPDATE staff_link SET used_at = app_now() WHERE member_id = $1 AND purpose = 'password' AND used_at IS NULL`,
    [memberId],
  );
}
