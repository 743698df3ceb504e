import type {
  CheckoutRequest,
  CheckoutView,
  PaymentRequestBody,
  PaymentResult,
} from '../../../protocol/schema/frame-api.ts';
import type { Region } from '../../../protocol/wire/address.ts';
import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';

/** Why a request failed. The code is `network` when the outcome is unknown. */
export type Refusal = {
  code: string;
  message: string;
  param: string;
  data: Record<string, string | number | boolean | null>;
};

/** Returns whether the checkout has ended or is unknown, so that no units are held for it. */
export function isGone(code: string): boolean {
  return code === 'checkout_not_found' || code === 'checkout_not_held' || code === 'invalid_checkout_secret';
}

/**
 * Returns whether the outcome is unknown, or the request was not processed at all. Both can be repeated safely with the
 * same key.
 */
export function isUnknown(code: string): boolean {
  return ['network', 'internal_error', 'unavailable', 'busy', 'rate_limited'].includes(code);
}

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export type Credentials = { id: string; secret: string };

/** The checkout's requests. Hold, replace and pay carry the key of the shopper's intent, so that they can be repeated. */
export type CheckoutApi = {
  /** Reads the regions of a country, with names in the language of the checkout. */
  regions(country: string, locale: string): Promise<Answer<Region[]>>;
  hold(body: CheckoutRequest, intent: string): Promise<Answer<CheckoutView>>;
  replaceHold(checkout: Credentials, body: CheckoutRequest, intent: string): Promise<Answer<CheckoutView>>;
  read(checkout: Credentials): Promise<Answer<CheckoutView>>;
  pay(checkout: Credentials, body: PaymentRequestBody, intent: string): Promise<Answer<PaymentResult>>;
  settle(checkout: Credentials): Promise<Answer<PaymentResult>>;
  /**
   * Ends the checkout and gives its units back, unless it was paid meanwhile; the answer says which. It is also sent while
   * the frame is being removed.
   */
  abandon(checkout: Credentials): Promise<Answer<CheckoutView>>;
  /** Answers the test provider's second step. */
  testAction(action: { ref: string; clientSecret: string }, approve: boolean): Promise<Answer<unknown>>;
};

// A request without an answer is repeated three times over about four seconds before the shopper sees an error.
const RETRY_DELAYS_MS = [500, 1200, 2500];
// Longer than any working service takes. A request is repeated with the same key, so a time-out does no harm.
const TIMEOUT_MS = 15_000;
// The longest pause of the service's (`retry_after`) that is waited out before a retry.
const PAUSE_MAX_MS = 3000;

type Call = { method: string; path: string; body?: unknown; secret?: string; intent?: string };

/**
 * `storeKey` is sent with each request about a checkout. `onTrouble` is called with true while a request is being repeated
 * because no answer came, and with false after that.
 */
export function createApi(storeKey: string, onTrouble: (trouble: boolean) => void): CheckoutApi {
  const send = async <T>(call: Call): Promise<Answer<T>> => {
    for (const delay of [...RETRY_DELAYS_MS, null]) {
      const answer = await sendOnce<T>(call);
      const again = answer.ok ? null : pauseBefore(answer.refusal, delay);
      if (again === null) {
        onTrouble(false);
        return answer;
      }
      if (!answer.ok && answer.refusal.code === 'network') onTrouble(true);
      await new Promise((resolve) => setTimeout(resolve, again));
    }
    throw new Error('retries ended without an answer');
  };
  const of = ({ id }: Credentials, what = '') =>
    `/api/checkouts/${encodeURIComponent(id)}${what}?${new URLSearchParams({ key: storeKey })}`;
  return {
    regions: (country, lang) => send({ method: 'GET', path: `/api/regions?${new URLSearchParams({ country, lang })}` }),
    hold: (body, intent) => send({ method: 'POST', path: '/api/checkouts', body, intent }),
    replaceHold: (checkout, body, intent) =>
      send({ method: 'PUT', path: of(checkout), body, intent, secret: checkout.secret }),
    read: (checkout) => send({ method: 'GET', path: of(checkout), secret: checkout.secret }),
    pay: (checkout, body, intent) =>
      send({ method: 'POST', path: of(checkout, '/payments'), body, intent, secret: checkout.secret }),
    settle: (checkout) => send({ method: 'POST', path: of(checkout, '/settle'), secret: checkout.secret }),
    abandon: (checkout) => send({ method: 'POST', path: of(checkout, '/abandon'), secret: checkout.secret }),
    testAction: ({ ref, clientSecret }, approve) =>
      send({
        method: 'POST',
        path: `/test-provider/payments/${encodeURIComponent(ref)}/action`,
        body: { clientSecret, approve },
      }),
  };
}

async function sendOnce<T>(call: Call): Promise<Answer<T>> {
  try {
    const response = await fetch(`/frames/${PROTOCOL}${call.path}`, requestOf(call));
    const body = await response.json();
    if (response.ok) return { ok: true, value: body.data };
    const wait = Number(response.headers.get('retry-after')) || 0;
    const { code, message, param = '', data = {} } = body.error;
    return { ok: false, refusal: { code, message, param, data: { seconds: wait, ...data } } };
  } catch {
    // No answer, a cut one, or one of a proxy in between: the outcome is unknown.
    return { ok: false, refusal: { code: 'network', message: '', param: '', data: {} } };
  }
}

function requestOf({ method, body, secret, intent }: Call): RequestInit {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (secret) headers.Authorization = `Bearer ${secret}`;
  if (intent) headers['Idempotency-Key'] = intent;
  const init: RequestInit = { method, headers, keepalive: true, signal: AbortSignal.timeout(TIMEOUT_MS) };
  return body === undefined ? init : { ...init, body: JSON.stringify(body) };
}

/** Returns the milliseconds to wait before a retry, or null for no retry. */
function pauseBefore(refusal: Refusal, delay: number | null): number | null {
  if (delay === null) return null;
  if (refusal.code === 'network') return delay;
  const asked = Number(refusal.data.retry_after) * 1000;
  const isAsked = refusal.code === 'rate_limited' || refusal.code === 'busy';
  return isAsked && asked <= PAUSE_MAX_MS ? Math.max(asked, delay) : null;
}
