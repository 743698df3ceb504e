import { checkNewPassword, OWN_WORDS, weakPassword } from '../../../domain/staff.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import type { Deps } from '../../deps.ts';

/**
 * Checks a new password and returns its hash. Throws `password_weak` for one that is too short, easy to guess, common, or known from a
 * breach.
 */
export async function hashNewPassword(
  { breachedPasswords }: Pick<Deps, 'breachedPasswords'>,
  password: string,
  email: string,
): Promise<string> {
  checkNewPassword(password, email);
  const { isCommonPassword } = await import('../../../platform/common-password.ts'); // 5 MB of lists that few processes need
  if (isCommonPassword(password, [...OWN_WORDS, ...email.split(/[^\p{L}\p{N}]+/u)])) throw weakPassword('common');
  if (await breachedPasswords.has(password)) throw weakPassword('breached');
  return hashPassword(password);
}
