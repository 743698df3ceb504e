import { compactVerify } from 'jose';

// A token that identifies a shopper has a few hundred characters; a store may put its whole session into one.
const LENGTH_MAX = 8_192;

// An HMAC-SHA256 has 32 bytes, which are 43 characters of base64url.
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/;

export type VerifiedToken = {
  claims: Readonly<Record<string, unknown>>;
  /** The id of the secret that signed the token. */
  secretId: string;
};

/** Returns the key that has to have signed a token: the secret itself, or one that is derived from it. */
type KeyOf = (
  secret: string,
  token: { head: Readonly<Record<string, unknown>>; claims: VerifiedToken['claims'] },
) => string;

/**
 * Returns the claims of a compact JWT that one of the secrets signed with HS256, else null. The token's own `alg` never
 * chooses the algorithm. Refuses base64url that is not canonical, the `crit` header, and repeated names, because parsers
 * disagree about those. The key is the UTF-8 bytes of the secret as shown. The caller checks times such as `exp`.
 */
export async function verifyToken(
  token: string,
  secrets: readonly { id: string; text: string }[],
  keyOf: KeyOf = (secret) => secret,
): Promise<VerifiedToken | null> {
  const parts = token.length <= LENGTH_MAX ? COMPACT.exec(token)?.slice(1) : undefined;
  if (!parts?.every(isCanonical)) return null;
  const [header = '', payload = ''] = parts;
  const head = readObject(header);
  const claims = readObject(payload);
  if (!head || !claims || 'crit' in head) return null;
  for (const { id, text } of secrets) {
    if (await isSignedBy(token, keyOf(text, { head, claims }))) return { claims, secretId: id };
  }
  return null;
}

async function isSignedBy(token: string, secret: string): Promise<boolean> {
  try {
    await compactVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    return true;
  } catch {
    return false; // all failures look alike to the sender of a forged token
  }
}

/** Returns true if encoding the decoded bytes gives the same text. The last character may have unused bits. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

function readObject(part: string): Record<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || repeatsName(text)) return null;
    return value as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Returns true if any object in this valid JSON, at any depth, has the same name twice. */
function repeatsName(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [mark, , name] of json.matchAll(/[{}]|(("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*")/g)) {
    if (mark === '{') open.push(new Set());
    else if (mark === '}') open.pop();
    if (name === undefined) continue;
    const names = open.at(-1);
    const plain: string = JSON.parse(name); // `email` may be written `\u0065mail`
    if (names?.has(plain)) return true;
    names?.add(plain);
  }
  return false;
}
