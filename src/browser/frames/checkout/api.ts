import type {
  CheckoutRequest,
  CheckoutView,
  PaymentRequestBody,
  PaymentResult,
  Price,
  PriceRequest,
} from '../../../protocol/schema/frame-api.ts';
import type { Region } from '../../../protocol/wire/address.ts';
import { type Answer, type Call, createApiClient } from '../api-client.ts';

/** Returns whether the checkout has ended or is unknown, so that no units are held for it. */
export function isGone(code: string): boolean {
  return code === 'checkout_not_found' || code === 'checkout_not_held' || code === 'invalid_checkout_secret';
}

export type Credentials = { id: string; secret: string };

type TestAction = { ref: string; clientSecret: string };

/** The checkout's requests. Hold, replace and pay carry the key of the shopper's intent, so that they can be repeated. */
export type CheckoutApi = {
  /** Reads the regions of a country, with names in the language of the checkout. */
  regions(country: string, locale: string): Promise<Answer<Region[]>>;
  /** Prices what would be bought at a place. Holds nothing. */
  price(body: PriceRequest): Promise<Answer<Price>>;
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
  testAction(action: TestAction, approve: boolean): Promise<Answer<unknown>>;
};

// A request without an answer is repeated three times over about four seconds before the shopper sees an error. It has the
// same key each time, so that a time-out does no harm.
const RETRY_DELAYS_MS = [500, 1200, 2500];

/**
 * `onTrouble` is called with true while a request is being repeated
 * because no answer came, and with false after that.
 */
export function createApi(key: string, onTrouble: (trouble: boolean) => void): CheckoutApi {
  const send = createApiClient({ key, retryDelaysMs: RETRY_DELAYS_MS, onTrouble });
  const of = ({ id }: Credentials, what = '') => `/api/checkouts/${encodeURIComponent(id)}${what}`;
  return {
    regions: (country, lang) => send({ method: 'GET', path: `/api/regions?${new URLSearchParams({ country, lang })}` }),
    price: (body) => send({ method: 'POST', path: '/api/prices', body }),
    hold: (body, intent) => send({ method: 'POST', path: '/api/checkouts', body, intent }),
    replaceHold: (checkout, body, intent) =>
      send({ method: 'PUT', path: of(checkout), body, intent, secret: checkout.secret }),
    read: (checkout) => send({ method: 'GET', path: of(checkout), secret: checkout.secret }),
    pay: (checkout, body, intent) =>
      send({ method: 'POST', path: of(checkout, '/payments'), body, intent, secret: checkout.secret }),
    settle: (checkout) => send({ method: 'POST', path: of(checkout, '/settle'), secret: checkout.secret }),
    abandon: (checkout) => send({ method: 'POST', path: of(checkout, '/abandon'), secret: checkout.secret }),
    testAction: (action, approve) => send(testActionCall(action, approve)),
  };
}

/** Returns the request that answers the test provider's second step. */
export function testActionCall({ ref, clientSecret }: TestAction, approve: boolean): Call {
  const path = `/test-provider/payments/${encodeURIComponent(ref)}/action`;
  return { method: 'POST', path, body: { clientSecret, approve } };
}
