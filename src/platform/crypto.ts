import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what is kept at rest and derives what need not be kept at all, both from SECRET_KEY. */
export type SecretBox = {
  seal(plain: string): Buffer;
  open(sealed: Buffer): string;
  /** A keyed hash, base64url: the same for the same purpose and text, unguessable without the key. */
  derive(purpose: string, text: string): string;
};

const NONCE_BYTES = 12; // what AES-GCM is specified for
const TAG_BYTES = 16;

export function createSecretBox(secretKey: string): SecretBox {
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
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
    derive: (purpose, text) => createHmac('sha256', deriveKey).update(`${purpose}\0${text}`).digest('base64url'),
  };
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
