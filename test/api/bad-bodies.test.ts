import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCardToken } from '../../src/protocol/wire/test-cards.ts';
import type { Answer, Api } from '../support/api.ts';
import { checkoutRequest, type Offer } from '../support/core.ts';
import { expectGraceful, type Fields, mutations, startTwoStores } from '../support/hostile.ts';

let api: Api;
let offer: Offer;
let other: Offer;
beforeAll(async () => {
  ({ api, offer, other } = await startTwoStores());
});
afterAll(() => api.stop());

describe('requests of the checkout', () => {
  const send = (method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) =>
    api.ask(path, {
      method,
      headers: {
        'idempotency-key': randomUUID(),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
  const CHECKOUTS = '/frames/1/api/checkouts';

  /** Creates a checkout to send bad bodies to. */
  async function makeCheckout() {
    const { status, json, text } = await send('POST', CHECKOUTS, { body: checkoutRequest(offer) });
    expect(status, text).toBe(201);
    const { id, secret, total } = json.data as { id: string; secret: string; total: number };
    return { path: `${CHECKOUTS}/${id}`, total, headers: { authorization: `Bearer ${secret}` } };
  }

  async function expectAllGraceful(body: Fields, sendBody: (body: unknown) => Promise<Answer>): Promise<void> {
    let refused = 0;
    for (const [sent, changed] of mutations(body)) {
      const answer = await sendBody(changed);
      expectGraceful(answer, sent);
      if (answer.status >= 400) refused += 1;
      if (sent.startsWith('without ')) {
        expect(answer.json.error, `${sent}: ${answer.text}`).toMatchObject({ code: 'missing_parameter' });
      }
      if (sent.endsWith(' beside')) expect(answer.json.error).toMatchObject({ code: 'invalid_parameter' });
      if (/: (a NUL|half a surrogate pair|a list of lists)$/.test(sent)) expect(answer.status, sent).toBe(400);
    }
    expect(refused).toBeGreaterThan(20);
  }

  test('POST /checkouts refuses every wrong field', async () => {
    const body = { ...checkoutRequest(offer), lineItemProperties: { Engraving: 'Ada' } };
    const sent = (changed: unknown) => send('POST', CHECKOUTS, { body: changed });
    const { lineItemProperties, ...fields } = body;
    await expectAllGraceful(fields, (changed) => sent({ ...(changed as Fields), lineItemProperties }));
  });

  test('line item properties of a wrong shape are refused', async () => {
    const deep: Fields = {};
    for (let level = 0, at = deep; level < 1_000; level += 1) at = at.a = {} as Fields;
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`key ${index}`, 'x']));
    const wrong = [1, true, 'x', { a: 1 }, { a: null }, { a: '\0' }, { '\0': 'a' }, { '\ud800': 'a' }, { a: '\ud800' }];
    for (const value of [
      ...wrong,
      many,
      deep,
      [{ name: 'a' }],
      [{ name: 'a', value: 'b', more: 1 }],
      { a: 'x'.repeat(9_000) },
    ]) {
      const answer = await send('POST', CHECKOUTS, { body: { ...checkoutRequest(offer), lineItemProperties: value } });
      const sent = JSON.stringify(value).slice(0, 60);
      expectGraceful(answer, sent);
      expect(answer.json.error?.code, `${sent}: ${answer.text}`).toBe('invalid_parameter');
    }
  });

  test('PUT /checkouts/:id refuses every wrong field', async () => {
    const { path, headers } = await makeCheckout();
    const { lineItemProperties, ...fields } = checkoutRequest(offer);
    await expectAllGraceful(fields, (changed) =>
      send('PUT', path, { headers, body: { ...(changed as Fields), lineItemProperties } }),
    );
  });

  test('POST /checkouts/:id/payments refuses every wrong field', async () => {
    const { path, headers, total } = await makeCheckout();
    const body = { token: testCardToken('4000000000000002'), termsAccepted: true, marketingConsent: false, total };
    await expectAllGraceful(body, (changed) => send('POST', `${path}/payments`, { headers, body: changed }));
  });

  test('POST /relays refuses every wrong field', async () => {
    const event = { at: 1, name: 'PreorderCheckoutStep', payload: { stepName: 'Shipping', stepNumber: 0 } };
    const fields = { key: offer.storeKey, relay: `${'A'.repeat(43)}=`, releaseId: offer.waitlistId };
    await expectAllGraceful(fields, (changed) =>
      send('POST', '/frames/1/api/relays', { body: { ...(changed as Fields), events: [event] } }),
    );
    const { key: _, ...rest } = event as Fields;
    await expectAllGraceful({ ...fields, events: [rest] }, (changed) =>
      send('POST', '/frames/1/api/relays', { body: changed }),
    );
  });

  test('the challenge refuses every wrong field', async () => {
    await expectAllGraceful({ clientSecret: 'nobody knows', approve: true }, (body) =>
      send('POST', '/frames/1/test-provider/payments/nothing/action', { body }),
    );
  });

  test('an idempotency key is required and has a maximum length', async () => {
    for (const key of ['', 'x'.repeat(201)]) {
      const answer = await send('POST', CHECKOUTS, {
        headers: { 'idempotency-key': key },
        body: checkoutRequest(offer),
      });
      expect(answer.status, answer.text).toBe(400);
      expect(answer.json.error.param).toBe('idempotency-key');
    }
  });

  test('a checkout answers 401 without its secret', async () => {
    const { path } = await makeCheckout();
    const theirs = await makeCheckout();
    const secrets = [
      undefined,
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${'x'.repeat(100)}`,
      'Basic x',
      theirs.headers.authorization,
    ];
    const calls: [string, string][] = [
      ['GET', path],
      ['POST', `${path}/settle`],
      ['POST', `${path}/abandon`],
    ];
    for (const [method, url] of calls) {
      for (const authorization of secrets) {
        const answer = await send(method, url, authorization === undefined ? {} : { headers: { authorization } });
        expect(answer.status, `${method} ${url} ${authorization}`).toBe(401);
        expect(answer.json.error.code).toBe('invalid_checkout_secret');
      }
    }
  });

  test('a malformed checkout id answers like an unknown one', async () => {
    const { headers } = await makeCheckout();
    for (const id of ['1', randomUUID(), '%00', '%ED%A0%80', '..%2F..', '%27', '__proto__', offer.waitlistId]) {
      for (const [method, url] of [
        ['GET', `${CHECKOUTS}/${id}`],
        ['POST', `${CHECKOUTS}/${id}/settle`],
      ] as const) {
        const answer = await send(method, url, { headers });
        expectGraceful(answer, `${method} ${url}`);
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('a variant or key of another store creates no checkout', async () => {
    const body = { ...checkoutRequest(offer), variantId: other.variantExternalId };
    const answer = await send('POST', CHECKOUTS, { body });
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expectGraceful(answer, 'another store’s variant');
    const unknown = await send('POST', CHECKOUTS, { body: { ...checkoutRequest(offer), key: randomUUID() } });
    expect(unknown.status, unknown.text).toBeGreaterThanOrEqual(400);
    expectGraceful(unknown, 'a key that no store has');
  });
});

test('every route that takes input is tested, here or in the named file', () => {
  // The private API is tested whole: admin-api.test.ts asks each of its routes, and a file for each noun sends bad input.
  const isElsewhere =
    /^GET \/(|openapi\.json|webhook-events\.json|docs.*|api\/v1\/service\.js|packages\/[\w-]+\.tgz)$|^\w+ \/admin\/api\/v1\//;
  expect(api.routes.filter((route) => !isElsewhere.test(route)).sort()).toEqual([
    'GET /api/v1/availability',
    'GET /api/v1/checkout.js', // older-clients.test.ts, with the other calls of older clients
    'GET /api/v1/integration-settings',
    'GET /api/v1/learn-more.js',
    'GET /api/v1/products/preorder-state',
    'GET /api/v1/self-service.js',
    'GET /api/v1/separate-bag.js',
    'GET /api/v1/variants/preorder-state',
    'GET /api/v1/waitlists',
    'GET /brand/:key/:file', // brand.test.ts
    'GET /checkout', // with the frames' documents
    'GET /embedded-checkout/*',
    'GET /embedded-checkout/pre-order-value-prop',
    'GET /embedded/placements/*',
    'GET /frames/1/api/checkouts/:id',
    'GET /frames/1/api/regions',
    'GET /frames/1/api/relays', // relays.test.ts
    'GET /frames/1/api/status/preorders', // status-bad-input.test.ts, with all that follows of status and links
    'GET /frames/1/api/status/preorders/:reference',
    'GET /frames/1/api/status/preorders/:reference/address', // status-rights.test.ts, with all changes by shoppers
    'GET /frames/1/api/status/preorders/:reference/details',
    'GET /frames/1/api/status/preorders/:reference/lines/:lineId/swaps',
    'GET /frames/1/api/status/preorders/:reference/receipt',
    'GET /frames/1/button',
    'GET /frames/1/checkout',
    'GET /frames/1/isolated',
    'GET /frames/1/learn-more',
    'GET /frames/1/letter', // previews.test.ts
    'GET /frames/1/look', // previews.test.ts
    'GET /frames/1/price',
    'GET /frames/1/status',
    'GET /frames/1/wallets.js', // checkout-document.test.ts
    'GET /frames/1/withdrawal',
    'GET /links/answer/:token', // answer-page.test.ts
    'GET /links/calendar/:key/:token', // known-addresses.test.ts
    'GET /links/cancel/:token',
    'GET /links/card/:token',
    'GET /links/manage/:token',
    'GET /links/pay/:token', // pay-links.test.ts, with the card pages
    'GET /links/preorder/:key', // known-addresses.test.ts
    'GET /links/preorder/:key/:token', // known-addresses.test.ts
    'GET /links/receipt/:key/:token', // known-addresses.test.ts
    'GET /links/return/:key/:token', // return-page.test.ts
    'GET /links/withdraw/:key/:token', // withdrawals-known.test.ts
    'GET /links/withdrawal/:token', // withdrawals-answered.test.ts
    'GET /shopify/:key/status-token', // shopify-proxy.test.ts
    'GET /shopify/app', // flows/shopify/app.test.ts
    'GET /withdraw/:key', // withdrawals.test.ts
    'GET /withdraw/:key/instructions', // instructions.test.ts
    'POST /api/v1/error',
    'POST /api/v1/measures', // measures.test.ts
    'POST /api/v1/track',
    'POST /frames/1/api/addresses', // address-search.test.ts
    'POST /frames/1/api/checkouts',
    'POST /frames/1/api/checkouts/:id/abandon',
    'POST /frames/1/api/checkouts/:id/payments',
    'POST /frames/1/api/checkouts/:id/settle',
    'POST /frames/1/api/prices', // checkout-wallets.test.ts
    'POST /frames/1/api/relays',
    'POST /frames/1/api/status/look-ups',
    'POST /frames/1/api/status/preorders/:reference/address',
    'POST /frames/1/api/status/preorders/:reference/answer',
    'POST /frames/1/api/status/preorders/:reference/cancel',
    'POST /frames/1/api/status/preorders/:reference/card',
    'POST /frames/1/api/status/preorders/:reference/links',
    'POST /frames/1/api/status/preorders/:reference/manage-links',
    'POST /frames/1/api/status/preorders/:reference/messages',
    'POST /frames/1/api/status/preorders/:reference/pay',
    'POST /frames/1/api/status/preorders/:reference/swap',
    'POST /frames/1/api/status/sessions',
    'POST /frames/1/test-provider/payments/:ref/action',
    'POST /links/answer/:token',
    'POST /links/cancel/:token',
    'POST /links/card/:token',
    'POST /links/card/:token/payments',
    'POST /links/card/:token/settle',
    'POST /links/manage/:token',
    'POST /links/pay/:token',
    'POST /links/pay/:token/payments',
    'POST /links/pay/:token/settle',
    'POST /links/return/:key/:token',
    'POST /links/withdraw/:key/:token',
    'POST /links/withdrawal/:token',
    'POST /webhooks/commerce/:connection', // connections/connecting.test.ts
    'POST /webhooks/platform-app', // flows/shopify/app.test.ts
    'POST /webhooks/stripe/:hook', // stripe-webhooks.test.ts
    'POST /withdraw/:key',
    'PUT /frames/1/api/checkouts/:id',
  ]);
});
