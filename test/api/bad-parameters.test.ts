import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../support/api.ts';
import type { Offer } from '../support/core.ts';
import { expectGraceful, HOSTILE, startTwoStores } from '../support/hostile.ts';

let api: Api;
let offer: Offer;
let other: Offer;
beforeAll(async () => {
  ({ api, offer, other } = await startTwoStores());
});
afterAll(() => api.stop());

type ReadRoute = { path: string; query: () => Record<string, string>; required: string[] };
const READS: ReadRoute[] = [
  { path: '/api/v1/waitlists', query: () => ({ api_key: offer.storeKey }), required: ['api_key'] },
  {
    path: '/api/v1/availability',
    query: () => ({ api_key: offer.storeKey, product_id: productOf(offer) }),
    required: ['api_key', 'product_id'],
  },
  {
    path: '/api/v1/products/preorder-state',
    query: () => ({ api_key: offer.storeKey, handle: `jacket-${productOf(offer)}` }),
    required: ['api_key', 'handle'],
  },
  {
    path: '/api/v1/variants/preorder-state',
    query: () => ({ api_key: offer.storeKey, variant_id: offer.variantExternalId }),
    required: ['api_key', 'variant_id'],
  },
  { path: '/frames/1/withdrawal', query: () => ({ key: offer.storeKey, lang: 'en' }), required: ['key'] },
  ...['button', 'price', 'learn-more', 'checkout', 'isolated']
    .map((type) => `/frames/1/${type}`)
    .concat('/checkout')
    .map((path) => ({
      path,
      query: () => ({ key: offer.storeKey, product: productOf(offer), lang: 'en' }),
      required: ['key', 'product'],
    })),
];

describe.each(READS)('GET $path', ({ path, query, required }) => {
  const ask = (parameters: string) => api.ask(`${path}?${parameters}`);
  const written = (changes: Record<string, string | undefined> = {}) =>
    Object.entries({ ...query(), ...changes })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value}`)
      .join('&');

  test('answers 200 to valid parameters', async () => {
    const answer = await ask(written());
    expect(answer.status, answer.text).toBe(200);
  });

  test('names a missing or empty parameter', async () => {
    for (const name of required) {
      for (const value of [undefined, '']) {
        const answer = await ask(written({ [name]: value }));
        const [status, code] = name === 'api_key' ? [401, 'missing_api_key'] : [400, 'missing_parameter'];
        expect(answer.status, answer.text).toBe(status);
        expect(answer.json.error).toMatchObject({ code, param: name });
      }
    }
  });

  test('refuses a repeated parameter', async () => {
    for (const name of Object.keys(query())) {
      const answer = await ask(`${written()}&${name}=again`);
      expect(answer.status, answer.text).toBe(400);
      const message = `${name} comes more than once.`;
      expect(answer.json.error).toMatchObject({ code: 'invalid_parameter', param: name, message });
    }
  });

  test('answers a hostile value of any parameter with a refusal or an unknown thing', async () => {
    for (const name of Object.keys(query())) {
      for (const [kind, value] of Object.entries(HOSTILE)) {
        const answer = await ask(written({ [name]: value }));
        expectGraceful(answer, `${name}: ${kind}`);
        if (kind === 'a NUL') expect(answer.json.error).toMatchObject({ code: 'invalid_parameter', param: name });
        if (kind === '10 kB') expect(answer.json.error.code).toBe('uri_too_long');
        if (kind === '2,000 characters') {
          expect(answer.json.error).toMatchObject({ code: 'invalid_parameter', param: name });
        }
      }
    }
  });

  test('ignores unknown parameters of any name', async () => {
    for (const extra of [
      'utm_source=mail',
      '__proto__=1',
      'constructor[prototype]=1',
      'api_key[]=1',
      '=',
      '&&&',
      '%00=%00',
    ]) {
      const answer = await ask(`${written()}&${extra}`);
      expectGraceful(answer, extra);
      if (!extra.includes('%00')) expect(answer.status, `${extra}: ${answer.text}`).toBe(200);
    }
  });

  test('shows nothing of another store', async () => {
    const ids = [productOf(other), other.productId, other.storeId, other.waitlistId, other.variantExternalId];
    for (const name of Object.keys(query())) {
      for (const id of [...ids, ...(name === 'api_key' || name === 'key' ? [] : [other.storeKey])]) {
        const answer = await ask(written({ [name]: id }));
        expectGraceful(answer, `${name}=${id}`);
        expect(answer.text).not.toContain(other.waitlistId === id ? '"OPEN"' : other.waitlistId);
      }
    }
  });
});

test('GET /frames/1/api/regions answers hostile values without a fault', async () => {
  const asked = { country: 'US', lang: 'en' };
  for (const name of Object.keys(asked)) {
    for (const [kind, value] of Object.entries(HOSTILE)) {
      const query = Object.entries({ ...asked, [name]: value }).map((pair) => pair.join('='));
      expectGraceful(await api.ask(`/frames/1/api/regions?${query.join('&')}`), `${name}: ${kind}`);
    }
  }
});

/** Derives the product's id from the variant's, like `createOffer`. */
function productOf({ variantExternalId }: Offer): string {
  return variantExternalId.slice(0, -1);
}
