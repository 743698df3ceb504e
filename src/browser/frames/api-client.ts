import { PROTOCOL } from '../../protocol/wire/frame-messages.ts';

/** Why a request failed. The code is the service's; it is `network` when the outcome is unknown. */
export type Refusal = {
  code: string;
  /** The wrong parameter, or ''. */
  param: string;
  /** Facts of the refusal. `retry_after` is in seconds. */
  data: Record<string, string | number | boolean | null>;
};

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export type Call = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  /** A session or the secret of a checkout. */
  secret?: string;
  /** The Idempotency-Key. */
  intent?: string;
  /** Never repeated: a second request could, for example, send a second mail. */
  once?: boolean;
  /** Ends the request and its retries. */
  signal?: AbortSignal | undefined;
};

type ApiClient = <T>(call: Call) => Promise<Answer<T>>;

export type ApiClientOptions = {
  /** The address that all paths begin with. */
  base?: string;
  /** The public key of the store. Each address carries it: it may decide which database answers. */
  key?: string;
  /** The pauses before the retries of a request without an answer; none for no retry. */
  retryDelaysMs?: readonly number[];
  timeoutMs?: number;
  /** Called with true while a request is being repeated because no answer came, and with false after that. */
  onTrouble?: (trouble: boolean) => void;
};

// Longer than any working service takes to answer.
const TIMEOUT_MS = 15_000;
// The longest pause of the service's (`retry_after`) that is waited out before a retry.
const PAUSE_MAX_MS = 3000;

const NETWORK: { ok: false; refusal: Refusal } = { ok: false, refusal: { code: 'network', param: '', data: {} } };

/**
 * Returns the function that sends a frame's requests to the service. It never rejects. Only the card of an isolated page
 * (`isolated/return.ts`) calls `fetch` itself: it has one request, and its document has to stay under 2,560 bytes.
 */
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  const {
    base = `/frames/${PROTOCOL}`,
    key,
    timeoutMs = TIMEOUT_MS,
    retryDelaysMs = [],
    onTrouble = () => {},
  } = options;
  const addressOf = (path: string) =>
    `${base}${path}${key ? `${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}` : ''}`;
  return async <T>(call: Call) => {
    const delays = call.once ? [] : retryDelaysMs;
    for (let tries = 0; ; tries += 1) {
      const answer = await send<T>(addressOf(call.path), call, timeoutMs);
      const pause = answer.ok || call.signal?.aborted ? null : pauseBefore(answer.refusal, delays[tries]);
      if (pause === null) {
        onTrouble(false);
        return answer;
      }
      if (!answer.ok && answer.refusal.code === 'network') onTrouble(true);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
}

/**
 * Returns whether the same request may succeed later: its outcome is unknown, or the service did not process it at all. It
 * can be repeated safely with the same key.
 */
export function isPassing({ code }: Refusal): boolean {
  return ['network', 'internal_error', 'unavailable', 'busy', 'rate_limited', 'request_timeout'].includes(code);
}

async function send<T>(address: string, call: Call, timeoutMs: number): Promise<Answer<T>> {
  const { signal } = call;
  if (signal?.aborted) return NETWORK;
  // Not `AbortSignal.any`, which the oldest browsers that we support do not have.
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  try {
    return await answerOf<T>(await fetch(address, requestOf(call, ending.signal)));
  } catch {
    // No answer, a cut one, or one of a proxy in between: the outcome is unknown.
    return NETWORK;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function requestOf({ method, body, secret, intent }: Call, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (secret) headers.Authorization = `Bearer ${secret}`;
  if (intent) headers['Idempotency-Key'] = intent;
  // `keepalive`: what was asked for goes on when the shopper closes the frame or leaves the page.
  const init: RequestInit = { method, headers, credentials: 'omit', keepalive: method !== 'GET', signal };
  return body === undefined ? init : { ...init, body: JSON.stringify(body) };
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const { data, error } = await response.json();
  if (response.ok) return { ok: true, value: data };
  const wait = Number(response.headers.get('retry-after')) || 0;
  return {
    ok: false,
    refusal: { code: error.code, param: error.param ?? '', data: { retry_after: wait, ...error.data } },
  };
}

/** Returns the milliseconds to wait before a retry, or null for no retry. */
function pauseBefore({ code, data }: Refusal, delay: number | undefined): number | null {
  if (delay === undefined) return null;
  if (code === 'network') return delay;
  const asked = Number(data.retry_after) * 1000;
  const isAsked = code === 'rate_limited' || code === 'busy';
  return isAsked && asked > 0 && asked <= PAUSE_MAX_MS ? Math.max(asked, delay) : null;
}
