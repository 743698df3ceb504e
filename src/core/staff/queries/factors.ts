import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';

/** What a member can prove beside their password. */
export type Factors = { totp: boolean; passkeys: number; recoveryCodesLeft: number };

export type FactorMethod = 'totp' | 'passkey' | 'recovery_code';

export async function readFactors(sql: Sql, memberId: string): Promise<Factors> {
  const [row] = await sql.query<Factors>(
    `SELECT EXISTS (SELECT 1 FROM staff_totp WHERE member_id = $1 AND confirmed_at IS NOT NULL) AS totp,
            (SELECT count(*)::int FROM staff_passkey WHERE member_id = $1) AS passkeys,
            (SELECT count(*)::int FROM staff_recovery_code WHERE member_id = $1 AND used_at IS NULL) AS "recoveryCodesLeft"`,
    [memberId],
  );
  return row ?? { totp: false, passkeys: 0, recoveryCodesLeft: 0 };
}

/** Returns what can follow a password; empty where the password is enough. */
export function methodsOf({ totp, passkeys, recoveryCodesLeft }: Factors): FactorMethod[] {
  if (!totp && passkeys === 0) return [];
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
  ];
}

/** A passkey as its owner sees it. */
export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

export async function listPasskeys(sql: Sql, memberId: string): Promise<Passkey[]> {
  return sql.query<Passkey>(
    `SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM staff_passkey
     WHERE member_id = $1 ORDER BY created_at, id`,
    [memberId],
  );
}

/** Reads a passkey of a member. Throws `passkey_not_found`. */
export async function readPasskey(sql: Sql, { memberId, id }: { memberId: string; id: string }): Promise<Passkey> {
  const found = (await listPasskeys(sql, memberId)).find((one) => one.id === id);
  if (found) return found;
  throw passkeyNotFound();
}

export const passkeyNotFound = () => new AppError('passkey_not_found', 'You have no such passkey.');
