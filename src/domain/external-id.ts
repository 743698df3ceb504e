// The contract's limit of a query parameter. The longest ids that platforms use are global ids of about 60 characters.
const LENGTH_MAX = 500;
const GLOBAL_ID = /^gid:\/\/[^/\s]+\/[^/\s]+\/([^/?#\s]+)(?:\?\S*)?$/;
const BASE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/;

/**
 * Reads an id of the connected store in any form that callers use. Ids are opaque text: the number 123, `gid://…/123` and
 * the base64 of that are all read as `123`. Returns null for text that cannot be an id: empty, too long, or with
 * characters that a text column cannot hold.
 */
export function parseExternalId(given: string | number): string | null {
  const text = String(given).trim();
  const id = GLOBAL_ID.exec(text)?.[1] ?? globalIdInBase64(text) ?? text;
  const usable = id !== '' && id.length <= LENGTH_MAX && id.isWellFormed() && !id.includes('\0');
  return usable ? id : null;
}

function globalIdInBase64(text: string): string | undefined {
  // "gid:" begins like this in base64. The check spares all other ids the decoding.
  if (!text.startsWith('Z2lk') || !BASE64.test(text)) return undefined;
  return GLOBAL_ID.exec(Buffer.from(text, 'base64').toString('latin1'))?.[1];
}
