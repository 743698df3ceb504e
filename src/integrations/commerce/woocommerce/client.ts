import { AppError } from '../../../domain/error.ts';
import type { PlatformAnswer } from '../http-port.ts';
import { CommerceError, explaining, type PlatformTools } from '../port.ts';

export type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  /** `once`: a second request of this kind would do it twice. `optional`: null where this WooCommerce has no such path. */
  more?: { query?: Record<string, string>; body?: unknown; once?: boolean; optional?: boolean },
) => Promise<PlatformAnswer>;

/** Makes requests of WooCommerce's REST API, version 3. A POST creates something, so it is not repeated. */
export function createClient(settings: Readonly<Record<string, string>>, { http }: Pick<PlatformTools, 'http'>): Ask {
  const base = readUrl(settings.url);
  const [key, secret] = [readKey(settings, 'consumer_key', 'ck_'), readKey(settings, 'consumer_secret', 'cs_')];
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  return async (method, path, { query, body, once = method === 'POST', optional = false } = {}) => {
    const url = `${base}/wp-json/${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = () => ({ accept: 'application/json', authorization, ...json });
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      return await http.send({ method, url, headers, repeatable: !once, ...text });
    } catch (error) {
      if (optional && isMissing(error)) return { status: 404, headers: {}, json: null };
      throw explained(error, base);
    }
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof CommerceError && error.kind === 'not_found' && error.message.includes('"rest_no_route"');

/** Resolves with null for what the user of the key may not see, such as settings and webhooks for one who only works with orders. */
export async function unlessDenied<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CommerceError && error.kind === 'unauthorised') return null;
    throw error;
  }
}

// The codes of WooCommerce for an id that it does not know.
const UNKNOWN_ID = /"code":\s*"woocommerce_rest_\w*invalid(_\w+)?_id"/;

/**
 * Says what the merchant has to look at. A store whose WooCommerce is switched off, or whose permalinks are plain, answers 404 to
 * everything, or a page: that must not look as if all products were gone.
 */
function explained(error: unknown, base: string): unknown {
  if (!(error instanceof CommerceError)) return error;
  const { kind, message } = error;
  const isPage = (kind === 'malformed' || kind === 'unreachable') && /than JSON: ?</.test(message);
  if (isPage || (kind === 'not_found' && !UNKNOWN_ID.test(message))) {
    const says =
      "WooCommerce's REST API is not there: is the plugin active, are permalinks other than “Plain”, and is no page for maintenance shown?";
    return explaining(error, { kind: isPage ? kind : 'unreachable', says });
  }
  if (kind !== 'unauthorised' || base.startsWith('https:')) return error;
  return explaining(error, { kind, says: 'WooCommerce takes keys by https alone: give the https address.' });
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

function readUrl(text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Without TLS WooCommerce takes no keys in a header, and anybody on the way would read them.
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url && isSafe && !url.username && !url.password && !url.search && !url.hash) return url.href.replace(/\/$/, '');
  throw new AppError('invalid_parameter', 'url is the address of your store, such as https://shop.example.', {
    param: 'url',
  });
}

function readKey(settings: Readonly<Record<string, string>>, name: string, prefix: string): string {
  const key = settings[name]?.trim() ?? '';
  if (key.startsWith(prefix) && /^[a-z]{2}_\w{20,100}$/.test(key)) return key;
  throw new AppError('invalid_parameter', `${name} begins with ${prefix}, as WooCommerce shows it once.`, {
    param: name,
  });
}
