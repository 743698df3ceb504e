import { describe } from 'vitest';
import { toDecimal } from '../../../src/domain/money.ts';
import type { PlatformChange } from '../../../src/integrations/commerce/port.ts';
import { LINE_PROPERTY } from '../../../src/integrations/commerce/shopify/order-input.ts';
import { platformContract } from '../../support/platform-contract/contract.ts';
import { createFaultyWay } from '../../support/platform-contract/faulty-way.ts';
import type { PlatformHand, PlatformUnderTest, SeedProduct } from '../../support/platform-contract/under-test.ts';
import { ship } from '../../support/shopify/fulfilments.ts';
import { type OpenShopify, openShopify } from '../../support/shopify/open.ts';
import { addProduct, changeProduct, deleteProduct, setStock } from '../../support/shopify/products.ts';
import type { LineItem, Order } from '../../support/shopify/things.ts';
import { numberOf, type Shop } from '../../support/shopify/things.ts';
import { signed } from '../../support/shopify/webhooks.ts';
import { testData } from '../../support/test-data.ts';

describe.skipIf(testData === undefined)('by the stand-in', () => {
  platformContract({
    name: 'Shopify',
    can: {
      changes: true,
      webhooks: true,
      stock: true,
      unpaidOrders: true,
      hold: 'lines',
      shipWindow: true,
      cancel: 'lines',
      refunds: true,
      fulfilments: true,
    },
    currencies: ['EUR', 'JPY', 'KWD'],
    signsTime: false,
    open,
  });
});

async function open(currency: string): Promise<PlatformUnderTest> {
  // The points of a Plus store: 2,000 variants at once are more than a small store's.
  const opened = await openShopify({ currency, bucket: { maximumAvailable: 20_000, restoreRate: 1_000 } });
  const way = await createFaultyWay(opened.url);
  return {
    platform: opened.adapter({ url: way.url }),
    withDeadCredentials: opened.adapter({ url: way.url, token: 'shpat_dead_dead_dead' }),
    hand: handOf(opened),
    way,
    currency,
    secret: opened.shop.clientSecret,
    webhook: (change, { secret }) => webhookOf(opened.shop, change, secret),
    async close() {
      await way.close();
      await opened.stop();
    },
  };
}

function webhookOf(shop: Shop, change: PlatformChange, secret: string) {
  if (change.what !== 'product') throw new Error(`no webhook of ${change.what}`);
  const { body, headers } = signed({ ...shop, clientSecret: secret }, 'products/update', { id: Number(change.id) });
  return { body: Buffer.from(body), headers };
}

/** What people of the store do. Some seconds pass after each. */
function handOf({ shop }: OpenShopify): PlatformHand {
  const later = () => {
    shop.clock.aheadMs += 3_000;
  };
  const price = (amount: number | null) => toDecimal(amount ?? 0, shop.currency);
  return {
    async add({ variants, published, imageUrl, ...seed }) {
      const product = addProduct(shop, {
        ...fieldsOf(seed),
        ...(published ? {} : { publishedAt: null }),
        ...(imageUrl ? { image: imageUrl } : {}),
        variants: variants.map((one) => ({
          sku: one.sku || null,
          price: price(one.price),
          compareAtPrice: one.compareAtPrice === null ? null : price(one.compareAtPrice),
          inventoryQuantity: one.inStock,
          inventoryPolicy: one.oversellEnabled ? 'CONTINUE' : 'DENY',
          options: one.optionValues,
        })),
      });
      later();
      return { id: idOf(product), variantIds: product.variants.map(idOf) };
    },
    async change(id, { published, optionNames: _, ...to }) {
      const fields = fieldsOf(to);
      const publishedAt = published === undefined ? {} : { publishedAt: published ? shop.now() : null };
      changeProduct(shop, id, { ...fields, ...publishedAt });
      later();
    },
    async remove(id) {
      deleteProduct(shop, id);
      later();
    },
    async setStock(variantId, inStock) {
      setStock(shop, variantId, inStock);
      later();
    },
    async replaceVariant(productId, variantId) {
      const product = shop.products.find((one) => idOf(one) === productId);
      const variant = product?.variants.find((one) => idOf(one) === variantId);
      if (!product || !variant) throw new Error(`no variant ${variantId}`);
      const next = { ...variant, id: shop.nextId('ProductVariant') };
      changeProduct(shop, productId, { variants: [...product.variants.filter((one) => one !== variant), next] });
      later();
      return idOf(next);
    },
    countOrders: async (reference) => shop.orders.filter(({ tags }) => tags.includes(reference)).length,
    async propertiesOf(ref, lineId) {
      const shown = lineOf(orderOf(shop, ref), lineId).customAttributes.filter(({ key }) => !key.startsWith('_'));
      return Object.fromEntries(shown.map(({ key, value }) => [key, value]));
    },
    async fulfil(ref, lineIds, { carrier, trackingNumber, trackingUrl }) {
      const order = orderOf(shop, ref);
      const lineItemIds = lineIds.map((id) => lineOf(order, id).id);
      ship(shop, order, { lineItemIds, company: carrier, number: trackingNumber, url: trackingUrl });
      later();
    },
  };
}

function fieldsOf<Fields extends Partial<SeedProduct>>({ imageUrl: _, ...fields }: Fields) {
  return fields;
}

const idOf = ({ id }: { id: string }) => String(numberOf(id));

function orderOf(shop: Shop, ref: string): Order {
  const order = shop.orders.find((one) => idOf(one) === ref);
  if (!order) throw new Error(`no order ${ref}`);
  return order;
}

function lineOf({ lineItems }: Order, lineId: string): LineItem {
  const isIt = ({ key, value }: { key: string; value: string }) => key === LINE_PROPERTY && value === lineId;
  const line = lineItems.find(({ customAttributes }) => customAttributes.some(isIt));
  if (!line) throw new Error(`no line item ${lineId}`);
  return line;
}
