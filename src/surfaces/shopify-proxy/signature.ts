import { createHmac, timingSafeEqual } from 'node:crypto';

// Shopify sends the request on at once; clocks of servers differ by less.
const AGE_SECONDS_MAX = 60;

export type ProxyRequest = {
  /** The store's own address at Shopify. */
  shop: string;
  /** Null while no customer is signed in. */
  customerId: string | null;
  /** When Shopify sent it on, in seconds since 1970. */
  sentAt: number;
};

/**
 * Reads the query that Shopify's app proxy adds, and verifies it: `signature` is the hex HMAC-SHA256 of all other parameters,
 * sorted and put together without a separator, with the secret of the app. Null for one that is forged, or not from now.
 */
export function readProxyRequest(
  query: URLSearchParams,
  { secrets, now }: { secrets: readonly string[]; now: number },
): ProxyRequest | null {
  const [signature, ...others] = query.getAll('signature');
  if (signature === undefined || others.length > 0) return null;
  const given = Buffer.from(signature);
  const text = signedText(query);
  const fits = secrets.map((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits.includes(true)) return null;
  // A shopper may add parameters of their own, which Shopify signs with the rest. A name that comes twice is theirs.
  const one = (name: string) => (query.getAll(name).length === 1 ? (query.get(name) ?? '') : null);
  const [shop, timestamp, customerId] = [one('shop'), one('timestamp'), one('logged_in_customer_id')];
  if (!shop || !timestamp || !/^\d{1,12}$/.test(timestamp) || !/^\d{0,20}$/.test(customerId ?? '?')) return null;
  const sentAt = Number(timestamp);
  if (Math.abs(now - sentAt) > AGE_SECONDS_MAX) return null;
  return { shop, customerId: customerId || null, sentAt };
}

function signedText(query: URLSearchParams): string {
  const names = [...new Set(query.keys())].filter((name) => name !== 'signature');
  return names
    .map((name) => `${name}=${query.getAll(name).join(',')}`)
    .sort()
    .join('');
}
