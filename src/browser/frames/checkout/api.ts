import type {
  CheckoutRequest,
  CheckoutView,
  PaymentRequestBody,
  PaymentResult,
} from '../../../protocol/schema/frame-api.ts';
import type { Region } from '../../../protocol/wire/address.ts';
import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';

/** Why a request did not do what it was for; `network` when nothing is known of what happened. */
export type Refusal = {
  code: string;
  message: string;
  param: string;
  data: Record<string, string | number | boolean | null>;
};

/** The checkout ended, or is not known (any more): nothing is held for it. */
export function isGone(code: string): boolean {
  return code === 'checkout_not_found' || code === 'checkout_not_held' || code === 'invalid_checkout_secret';
}

/** Whether it was done is not known, or it was not even looked at: sent again with the same key, it happens once. */
export function isUnknown(code: string): boolean {
  return ['network', 'internal_error', 'unavailable', 'busy', 'rate_limited'].includes(code);
}

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export type Credentials = { id: string; secret: string };

/** What the checkout asks of the service. Every write carries the key of the shopper's intent, so it may be sent again. */
export type CheckoutApi = {
  /** The regions of a country, named in the language of the checkout. */
  regions(country: string, locale: string): Promise<Answer<Region[]>>;
  hold(body: CheckoutRequest, intent: string): Promise<Answer<CheckoutView>>;
  replaceHold(checkout: Credentials, body: CheckoutRequest, intent: string): Promise<Answer<CheckoutView>>;
  read(checkout: Credentials): Promise<Answer<CheckoutView>>;
  pay(checkout: Credentials, body: PaymentRequestBody, intent: string): Promise<Answer<PaymentResult>>;
  settle(checkout: Credentials): Promise<Answer<PaymentResult>>;
  /** Ends it and gives the units back, unless it was paid meanwhile: the answer tells. Also sent while the frame goes away. */
  abandon(checkout: Credentials): Promise<Answer<CheckoutView>>;
  /** The test provider's own second step. */
  testAction(action: { ref: string; clientSecret: string }, approve: boolean): Promise<Answer<unknown>>;
};

// A lost answer is asked for again before the shopper is bothered: three times over about four seconds.
const RETRY_DELAYS_MS = [500, 1200, 2500];
// Longer than any honest answer takes; the request is repeated with the same key, so giving up early costs nothing.
const TIMEOUT_MS = 15_000;
// The service asks for a pause; up to this long it is simply made.
const PAUSE_MAX_MS = 3000;

type Call = { method: string; path: string; body?: unknown; secret?: string; intent?: string };

/** `storeKey` is told with each request about a checkout; `onTrouble` hears whether a request is being repeated because no answer came. */
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
    throw new Error('the last try always returns');
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
    // No answer, half an answer, or one of something between us and the service: nothing is known.
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

/** How long to wait before the same request goes out again; null: it does not. */
function pauseBefore(refusal: Refusal, delay: number | null): number | null {
  if (delay === null) return null;
  if (refusal.code === 'network') return delay;
  const asked = Number(refusal.data.retry_after) * 1000;
  const isAsked = refusal.code === 'rate_limited' || refusal.code === 'busy';
  return isAsked && asked <= PAUSE_MAX_MS ? Math.max(asked, delay) : null;
}
