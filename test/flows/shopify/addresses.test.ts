import { afterEach, describe, expect, test } from 'vitest';
import { ordersOnPlatform } from '../../../src/integrations/commerce/orders-on-platform.ts';
import type { StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { storeOrder } from '../../support/commerce-contract.ts';
import { type OpenShopify, openShopify } from '../../support/shopify/open.ts';
import { addProduct } from '../../support/shopify/products.ts';
import { testData } from '../../support/test-data.ts';

// Addresses and taxes as Shopify takes them: what it does not take stands in the order all the same.

const opened: OpenShopify[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function openShop(): Promise<OpenShopify> {
  const open = await openShopify();
  opened.push(open);
  addProduct(open.shop, { id: '1001', variants: [{ id: '2001' }] });
  return open;
}

const orderTo = (place: Record<string, string>): StoreOrder => {
  const order = storeOrder();
  return { ...order, address: { ...order.address, ...place } };
};

describe.skipIf(testData === undefined)('an address', () => {
  test.each([
    ['JP', '13', 'JP-13'],
    ['MX', 'CMX', 'DF'],
    ['CN', '31', 'SH'],
    ['HK', 'Kowloon', 'KL'],
    ['IN', 'TG', 'TS'],
    ['MY', '14', 'KUL'],
    ['US', 'ny', 'NY'],
    ['CA', 'CA-QC', 'QC'],
    ['NZ', 'Auckland', 'AUK'],
    ['PT', 'Évora', 'PT-07'],
  ])('in %s with the region %s has %s as its province', async (country, region, provinceCode) => {
    const { platform, shop } = await openShop();
    await platform.orders.create(orderTo({ country, region }));
    expect(shop.orders[0]).toMatchObject({
      shippingAddress: { countryCodeV2: country, provinceCode, address2: null },
      customAttributes: [{ key: 'Pre-order' }],
    });
  });

  test.each([
    ['DE', 'BE', null],
    ['DE', 'Bayern', 'Bayern'],
    ['AU', 'JBT', null],
    ['US', 'XX', null],
    ['JP', 'Beyond the sea', 'Beyond the sea'],
  ])(
    'in %s with the region %s, which Shopify does not have, arrives without it, and nothing is lost',
    async (country, region, line) => {
      const { platform, shop } = await openShop();
      const { put } = ordersOnPlatform(platform);
      const order = orderTo({ country, region });
      await put(order);
      expect(shop.orders).toHaveLength(1);
      expect(shop.orders[0]).toMatchObject({
        shippingAddress: { countryCodeV2: country, provinceCode: null, address2: line },
        customAttributes: [{ key: 'Pre-order' }, { key: 'Region of the address', value: region }],
      });
      await put({ ...order, address: { ...order.address, city: 'Elsewhere' } });
      expect(shop.orders[0]).toMatchObject({
        shippingAddress: { city: 'Elsewhere', provinceCode: null },
        customAttributes: [{ key: 'Pre-order' }, { key: 'Region of the address', value: region }],
      });
      await put({ ...order, address: { ...order.address, region: '' } });
      expect(shop.orders[0]?.customAttributes).toEqual([{ key: 'Pre-order', value: order.reference }]);
    },
  );

  test.each([
    ['PR', { countryCodeV2: 'US', provinceCode: 'PR' }, []],
    ['', { countryCodeV2: null, provinceCode: null }, [{ key: 'Country of the address', value: 'missing' }]],
    ['AQ', { countryCodeV2: null, provinceCode: null }, [{ key: 'Country of the address', value: 'AQ' }]],
  ])('in the country “%s” arrives', async (country, place, notes) => {
    const { platform, shop } = await openShop();
    await platform.orders.create(orderTo({ country, region: '' }));
    expect(shop.orders[0]?.shippingAddress).toMatchObject({ ...place, address1: 'Invalidenstraße 116' });
    expect(shop.orders[0]?.customAttributes.slice(1)).toEqual(notes);
  });

  test('that is as it was is not written again', async () => {
    const { platform, shop, calls } = await openShop();
    const { put } = ordersOnPlatform(platform);
    const order = orderTo({ country: 'JP', region: '13', phoneNumber: '+81 3 3581 0101 ext. 5' });
    await put(order);
    await put(order);
    expect(calls.map(({ name }) => name)).not.toContain('UpdateOrder');
    await put({ ...order, email: 'grace@example.com' });
    expect(shop.orders[0]?.email).toBe('grace@example.com');
  });
});

describe.skipIf(testData === undefined)('tax', () => {
  const lineOf = (order: StoreOrder, more: object) => order.lines.slice(0, 1).map((line) => ({ ...line, ...more }));

  test('has its rate, on goods and on shipping by themselves', async () => {
    const { platform, shop } = await openShop();
    const order = orderTo({});
    // 19 % in 9.99 and 0.49: as one amount of one line item it looked like 20 %.
    const lines = lineOf(order, { unitPrice: 999, shipping: 49, tax: 167, total: 1_048, discount: 0 });
    await platform.orders.create({ ...order, lines, taxRate: 190_000 });
    const [made] = shop.orders;
    const taxOf = (amount: string) => [
      { title: 'Tax', rate: '0.19', priceSet: { shopMoney: { amount, currencyCode: 'EUR' } } },
    ];
    expect(made?.lineItems[0]?.taxLines).toMatchObject(taxOf('1.59'));
    expect(made?.shippingTaxLines).toMatchObject(taxOf('0.08'));
    expect(made?.currentTotalPriceSet.shopMoney.amount).toBe('10.48');
  });

  test('that is added to prices makes the same total', async () => {
    const { platform, shop } = await openShop();
    const order = orderTo({ country: 'CA', region: 'QC' });
    const lines = lineOf(order, { unitPrice: 10_000, shipping: 1_000, discount: 500, tax: 1_572, total: 12_072 });
    await platform.orders.create({ ...order, lines, taxRate: 149_750 });
    expect(shop.orders[0]).toMatchObject({ taxesIncluded: false, fullyPaid: true });
    expect(shop.orders[0]?.currentTotalPriceSet.shopMoney.amount).toBe('120.72');
    expect(shop.orders[0]?.lineItems[0]?.taxLines).toMatchObject([{ rate: '0.14975' }]);
  });

  test('of an order whose rate is not known has the one of its amounts', async () => {
    const { platform, shop } = await openShop();
    const order = orderTo({});
    await platform.orders.create({
      ...order,
      lines: lineOf(order, { unitPrice: 11_900, shipping: 0, tax: 1_900, total: 11_900 }),
    });
    expect(shop.orders[0]?.lineItems[0]?.taxLines).toMatchObject([{ rate: '0.19' }]);
  });
});
