import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { methodsOf, readFactors } from '../queries/factors.ts';
import { tellChange } from './tell-change.ts';

const CODES = 10;
const CODE_CHARACTERS = 16; // of 32 each: 80 bits
// Crockford's alphabet: no letter looks like a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes new recovery codes in place of all others. Throws `invalid_transition` where there is nothing to recover from. */
export async function replaceRecoveryCodes({ db }: Pick<Deps, 'db'>, memberId: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const methods = methodsOf(await readFactors(tx, memberId));
    if (methods.length > 0) {
      await tellChange(tx, memberId, 'recovery_codes');
      return insertCodes(tx, memberId);
    }
    const message = 'Recovery codes replace an app or a passkey that was lost. Set one of these up first.';
    throw new AppError('invalid_transition', message);
  });
}

/** Makes recovery codes for a member who has none left. Resolves with null for others. */
export async function giveFirstRecoveryCodes(tx: Sql, memberId: string): Promise<string[] | null> {
  const { recoveryCodesLeft } = await readFactors(tx, memberId);
  return recoveryCodesLeft > 0 ? null : insertCodes(tx, memberId);
}

async function insertCodes(tx: Sql, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.query('DELETE FROM staff_recovery_code WHERE member_id = $1', [memberId]);
  await tx.query('INSERT INTO staff_recovery_code (member_id, hash) SELECT $1, unnest($2::bytea[])', [
    memberId,
    codes.map(codeHash),
  ]);
  return codes;
}

/** Takes a recovery code, once. Returns false for a wrong or used one. */
export async function takeRecoveryCode(sql: Sql, memberId: string, code: string): Promise<boolean> {
  const taken = await sql.query(
    `UPDATE staff_recovery_code SET used_at = app_now()
     WHERE member_id = $1 AND hash = $2 AND used_at IS NULL RETURNING 1`,
    [memberId, codeHash(code)],
  );
  return taken.length > 0;
}

/** Removes the codes of a member who has neither app nor passkey any more. */
export async function removeUselessRecoveryCodes(tx: Sql, memberId: string): Promise<void> {
  if (methodsOf(await readFactors(tx, memberId)).length > 0) return;
  await tx.query('DELETE FROM staff_recovery_code WHERE member_id = $1', [memberId]);
}

/** Makes a code such as `7K2M-9QXT-4FJH-0ZWA`. */
function newCode(): string {
  const characters = [...randomBytes(CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.replaceAll(/.{4}(?!$)/g, '$&-');
}

/** Hashes a code as people type it: small letters, spaces, and the letters that look like digits. */
function codeHash(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest();
}
