import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setFont, setLogo, updateBrand } from '../../src/core/stores/commands/brand.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { type Api, startApi } from '../support/api.ts';
import { jpegOf, pngOf, woff2Of, woffOf } from '../support/asset-files.ts';
import { refused } from '../support/refusal.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
let other: StoreWithWaitlist;
const FONT = woff2Of();
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
  other = await createStoreWithWaitlist(api);
});
afterAll(() => api.stop());

const brandOf = async ({ storeId }: StoreWithWaitlist) => (await readStore(api.db, storeId)).brand;

async function logoPath(of: StoreWithWaitlist, file: Buffer): Promise<string> {
  await setLogo(api, of.storeId, file);
  return `/brand/${of.storeKey}/${(await brandOf(of))?.logo?.hash}.png`;
}

const DOCUMENTS = ['learn-more', 'checkout', 'isolated', 'status'] as const;

const documentOf = ({ storeKey, product }: StoreWithWaitlist, type: string) =>
  api.ask(`/frames/1/${type}?${new URLSearchParams({ key: storeKey, product: product.externalId, lang: 'en' })}`);

describe('a file of a store', () => {
  test('is served as what it is, for ever, and only as a picture or a font', async () => {
    const file = pngOf(120, 40);
    const path = await logoPath(store, file);
    const { status, headers, bytes } = await read(path);
    expect(status).toBe(200);
    expect(bytes.equals(file)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(headers.get('set-cookie')).toBeNull();
    const again = await api.ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is found under its own name and store alone', async () => {
    const path = await logoPath(store, pngOf(121, 40));
    const [, , key = '', file = ''] = path.split('/');
    const hash = file.split('.')[0] ?? '';
    for (const wrong of [
      `/brand/${other.storeKey}/${file}`,
      `/brand/${randomUUID()}/${file}`,
      `/brand/nothing/${file}`,
      `/brand/${key}/${hash}.jpg`,
      `/brand/${key}/${hash}.html`,
      `/brand/${key}/${hash}`,
      `/brand/${key}/${hash}.png.png`,
      `/brand/${key}/${hash.slice(1)}.png`,
      `/brand/${key}/%00.png`,
      `/brand/${key}/..%2f${file}`,
    ]) {
      const { status } = await api.ask(wrong);
      expect([wrong, status >= 400 && status < 500]).toEqual([wrong, true]);
    }
  });

  test('is not another store’s, though both have the same', async () => {
    const file = pngOf(122, 40);
    await logoPath(store, file);
    const path = await logoPath(other, file);
    expect((await api.ask(path)).status).toBe(200);
    await updateBrand(api, store.storeId, { logo: null });
    expect((await api.ask(path)).status).toBe(200);
  });

  test('is kept for a while after it was replaced, and then removed', async () => {
    const paths: string[] = [];
    for (let width = 200; width < 207; width++) paths.push(await logoPath(other, pngOf(width, 40)));
    const found = await Promise.all(paths.map(async (path) => (await api.ask(path)).status));
    expect(found).toEqual([404, 404, 200, 200, 200, 200, 200]);
  });
});

test.each<[what: string, file: Buffer, why: RegExp]>([
  ['a page', Buffer.from(`<!doctype html>${' '.repeat(90)}`), /not a PNG, JPEG or WebP/],
  ['a drawing', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>${' '.repeat(90)}`), /not a PNG, JPEG or WebP/],
  ['a picture with a page behind it', Buffer.concat([pngOf(40, 40), Buffer.from('<script>')]), /follows the end/],
  ['half a picture', jpegOf(40, 40).subarray(0, 40), /cut off/],
  ['a large picture', pngOf(2001, 40), /2000 at most/],
  ['a dot', pngOf(8, 8), /needs 24/],
  ['a large file', Buffer.concat([pngOf(40, 40), Buffer.alloc(200 * 1024)]), /larger than 128 KiB/],
  ['a font', FONT, /not a PNG, JPEG or WebP/],
])('%s is no logo, and nothing changes', async (_what, file, why) => {
  const before = await brandOf(store);
  await expect(setLogo(api, store.storeId, file)).rejects.toThrow(refused('logo_refused', { param: 'file' }));
  await expect(setLogo(api, store.storeId, file)).rejects.toThrow(why);
  expect(await brandOf(store)).toEqual(before);
});

test.each<[what: string, file: Buffer, why: RegExp]>([
  ['a page', Buffer.from(`<!doctype html>${' '.repeat(90)}`), /not a WOFF2 or WOFF/],
  ['a picture', pngOf(40, 40), /not a WOFF2 or WOFF/],
  ['a font with a page behind it', Buffer.concat([FONT, Buffer.from('<script>')]), /something follows its end/],
  ['half a font', FONT.subarray(0, 900), /cut off/],
  ['a large file', Buffer.concat([FONT, Buffer.alloc(256 * 1024)]), /larger than 256 KiB/],
])('%s is no font, and nothing changes', async (_what, file, why) => {
  const before = await brandOf(store);
  await expect(setFont(api, store.storeId, file)).rejects.toThrow(refused('font_refused', { param: 'file' }));
  await expect(setFont(api, store.storeId, file)).rejects.toThrow(why);
  expect(await brandOf(store)).toEqual(before);
});

describe('documents', () => {
  test('of a store without a brand load nothing of ours but themselves', async () => {
    const plain = await createStoreWithWaitlist(api);
    for (const type of DOCUMENTS) {
      const { headers, text } = await documentOf(plain, type);
      expect([type, headers.get('content-security-policy')]).not.toEqual([type, expect.stringMatching(/font-src/)]);
      expect([type, text]).not.toEqual([type, expect.stringMatching(/@font-face|\/brand\//)]);
    }
  });

  test('have the store’s colours, corners and font as soon as they are set', async () => {
    const branded = await createStoreWithWaitlist(api);
    for (const type of DOCUMENTS) expect((await documentOf(branded, type)).status).toBe(200); // now they are kept ready
    await updateBrand(api, branded.storeId, { accent: '#A8481F', ground: '#faf7f2', radius: 4 });
    await setFont(api, branded.storeId, FONT);
    const font = `/brand/${branded.storeKey}/${(await brandOf(branded))?.font?.hash}.woff2`;
    for (const type of DOCUMENTS) {
      await expect.poll(async () => (await documentOf(branded, type)).text).toContain('#a8481f');
      const { headers, text } = await documentOf(branded, type);
      expect(text).toContain('light-dark(#faf7f2,');
      expect(text).toContain('border-radius:.25rem'.replace('.25', '0.25'));
      expect(text).toContain(`src:url(${font});font-weight:400 400`);
      expect(text).toContain(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`);
      expect(headers.get('content-security-policy')).toContain("font-src 'self'");
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*(?!;|$)/);
    }
    expect((await read(font)).bytes.equals(FONT)).toBe(true);
  });

  test('of button and price keep the look of the page, in the font of the store', async () => {
    const branded = await createStoreWithWaitlist(api);
    const plain = await Promise.all(['button', 'price'].map((type) => documentOf(branded, type)));
    await updateBrand(api, branded.storeId, { accent: '#a8481f' });
    await setLogo(api, branded.storeId, pngOf(40, 40));
    for (const [index, type] of ['button', 'price'].entries())
      expect((await documentOf(branded, type)).text).toBe(plain[index]?.text);
    await setFont(api, branded.storeId, FONT);
    const font = `/brand/${branded.storeKey}/${(await brandOf(branded))?.font?.hash}.woff2`;
    for (const type of ['button', 'price']) {
      await expect.poll(async () => (await documentOf(branded, type)).text).toContain(`src:url(${font})`);
      const { headers, text } = await documentOf(branded, type);
      expect(text).not.toContain('#a8481f');
      expect(text).toContain(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`);
      expect(headers.get('content-security-policy')).toMatch(/; font-src 'self'$/);
    }
  });

  test('are readable, whatever was written into the database', async () => {
    const damaged = await createStoreWithWaitlist(api);
    await api.db.query(`INSERT INTO store_brand (store_id, accent, ground) VALUES ($1, '#ffff00', '#000000')`, [
      damaged.storeId,
    ]);
    const { text } = await documentOf(damaged, 'checkout');
    expect(text).not.toMatch(/light-dark\(#(ffff00|000000),/);
  });
});

test('a font of the older kind is served too', async () => {
  const older = await createStoreWithWaitlist(api);
  await setFont(api, older.storeId, woffOf());
  const path = `/brand/${older.storeKey}/${(await brandOf(older))?.font?.hash}.woff`;
  expect((await api.ask(path)).headers.get('content-type')).toBe('font/woff');
});

async function read(path: string) {
  const response = await fetch(api.baseUrl + path);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
