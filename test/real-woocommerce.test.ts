import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPlatformHttp } from '../src/integrations/commerce/http.ts';
import { ordersOnPlatform } from '../src/integrations/commerce/orders-on-platform.ts';
import type { CommercePlatform, StoreOrder } from '../src/integrations/commerce/port.ts';
import { WOOCOMMERCE_CAN, wooCommerce } from '../src/integrations/commerce/woocommerce/platform.ts';
import { createOutgoingHttp } from '../src/platform/outgoing-http.ts';
import { storeOrder } from './support/commerce-contract.ts';
import { platformContract } from './support/platform-contract/contract.ts';
import { openRealWooCommerce } from './support/woocommerce/open.ts';

// A store of yours for trials, see docs/guides/connect-woocommerce.md. It needs one product, and gets two orders.
const { WOO_TEST_URL: url, WOO_TEST_KEY: consumer_key = '', WOO_TEST_SECRET: consumer_secret = '' } = process.env;

// A small server makes an order in some seconds, and each test asks for about thirty things.
const TIMEOUT_MS = 600_000;

/** Returns the first product that can be bought: grouped and external ones are left out. */
async function firstProduct(platform: CommercePlatform) {
  for (let cursor: string | null = null; ; ) {
    const page = await platform.listProducts(cursor);
    for (const product of page.products) for (const variant of product.variants) return { product, variant };
    if (page.next === null) throw new Error('The store has no product that could be bought.');
    cursor = page.next;
  }
}

describe.skipIf(url === undefined)('a real store with WooCommerce', () => {
  platformContract({
    name: 'keeps the contract of platforms',
    can: WOOCOMMERCE_CAN,
    currencies: ['EUR'],
    signsTime: false,
    wholeOrders: true,
    deletesOrders: true,
    uniqueSkus: true,
    manyVariants: 250,
    titleKept: (title) => title.replaceAll(/<\/?script>/g, ''), // WordPress removes them itself
    open: (currency) =>
      openRealWooCommerce({ url: url ?? '', consumerKey: consumer_key, consumerSecret: consumer_secret }, currency),
  });

  const http = createPlatformHttp({
    outgoing: createOutgoingHttp({ privateTargets: true }),
    takeTurns: async () => 0,
    pace: { of: 'test', perSecond: 5 },
    random: Math.random,
    sleep,
  });
  const open = (currency: string) =>
    wooCommerce.open({ url: url ?? '', consumer_key, consumer_secret }, { http, currency, now: () => new Date() });

  const orderOf = (currency: string, ids: { productId: string; variantId: string }): StoreOrder => {
    const one = storeOrder();
    const reference = `PO-TEST-${randomUUID().slice(0, 8)}`.toUpperCase();
    const lines = one.lines.map((line) => ({ ...line, ...ids, properties: { Engraving: 'für Ada' } }));
    return { ...one, reference, currency, lines };
  };

  test('lists its products, and takes an order from placing to its end', { timeout: TIMEOUT_MS }, async () => {
    const shop = await open('EUR').check();
    expect(shop.missingScopes).toEqual([]);
    const platform = open(shop.currency);
    const { product, variant } = await firstProduct(platform);
    expect(await platform.getProduct(product.externalId)).toEqual(product);
    expect(await platform.stock([variant.externalId])).toHaveLength(1);

    const order = orderOf(shop.currency, { productId: product.externalId, variantId: variant.externalId });
    const { lines } = order;
    const { put } = ordersOnPlatform(platform);
    const waiting = { ...order, unpaid: true, lines: lines.map((line) => ({ ...line, held: true })) };
    const { ref } = await put(waiting);
    expect((await put(waiting)).ref).toBe(ref);
    expect(await platform.orders.find(order)).toMatchObject({ ref, paid: false });
    await put({ ...order, shipWindow: { from: '2030-06-10', until: '2030-06-15' } });
    expect(await platform.orders.find(order)).toMatchObject({ ref, paid: true, heldLineIds: [] });
    const refund = { id: randomUUID(), amount: 100, lineIds: [] };
    await put({ ...order, refunds: [refund] });
    const cancelled = { ...order, refunds: [refund], lines: lines.map((line) => ({ ...line, cancelled: true })) };
    await put(cancelled);
    expect(await platform.orders.find(order)).toMatchObject({ ref, refundIds: [refund.id] });
    expect((await platform.orders.find(order))?.cancelledLineIds).toHaveLength(2);
    // What went back in all makes WooCommerce give the order another state.
    const total = lines.reduce((sum, line) => sum + line.total, 0);
    const rest = { id: randomUUID(), amount: total - refund.amount, lineIds: [] };
    for (let times = 0; times < 2; times += 1) await put({ ...cancelled, refunds: [refund, rest] });
    const all = {
      cancelledLineIds: lines.map(({ id }) => id),
      refundIds: expect.arrayContaining([refund.id, rest.id]),
    };
    expect(await platform.orders.find(order)).toMatchObject(all);
    expect(await platform.orders.fulfilments(ref)).toEqual([]);
  });

  test('still tells what was sent once all went back', { timeout: TIMEOUT_MS }, async () => {
    const { currency } = await open('EUR').check();
    const platform = open(currency);
    const { product, variant } = await firstProduct(platform);
    const order = orderOf(currency, { productId: product.externalId, variantId: variant.externalId });
    const { put } = ordersOnPlatform(platform);
    const { ref } = await put(order);
    const authorization = `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`;
    const sent = await fetch(`${url}/wp-json/wc/v3/orders/${ref}`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'completed' }),
    });
    expect(await sent.json()).toMatchObject({ status: 'completed' });
    const amount = order.lines.reduce((sum, line) => sum + line.total, 0);
    const refunds = [{ id: randomUUID(), amount, lineIds: [] }];
    const lines = order.lines.map((line) => ({ ...line, asked: true }));
    expect((await put({ ...order, refunds })).refundIds).toEqual([]); // as it was before
    expect((await put({ ...order, refunds, lines })).cancelledLineIds).toEqual([]);
    expect(await platform.orders.find(order)).toMatchObject({ cancelledLineIds: [], refundIds: [refunds[0]?.id] });
    expect(await platform.orders.fulfilments(ref)).toMatchObject([{ lineIds: lines.map(({ id }) => id) }]);
  });
});
