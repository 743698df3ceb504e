import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedProduct, seedVariant } from '../../../../test/support/platform-contract/under-test.ts';
import { openWooCommerce } from '../../../../test/support/woocommerce/open.ts';
import { gmtNow } from '../../../../test/support/woocommerce/shop.ts';

let opened: Awaited<ReturnType<typeof openWooCommerce>>;
beforeAll(async () => {
  opened = await openWooCommerce('EUR');
});
afterAll(() => opened.close());

const pass = (seconds: number) => {
  opened.shop.aheadMs += seconds * 1_000;
};

async function startNow(): Promise<string> {
  pass(60);
  return (await opened.platform.changes(null)).cursor;
}

async function since(cursor: string) {
  pass(60);
  return opened.platform.changes(cursor);
}

test('a product that was deleted for good is found by the number of products', async () => {
  const { id } = await opened.hand.add(seedProduct());
  const cursor = await startNow();
  pass(5);
  opened.shop.products.delete(Number(id));
  await opened.hand.add(seedProduct()); // which hides it from a mere count
  const page = await since(cursor);
  expect(page).toMatchObject({ compare: true, more: false });
  expect(await since(page.cursor)).toMatchObject({ compare: false, changes: [] });
});

test('a product that goes to the bin, and one that comes back, are told, and nothing has to be compared', async () => {
  const { id } = await opened.hand.add(seedProduct());
  const cursor = await startNow();
  await opened.hand.remove(id);
  const binned = await since(cursor);
  expect(binned).toMatchObject({ compare: false, changes: [{ what: 'product', id }] });
  await opened.hand.change(id, { published: true });
  expect(await since(binned.cursor)).toMatchObject({ compare: false, changes: [{ what: 'product', id }] });
});

test('an import of hundreds within one second is told whole, over pages', async () => {
  const cursor = await startNow();
  const at = gmtNow(opened.shop);
  const ids: string[] = [];
  for (let nth = 0; nth < 230; nth += 1) {
    const { id } = await opened.hand.add(seedProduct({ variants: [seedVariant()] }));
    Object.assign(opened.shop.products.get(Number(id)) ?? {}, { date_created_gmt: at, date_modified_gmt: at });
    ids.push(id);
  }
  pass(60);
  const told = new Set<string>();
  let next = cursor;
  for (let pages = 0, more = true; more && pages < 20; pages += 1) {
    const page = await opened.platform.changes(next);
    expect(page.compare ?? false).toBe(false);
    for (const change of page.changes) if (change.what === 'product') told.add(change.id);
    ({ cursor: next, more } = page);
  }
  expect([...told].sort()).toEqual(ids.sort());
});

test('a change in the same second in which it was read is told, too', async () => {
  const { id } = await opened.hand.add(seedProduct());
  const cursor = await startNow();
  await opened.hand.change(id, { title: 'One' });
  const first = await opened.platform.changes(cursor);
  await opened.hand.change(id, { title: 'Two' });
  pass(3);
  const second = await opened.platform.changes(first.cursor);
  expect(second.changes).toEqual([{ what: 'product', id }]);
});

test('everything is compared once a day, since a plugin may write past WooCommerce', async () => {
  const { cursor } = await since(await startNow());
  pass(25 * 3_600);
  const page = await opened.platform.changes(cursor);
  expect(page.compare).toBe(true);
  expect((await since(page.cursor)).compare).toBe(false);
});

test.each(['', 'null', '{}', '{"products":{"since":0,"page":0}}'])('%j is no place in the changes', async (cursor) => {
  await expect(opened.platform.changes(cursor)).rejects.toMatchObject({ kind: 'not_found' });
});

test('a variation that is switched off is not offered, and one that is on again is', async () => {
  const seed = seedProduct({ optionNames: ['Size'] });
  seed.variants = [seedVariant({ optionValues: ['S'] }), seedVariant({ optionValues: ['M'] })];
  const { id, variantIds } = await opened.hand.add(seed);
  const second = opened.shop.products.get(Number(id))?.variations[1];
  const sold = async () => (await opened.platform.getProduct(id))?.variants.map(({ externalId }) => externalId);
  Object.assign(second ?? {}, { status: 'private' });
  expect(await sold()).toEqual(variantIds.slice(0, 1));
  Object.assign(second ?? {}, { status: 'publish' });
  expect(await sold()).toEqual(variantIds);
});

test('the webhooks are made once, with one secret, and those that are off are named and switched on', async () => {
  const { subscribe, silentTopics } = opened.subscribing;
  const address = 'https://preorders.example/webhooks/commerce/1';
  for (let times = 0; times < 2; times += 1) await subscribe(address);
  const made = [...opened.shop.webhooks.values()];
  expect(made.map(({ topic }) => topic).sort()).toEqual([
    'order.updated',
    'product.created',
    'product.deleted',
    'product.restored',
    'product.updated',
  ]);
  expect(new Set(made.map(({ secret }) => secret))).toEqual(new Set([opened.secret]));
  expect(await silentTopics(address)).toEqual([]);
  for (const webhook of made.slice(0, 2)) webhook.status = 'disabled';
  expect(await silentTopics(address)).toEqual(made.slice(0, 2).map(({ topic }) => topic));
  expect(await silentTopics('https://elsewhere.example/')).toHaveLength(5);
  await subscribe(address);
  expect(await silentTopics(address)).toEqual([]);
});

test('says whether prices are entered with tax, if the store computes any', async () => {
  expect(await opened.platform.check()).not.toHaveProperty('pricesIncludeTax');
  opened.shop.taxRate = 19;
  expect(await opened.platform.check()).toMatchObject({ pricesIncludeTax: true });
  opened.shop.pricesIncludeTax = false;
  expect(await opened.platform.check()).toMatchObject({ pricesIncludeTax: false });
  Object.assign(opened.shop, { taxRate: null, pricesIncludeTax: true });
});

test('a key whose user may not see settings and webhooks does without them', async () => {
  const { subscribe, silentTopics } = opened.subscribing;
  const made = opened.shop.webhooks.size;
  Object.assign(opened.shop, { taxRate: 19 });
  opened.shop.key.manages = false;
  await subscribe('https://other.example/webhooks/commerce/2');
  expect(opened.shop.webhooks.size).toBe(made);
  expect(await silentTopics('https://other.example/webhooks/commerce/2')).toEqual([]);
  expect(await opened.platform.check()).not.toHaveProperty('pricesIncludeTax');
  opened.shop.key.manages = true;
  opened.shop.taxRate = null;
});
