import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPlatformHttp } from '../../../src/integrations/commerce/http.ts';
import type { CommercePlatform, PlatformProduct, StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { shopify } from '../../../src/integrations/commerce/shopify/platform.ts';
import { createOutgoingHttp } from '../../../src/platform/outgoing-http.ts';
import { storeOrder } from '../../support/commerce-contract.ts';

// A development store of your own, see docs/guides/connect-shopify.md. The test creates two test orders in it.
const { SHOPIFY_TEST_STORE: shop, SHOPIFY_TEST_TOKEN: token } = process.env;

describe.skipIf(!shop || !token)('a real store of Shopify', () => {
  test('has all scopes, exports its products, and keeps one order', { timeout: 600_000 }, async () => {
    const platform = open('EUR');
    const account = await platform.check();
    expect(account.missingScopes).toEqual([]);
    const real = open(account.currency);
    const listed = await listAll(real);
    const product = listed.find(({ variants }) => variants.length > 0);
    if (!product) throw new Error('The store needs a product.');
    expect(await real.getProduct(product.externalId)).toEqual(product);
    expect((await real.changes((await real.changes(null)).cursor)).more).toBe(false);
    await tryOrder(real, orderOf(product));
  });
});

function open(currency: string): CommercePlatform {
  const http = createPlatformHttp({
    outgoing: createOutgoingHttp({ privateTargets: false }),
    takeTurns: async () => 0,
    pace: { of: 'real store', perSecond: 4 },
    random: Math.random,
    sleep,
  });
  const settings = { address: shop ?? '', access_token: token ?? '', api_secret: 'not needed here' };
  return shopify.open(settings, { http, currency, now: () => new Date() });
}

async function listAll(platform: CommercePlatform): Promise<PlatformProduct[]> {
  const products: PlatformProduct[] = [];
  let cursor: string | null = null;
  do {
    const page = await platform.listProducts(cursor);
    expect(page.unreadable).toEqual([]);
    products.push(...page.products);
    cursor = page.next;
  } while (cursor !== null);
  return products;
}

function orderOf({ externalId, variants, currency }: PlatformProduct): StoreOrder {
  const order = storeOrder();
  const known = { productId: externalId, variantId: variants[0]?.externalId ?? '' };
  const reference = `PO-${randomUUID().slice(0, 4)}-TEST-X`.toUpperCase();
  return { ...order, reference, currency, lines: order.lines.map((line) => ({ ...line, ...known })) };
}

async function tryOrder({ orders }: CommercePlatform, order: StoreOrder): Promise<void> {
  const lineIds = order.lines.map(({ id }) => id);
  expect(await orders.find(order)).toBeNull();
  const { ref } = await orders.create({ ...order, unpaid: true });
  expect((await orders.create(order)).ref).toBe(ref); // a second one is refused by the unique id
  await orders.markPaid(ref, {
    amount: order.lines.reduce((sum, { total }) => sum + total, 0),
    currency: order.currency,
  });
  await orders.hold(ref, lineIds);
  expect((await orders.find(order))?.heldLineIds).toEqual(lineIds);
  await orders.hold(ref, lineIds.slice(1));
  await orders.setShipWindow(ref, { from: '2030-06-10', until: '2030-06-15' });
  await orders.cancelLines(ref, lineIds.slice(0, 1));
  const refund = { id: randomUUID(), amount: 100, lineIds: lineIds.slice(0, 1), currency: order.currency };
  for (let times = 0; times < 2; times += 1) await orders.recordRefund(ref, refund);
  expect(await orders.find(order)).toMatchObject({
    ref,
    paid: true,
    heldLineIds: lineIds.slice(1),
    cancelledLineIds: lineIds.slice(0, 1),
    shipWindow: { from: '2030-06-10', until: '2030-06-15' },
    refundIds: [refund.id],
  });
  expect(await orders.fulfilments(ref)).toEqual([]);
  await orders.cancelLines(ref, lineIds);
}
