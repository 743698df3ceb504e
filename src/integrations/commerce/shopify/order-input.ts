import { toDecimal } from '../../../domain/money.ts';
import { payableLines } from '../payable.ts';
import type { ShipDays, StoreOrder, StoreOrderLine } from '../port.ts';
import { taxShare } from '../tax-rate.ts';
import { type Attribute, type WrittenAddress, writeAddress } from './address.ts';
import { toGid } from './ids.ts';

/** The metafield that has our id of an order. Only this app can change it, and Shopify keeps its values unique. */
export const ORDER_ID = { namespace: '$app', key: 'order_id' } as const;
/** Names our line item in a property of Shopify's. Shopify's own pages show none that begin with an underscore. */
export const LINE_PROPERTY = '_preorder_line';
export const FROM_ATTRIBUTE = 'Ships from';
export const UNTIL_ATTRIBUTE = 'Ships until';
/** Shows people of the store where the money is. */
const GATEWAY = 'Pre-order';
// Shopify's limits of a property's name and value are far above those of a pre-order's properties; a tag has at most 40 characters.
const TAG = 'pre-order';

/**
 * Translates an order. Each line item stays one of its own, so that it can be held, cancelled and sent by itself. Shopify works out no
 * tax: it keeps what the shopper agreed to.
 */
export function toOrderInput(order: StoreOrder, options: { province?: boolean } = {}) {
  const { currency, lines } = order;
  const address = order.address && writeAddress(order.address, options);
  const money = (amount: number) => ({ shopMoney: { amount: toDecimal(amount, currency), currencyCode: currency } });
  const [shipping, discount] = [sumOf(lines, (line) => line.shipping), sumOf(lines, (line) => line.discount)];
  const total = payableLines(order).reduce((paid, line) => paid + line.total, 0);
  const sale = { kind: 'SALE', status: 'SUCCESS', gateway: GATEWAY, test: order.test, amountSet: money(total) };
  return {
    currency,
    processedAt: order.placedAt,
    test: order.test,
    tags: [TAG, order.reference],
    customAttributes: attributesOf(order, address),
    metafields: [{ ...ORDER_ID, type: 'id', value: order.id }],
    taxesIncluded: lines.every(taxIsIncluded),
    lineItems: lines.map((line) => toLineInput(line, { money, rate: rateOf(order, line) })),
    ...(order.email === null ? {} : { email: order.email }),
    ...(address === null ? {} : { shippingAddress: address.input }),
    ...(shipping > 0 ? { shippingLines: [shippingLine(order, money)] } : {}),
    ...(discount > 0
      ? { discountCode: { itemFixedDiscountCode: { code: 'Pre-order', amountSet: money(discount) } } }
      : {}),
    ...(order.unpaid ? { financialStatus: 'PENDING' } : { transactions: [sale] }),
  };
}

function attributesOf({ reference, number, shipWindow }: StoreOrder, address: WrittenAddress | null): Attribute[] {
  const named = { key: 'Pre-order', value: number === 1 ? reference : `${reference}/${number}` };
  return [named, ...(shipWindow ? windowAttributes(shipWindow) : []), ...(address?.notes ?? [])];
}

export function windowAttributes({ from, until }: ShipDays): Attribute[] {
  return [
    { key: FROM_ATTRIBUTE, value: from },
    { key: UNTIL_ATTRIBUTE, value: until },
  ];
}

type Money = (amount: number) => unknown;

function toLineInput(line: StoreOrderLine, { money, rate }: { money: Money; rate: string }) {
  const { productId, variantId, sku, title, tax } = line;
  const taxOfGoods = tax - shippingTaxOf(line);
  return {
    productId: toGid('Product', productId),
    variantId: toGid('ProductVariant', variantId),
    title,
    quantity: 1,
    priceSet: money(line.unitPrice),
    requiresShipping: true,
    taxable: tax > 0,
    properties: [...propertiesOf(line.properties), { name: LINE_PROPERTY, value: line.id }],
    ...(sku === '' ? {} : { sku }),
    ...(taxOfGoods > 0 ? { taxLines: [{ title: 'Tax', rate, priceSet: money(taxOfGoods) }] } : {}),
  };
}

/** The tax of shipping stands with it, by its rate: beside the tax of goods it would look like a higher rate of theirs. */
function shippingLine(order: StoreOrder, money: Money) {
  const rates = Map.groupBy(order.lines, (line) => rateOf(order, line));
  const taxes = [...rates].map(([rate, lines]) => ({ rate, tax: sumOf(lines, shippingTaxOf) }));
  const taxLines = taxes
    .filter(({ tax }) => tax > 0)
    .map(({ rate, tax }) => ({ title: 'Tax', rate, priceSet: money(tax) }));
  return {
    title: 'Shipping',
    priceSet: money(sumOf(order.lines, ({ shipping }) => shipping)),
    ...(taxLines.length > 0 ? { taxLines } : {}),
  };
}

const sumOf = (lines: readonly StoreOrderLine[], part: (line: StoreOrderLine) => number): number =>
  lines.reduce((sum, line) => sum + part(line), 0);

/** A line item's tax is of its goods and of its part of the shipping, by one rate. */
function shippingTaxOf({ unitPrice, discount, shipping, tax }: StoreOrderLine): number {
  return Math.round((tax * shipping) / Math.max(1, unitPrice - discount + shipping));
}

/** Returns the rate as Shopify writes it, such as 0.19. */
const rateOf = (order: StoreOrder, line: StoreOrderLine): string => String(Number(taxShare(order, line).toFixed(6)));

function taxIsIncluded({ unitPrice, shipping, discount, total }: StoreOrderLine): boolean {
  return total === unitPrice + shipping - discount;
}

/** Properties are an object or a list of names and values, as the store's page passed them. */
function propertiesOf(properties: unknown): { name: string; value: string }[] {
  if (typeof properties !== 'object' || properties === null) return [];
  const pairs: [unknown, unknown][] = Array.isArray(properties)
    ? properties.flatMap((one) => (one && typeof one === 'object' ? [[one.name, one.value] as [unknown, unknown]] : []))
    : Object.entries(properties);
  return pairs.map(([name, value]) => ({
    name: String(name),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
