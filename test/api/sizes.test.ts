import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import { FRAME_BYTES_MAX, SDK_BYTES_MAX } from '../checks/sizes.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

// The size of real downloads, with data; `npm run check` measures only scripts and styles.
let system: System;
let store: StoreWithWaitlist;
let testStore: StoreWithWaitlist;

beforeAll(async () => {
  system = await startSystem();
  const prices = [12_900, 12_900, 14_900];
  testStore = await createStoreWithWaitlist(system, { prices });
  store = await createStoreWithWaitlist(system, { prices });
  // Shoppers visit live stores. SQL changes the mode, because a live store needs an account, which these documents
  // ignore.
  await system.db.query('ALTER TABLE store DISABLE TRIGGER store_mode_fixed');
  await system.db.query("UPDATE store SET mode = 'live' WHERE id = $1", [store.storeId]);
  await system.db.query('ALTER TABLE store ENABLE TRIGGER store_mode_fixed');
});
afterAll(() => system.stop());

/** Downloads a body and resolves with its bytes on the wire and its encoding. */
function download(path: string): Promise<{ bytes: number; encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(system.baseUrl + path, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ bytes, encoding: response.headers['content-encoding'] });
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

test.each([
  ['service.js', '/api/v1/service.js', SDK_BYTES_MAX],
  ['the button of a product with three variants', '/frames/1/button', FRAME_BYTES_MAX.button],
  ['its price', '/frames/1/price', FRAME_BYTES_MAX.price],
  ['the link to withdraw', '/frames/1/withdrawal', FRAME_BYTES_MAX.withdrawal],
  // Includes the address rules of all countries that the store ships to.
  ['its checkout', '/frames/1/checkout', FRAME_BYTES_MAX.checkout],
  ['the status page', '/frames/1/status', FRAME_BYTES_MAX.status],
])('%s fits', async (_name, path, bytesMax) => {
  const query = new URLSearchParams({ key: store.storeKey, product: store.product.externalId, lang: 'en' });
  const { bytes, encoding } = await download(path.startsWith('/frames') ? `${path}?${query}` : path);
  expect(encoding).toBe('br');
  expect(bytes).toBeGreaterThan(500);
  expect(bytes).toBeLessThanOrEqual(bytesMax);
});

test.each(Object.keys(LANGUAGES))('the button and the price fit in %s as well', async (lang) => {
  const query = new URLSearchParams({ key: store.storeKey, product: store.product.externalId, lang });
  for (const [type, bytesMax] of [
    ['button', FRAME_BYTES_MAX.button],
    ['price', FRAME_BYTES_MAX.price],
  ] as const) {
    expect((await download(`/frames/1/${type}?${query}`)).bytes, type).toBeLessThanOrEqual(bytesMax);
  }
});

test('the additional code in test stores is small', async () => {
  const query = new URLSearchParams({ key: testStore.storeKey, product: testStore.product.externalId, lang: 'en' });
  for (const [type, bytesMax] of [
    ['button', 3_072],
    ['price', 3_072],
  ] as const) {
    expect((await download(`/frames/1/${type}?${query}`)).bytes, type).toBeLessThanOrEqual(bytesMax);
  }
});
