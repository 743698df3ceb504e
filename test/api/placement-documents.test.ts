import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import type { ButtonDocument, PriceDocument } from '../../src/protocol/wire/views.ts';
import { type Api, startApi } from '../support/api.ts';
import { checkoutRequest } from '../support/core.ts';
import { createTestProduct, createTestWaitlist } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
});
afterAll(() => api.stop());

const pathOf = (
  type: 'button' | 'price',
  { storeKey, product }: StoreWithWaitlist,
  changes: Record<string, string> = {},
) => `/frames/1/${type}?${new URLSearchParams({ key: storeKey, product: product.externalId, lang: 'en', ...changes })}`;

function dataOf<Data>(html: string): Data {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
}

async function buttonOf(of: StoreWithWaitlist, changes?: Record<string, string>): Promise<ButtonDocument> {
  return dataOf((await api.ask(pathOf('button', of, changes))).text);
}

async function priceOf(of: StoreWithWaitlist, changes?: Record<string, string>): Promise<PriceDocument> {
  return dataOf((await api.ask(pathOf('price', of, changes))).text);
}

const idsOf = ({ product }: StoreWithWaitlist) => product.variants.map(({ externalId }) => externalId);

describe.each(['button', 'price'] as const)('the document of a %s', (type) => {
  test('runs only its own script and style on any page', async () => {
    const { status, headers, text } = await api.ask(pathOf(type, store));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]+=' 'sha256-[\w+/]+='; style-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'(; connect-src 'self')?$/,
    );
    expect(headers.get('content-security-policy')?.includes('connect-src')).toBe(type === 'button');
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
    expect(text).not.toMatch(/\b(src|href)=/);
  });

  test('is cacheable like the availability, and answers 304 to its ETag', async () => {
    const { headers } = await api.ask(pathOf(type, store));
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2, stale-while-revalidate=5');
    const etag = headers.get('etag') ?? '';
    const again = await api.ask(pathOf(type, store), { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('goes out in gzip to clients that accept no brotli', async () => {
    const ask = (accepted: string) => api.ask(pathOf(type, store), { headers: { 'accept-encoding': accepted } });
    const plain = await ask('identity');
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['gzip;q=0', null],
    ] as const) {
      const { headers, text } = await ask(accepted);
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
      expect(text).toBe(plain.text);
      const again = await api.ask(pathOf(type, store), {
        headers: { 'accept-encoding': accepted, 'if-none-match': headers.get('etag') ?? '' },
      });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  test.each([
    ['an unknown key', { key: '00000000-0000-4000-8000-000000000000' }],
    ['a text that is no key', { key: 'x' }],
    ['an unknown product', { product: '404404' }],
    ['an id as long as one may be', { product: '4'.repeat(500) }],
    ['an unknown code', { product: '', code: 'nothing' }],
    ['an unknown SKU', { product: '', sku: 'nothing' }],
  ])('for %s shows nothing', async (_, changes) => {
    const { status, text } = await api.ask(pathOf(type, store, changes));
    expect(status).toBe(200);
    expect(dataOf(text)).toMatchObject({ waitlist: null, chosen: null, variants: {} });
  });

  test('never shows a product of another store', async () => {
    const other = await createStoreWithWaitlist(api);
    const { text } = await api.ask(pathOf(type, other, { product: store.product.externalId }));
    expect(dataOf(text)).toMatchObject({ waitlist: null, variants: {} });
  });
});

describe('a button', () => {
  test('has a view for every variant', async () => {
    const [first, second] = idsOf(store);
    expect(await buttonOf(store)).toEqual({
      waitlist: store.waitlistId,
      chosen: null,
      variants: {
        [first ?? '']: {
          sku: 'AUR-0',
          state: 'order',
          text: 'Pre-order',
          label: expect.stringMatching(/^Ships 10.+ Jun 2030$/),
        },
        [second ?? '']: { sku: 'AUR-1', state: 'order', text: 'Pre-order', label: expect.stringContaining('Ships') },
      },
      unchosen: { sku: '', state: 'order', text: 'Pre-order', label: 'Choose an option' },
      developer: { mode: 'test', why: '', noVariant: expect.stringContaining('has the skuId {id}') },
      origins: null,
      modal: { title: 'Pre-order checkout', loading: expect.any(String), failed: expect.any(String), close: 'Close' },
      learn: { link: 'Learn more', title: 'How this pre-order works' },
    });
  });

  test('formats dates for the reader, without the current year', async () => {
    const thisYear = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' }).format(new Date());
    const one = await createStoreWithWaitlist(api, {
      waitlist: { shipWindow: { from: `${thisYear}-12-20`, until: `${thisYear}-12-31` } },
    });
    const label = async (lang: string) =>
      Object.values((await buttonOf(one, { lang })).variants)[0]?.label.replace(/\s/g, ' ');
    expect(await label('en-GB')).toBe('Ships 20 – 31 Dec');
    expect(await label('en_us')).toBe('Ships Dec 20 – 31');
    expect(await label('zz')).toBe('Ships 20 – 31 Dec'); // English of no country
  });

  test('is sold out as soon as no unit is left', async () => {
    const one = await createStoreWithWaitlist(api);
    const [first, second] = one.product.variants;
    expect((await buttonOf(one)).variants[first?.externalId ?? '']?.state).toBe('order');
    await updateWaitlist(api.deps, one, {
      variants: [{ variantId: first?.id ?? '', allocation: 0 }],
    });
    api.deps.answers.flush(); // in a whole service the listener does this
    const { variants, unchosen } = await buttonOf(one);
    expect(variants[first?.externalId ?? '']).toEqual({
      sku: 'AUR-0',
      state: 'sold_out',
      text: 'Sold Out',
      label: '',
    });
    expect(variants[second?.externalId ?? '']?.state).toBe('order');
    expect(unchosen.state).toBe('order');
  });

  test('says until when others hold the last units, in the same answer for everybody', async () => {
    const one = await createStoreWithWaitlist(api, { allocation: 1 });
    const [first, second] = one.product.variants;
    const offer = { storeId: one.storeId, storeKey: one.storeKey, variantExternalId: first?.externalId ?? '' };
    const hold = () =>
      makeCheckout(api.deps, checkoutRequest(offer), { clientAddress: '::1', idempotencyKey: randomUUID() });
    await hold();
    const [row] = await api.deps.db.query<{ until: Date }>(
      'SELECT min(expires_at) AS until FROM hold WHERE store_id = $1',
      [one.storeId],
    );
    const heldUntil = row?.until.toISOString();
    const label = 'Others are buying the last ones, back from {time}';
    const { variants, unchosen, held } = await buttonOf(one);
    const view = { sku: 'AUR-0', state: 'held', heldUntil, text: 'Pre-order', label };
    expect(variants[first?.externalId ?? '']).toEqual(view);
    expect(unchosen.state).toBe('order');
    expect(held?.session).toBe(`checkout:${one.storeKey}:${one.product.externalId}`);
    const { headers } = await api.ask(pathOf('button', one));
    expect(headers.get('cache-control')).toMatch(/^public/);
    const availability = `/api/v1/availability?api_key=${one.storeKey}&product_id=${one.product.externalId}`;
    expect(JSON.parse((await api.ask(availability)).text).data.variants[0]).toMatchObject({
      available: false,
      available_stock: 0,
    });
    // A hold past its time that a payment keeps has no end that could be said.
    await api.deps.db.query(`UPDATE hold SET expires_at = now() - interval '1 second' WHERE store_id = $1`, [
      one.storeId,
    ]);
    await updateWaitlist(api.deps, one, { variants: [{ variantId: second?.id ?? '', allocation: 0 }] });
    api.deps.answers.flush();
    const later = await buttonOf(one);
    const unknown = { state: 'held', heldUntil: null, label: 'Others are buying the last ones' };
    expect(later.variants[first?.externalId ?? '']).toMatchObject(unknown);
    expect(later.variants[second?.externalId ?? '']?.state).toBe('sold_out');
    expect(later.unchosen).toMatchObject(unknown);
  });

  test('shows nothing while the waitlist is paused', async () => {
    const one = await createStoreWithWaitlist(api);
    await buttonOf(one);
    await changeWaitlistState(api.deps, one, 'pause');
    api.deps.answers.flush();
    expect(await buttonOf(one)).toMatchObject({
      waitlist: null,
      unchosen: { state: 'none', text: 'Sold Out' },
    });
    await changeWaitlistState(api.deps, one, 'resume');
    api.deps.answers.flush();
    expect(await buttonOf(one)).toMatchObject({ waitlist: one.waitlistId, unchosen: { state: 'order' } });
  });

  test('of a scheduled waitlist has views of the variants that it will sell', async () => {
    const one = await createStoreWithWaitlist(api);
    const [first, second] = one.product.variants;
    await changeWaitlistState(api.deps, one, 'close');
    const scheduled = await createTestWaitlist(
      api.db,
      { ...one, product: { ...one.product, variants: first ? [first] : [] } },
      { launchesAt: new Date('2033-06-11T22:30:00Z'), shipWindow: { from: '2033-08-01', until: '2033-08-09' } },
    );
    await changeWaitlistState(api.deps, { ...one, waitlistId: scheduled }, 'schedule');
    api.deps.answers.flush();
    const { waitlist, variants, unchosen } = await buttonOf(one, { lang: 'de' });
    const soon = { state: 'none', text: 'Demnächst', label: 'Ab 12. Juni 2033' };
    expect({ waitlist, unchosen }).toEqual({ waitlist: null, unchosen: { sku: '', ...soon } });
    expect(variants).toEqual({
      [first?.externalId ?? '']: { sku: 'AUR-0', ...soon },
      [second?.externalId ?? '']: { sku: 'AUR-1', state: 'none', text: 'Ausverkauft', label: '' },
    });
  });

  test('chooses the variant whose SKU was given, or the product’s only variant', async () => {
    expect((await buttonOf(store, { product: '', sku: 'AUR-1' })).chosen).toBe(idsOf(store)[1]);
    const single = await createStoreWithWaitlist(api, { prices: [9_900] });
    expect((await buttonOf(single)).chosen).toBe(idsOf(single)[0]);
  });

  test('prefers the product on sale if several have the SKU', async () => {
    const one = await createStoreWithWaitlist(api);
    await createTestProduct(api.db, one.storeId, { handle: 'a-first-by-handle' });
    expect((await buttonOf(one, { product: '', sku: 'AUR-0' })).waitlist).toBe(one.waitlistId);
  });

  test('escapes a product’s name', async () => {
    const one = await createStoreWithWaitlist(api);
    const title = `</title></script><script>alert(1)</script>"'&`;
    await api.db.query('UPDATE product SET title = $2 WHERE store_id = $1', [one.storeId, title]);
    const { text } = await api.ask(pathOf('button', one));
    expect(text).toContain('&lt;/title&gt;&lt;/script&gt;');
    expect(text.match(/<script/g)).toHaveLength(3);
  });
});

describe('a price', () => {
  test('is the waitlist’s price, per variant and from the lowest', async () => {
    const [first, second] = idsOf(store);
    expect(await priceOf(store)).toEqual({
      waitlist: store.waitlistId,
      chosen: null,
      variants: {
        [first ?? '']: { sku: 'AUR-0', price: '€129.00', compareAt: '' },
        [second ?? '']: { sku: 'AUR-1', price: '€149.00', compareAt: '' },
      },
      unchosen: { sku: '', price: 'from €129.00', compareAt: '' },
      developer: { mode: 'test', why: '', noVariant: expect.stringContaining('has the skuId {id}') },
      compareAtText: 'Regular price',
    });
  });

  test('is one price if all variants cost the same, and has a compare-at price only if the merchant set it', async () => {
    const one = await createStoreWithWaitlist(api, { prices: [5_000, 5_000], store: { currency: 'JPY' } });
    const [first] = one.product.variants;
    await updateWaitlist(api.deps, one, {
      variants: [{ variantId: first?.id ?? '', compareAtPrice: 6_000 }],
    });
    const { unchosen, variants } = await priceOf(one);
    expect(unchosen).toEqual({ sku: '', price: '¥5,000', compareAt: '' });
    expect(Object.values(variants).map(({ compareAt }) => compareAt)).toEqual(['¥6,000', '']);
  });

  test('is empty without an open waitlist', async () => {
    const one = await createStoreWithWaitlist(api);
    await changeWaitlistState(api.deps, one, 'pause');
    const { unchosen, variants } = await priceOf(one);
    expect([unchosen, ...Object.values(variants)].map(({ price }) => price)).toEqual(['', '', '']);
  });
});
