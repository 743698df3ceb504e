import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32; // 256 bits cannot be guessed, so a plain hash of them is enough

/** Makes the secret of a session, for the cookie. Only its hash is stored. */
export function newSessionSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function sessionHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
