import { afterEach, describe, expect, test } from 'vitest';
import { ordersOnPlatform } from '../../../src/integrations/commerce/orders-on-platform.ts';
import type { StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { SCOPES } from '../../../src/integrations/commerce/shopify/scopes.ts';
import { storeOrder } from '../../support/commerce-contract.ts';
import { type OpenShopify, openShopify } from '../../support/shopify/open.ts';
import { addProduct, changeProduct } from '../../support/shopify/products.ts';
import { TOKEN } from '../../support/shopify/shop.ts';
import { testData } from '../../support/test-data.ts';

// What Shopify keeps from an app although it works: orders of more than 60 days, and protected customer data.

const DAY_MS = 86_400_000;
const opened: OpenShopify[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function openShop(scopes: readonly string[] = SCOPES): Promise<OpenShopify & { order: StoreOrder }> {
  const open = await openShopify({ scopes });
  opened.push(open);
  addProduct(open.shop, { id: '1001', variants: [{ id: '2001' }] });
  const order = storeOrder();
  return { ...open, order: { ...order, lines: order.lines.map((line) => ({ ...line, held: true })) } };
}

const released = (order: StoreOrder): StoreOrder => ({
  ...order,
  lines: order.lines.map(({ held: _, ...line }) => line),
});

describe.skipIf(testData === undefined)('an app without read_all_orders', () => {
  const scopes = SCOPES.filter((scope) => scope !== 'read_all_orders');

  test('connects, and says what it cannot see', async () => {
    const { platform } = await openShop(scopes);
    expect(await platform.check()).toMatchObject({ missingScopes: [], limits: ['old_orders'] });
  });

  test('keeps an order of more than 60 days by its id, says why it waits, and goes on once it has the scope', async () => {
    const { platform, shop, order } = await openShop(scopes);
    const { put } = ordersOnPlatform(platform);
    const { ref, name } = await put(order);
    shop.clock.aheadMs += 61 * DAY_MS;
    for (const known of [{ ref, name }, null]) {
      await expect(put(released(order), { known })).rejects.toMatchObject({ name: 'CommerceError', kind: 'refused' });
    }
    await expect(put(released(order), { known: null })).rejects.toThrow(/read_all_orders.*60 days/);
    expect(shop.orders).toHaveLength(1);
    expect(shop.orders[0]?.fulfillmentOrders.map(({ status }) => status)).toEqual(['ON_HOLD']);
    shop.tokens.set(TOKEN, SCOPES);
    expect(await put(released(order), { known: { ref, name } })).toMatchObject({ ref });
    expect(shop.orders[0]?.fulfillmentOrders.map(({ status }) => status)).toEqual(['OPEN']);
  });
});

test.skipIf(testData === undefined)('an order of half a year is released, tracked and refunded', async () => {
  const { platform, shop, order } = await openShop();
  const { put } = ordersOnPlatform(platform);
  const { ref } = await put(order);
  shop.clock.aheadMs += 182 * DAY_MS;
  const refunds = [{ id: order.id, amount: 500, lineIds: [] }];
  await put({ ...released(order), refunds });
  expect(shop.orders[0]?.fulfillmentOrders.map(({ status }) => status)).toEqual(['OPEN']);
  expect(shop.orders[0]?.refunds).toHaveLength(1);
  expect(await platform.orders.fulfilments(ref)).toEqual([]);
});

describe.skipIf(testData === undefined)('protected customer data', () => {
  test.each([
    ['one field', ['MailingAddress.firstName']],
    ['the address', ['MailingAddress', 'Order.email']],
  ])('of which Shopify denies %s leaves out what it denies, and the rest goes on', async (_, denied) => {
    const { platform, shop, order } = await openShop();
    const { put } = ordersOnPlatform(platform);
    const { ref } = await put(order);
    for (const one of denied) shop.denied.add(one);
    expect(await platform.check()).toMatchObject({ missingScopes: [], limits: ['people'] });
    expect(await platform.orders.find(order)).toMatchObject({ ref, paid: true, limits: ['people'] });
    const address = { ...order.address, line1: 'Torstraße 1' };
    await put({ ...released(order), address });
    expect(shop.orders[0]?.shippingAddress).toMatchObject({ address1: 'Torstraße 1', firstName: 'Ada' });
    expect(shop.orders[0]?.fulfillmentOrders.map(({ status }) => status)).toEqual(['OPEN']);
  });

  test('without any order leaves the products readable, and is no refusal of the credentials', async () => {
    const { platform, shop, order } = await openShop();
    shop.denied.add('Order');
    expect(await platform.check()).toMatchObject({ missingScopes: [], limits: ['orders'] });
    const { cursor } = await platform.changes(null);
    shop.clock.aheadMs += 5_000;
    changeProduct(shop, '1001', { title: 'Another name' });
    shop.clock.aheadMs += 5_000;
    expect((await platform.changes(cursor)).changes).toEqual([{ what: 'product', id: '1001' }]);
    await platform.subscribe?.('https://service.example/webhooks/commerce/1');
    expect(shop.subscriptions.map(({ topic }) => topic)).toContain('PRODUCTS_UPDATE');
    const refused = { kind: 'refused', message: expect.stringContaining('protected customer data') };
    await expect(ordersOnPlatform(platform).put(order)).rejects.toMatchObject(refused);
    await expect(ordersOnPlatform(platform).put(order)).rejects.toMatchObject(refused);
    expect(shop.orders.length).toBeLessThanOrEqual(1);
  });
});
