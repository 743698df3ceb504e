import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { ordersOnPlatform } from '../../../src/integrations/commerce/orders-on-platform.ts';
import type { CommercePlatform, PlatformProduct, StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { SCOPES } from '../../../src/integrations/commerce/shopify/scopes.ts';
import { storeOrder } from '../../support/commerce-contract.ts';
import { changeFulfilment, ship } from '../../support/shopify/fulfilments.ts';
import { type OpenShopify, openShopify } from '../../support/shopify/open.ts';
import { addProduct, deleteProduct } from '../../support/shopify/products.ts';
import type { ShopOptions } from '../../support/shopify/shop.ts';
import { testData } from '../../support/test-data.ts';

const opened: OpenShopify[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function openShop(options: ShopOptions = {}): Promise<OpenShopify> {
  const shop = await openShopify(options);
  opened.push(shop);
  return shop;
}

/** Returns an order of as many units of one variant. */
function orderOf({ shop }: OpenShopify, units = 2): StoreOrder {
  const product = shop.products[0] ?? addProduct(shop, { id: '1001', variants: [{ id: '2001' }] });
  const order = storeOrder();
  const [line] = order.lines;
  if (!line || !product) throw new Error('nothing to order');
  return { ...order, lines: Array.from({ length: units }, () => ({ ...line, id: randomUUID() })) };
}

const lineIds = ({ lines }: StoreOrder) => lines.map(({ id }) => id);

describe.skipIf(testData === undefined)('an order in Shopify', () => {
  test('has the shopper’s prices, tax and shipping, and takes nothing from the shelf', async () => {
    const open = await openShop();
    const order = orderOf(open);
    const { ref } = await open.platform.orders.create({ ...order, number: 2 });
    const [made] = open.shop.orders;
    expect(made).toMatchObject({
      id: `gid://shopify/Order/${ref}`,
      taxesIncluded: true,
      shipping: 4.9,
      fullyPaid: true,
    });
    expect(made?.currentTotalPriceSet.shopMoney).toEqual({ amount: '262.90', currencyCode: 'EUR' });
    expect(made?.lineItems.map(({ price, quantity }) => ({ price, quantity }))).toEqual([
      { price: 129, quantity: 1 },
      { price: 129, quantity: 1 },
    ]);
    expect(made?.customAttributes).toEqual([{ key: 'Pre-order', value: `${order.reference}/2` }]);
    expect(made?.tags).toEqual(['pre-order', order.reference]);
    expect(made?.test).toBe(true);
  });

  test('adds tax where prices are without it, and takes off a discount', async () => {
    const open = await openShop();
    const order = orderOf(open, 1);
    const [line] = order.lines;
    if (!line) throw new Error('no line');
    const net = { ...line, unitPrice: 10_000, shipping: 0, tax: 1_710, discount: 1_000, total: 10_710 };
    await open.platform.orders.create({ ...order, lines: [net] });
    expect(open.shop.orders[0]).toMatchObject({ taxesIncluded: false, discount: 10, fullyPaid: true });
    expect(open.shop.orders[0]?.currentTotalPriceSet.shopMoney.amount).toBe('107.10');
  });

  test('stays one, however many ask at once without knowing of each other', async () => {
    const open = await openShop();
    const order = orderOf(open);
    await open.platform.orders.find(order);
    const made = await Promise.all([1, 2, 3, 4].map(() => open.platform.orders.create(order)));
    expect(new Set(made.map(({ ref }) => ref)).size).toBe(1);
    expect(open.shop.orders).toHaveLength(1);
  });

  test('waits a minute in a development store, which takes five new ones in that time', async () => {
    const open = await openShop({ development: true });
    for (let nth = 0; nth < 5; nth += 1) await open.platform.orders.create(orderOf(open));
    const sixth = orderOf(open);
    await expect(open.platform.orders.create(sixth)).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 60_000 });
    open.shop.clock.aheadMs += 61_000;
    await open.platform.orders.create(sixth);
    expect(open.shop.orders).toHaveLength(6);
  });

  test('of a variant that was deleted is refused, in words', async () => {
    const open = await openShop();
    const order = orderOf(open);
    deleteProduct(open.shop, '1001');
    await expect(open.platform.orders.create(order)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Variant does not exist'),
    });
  });

  test('is let go line by line, while other holds stay', async () => {
    const open = await openShop();
    const { orders } = open.platform;
    const order = orderOf(open, 4);
    const ids = lineIds(order);
    const { ref } = await orders.create(order);
    const [made] = open.shop.orders;
    const held = async () => (await orders.find(order))?.heldLineIds;
    await orders.hold(ref, ids);
    await orders.hold(ref, ids.slice(1));
    expect(await held()).toEqual(ids.slice(1));
    await orders.hold(ref, ids.slice(2));
    expect(await held()).toEqual(ids.slice(2));
    // Shopify divides no part that others hold, too: all of it waits for them and for us.
    const part = made?.fulfillmentOrders.find(({ fulfillmentHolds }) => fulfillmentHolds.length > 0);
    part?.fulfillmentHolds.push(theirHold);
    await orders.hold(ref, ids.slice(3));
    expect(await held()).toEqual(ids.slice(2));
    await orders.hold(ref, []);
    expect(await held()).toEqual([]);
    expect(part).toMatchObject({ status: 'ON_HOLD', fulfillmentHolds: [theirHold] });
  });

  test('is cancelled as a whole once no line item is left', async () => {
    const open = await openShop();
    const { orders } = open.platform;
    const order = orderOf(open, 3);
    const { ref } = await orders.create(order);
    await orders.hold(ref, lineIds(order));
    await orders.cancelLines(ref, lineIds(order).slice(0, 2));
    expect(open.shop.orders[0]).toMatchObject({ cancelledAt: null, fullyPaid: true });
    expect((await orders.find(order))?.heldLineIds).toEqual(lineIds(order).slice(2));
    await orders.cancelLines(ref, lineIds(order).slice(2));
    expect(open.shop.orders[0]?.cancelledAt).not.toBeNull();
    await orders.cancelLines(ref, lineIds(order));
    expect((await orders.find(order))?.cancelledLineIds).toEqual(lineIds(order));
  });

  test('has each refund once, also when the answer was lost', async () => {
    const open = await openShop();
    const { orders } = open.platform;
    const order = orderOf(open);
    const { ref } = await orders.create(order);
    const refund = { id: randomUUID(), amount: 13_145, lineIds: lineIds(order).slice(0, 1), currency: 'EUR' };
    await orders.recordRefund(ref, refund);
    await orders.recordRefund(ref, refund);
    expect(open.shop.orders[0]?.refunds).toHaveLength(1);
    await expect(orders.recordRefund(ref, { ...refund, id: randomUUID(), amount: 50_000 })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  test('tells of a parcel that was delivered, and no longer of one that was cancelled', async () => {
    const open = await openShop();
    const order = orderOf(open);
    const { ref } = await open.platform.orders.create(order);
    const [made] = open.shop.orders;
    if (!made) throw new Error('no order');
    const parcel = ship(open.shop, made, { number: '1Z999', company: 'UPS' });
    changeFulfilment(open.shop, made, { id: parcel.id, deliveredAt: '2030-06-12T09:00:00Z' });
    const [sent] = await open.platform.orders.fulfilments(ref);
    expect(sent).toMatchObject({
      carrier: 'UPS',
      trackingNumber: '1Z999',
      trackingUrl: '',
      deliveredAt: '2030-06-12T09:00:00Z',
    });
    expect(sent?.lineIds).toEqual(lineIds(order));
    changeFulfilment(open.shop, made, { id: parcel.id, status: 'CANCELLED' });
    expect(await open.platform.orders.fulfilments(ref)).toEqual([]);
  });

  test('that was deleted there is not found', async () => {
    const open = await openShop();
    const order = orderOf(open);
    const { ref } = await open.platform.orders.create(order);
    open.shop.orders.splice(0);
    expect(await open.platform.orders.find(order)).toBeNull();
    await expect(open.platform.orders.hold(ref, [])).rejects.toMatchObject({ kind: 'not_found' });
    await expect(open.platform.orders.fulfilments('no id of Shopify')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

const theirHold = {
  __typename: 'FulfillmentHold',
  id: 'gid://shopify/FulfillmentHold/1',
  handle: 'fraud-check',
  reason: 'HIGH_RISK_OF_FRAUD',
  reasonNotes: null,
  heldByRequestingApp: false,
} as const;

describe.skipIf(testData === undefined)('Shopify’s limits', () => {
  test('an operation waits until there are enough points', async () => {
    const open = await openShop({ bucket: { maximumAvailable: 1_000, restoreRate: 500 } });
    addProduct(open.shop, { id: '501' });
    await open.platform.getProduct('501');
    open.shop.bucket.take(980);
    const before = performance.now();
    expect(await open.platform.getProduct('501')).toMatchObject({ externalId: '501' });
    expect(performance.now() - before).toBeGreaterThan(200);
  });

  test('a long wait is the caller’s', async () => {
    const open = await openShop({ bucket: { maximumAvailable: 1_000, restoreRate: 1 } });
    open.shop.bucket.take(999);
    const failed = open.platform.getProduct('501');
    await expect(failed).rejects.toMatchObject({ kind: 'throttled' });
    const { retryAfterMs } = (await failed.catch((error: unknown) => error)) as { retryAfterMs: number };
    expect(retryAfterMs).toBeGreaterThan(10_000);
  });

  test('a change that was throttled is made once', async () => {
    const open = await openShop();
    const { put } = ordersOnPlatform(open.platform);
    const order = orderOf(open);
    await open.platform.orders.find(order);
    open.fail('throttled', 'throttled');
    await put(order);
    expect(open.shop.orders).toHaveLength(1);
  });
});

describe.skipIf(testData === undefined)('a token', () => {
  test('without a scope is named with what it lacks, and refused where it is needed', async () => {
    const open = await openShop({ scopes: SCOPES.filter((scope) => scope !== 'write_orders') });
    expect((await open.platform.check()).missingScopes).toEqual(['write_orders']);
    await expect(open.platform.orders.create(orderOf(open))).rejects.toMatchObject({ kind: 'unauthorised' });
  });

  test('stops working when the app is removed', async () => {
    const open = await openShop();
    await open.platform.check();
    open.uninstall();
    await expect(open.platform.check()).rejects.toMatchObject({ kind: 'unauthorised' });
  });
});

describe.skipIf(testData === undefined)('an export of all products', () => {
  test('goes on where it stopped, in another process, and gives each product whole', async () => {
    const open = await openShop();
    const names = Array.from({ length: 40 }, (_, nth) => `Size ${nth}`);
    const long = 'x'.repeat(20_000);
    for (let nth = 0; nth < 100; nth += 1) {
      const variants = names.map((name) => ({ options: [name], image: `https://cdn.example/${name}.jpg` }));
      addProduct(open.shop, { title: `Lamp ${nth}`, descriptionHtml: long, optionNames: ['Size'], variants });
    }
    const { products, pages } = await listAll(() => open.adapter({}));
    expect(pages).toBeGreaterThan(3);
    expect(products).toHaveLength(100);
    expect(new Set(products.map(({ externalId }) => externalId)).size).toBe(100);
    expect(products.every(({ variants }) => variants.length === 40)).toBe(true);
    expect(products[99]?.variants[39]).toMatchObject({
      optionValues: ['Size 39'],
      imageUrl: 'https://cdn.example/Size 39.jpg',
    });
  }, 60_000);

  test('leaves out what cannot be read, and says why', async () => {
    const open = await openShop();
    addProduct(open.shop, { id: '501', variants: [{ price: 'dear' }] });
    addProduct(open.shop, { id: '502' });
    let page = await open.platform.listProducts(null);
    while (page.products.length === 0 && page.next !== null) page = await open.platform.listProducts(page.next);
    expect(page.products.map(({ externalId }) => externalId)).toEqual(['502']);
    expect(page.unreadable).toEqual([{ id: '501', reason: expect.stringContaining('dear') }]);
  });

  test('of an empty store is empty', async () => {
    const open = await openShop();
    expect((await listAll(() => open.platform)).products).toEqual([]);
  });

  test('that Shopify has forgotten begins anew', async () => {
    const open = await openShop();
    addProduct(open.shop);
    const { next } = await open.platform.listProducts(null);
    open.shop.bulkOperations.splice(0);
    await expect(open.platform.listProducts(next)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(open.platform.listProducts('nonsense')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

async function listAll(platform: () => CommercePlatform): Promise<{ products: PlatformProduct[]; pages: number }> {
  const products: PlatformProduct[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const page = await platform().listProducts(cursor);
    products.push(...page.products);
    if (page.next === null) return { products, pages };
    cursor = page.next;
  }
}
