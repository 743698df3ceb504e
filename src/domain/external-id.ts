// The contract's limit of a query parameter; the longest that platforms use are global ids of some 60 characters.
const LENGTH_MAX = 500;
const GLOBAL_ID = /^gid:\/\/[^/\s]+\/[^/\s]+\/([^/?#\s]+)(?:\?\S*)?$/;
const BASE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/;

/**
 * Reads an id of the connected store as callers write it. Ids are opaque text; a number, `gid://…/123` and the base64 of
 * that all mean `123`. Null for what cannot be an id: empty, too long, or with characters that no text column holds.
 */
export function parseExternalId(given: string | number): string | null {
  const text = String(given).trim();
  const id = GLOBAL_ID.exec(text)?.[1] ?? globalIdInBase64(text) ?? text;
  const usable = id !== '' && id.length <= LENGTH_MAX && id.isWellFormed() && !id.includes('\0');
  return usable ? id : null;
}

function globalIdInBase64(text: string): string | undefined {
  // "gid:" begins so in base64; looking first spares every other id the decoding.
  if (!text.startsWith('Z2lk') || !BASE64.test(text)) return undefined;
  return GLOBAL_ID.exec(Buffer.from(text, 'base64').toString('latin1'))?.[1];
}
