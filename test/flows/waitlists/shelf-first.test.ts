import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveProduct } from '../../../src/core/catalog/commands/save-product.ts';
import { findProduct } from '../../../src/core/catalog/queries.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import type { Availability } from '../../../src/protocol/schema/public-api.ts';
import { createCheckoutClient, expectRefusal, shippingStep } from '../../support/checkout-client.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

let system: System;
let store: StoreWithWaitlist;
beforeAll(async () => {
  system = await startSystem();
  store = await createStoreWithWaitlist(system, { prices: [12_900, 14_900] });
});
afterAll(() => system.stop());

// What the public API promises for a change of the platform's stock.
const SEEN_WITHIN = { timeout: 2_000, interval: 20 };

/** Tells the stock of the first variant as a connection to the platform would. */
async function platformCounts(inStock: number): Promise<void> {
  const product = await findProduct(system.db, store.storeId, { handle: store.product.handle });
  if (!product) throw new Error('the product is gone');
  const variants = product.variants.map((variant, index) => ({ ...variant, inStock: index === 0 ? inStock : 0 }));
  await saveProduct(system, store.storeId, { ...product, variants });
}

const sellShelfFirst = (shelfFirst: boolean) => updateWaitlist(system.deps, store, { shelfFirst });

async function ask<Data>(path: string): Promise<Data> {
  const response = await fetch(`${system.baseUrl}/api/v1/${path}api_key=${store.storeKey}`);
  return ((await response.json()) as { data: Data }).data;
}
const left = async () => {
  const { variants } = await ask<Availability>(`availability?product_id=${store.product.externalId}&`);
  return variants.map((variant) => variant.left_to_shelf);
};
const state = async () =>
  (await ask<{ state: string }>(`products/preorder-state?handle=${store.product.handle}&`)).state;

test('a waitlist sells beside the shelf unless it is told otherwise, also one from before the setting', async () => {
  await platformCounts(3);
  await expect.poll(state, SEEN_WITHIN).toBe('AVAILABLE_IN_STOCK');
  expect((await readWaitlist(system.db, store.storeId, store.waitlistId)).shelfFirst).toBe(false);
  expect(await left()).toEqual([false, false]);
  await createCheckoutClient(system).hold(shippingStep(store));
});

test('with shelf first, a variant in stock takes no new hold, and its sibling does', async () => {
  await sellShelfFirst(true);
  await expect.poll(left, SEEN_WITHIN).toEqual([true, false]);
  const client = createCheckoutClient(system);
  expectRefusal(await client.reserve(shippingStep(store)), 409, { code: 'in_stock' });
  const [, second] = store.product.variants;
  await client.hold(shippingStep(store, { variantId: second?.externalId ?? '' }));
});

test('a checkout that has its units before the shelf fills may change its quantity and pay, but not move to the shelf', async () => {
  await platformCounts(0);
  const client = createCheckoutClient(system);
  const [, second] = store.product.variants;
  const first = await client.hold(shippingStep(store));
  const other = await client.hold(shippingStep(store, { variantId: second?.externalId ?? '' }));
  await platformCounts(5);
  const more = await client.change(first, shippingStep(store, { quantity: 2, email: first.email }));
  expect(more.status, more.text).toBe(200);
  expect((await client.pay(more.data, 'succeeds')).data.outcome).toBe('completed');
  expectRefusal(await client.change(other, shippingStep(store, { email: other.email })), 409, { code: 'in_stock' });
  expect((await client.pay(other, 'succeeds')).data.outcome).toBe('completed');
});

test('pre-orders come again when the shelf is empty, and the platform’s selling at zero stays as it is', async () => {
  const before = await findProduct(system.db, store.storeId, { handle: store.product.handle });
  await platformCounts(0);
  await expect.poll(left, SEEN_WITHIN).toEqual([false, false]);
  expect(await state()).toBe('ON_PREORDER');
  await createCheckoutClient(system).hold(shippingStep(store));
  const after = await findProduct(system.db, store.storeId, { handle: store.product.handle });
  const flags = (product: typeof after) => product?.variants.map(({ oversellEnabled }) => oversellEnabled);
  expect(flags(after)).toEqual(flags(before));
});

test('a variant that left the catalogue is not left to a shelf', async () => {
  await platformCounts(5);
  await expect.poll(left, SEEN_WITHIN).toEqual([true, false]);
  const product = await findProduct(system.db, store.storeId, { handle: store.product.handle });
  await saveProduct(system, store.storeId, {
    ...(product as NonNullable<typeof product>),
    variants: product?.variants.slice(1) ?? [],
  });
  await expect.poll(left, SEEN_WITHIN).toEqual([false, false]);
});
