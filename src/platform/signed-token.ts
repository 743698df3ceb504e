import { compactVerify } from 'jose';

// A signed statement of who somebody is has a few hundred characters; a store may put its whole session into one.
const LENGTH_MAX = 8_192;

// HMAC-SHA256 is 32 bytes: 43 letters.
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/;

export type VerifiedToken = {
  claims: Readonly<Record<string, unknown>>;
  /** Which of the secrets signed it. */
  secretId: string;
};

/**
 * The claims of a JWT in compact form that one of the secrets signed with HS256, else null. The algorithm is ours, never
 * the token's; base64url is taken in its one spelling; a token that wants more of its reader (`crit`), or that says
 * anything twice, which readers understand differently, is refused. The key is the UTF-8 bytes of the secret as shown.
 * Times are the caller's to check.
 */
export async function verifyToken(
  token: string,
  secrets: readonly { id: string; text: string }[],
): Promise<VerifiedToken | null> {
  const parts = token.length <= LENGTH_MAX ? COMPACT.exec(token)?.slice(1) : undefined;
  if (!parts?.every(isCanonical)) return null;
  const [header = '', payload = ''] = parts;
  const head = readObject(header);
  const claims = readObject(payload);
  if (!head || !claims || 'crit' in head) return null;
  for (const { id, text } of secrets) {
    if (await isSignedBy(token, text)) return { claims, secretId: id };
  }
  return null;
}

async function isSignedBy(token: string, secret: string): Promise<boolean> {
  try {
    await compactVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    return true;
  } catch {
    return false; // whatever is wrong with it, it is not known which check failed
  }
}

/** Whether encoding it again gives the same letters: the last one may hold bits that stand for nothing. */
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

/** Whether an object of this valid JSON, at any depth, has a name twice. */
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
