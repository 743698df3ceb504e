import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import type { CheckoutRequest, CheckoutView, PaymentResult } from '../../src/protocol/schema/frame-api.ts';
import { TEST_CARDS, type TestCardBehaviour, testCardToken } from '../../src/protocol/wire/test-cards.ts';
import { checkoutRequest } from './core.ts';
import { createStoreWithWaitlist, type StoreOptions, type StoreWithWaitlist, type System } from './system.ts';

export type Call = {
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  secret?: string | undefined;
  /** The Idempotency-Key. */
  key?: string | undefined;
  /** The client address; by default each call has its own. */
  address?: string;
  headers?: Record<string, string>;
};

export type ErrorAnswer = { code: string; message: string; param?: string; data?: Record<string, unknown> };
export type Answer<Data> = { status: number; headers: Headers; text: string; data: Data; error: ErrorAnswer };

let shoppers = 0;
/** Returns a client address that no other shopper of this process has. */
export function ownAddress(): string {
  shoppers += 1;
  return `198.51.${Math.floor(shoppers / 250) % 250}.${1 + (shoppers % 250)}`;
}

/** Creates a client that calls the API like the checkout frame. */
export function createCheckoutClient({ baseUrl }: Pick<System, 'baseUrl'>) {
  async function call<Data>(method: string, path: string, request: Call = {}): Promise<Answer<Data>> {
    const { body, raw, secret, key, address = ownAddress(), headers = {} } = request;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${baseUrl}/frames/1${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    expect(response.headers.get('cache-control'), path).toBe('no-store');
    const answer = JSON.parse(text) as { data: Data; error: ErrorAnswer };
    return { status: response.status, headers: response.headers, text, data: answer.data, error: answer.error };
  }

  const reserve = (body: unknown, request: Call = {}) =>
    call<CheckoutView>('POST', '/api/checkouts', { key: randomUUID(), body, ...request });

  return {
    call,
    reserve,
    /** Creates a checkout with its hold. */
    async hold(body: CheckoutRequest, request: Call = {}): Promise<CheckoutView> {
      const answer = await reserve(body, request);
      expect(answer.status, answer.text).toBe(201);
      return answer.data;
    },
    change: ({ id, secret }: CheckoutView, body: unknown) =>
      call<CheckoutView>('PUT', `/api/checkouts/${id}`, { secret, body }),
    read: ({ id, secret }: CheckoutView) => call<CheckoutView>('GET', `/api/checkouts/${id}`, { secret }),
    abandon: ({ id, secret }: CheckoutView) => call<CheckoutView>('POST', `/api/checkouts/${id}/abandon`, { secret }),
    settle: ({ id, secret }: CheckoutView) => call<PaymentResult>('POST', `/api/checkouts/${id}/settle`, { secret }),
    /** `changes` are merged into the body; `key` is the Idempotency-Key. */
    pay(checkout: CheckoutView, behaviour: TestCardBehaviour, changes: { key?: string; [name: string]: unknown } = {}) {
      const { id, secret, total, dueNow } = checkout;
      const { key = randomUUID(), ...rest } = changes;
      const body = { token: tokenOf(behaviour), termsAccepted: true, marketingConsent: false, total, dueNow, ...rest };
      return call<PaymentResult>('POST', `/api/checkouts/${id}/payments`, { secret, key, body });
    },
    /** Answers the challenge of the shopper's bank. */
    answerChallenge: (ref: string, body: unknown) =>
      call<{ status: string }>('POST', `/test-provider/payments/${ref}/action`, { body }),
  };
}

export function tokenOf(behaviour: TestCardBehaviour): string {
  return testCardToken(TEST_CARDS.find((card) => card.behaviour === behaviour)?.number ?? '');
}

type ShippedFrom = Pick<StoreWithWaitlist, 'storeKey'> & { product: { variants: { externalId: string }[] } };

/** Returns the request of the Shipping step for the store's first variant. */
export function shippingStep(
  { storeKey, product }: ShippedFrom,
  changes: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  return checkoutRequest({ storeKey, variantExternalId: product.variants[0]?.externalId ?? '' }, changes);
}

/** Expects an error in its envelope that shows no internals. */
export function expectRefusal(answer: Answer<unknown>, status: number, error: object): void {
  expect({ status: answer.status, error: answer.error }, answer.text).toMatchObject({ status, error });
  const body = JSON.parse(answer.text);
  expect(Object.keys(body).sort()).toEqual(['error', 'meta']);
  expect(body.meta).toEqual({ result: 'error', request_id: answer.headers.get('x-request-id') });
  expect(Object.keys(body.error).filter((name) => !['code', 'message', 'param', 'data'].includes(name))).toEqual([]);
  expect(answer.text).not.toMatch(/SELECT|INSERT|UPDATE |constraint|relation|node_modules|\.ts:|\bat \w+ \(/);
}

/** Creates a store with one variant and that many units of it. */
export async function createSmallStore(
  system: System,
  allocation: number,
  options: StoreOptions = {},
): Promise<StoreWithWaitlist> {
  const store = await createStoreWithWaitlist(system, { prices: [12_900], ...options });
  const [variant] = store.product.variants;
  await updateWaitlist(system.deps, store, { variants: [{ variantId: variant?.id ?? '', allocation }] });
  return store;
}
