import { currencyDigits } from '../../../src/domain/currency.ts';
import { parseMoney, toDecimal } from '../../../src/domain/money.ts';
import { LINE_PROPERTY } from '../../../src/integrations/commerce/shopify/order-input.ts';
import type { PlatformHand, SeedProduct, SeenOrder } from '../platform-contract/under-test.ts';
import { ship } from './fulfilments.ts';
import { addProduct, changeProduct, deleteProduct, setStock } from './products.ts';
import type { ShopifyStandIn } from './server.ts';
import type { LineItem, Order } from './things.ts';
import { numberOf, type Shop } from './things.ts';

/** What people of the store do. Some seconds pass after each. */
export function handOf({ shop }: Pick<ShopifyStandIn, 'shop'>): PlatformHand {
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
    ...ordersOf(shop, later),
  };
}

type OrderHand = Pick<PlatformHand, 'deleteOrder' | 'pass' | 'seen' | 'countOrders' | 'propertiesOf' | 'fulfil'>;

function ordersOf(shop: Shop, later: () => void): OrderHand {
  return {
    async deleteOrder(ref) {
      shop.orders.splice(shop.orders.indexOf(orderOf(shop, ref)), 1);
      shop.tell('orders/delete', { id: Number(ref) });
      later();
    },
    async pass(ms) {
      shop.clock.aheadMs += ms;
    },
    seen: async (ref) => see(shop, orderOf(shop, ref)),
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

function see({ currency }: Shop, { allTransactions, lineItems, cancelledAt }: Order): SeenOrder {
  const signed = allTransactions.map(
    ({ kind, amountSet }) => (kind === 'REFUND' ? -1 : 1) * Number(amountSet.shopMoney.amount),
  );
  const sum = signed.reduce((kept, amount) => kept + amount, 0);
  const idsOf = (some: LineItem[]) =>
    some.map(({ customAttributes }) => customAttributes.find(({ key }) => key === LINE_PROPERTY)?.value ?? '');
  const left = lineItems.filter(({ currentQuantity }) => currentQuantity > 0);
  return {
    openIds: cancelledAt === null ? idsOf(left.filter(({ fulfilled }) => fulfilled === 0)) : [],
    sentIds: idsOf(left.filter(({ fulfilled }) => fulfilled > 0)),
    kept: parseMoney(sum.toFixed(currencyDigits(currency)), currency),
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
