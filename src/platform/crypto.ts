import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { SetupError } from './setup-error.ts';

/**
 * Encrypts secrets for the database, and derives secrets that need not be stored, both with SECRET_KEY. Previous keys are used
 * only to open and match, never for new secrets.
 */
export type SecretBox = {
  seal(plain: string): Buffer;
  /** Decrypts. Throws if none of the keys sealed it, or if it was changed. */
  open(sealed: Buffer): string;
  /** Seals the secret again with the present key; returns null if that key sealed it. Throws when `open` does. */
  reseal(sealed: Buffer): Buffer | null;
  /** Returns a keyed hash in base64url: constant for a purpose and text, unguessable without the key. */
  derive(purpose: string, text: string): string;
  /** Returns true if `shown` was derived from the purpose and text with any of the keys. Compares in constant time. */
  matches(purpose: string, text: string, shown: string): boolean;
};

const NONCE_BYTES = 12; // the nonce length that AES-GCM recommends
const TAG_BYTES = 16;

export function createSecretBox(secretKey: string, previousKeys: readonly string[] = []): SecretBox {
  const present = keyedBox(secretKey);
  const previous = [...new Set(previousKeys)].filter((key) => key !== secretKey).map(keyedBox);
  const openPrevious = (sealed: Buffer, error: unknown) => {
    for (const box of previous) {
      try {
        return box.open(sealed);
      } catch {
        // An older key may have sealed it.
      }
    }
    const message = 'A secret was sealed with a key that is not here, or changed since. See ./service secrets status.';
    throw new SetupError(message, { cause: error });
  };
  return {
    seal: present.seal,
    derive: present.derive,
    open(sealed) {
      try {
        return present.open(sealed);
      } catch (error) {
        return openPrevious(sealed, error);
      }
    },
    reseal(sealed) {
      try {
        present.open(sealed);
        return null;
      } catch (error) {
        return present.seal(openPrevious(sealed, error));
      }
    },
    matches(purpose, text, shown) {
      const given = Buffer.from(shown);
      const fits = [present, ...previous].map((box) => isSame(given, Buffer.from(box.derive(purpose, text))));
      return fits.includes(true);
    },
  };
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function keyedBox(secretKey: string): Pick<SecretBox, 'seal' | 'open' | 'derive'> {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `waitlist-service/${purpose}`, 32));
  const sealKey = key('seal');
  const deriveKey = key('derive');
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
    derive: (purpose, text) => createHmac('sha256', deriveKey).update(`${purpose}\0${text}`).digest('base64url'),
  };
}

/** Returns the id of a text: equal texts have equal ids. A UUID of the first 16 bytes of its SHA-256. */
export function textId(text: string): string {
  return sha256Hex(text).slice(0, 32);
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
