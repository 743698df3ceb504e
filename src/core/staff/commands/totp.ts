import { Secret, TOTP } from 'otpauth';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { giveFirstRecoveryCodes, removeUselessRecoveryCodes } from './recovery-codes.ts';
import { endOtherSessions, rotateSession } from './sessions.ts';
import { tellChange } from './tell-change.ts';

const ISSUER = 'Pre-orders';
const SECRET_BYTES = 20; // the length of its hash, SHA-1, which all apps know
const STEP_SECONDS = 30;
const STEPS_OFF = 1; // clocks of phones are seldom more than half a minute off

/** The secret of an app that makes codes, as text to type and as the address that its picture holds. */
export type NewTotp = { secret: string; uri: string };

/** Begins to set an app up. Nothing asks for its codes until one was right. Throws `invalid_transition` while one is set up. */
export async function beginTotp(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { id, email }: { id: string; email: string },
): Promise<NewTotp> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const begun = await db.query(
    `INSERT INTO staff_totp (member_id, sealed) VALUES ($1, $2)
     ON CONFLICT (member_id) DO UPDATE SET sealed = excluded.sealed, last_step = 0
     WHERE staff_totp.confirmed_at IS NULL RETURNING 1`,
    [id, secrets.seal(secret)],
  );
  if (begun.length > 0) return { secret, uri: totpOf(secret, email).toString() };
  throw new AppError('invalid_transition', 'An app makes codes for you already. Remove it first.');
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** What changed of a member's factors: the session's new secret, and the recovery codes if these are the first. */
export type FactorAdded = { secret: string; recoveryCodes: string[] | null };

/** Takes the app into use with its first code, and ends the other sessions. Throws `code_refused`. */
export async function confirmTotp(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { memberId, sessionId, code }: { memberId: string; sessionId: string; code: string },
): Promise<FactorAdded> {
  return deps.db.transaction(async (tx) => {
    await takeTotp({ ...deps, db: tx }, { memberId, code, confirmed: false });
    await tx.query('UPDATE staff_totp SET confirmed_at = app_now() WHERE member_id = $1', [memberId]);
    await endOtherSessions(tx, memberId, sessionId);
    await tellChange(tx, memberId, 'app_added');
    const recoveryCodes = await giveFirstRecoveryCodes(tx, memberId);
    return { secret: await rotateSession(tx, sessionId), recoveryCodes };
  });
}

type StoredTotp = { sealed: Buffer; now: Date };

/** Takes a code of the member's app. Throws `code_refused` for a wrong, old or used one. */
export async function takeTotp(
  { db, secrets }: { db: Sql; secrets: Deps['secrets'] },
  { memberId, code, confirmed = true }: { memberId: string; code: string; confirmed?: boolean },
): Promise<void> {
  const [kept] = await db.query<StoredTotp>(
    `SELECT sealed, app_now() AS now FROM staff_totp WHERE member_id = $1 AND (confirmed_at IS NOT NULL) = $2`,
    [memberId, confirmed],
  );
  const step = kept ? stepOf(secrets.open(kept.sealed), { code, now: kept.now }) : null;
  if (step === null || !(await isFirst(db, memberId, step))) throw refusedCode();
}

function stepOf(secret: string, { code, now }: { code: string; now: Date }): number | null {
  const token = code.replaceAll(/\s/g, '');
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: STEPS_OFF });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** Notes the step of a code. Returns false when this or a later one was taken before: somebody may have looked on. */
async function isFirst(sql: Sql, memberId: string, step: number): Promise<boolean> {
  const taken = await sql.query(
    'UPDATE staff_totp SET last_step = $2 WHERE member_id = $1 AND last_step < $2 RETURNING 1',
    [memberId, step],
  );
  return taken.length > 0;
}

export function refusedCode(): AppError {
  return new AppError('code_refused', 'This code is not right, or it was used. Wait for the next one.');
}

/** Forgets the member's app. */
export async function removeTotp({ db }: Pick<Deps, 'db'>, memberId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx.query<{ used: boolean }>(
      'DELETE FROM staff_totp WHERE member_id = $1 RETURNING confirmed_at IS NOT NULL AS used',
      [memberId],
    );
    if (removed[0]?.used) await tellChange(tx, memberId, 'app_removed');
    await removeUselessRecoveryCodes(tx, memberId);
  });
}
