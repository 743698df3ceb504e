import { AppError } from '../../../domain/error.ts';
import type { PlatformAnswer } from '../http-port.ts';
import { CommerceError, explaining, type PlatformTools } from '../port.ts';

export type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  /** `once`: a second request of this kind would do it twice. */
  more?: { query?: Record<string, string>; body?: unknown; once?: boolean },
) => Promise<PlatformAnswer>;

/** Makes requests of WooCommerce's REST API, version 3. A POST creates something, so it is not repeated. */
export function createClient(settings: Readonly<Record<string, string>>, { http }: Pick<PlatformTools, 'http'>): Ask {
  const base = readUrl(settings.url);
  const [key, secret] = [readKey(settings, 'consumer_key', 'ck_'), readKey(settings, 'consumer_secret', 'cs_')];
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  return async (method, path, { query, body, once = method === 'POST' } = {}) => {
    const url = `${base}/wp-json/${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = () => ({ accept: 'application/json', authorization, ...json });
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      return await http.send({ method, url, headers, repeatable: !once, ...text });
    } catch (error) {
      throw explained(error);
    }
  };
}

// The codes of WooCommerce for an id that it does not know.
const UNKNOWN_ID = /"code":\s*"woocommerce_rest_\w*invalid(_\w+)?_id"/;

/**
 * A store whose WooCommerce is switched off, or whose permalinks are plain, answers 404 to everything. That must not look as if
 * all products were gone.
 */
function explained(error: unknown): unknown {
  if (!(error instanceof CommerceError) || error.kind !== 'not_found' || UNKNOWN_ID.test(error.message)) return error;
  const says = "WooCommerce's REST API is not there: is the plugin active, and are permalinks other than “Plain”?";
  return explaining(error, { kind: 'unreachable', says });
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
