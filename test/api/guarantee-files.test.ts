import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { pngOf } from '../support/asset-files.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

// The official files about guarantees: who may set them, and where shoppers see them.

let api: Api;
let store: StoreWithWaitlist;
let other: StoreWithWaitlist;
let client: AdminClient & { secret: string };
let stranger: AdminClient & { secret: string };
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
  other = await createStoreWithWaitlist(api);
  for (const { storeId } of [store, other]) {
    const shipping = ['AT', 'CH', 'DE'].map((country) => ({ country, amount: 490 }));
    await updateStore(api, storeId, { shipping });
  }
  client = await tokenClient(api, store.storeId);
  stranger = await tokenClient(api, other.storeId);
});
afterAll(() => api.stop());

type Sent = { by?: { secret: string }; type?: string };

const upload = (path: string, bytes: Buffer, { by: { secret } = client, type = 'image/png' }: Sent = {}) =>
  api.ask(`/admin/api/v1${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secret}`, 'content-type': type, 'idempotency-key': randomUUID() },
    body: Buffer.from(bytes),
  });

const labelPath = () => `/products/${store.product.externalId}/guarantee-label`;

const frame = async (type: string, lang: string, of = store) =>
  (
    await api.ask(
      `/frames/1/${type}?${new URLSearchParams({ key: of.storeKey, product: of.product.externalId, lang })}`,
    )
  ).text;

const beforeOf = async (lang: string) => {
  const [, json = '{}'] = /id="data">(.*?)<\/script>/s.exec(await frame('checkout', lang)) ?? [];
  return JSON.parse(json).offer.before;
};

test('a notice is set for a language and for a country, shown to readers of both, and given up', async () => {
  for (const [at, locale] of ['de', 'de-at', 'en'].entries()) {
    const { status, text } = await upload(`/store/guarantee-notices/${locale}`, pngOf(300 + at, 400));
    expect(status, text).toBe(200);
  }
  const { notices } = (await client.get('/store/guarantee-notices')).json.data;
  expect(notices).toMatchObject([
    { language: 'de', country: null, width: 300, height: 400 },
    { language: 'de', country: 'AT', width: 301 },
    { language: 'en', country: null, width: 302 },
  ]);
  const file = await api.ask(new URL(notices[0].url).pathname);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
  await expect
    .poll(() => beforeOf('de'))
    .toMatchObject({ notice: { every: { width: 300 }, own: { AT: { width: 301 } } } });
  const { notice } = await beforeOf('fr');
  expect([notice.every.width, notice.countries]).toEqual([302, ['AT', 'DE']]); // Switzerland is not in the EEA
  const learn = await frame('learn-more', 'de');
  expect(learn).toContain(`src="${new URL(notices[0].url).pathname}" width="300" height="400" alt="Amtlicher Hinweis`);
  expect((await client.send('DELETE /store/guarantee-notices/de-AT')).json.data.notices).toHaveLength(2);
  expect((await client.send('DELETE /store/guarantee-notices/de-AT')).status).toBe(200);
  await expect.poll(async () => (await beforeOf('de')).notice.own).toEqual({});
});

test('what a logo replaces is dropped, and no notice with it', async () => {
  await upload('/store/guarantee-notices/sv', pngOf(310, 400));
  for (let side = 40; side < 48; side++) await upload('/store/brand/logo', pngOf(120, side));
  const { notices } = (await client.get('/store/guarantee-notices')).json.data;
  expect(notices).toHaveLength(3);
  for (const { url } of notices) expect((await api.ask(new URL(url).pathname)).status).toBe(200);
});

test('a label stands beside its product, and beside no other', async () => {
  expect((await client.get(labelPath())).json.data).toEqual({ label: null });
  const set = await upload(labelPath(), pngOf(260, 320));
  expect(set.json.data, set.text).toMatchObject({ label: { width: 260, height: 320, type: 'image/png' } });
  await expect.poll(async () => (await beforeOf('de')).label).toMatchObject({ width: 260, height: 320 });
  expect(await frame('learn-more', 'en')).toContain('alt="Official label of the EU');
  expect(await frame('learn-more', 'en', other)).not.toContain('Official label');
  expect((await client.send(`DELETE ${labelPath()}`)).json.data).toEqual({ label: null });
  expect((await client.get('/products/none/guarantee-label')).json.error.code).toBe('product_not_found');
});

test('files that cannot be shown, and names of no language, are refused', async () => {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const answers = [
    await upload('/store/guarantee-notices/de', script),
    await upload('/store/guarantee-notices/de', script, { type: 'image/svg+xml' }),
    await upload('/store/guarantee-notices/de', pngOf(100, 400)),
    await upload('/store/guarantee-notices/de', Buffer.alloc(257 * 1024)),
    await upload('/store/guarantee-notices/de-ZZ', pngOf(300, 400)),
    await upload(labelPath(), script),
    await upload('/products/none/guarantee-label', pngOf(300, 400)),
  ];
  expect(answers.map(({ status, json }) => `${status} ${json.error?.code}`)).toEqual([
    '422 official_file_refused',
    '415 unsupported_media_type',
    '422 official_file_refused',
    '413 payload_too_large',
    '400 invalid_parameter',
    '422 official_file_refused',
    '404 product_not_found',
  ]);
});

test('only those who may change the store set files, and only in their own', async () => {
  const reader = await tokenClient(api, store.storeId, ['store:read', 'catalog:read']);
  for (const path of ['/store/guarantee-notices/de', labelPath()]) {
    expect((await upload(path, pngOf(300, 400), { by: reader })).json.error.code).toBe('scope_required');
    expect((await reader.send(`DELETE ${path}`)).json.error.code).toBe('scope_required');
  }
  expect((await reader.get('/store/guarantee-notices')).status).toBe(200);
  expect((await stranger.get('/store/guarantee-notices')).json.data).toEqual({ notices: [] });
  expect((await upload(labelPath(), pngOf(300, 400), { by: stranger })).json.error.code).toBe('product_not_found');
  expect((await stranger.send(`DELETE ${labelPath()}`)).json.error.code).toBe('product_not_found');
});
