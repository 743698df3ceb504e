import { normaliseEmail } from './checkout.ts';
import { AppError } from './error.ts';

/** How long a sign-in to the portal lasts. */
export const SESSION = {
  idleHours: 12, // a working day with its breaks
  daysMax: 7, // also of somebody who works every day
  secondFactorMinutes: 10, // between the password and the code
  confirmedMinutes: 10, // after which secrets, large refunds and deletion ask for the password again
} as const;

/** How long a browser stays known after a member signed in with it. */
export const KNOWN_BROWSER_DAYS = 60;

/** How long one-time links work. */
export const STAFF_LINK_MINUTES = { owner: 24 * 60, invitation: 7 * 24 * 60, password: 60 } as const;

const NAME_CHARACTERS_MAX = 80;
// NIST asks for 15 characters of a password that is the only factor, and for 8 beside a second one.
const PASSWORD_CHARACTERS_MIN = 12;
const PASSWORD_CHARACTERS_MAX = 200; // hashing an endless text would be work for nothing

/** Returns a member's name without spaces around it. Throws `invalid_parameter` for an empty or long one. */
export function checkStaffName(given: string): string {
  const name = given.trim().replaceAll(/[\p{Cc}\s]+/gu, ' ');
  if (name !== '' && name.length <= NAME_CHARACTERS_MAX) return name;
  throw new AppError('invalid_parameter', `Give a name of 1 to ${NAME_CHARACTERS_MAX} characters.`, { param: 'name' });
}

/**
 * Checks the form of a new password; which are common, a list knows. Throws `password_weak`, with a reason for people. It asks for no kinds of characters: they make passwords hard to
 * remember and hardly harder to guess.
 */
export function checkNewPassword(password: string, email: string): void {
  const reason = weakness(password, email);
  if (reason !== null) throw weakPassword(reason);
}

export function weakPassword(reason: keyof typeof WEAK): AppError {
  return new AppError('password_weak', WEAK[reason], { param: 'password', data: { reason } });
}

const WEAK = {
  short: `Use at least ${PASSWORD_CHARACTERS_MIN} characters.`,
  long: `Use at most ${PASSWORD_CHARACTERS_MAX} characters.`,
  alike: 'Use more different characters.',
  row: 'Characters in a row are guessed first. Use several words instead.',
  common: 'This is one of the first passwords that anyone would try. Use several words.',
  breached: 'This password was stolen somewhere and published, so it is tried early. Use another one.',
} as const;

function weakness(password: string, email: string): keyof typeof WEAK | null {
  const characters = [...password];
  if (characters.length < PASSWORD_CHARACTERS_MIN) return 'short';
  if (characters.length > PASSWORD_CHARACTERS_MAX) return 'long';
  const plain = plainOf(password);
  if (new Set(plain).size < 5) return 'alike';
  if (isRun(plain)) return 'row';
  const name = plainOf(normaliseEmail(email).split('@')[0] ?? '');
  const rest = [name, ...OWN_WORDS].reduce((text, word) => (word.length > 2 ? text.replaceAll(word, '') : text), plain);
  return isLittle(plain, rest) ? 'common' : null;
}

const DIGITS_OF_A_DATE = 8;

/** Returns true if known words leave almost nothing of the password: a few letters, or a year or date beside them. */
function isLittle(plain: string, rest: string): boolean {
  if (rest === plain) return false;
  const letters = rest.replaceAll(/\d/g, '');
  return letters.length < 4 && rest.length - letters.length <= DIGITS_OF_A_DATE;
}

/** Words that belong to this service, which a person who guesses tries first. */
export const OWN_WORDS = ['service', 'waitlist', 'preorder', 'portal', 'store'];

/** Folds what people change to make a common password look new. */
function plainOf(password: string): string {
  return password
    .toLowerCase()
    .replaceAll(/[\s._!?*+-]/g, '')
    .replaceAll('@', 'a')
    .replaceAll('$', 's');
}

/** Returns true where almost every character is the one before or its neighbour: 1234…, abcd…, zyx…, aaa…. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index));
  return steps.filter((step) => Math.abs(step) <= 1).length >= steps.length - 2;
}
