import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import type { PriceDocument } from '../../src/protocol/wire/views.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { shiftClock } from '../support/core.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api, { prices: [12_900, 14_900] });
});
afterAll(() => api.stop());

async function priceOf(lang: string): Promise<PriceDocument> {
  const { storeKey, product } = store;
  const query = new URLSearchParams({ key: storeKey, product: product.externalId, lang });
  const { text } = await api.ask(`/frames/1/price?${query}`);
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
}
const lowestTexts = async (lang = 'en') => Object.values((await priceOf(lang)).variants).map(({ lowest }) => lowest);

test('shoppers read the lowest price beside a struck one, where the setting and the countries say so', async () => {
  const { storeId, waitlistId, product } = store;
  const [first] = product.variants;
  expect(await lowestTexts()).toEqual([undefined, undefined]);
  await shiftClock(api.db, 86_400);
  const changes = { variantId: first?.id ?? '', price: 9_900, compareAtPrice: 12_900 };
  await updateWaitlist(api.deps, { storeId, waitlistId }, { variants: [changes] });
  await updateStore(api.deps, storeId, {
    shipping: [
      { country: 'DE', amount: 490 },
      { country: 'US', amount: 990 },
    ],
  });
  await expect
    .poll(() => lowestTexts())
    .toEqual(['Lowest price of the 30 days before the reduction: €129.00', undefined]);
  for (const language of Object.keys(LANGUAGES)) {
    const [text] = await lowestTexts(language);
    expect(text).toMatch(/129/);
  }
  await updateWaitlist(api.deps, { storeId, waitlistId }, { countries: ['US'] });
  await expect.poll(() => lowestTexts()).toEqual([undefined, undefined]);
  await updateStore(api.deps, storeId, { lowestPrice: 'always' });
  await expect
    .poll(() => lowestTexts())
    .toEqual(['Lowest price of the 30 days before the reduction: €129.00', undefined]);
  await updateStore(api.deps, storeId, { lowestPrice: 'never' });
  await expect.poll(() => lowestTexts()).toEqual([undefined, undefined]);
});

test('a merchant’s system reads them, of its own store', async () => {
  const { storeId, waitlistId } = store;
  const client = await tokenClient(api, storeId, ['waitlists:read']);
  const path = `/waitlists/${waitlistId}/lowest-prices`;
  expect((await client.get(path)).json.data).toMatchObject({
    shown: false,
    variants: [
      { price: '99.00', compare_at_price: '129.00', lowest_price: '129.00', lowest_price_until_now: '99.00' },
      { price: '149.00', compare_at_price: null, lowest_price: '149.00', lowest_price_until_now: '149.00' },
    ],
  });
  const other = await createStoreWithWaitlist(api);
  expect((await (await tokenClient(api, other.storeId)).get(path)).status).toBe(404);
  expect((await (await tokenClient(api, storeId, ['catalog:read'])).get(path)).status).toBe(403);
});
