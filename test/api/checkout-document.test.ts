import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addressRules } from '../../src/core/checkouts/address-rules.ts';
import { createDiscount, endDiscount } from '../../src/core/discounts/commands.ts';
import { COUNTRIES } from '../../src/domain/country.ts';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import { fromColumns, type SentCheckoutDocument } from '../../src/protocol/wire/checkout-countries.ts';
import type { CheckoutDocument } from '../../src/protocol/wire/checkout-document.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
});
afterAll(() => api.stop());

const pathOf = ({ storeKey, product }: StoreWithWaitlist, more = '') =>
  `/frames/1/checkout?key=${storeKey}&product=${product.externalId}${more}`;

function dataOf(html: string): CheckoutDocument {
  const text = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const sent: SentCheckoutDocument = JSON.parse(text);
  return { ...sent, offer: sent.offer && { ...sent.offer, countries: fromColumns(sent.offer.countries, sent.locale) } };
}

function directiveOf(headers: Headers, name: string): string {
  const directives = (headers.get('content-security-policy') ?? '').split('; ');
  return directives.find((directive) => directive.startsWith(`${name} `)) ?? '';
}

/** Returns the bytes on the wire, which `fetch` would decompress. */
function bytesOf(path: string): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(api.baseUrl + path, { headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end();
  });
}

describe('the checkout’s document', () => {
  test('has the offer and the texts for the shopper', async () => {
    const { status, headers, text } = await api.ask(pathOf(store));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { offer, locale, messages } = dataOf(text);
    expect(locale).toBe('en');
    expect(messages['step.shipping']).toBe('Shipping');
    expect(offer).toMatchObject({
      key: store.storeKey,
      currency: 'EUR',
      currencyDigits: 2,
      provider: 'test',
      waitlistId: store.waitlistId,
      product: { id: store.product.externalId, title: 'Aurora Jacket' },
      store: { name: 'Fjord Outdoor', test: true },
    });
    expect(offer?.variants.map(({ price, left }) => ({ price, left }))).toEqual([
      { price: 12_900, left: 10 },
      { price: 14_900, left: 10 },
    ]);
  });

  test('offers only the countries that the store ships to, by name', async () => {
    const { offer } = dataOf((await api.ask(pathOf(store))).text);
    expect(offer?.countries.map(({ name, shipping, taxMillionths }) => [name, shipping, taxMillionths])).toEqual([
      ['France', 990, 0],
      ['Germany', 490, 190_000],
    ]);
  });

  test('tells the payment plan, the regions with their own tax, and whether there are codes', async () => {
    const tax = [
      { country: 'CA', millionths: 50_000 },
      { country: 'CA', region: 'QC', millionths: 149_750 },
    ];
    const shipping = [{ country: 'CA', amount: 0 }];
    const plan = { deposit: { kind: 'percent' as const, value: 2_000 } };
    const planned = await createStoreWithWaitlist(api, { store: { tax, shipping }, waitlist: { plan } });
    const offerOf = async () => dataOf((await api.ask(pathOf(planned))).text).offer;
    expect(await offerOf()).toMatchObject({
      plan: { kind: 'deposit', text: expect.stringContaining('a deposit of 20%') },
      takesDiscounts: false,
      countries: [{ code: 'CA', taxMillionths: 50_000, regionTax: { QC: 149_750 } }],
    });
    await createDiscount(api.deps, planned.storeId, { code: 'NOW', kind: 'percent', value: 1_000 });
    await vi.waitFor(async () => expect(await offerOf()).toMatchObject({ takesDiscounts: true }), { timeout: 5_000 });
    await endDiscount(api.deps, planned.storeId, 'NOW');
    await vi.waitFor(async () => expect(await offerOf()).toMatchObject({ takesDiscounts: false }), { timeout: 5_000 });
  });

  test('is kept only to ask whether it is still true, sends no referrer, and loads nothing from other hosts', async () => {
    const { headers } = await api.ask(pathOf(store));
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await api.ask(pathOf(store), { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-embedder-policy')).toBeNull();
    expect(directiveOf(headers, 'default-src')).toBe("default-src 'none'");
    expect(directiveOf(headers, 'connect-src')).toBe("connect-src 'self'");
    expect(directiveOf(headers, 'script-src')).toMatch(/^script-src( 'sha256-[\w+/]{43}='){2}$/);
    expect(directiveOf(headers, 'style-src')).toMatch(/^style-src 'sha256-[\w+/]{43}='$/);
  });

  test('is one compressed answer of at most 39.2 kB in every language, also for a store that ships everywhere', async () => {
    const shipping = COUNTRIES.map((country) => ({ country, amount: 990 }));
    const tax = COUNTRIES.map((country, index) => ({ country, millionths: 100_000 + 100 * index }));
    const everywhere = await createStoreWithWaitlist(api, { store: { shipping, tax } });
    for (const language of Object.keys(LANGUAGES)) {
      const { encoding, body } = await bytesOf(pathOf(everywhere, `&lang=${language}`));
      expect(encoding).toBe('br');
      expect(body.length, language).toBeLessThanOrEqual(42_200); // the quick form, for the first shoppers after a change
      const { offer, locale } = dataOf(brotliDecompressSync(body).toString());
      expect([locale, offer?.countries.length]).toEqual([language, COUNTRIES.length]);
      const rules = Object.fromEntries(
        COUNTRIES.map((code) => [code, { ...addressRules(code, language), regions: null }]),
      );
      expect(Object.fromEntries(offer?.countries.map(({ code, address }) => [code, address]) ?? [])).toEqual(rules);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    onTestFinished(() => void vi.useRealTimers());
    for (const language of Object.keys(LANGUAGES)) {
      const lengthNow = async () => (await bytesOf(pathOf(everywhere, `&lang=${language}`))).body.length;
      await expect.poll(lengthNow, { message: language, timeout: 5_000 }).toBeLessThanOrEqual(39_200);
    }
  });

  test('leaves the names of regions to another request, which browsers cache', async () => {
    const shipping = ['DE', 'JP', 'US'].map((country) => ({ country, amount: 990 }));
    const { offer } = dataOf((await api.ask(pathOf(await createStoreWithWaitlist(api, { store: { shipping } })))).text);
    expect(offer?.countries.map(({ code, listsRegions, address }) => [code, listsRegions, address.regions])).toEqual([
      ['DE', false, null],
      ['JP', true, null],
      ['US', true, null],
    ]);
    const regionsOf = (query: string) => api.ask(`/frames/1/api/regions?${query}`);
    const american = await regionsOf('country=US&lang=de');
    expect(american.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(american.json.data).toContainEqual({ code: 'CA', name: 'California' });
    expect((await regionsOf('country=JP&lang=ja-JP')).json.data).toMatchObject({
      0: { name: '北海道' },
      12: { name: '東京都' },
    });
    expect((await regionsOf('country=JP&lang=en')).json.data).toContainEqual({
      code: '13',
      name: 'Tokyo',
      also: ['東京都'],
    });
    expect((await regionsOf('country=DE&lang=en')).json.data).toEqual([]);
    for (const query of ['country=XX&lang=en', 'country=us&lang=en', 'country=__proto__&lang=en', 'lang=en']) {
      expect((await regionsOf(query)).status, query).toBe(400);
    }
  });

  test('escapes all texts of the merchant', async () => {
    const hostile = `</script><script>alert(1)</script><!--`;
    const other = await createStoreWithWaitlist(api, { store: { name: hostile }, waitlist: { description: hostile } });
    const { text } = await api.ask(pathOf(other));
    expect(text).not.toContain('alert(1)</script>');
    expect(dataOf(text).offer).toMatchObject({ store: { name: hostile }, description: hostile });
  });

  test('shows pictures of the product, whose addresses cannot change the policy', async () => {
    const other = await createStoreWithWaitlist(api);
    const setPicture = (url: string) =>
      api.db.query('UPDATE product SET image_url = $2 WHERE store_id = $1', [other.storeId, url]);
    await setPicture('http://localhost:4001/jacket.svg');
    expect(directiveOf((await api.ask(pathOf(other))).headers, 'img-src')).toBe('img-src https: http://localhost:4001');
    await setPicture("http://a;script-src.*/'x'.svg");
    api.deps.answers.flush();
    expect(directiveOf((await api.ask(pathOf(other))).headers, 'img-src')).toBe('img-src https:');
  });
});

describe('the origins that may embed it', () => {
  test('are all origins for a test store, so that it can be tried', async () => {
    const { headers } = await api.ask(pathOf(store));
    expect(directiveOf(headers, 'frame-ancestors')).toBe('frame-ancestors *');
  });

  test('are the registered origins of a live store, and none without one', async () => {
    const origins = ['https://fjord.example', 'https://www.fjord.example'];
    for (const registered of [origins, []]) {
      const live = await createStoreWithWaitlist(api, { store: { origins: registered } });
      // This live store cannot open a waitlist without an account: its document has no offer, but the same policy.
      await api.db.query('ALTER TABLE store DISABLE TRIGGER store_mode_fixed');
      await api.db.query("UPDATE store SET mode = 'live' WHERE id = $1", [live.storeId]);
      await api.db.query('ALTER TABLE store ENABLE TRIGGER store_mode_fixed');
      api.deps.answers.flush();
      const { headers, text } = await api.ask(pathOf(live));
      const expected = registered.length > 0 ? registered.join(' ') : "'none'";
      expect(directiveOf(headers, 'frame-ancestors')).toBe(`frame-ancestors ${expected}`);
      expect(dataOf(text).offer).toBeNull();
      const card = await api.ask(pathOf(live).replace('checkout', 'isolated'));
      expect(directiveOf(card.headers, 'frame-ancestors')).toBe(`frame-ancestors ${expected}`);
    }
  });
});

test('an isolated page gets a card instead, which it may embed and which names the product', async () => {
  const { status, headers, text } = await api.ask(pathOf(store, '&lang=sv').replace('checkout', 'isolated'));
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(text).toContain('Med ”Tillbaka till butiken”');
  const { json } = await api.ask(`/frames/1/isolated?key=${store.storeKey}`);
  expect(json.error.code).toBe('missing_parameter');
});

describe('a request for something unknown', () => {
  test.each([
    ['an unknown product', () => `key=${store.storeKey}&product=404`],
    ['an unknown key', () => `key=${randomUUID()}&product=${store.product.externalId}`],
    ['a key that is none', () => `key=nonsense&product=${store.product.externalId}`],
  ])('%s: the document says so', async (_, query) => {
    const { status, text } = await api.ask(`/frames/1/checkout?${query()}`);
    expect(status).toBe(200);
    expect(dataOf(text).offer).toBeNull();
  });

  test.each([
    ['product', () => `key=${store.storeKey}&product=404`, [404, 'product_not_found']],
    [
      'product with as long an id as can be',
      () => `key=${store.storeKey}&product=${'9'.repeat(500)}`,
      [404, 'product_not_found'],
    ],
    ['key', () => `key=${randomUUID()}&product=1`, [401, 'invalid_api_key']],
  ])('as a standalone page, an unknown %s: the status and the code say so', async (_, query, [status, unknown]) => {
    const page = await api.ask(`/checkout?${query()}`);
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect([page.status, dataOf(page.text)]).toMatchObject([status, { offer: null, unknown }]);
  });

  test('a product without an open waitlist: the document says so', async () => {
    const other = await createStoreWithWaitlist(api);
    await api.db.query("UPDATE waitlist SET state = 'PAUSED' WHERE id = $1", [other.waitlistId]);
    expect(dataOf((await api.ask(pathOf(other))).text).offer).toBeNull();
  });

  test('a product of another store: the document says so', async () => {
    const other = await createStoreWithWaitlist(api);
    const { text } = await api.ask(`/frames/1/checkout?key=${other.storeKey}&product=${store.product.externalId}`);
    expect(dataOf(text).offer).toBeNull();
  });

  test.each(['', 'key=', 'product=1', `key=${'k'.repeat(501)}&product=1`, 'key=k&product=', 'key=k&product=%00'])(
    'in a broken way (%s): it is refused with a code',
    async (query) => {
      const { status, json } = await api.ask(`/frames/1/checkout?${query}`);
      expect(status).toBe(400);
      expect(json.error.code).toMatch(/^(missing|invalid)_parameter$/);
    },
  );

  test.each(['fi-FI', 'xx', '<script>', '%F0%9F%98%80', 'x'.repeat(500)])(
    'in the language %s: it is English',
    async (lang) => {
      expect(dataOf((await api.ask(pathOf(store, `&lang=${lang}`))).text).locale).toBe('en');
    },
  );

  test('under a global id of the platform: it is the same product', async () => {
    const id = encodeURIComponent(`gid://platform/Product/${store.product.externalId}`);
    const { text } = await api.ask(`/frames/1/checkout?key=${store.storeKey}&product=${id}`);
    expect(dataOf(text).offer?.product.id).toBe(store.product.externalId);
  });
});
