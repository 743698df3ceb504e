import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A token reads `wps_live_`, 32 random characters and a checksum of six. Secret scanners find it by its prefix, and the
 * checksum tells them, and us, a token from other text without asking the database.
 */
const FORM = /^(wps_(?:live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6; // 62^6 is more than 2^32

/** Makes a new token for a store of this mode. */
export function newTokenText(mode: 'test' | 'live'): string {
  const body = `wps_${mode}_${randomCharacters()}`;
  return body + checksumOf(body);
}

/** Returns true for text that has the form of a token and its checksum. */
export function isTokenText(text: string): boolean {
  const [, body, checksum] = FORM.exec(text) ?? [];
  return body !== undefined && checksumOf(body) === checksum;
}

/** A plain hash is enough, because a token has too many random bits to be guessed. */
export function tokenHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function randomCharacters(): string {
  let characters = '';
  while (characters.length < RANDOM_CHARACTERS) {
    // A byte of 248 or more is dropped: with it, some characters would be likelier than others.
    const bytes = [...randomBytes(RANDOM_CHARACTERS)].filter((byte) => byte < 4 * DIGITS.length);
    characters += bytes.map((byte) => DIGITS[byte % DIGITS.length]).join('');
  }
  return characters.slice(0, RANDOM_CHARACTERS);
}

function checksumOf(body: string): string {
  let left = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    digits = (DIGITS[left % DIGITS.length] ?? '') + digits;
    left = Math.floor(left / DIGITS.length);
  }
  return digits;
}
