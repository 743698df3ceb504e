import { GraphQLError } from 'graphql';
import { addressRefusal } from './address-rules.ts';
import { searched } from './search.ts';
import type { Attribute, LineItem, Money, Order, Root, Transaction, UserError } from './things.ts';
import { moneyBag, numberOf, readableOrders, type Shop } from './things.ts';

type MoneyInput = { shopMoney: Money };
type TaxLine = { title: string; rate: string; priceSet?: MoneyInput };
type LineInput = {
  variantId?: string;
  title?: string;
  sku?: string;
  quantity: number;
  priceSet?: MoneyInput;
  properties?: { name: string; value: string }[];
  taxLines?: TaxLine[];
};
type OrderInput = {
  email?: string;
  note?: string;
  tags?: string[];
  test?: boolean;
  currency?: string;
  sourceIdentifier?: string;
  customAttributes?: Attribute[];
  metafields?: { namespace?: string; key: string; type: string; value: string }[];
  shippingAddress?: Record<string, string>;
  shippingLines?: { title: string; priceSet: MoneyInput; taxLines?: TaxLine[] }[];
  discountCode?: { itemFixedDiscountCode?: { code: string; amountSet?: MoneyInput } };
  taxesIncluded?: boolean;
  lineItems?: LineInput[];
  transactions?: { kind?: string; status?: string; gateway?: string; amountSet: MoneyInput }[];
};

const DEVELOPMENT_ORDERS_A_MINUTE = 5;

/** Everything that orders are asked for and told directly. */
export function orderRoot(shop: Shop): Root {
  const find = (id: unknown) => readableOrders(shop).find((one) => one.id === id);
  return {
    order: ({ id }) => find(id) ?? null,
    orders: ({ query, sortKey }) => {
      const found = searched(readableOrders(shop), query, {
        id: ({ id }) => numberOf(id),
        name: ({ name }) => name,
        tag: ({ tags }) => tags,
        source_identifier: ({ sourceIdentifier }) => sourceIdentifier ?? '',
        updated_at: ({ updatedAt }) => updatedAt,
      });
      return sortKey === 'UPDATED_AT' ? found.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)) : found;
    },
    orderByIdentifier: ({ identifier }) => {
      const found = byIdentifier(shop, identifier as Identifier);
      return found && readableOrders(shop).includes(found) ? found : null;
    },
    orderCreate: ({ order }) => {
      const error = refusalOf(shop, order as OrderInput);
      return error
        ? { order: null, userErrors: [error] }
        : { order: addOrder(shop, order as OrderInput), userErrors: [] };
    },
    orderUpdate: ({ input }) => {
      const { id, shippingAddress, ...fields } = input as { id: string; shippingAddress?: Record<string, string> };
      const order = find(id);
      if (!order) return { order: null, userErrors: [{ field: ['id'], message: 'Order does not exist' }] };
      const refusal = addressRefusal(shippingAddress);
      if (refusal) return { order: null, userErrors: [refusal] };
      Object.assign(order, fields, shippingAddress ? { shippingAddress: addressOf(shippingAddress) } : {});
      touch(shop, order);
      return { order, userErrors: [] };
    },
    orderMarkAsPaid: ({ input }) => {
      const order = find((input as { id: string }).id);
      const owed = order ? Number(order.totalOutstandingSet.shopMoney.amount) : 0;
      if (!order || owed <= 0)
        return { order: null, userErrors: [{ field: ['id'], message: 'Order cannot be marked as paid.' }] };
      order.allTransactions.push(transaction(shop, { kind: 'SALE', gateway: 'manual', amount: owed, parent: null }));
      touch(shop, order);
      shop.tell('orders/paid', orderPayload(order));
      return { order, userErrors: [] };
    },
    orderCancel: ({ orderId }) => {
      const order = find(orderId);
      const error = order ? cancelRefusal(order) : 'Order does not exist';
      if (!order || error)
        return { job: null, orderCancelUserErrors: [{ field: ['orderId'], message: error, code: 'INVALID' }] };
      order.cancelledAt = shop.now();
      for (const one of order.fulfillmentOrders) one.status = 'CLOSED';
      touch(shop, order);
      shop.tell('orders/cancelled', orderPayload(order));
      return { job: { id: shop.nextId('Job'), done: false }, orderCancelUserErrors: [] };
    },
  };
}

type Identifier = { id?: string; customId?: { namespace?: string; key: string; value: string } };

function byIdentifier(shop: Shop, { id, customId }: Identifier): Order | undefined {
  if (!customId) return shop.orders.find((one) => one.id === id);
  const { namespace = '$app', key, value } = customId;
  const defined = shop.metafieldDefinitions.some(
    (one) => one.key === key && one.namespace === namespace && one.type === 'id',
  );
  if (!defined) {
    throw new GraphQLError("Metafield definition of type 'id' is required when using custom ids.", {
      extensions: { code: 'NOT_FOUND' },
    });
  }
  return shop.orders.find(({ metafields }) =>
    metafields.some((one) => one.namespace === namespace && one.key === key && one.value === value),
  );
}

function refusalOf(shop: Shop, order: OrderInput): UserError | null {
  const refuse = (field: string[], message: string, code: string | null = 'INVALID') => ({ field, message, code });
  const minuteAgo = new Date(Date.parse(shop.now()) - 60_000).toISOString();
  const recent = shop.orders.filter(({ createdAt }) => createdAt > minuteAgo).length;
  if (shop.development && recent >= DEVELOPMENT_ORDERS_A_MINUTE) {
    return refuse(['order'], 'Too many attempts. Please try again later.', null);
  }
  if (!order.lineItems?.length) return refuse(['order', 'lineItems'], 'Line items must have at least one line item');
  const unknown = order.lineItems.findIndex((one) => one.variantId && !variantOf(shop, one.variantId));
  if (unknown >= 0) return refuse(['order', 'lineItems', String(unknown), 'variantId'], 'Variant does not exist');
  const without = order.lineItems.findIndex((one) => !one.variantId && !one.title);
  if (without >= 0) return refuse(['order', 'lineItems', String(without), 'title'], "Title can't be blank");
  if (order.email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(order.email))
    return refuse(['order', 'email'], 'Email is invalid');
  const refusal = addressRefusal(order.shippingAddress);
  if (refusal) return refusal;
  for (const { namespace = '$app', key, value } of order.metafields ?? []) {
    const unique = shop.metafieldDefinitions.some((one) => one.type === 'id' && one.key === key);
    const taken = unique && byIdentifier(shop, { customId: { namespace, key, value } });
    if (taken)
      return refuse(
        ['order', 'metafields'],
        `Value is already assigned to another metafield. Choose a different value.`,
      );
  }
  return null;
}

function variantOf(shop: Shop, id: string) {
  return shop.products.flatMap(({ variants }) => variants).find((one) => one.id === id);
}

function addOrder(shop: Shop, given: OrderInput): Order {
  const currency = given.currency ?? shop.currency;
  const fixed = given.discountCode?.itemFixedDiscountCode;
  const order: Order = {
    __typename: 'Order',
    id: shop.nextId('Order'),
    name: `#${1_001 + shop.orders.length}`,
    email: given.email ?? null,
    note: given.note ?? null,
    tags: given.tags ?? [],
    test: given.test ?? false,
    currencyCode: currency,
    sourceIdentifier: given.sourceIdentifier ?? null,
    shippingAddress: given.shippingAddress ? addressOf(given.shippingAddress) : null,
    customAttributes: given.customAttributes ?? [],
    metafields: (given.metafields ?? []).map((one) => ({ namespace: '$app', ...one })),
    lineItems: (given.lineItems ?? []).map((one) => lineOf(shop, one, currency)),
    shipping: (given.shippingLines ?? []).reduce((sum, { priceSet }) => sum + Number(priceSet.shopMoney.amount), 0),
    shippingTaxLines: (given.shippingLines ?? []).flatMap(({ taxLines = [] }) => taxLines),
    discount: Number(fixed?.amountSet?.shopMoney.amount ?? 0),
    discountCodes: fixed ? [fixed.code] : [],
    taxesIncluded: given.taxesIncluded ?? false,
    transactions: ({ first } = {}) => order.allTransactions.slice(0, first),
    allTransactions: [],
    refunds: [],
    fulfillments: [],
    fulfillmentOrders: [],
    cancelledAt: null,
    createdAt: shop.now(),
    updatedAt: shop.now(),
    get currentTotalPriceSet() {
      return moneyBag(totalOf(order), currency);
    },
    get totalOutstandingSet() {
      return moneyBag(totalOf(order) - paidFor(order), currency);
    },
    get fullyPaid() {
      return totalOf(order) - paidFor(order) < 0.005;
    },
  };
  for (const { kind = 'SALE', gateway = 'manual', amountSet } of given.transactions ?? []) {
    const amount = Number(amountSet.shopMoney.amount);
    order.allTransactions.push(transaction(shop, { kind, gateway, amount, parent: null }));
  }
  const lineItems = order.lineItems.map((lineItem) => {
    const id = shop.nextId('FulfillmentOrderLineItem');
    return { __typename: 'FulfillmentOrderLineItem' as const, id, lineItem, remainingQuantity: lineItem.quantity };
  });
  const id = shop.nextId('FulfillmentOrder');
  order.fulfillmentOrders.push({ __typename: 'FulfillmentOrder', id, status: 'OPEN', fulfillmentHolds: [], lineItems });
  shop.orders.push(order);
  shop.tell('orders/create', orderPayload(order));
  return order;
}

function lineOf(shop: Shop, given: LineInput, currency: string): LineItem {
  const variant = given.variantId ? (variantOf(shop, given.variantId) ?? null) : null;
  const price = Number(given.priceSet?.shopMoney.amount ?? variant?.price ?? 0);
  const line: LineItem = {
    __typename: 'LineItem',
    id: shop.nextId('LineItem'),
    title: given.title ?? variant?.product.title ?? '',
    sku: given.sku ?? variant?.sku ?? null,
    quantity: given.quantity,
    currentQuantity: given.quantity,
    fulfilled: 0,
    get unfulfilledQuantity() {
      return line.currentQuantity - line.fulfilled;
    },
    price,
    customAttributes: (given.properties ?? []).map(({ name, value }) => ({ key: name, value })),
    originalUnitPriceSet: moneyBag(price, currency),
    taxLines: given.taxLines ?? [],
    variant,
  };
  return line;
}

function totalOf(order: Order): number {
  if (order.cancelledAt) return 0;
  const kept = order.lineItems.filter(({ currentQuantity }) => currentQuantity > 0);
  const goods = kept.reduce((sum, { price, currentQuantity }) => sum + price * currentQuantity, 0);
  const taxes = [...kept.flatMap(({ taxLines }) => taxLines as TaxLine[]), ...(order.shippingTaxLines as TaxLine[])];
  const tax = order.taxesIncluded
    ? 0
    : taxes.reduce((sum, { priceSet }) => sum + Number(priceSet?.shopMoney.amount ?? 0), 0);
  return goods + tax + order.shipping - order.discount;
}

export function paidFor({ allTransactions }: Order): number {
  return allTransactions.reduce((sum, { kind, amount }) => (kind === 'REFUND' ? sum - amount : sum + amount), 0);
}

type NewTransaction = { kind: string; gateway: string; amount: number; parent: Transaction | null };

export function transaction(shop: Shop, { kind, gateway, amount, parent }: NewTransaction): Transaction {
  const id = shop.nextId('OrderTransaction');
  const amountSet = moneyBag(amount, shop.currency);
  const made = { id, kind, gateway, amount, amountSet, status: 'SUCCESS', createdAt: shop.now() };
  return { __typename: 'OrderTransaction', ...made, parentTransaction: parent };
}

function addressOf({ countryCode, ...given }: Record<string, string>): Record<string, string | null> {
  const blank = {
    firstName: null,
    lastName: null,
    address1: null,
    address2: null,
    city: null,
    provinceCode: null,
    zip: null,
    phone: null,
  };
  return { ...blank, province: null, ...given, countryCodeV2: countryCode ?? null };
}

function cancelRefusal(order: Order): string | null {
  if (order.cancelledAt) return 'Order has already been cancelled';
  return order.fulfillments.some(({ status }) => status === 'SUCCESS') ? 'Cannot cancel a fulfilled order' : null;
}

/** Notes that an order changed, and tells it. */
export function touch(shop: Shop, order: Order): void {
  order.updatedAt = shop.now();
  shop.tell('orders/updated', orderPayload(order));
}

export function orderPayload({ id, name, email, cancelledAt }: Order): Record<string, unknown> {
  return { id: numberOf(id), admin_graphql_api_id: id, name, email, cancelled_at: cancelledAt };
}
