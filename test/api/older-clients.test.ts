import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRequestLimits, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type Api, startApi } from '../support/api.ts';
import { expectGraceful, HOSTILE } from '../support/hostile.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
let other: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api, {
    store: { locale: 'de' },
    waitlist: { description: 'Knitted **to order**' },
  });
  other = await createStoreWithWaitlist(api, { waitlist: { description: 'Of another store' } });
});
afterAll(() => api.stop());

const VALUE_PROP = '/embedded-checkout/pre-order-value-prop';
const ask = (query: Record<string, string>) => api.ask(`${VALUE_PROP}?${new URLSearchParams(query)}`);

describe('the learn-more text at the address of older clients', () => {
  test('is the learn-more document of the product, in the language that is asked for', async () => {
    const answer = await ask({
      apiKey: store.storeKey,
      productId: store.product.externalId,
      lang: 'en',
      hideBackToProduct: 'true',
      salesChannel: 'tapcart',
    });
    const query = `key=${store.storeKey}&product=${store.product.externalId}&lang=en`;
    const learnMore = await api.ask(`/frames/1/learn-more?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(learnMore.text);
    expect(answer.text).toContain('Knitted <strong>to order</strong>');
    const headersOf = ({ headers }: typeof answer) =>
      [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    expect(headersOf(answer)).toEqual(headersOf(learnMore));
  });

  test('finds the product of a variant, and speaks the language of the store', async () => {
    const answer = await ask({ apiKey: store.storeKey, variantId: store.product.variants[1]?.externalId ?? '' });
    expect(answer.text).toContain('Knitted <strong>to order</strong>');
    expect(answer.text).toContain('<html lang="de"');
  });

  test('without a product says where to find the texts, also without a known store', async () => {
    const ofStore = await ask({ apiKey: store.storeKey });
    expect(ofStore.text).toContain('Wählen Sie „Mehr erfahren“');
    for (const query of [{}, { apiKey: 'x' }, { apiKey: '' }]) {
      const answer = await ask(query as Record<string, string>);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('choose “Learn more” at its button');
    }
  });

  test('shows nothing of another store', async () => {
    for (const name of [
      { productId: other.product.externalId },
      { variantId: other.product.variants[0]?.externalId ?? '' },
    ]) {
      const answer = await ask({ apiKey: store.storeKey, lang: 'en', ...name } as Record<string, string>);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('This product cannot be pre-ordered at the moment.');
      expect(answer.text).not.toContain('Of another store');
    }
  });

  test('refuses bad input with the code of its neighbours', async () => {
    for (const [what, value] of Object.entries(HOSTILE)) {
      for (const name of ['apiKey', 'productId', 'variantId', 'lang']) {
        expectGraceful(await ask({ apiKey: store.storeKey, [name]: value }), `${name}: ${what}`);
      }
    }
    const long = await ask({ apiKey: store.storeKey, productId: 'x'.repeat(501) });
    expect([long.status, long.json.error.code, long.json.error.param]).toEqual([400, 'invalid_parameter', 'productId']);
  });
});

const READS = [
  '/embedded-checkout/pre-order-checkout?apiKey=x&variantId=1',
  '/embedded-checkout/a/b/c',
  '/embedded/placements/checkout/express?apiKey=x',
  ...['learn-more', 'checkout', 'self-service', 'separate-bag'].map((name) => `/api/v1/${name}.js`),
];
const BEACONS = ['/api/v1/track', '/api/v1/error?api_key=x'];

describe('calls that the service does not use', () => {
  const expectEmpty = ({ status, text, headers }: Awaited<ReturnType<Api['ask']>>, what: string) => {
    expect([status, text], what).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('set-cookie')).toBe(false);
  };

  test.each(READS)('GET %s gets an empty 204 that any page may read', async (path) => {
    expectEmpty(await api.ask(path), path);
    const preflight = await api.ask(path, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
    ]);
  });

  test.each(BEACONS)('POST %s takes any body', async (path) => {
    for (const type of ['application/json', 'text/plain;charset=UTF-8', 'application/octet-stream']) {
      for (const body of ['{}', '', 'no json {', '{"__proto__":1}', 'x'.repeat(60_000)]) {
        const headers = { 'content-type': type };
        expectEmpty(await api.ask(path, { method: 'POST', body, headers }), `${type}: ${body.slice(0, 20)}`);
      }
    }
    const preflight = await api.ask(path, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS']);
    const large = await api.ask(path, { method: 'POST', body: 'x'.repeat(70_000) });
    expect([large.status, large.json.error.code]).toEqual([413, 'payload_too_large']);
    expect((await api.ask(path)).status).toBe(405);
  });

  test('the settings that they ask for are empty', async () => {
    const { status, json, headers } = await api.ask(`/api/v1/integration-settings?api_key=${store.storeKey}`);
    expect([status, json]).toEqual([200, { meta: { result: 'success' }, data: { flags: [] } }]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('any other unknown path is not found', async () => {
    for (const path of [
      '/api/v1/tracks',
      '/api/v1/cart.js',
      '/embedded',
      '/embedded-checkouts',
      '/embedded/x',
      '/api/v2/track',
    ]) {
      const { status, json } = await api.ask(path);
      expect([path, status, json.error.code]).toEqual([path, 404, 'not_found']);
    }
  });

  test('they are counted against the limit of reads', async () => {
    const limits = createRequestLimits({ ...REQUEST_LIMITS, reads: { perSecond: 1 / 60, burst: 3 } });
    const limited = await startApi({ deps: { limits } });
    const post = { method: 'POST', body: '{}' };
    for (const path of [...READS.slice(0, 2), '/api/v1/integration-settings']) await limited.ask(path);
    for (const [path, init] of [
      [READS[0], {}],
      [READS[3], {}],
      ['/api/v1/track', post],
    ] as const) {
      const { status, json, headers } = await limited.ask(path ?? '', init);
      expect([path, status, json.error.code]).toEqual([path, 429, 'rate_limited']);
      expect(headers.has('retry-after')).toBe(true);
    }
    await limited.stop();
  });
});
