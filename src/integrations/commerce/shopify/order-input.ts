import { toDecimal } from '../../../domain/money.ts';
import { payableLines } from '../payable.ts';
import type { ShipDays, StoreOrder, StoreOrderLine } from '../port.ts';
import { toGid } from './ids.ts';

/** The metafield that has our id of an order. Only this app can change it, and Shopify keeps its values unique. */
export const ORDER_ID = { namespace: '$app', key: 'order_id' } as const;
/** Names our line item in a property of Shopify's. Shopify's own pages show none that begin with an underscore. */
export const LINE_PROPERTY = '_preorder_line';
export const FROM_ATTRIBUTE = 'Ships from';
export const UNTIL_ATTRIBUTE = 'Ships until';
export const PHONE_ATTRIBUTE = 'Phone';
/** Shows people of the store where the money is. */
const GATEWAY = 'Pre-order';
// Shopify's limits of a property's name and value are far above those of a pre-order's properties; a tag has at most 40 characters.
const TAG = 'pre-order';

type Attribute = { key: string; value: string };

/**
 * Translates an order. Each line item stays one of its own, so that it can be held, cancelled and sent by itself. Shopify works out no
 * tax: it keeps what the shopper agreed to.
 */
export function toOrderInput(order: StoreOrder) {
  const { currency, lines } = order;
  const money = (amount: number) => ({ shopMoney: { amount: toDecimal(amount, currency), currencyCode: currency } });
  const sum = (part: 'shipping' | 'discount') => lines.reduce((total, line) => total + line[part], 0);
  const [shipping, discount] = [sum('shipping'), sum('discount')];
  const total = payableLines(order).reduce((paid, line) => paid + line.total, 0);
  const sale = { kind: 'SALE', status: 'SUCCESS', gateway: GATEWAY, test: order.test, amountSet: money(total) };
  return {
    currency,
    processedAt: order.placedAt,
    test: order.test,
    tags: [TAG, order.reference],
    customAttributes: attributesOf(order),
    metafields: [{ ...ORDER_ID, type: 'id', value: order.id }],
    taxesIncluded: lines.every(taxIsIncluded),
    lineItems: lines.map((line) => toLineInput(line, money)),
    ...(order.email === null ? {} : { email: order.email }),
    ...(order.address === null ? {} : { shippingAddress: toAddressInput(order.address) }),
    ...(shipping > 0 ? { shippingLines: [{ title: 'Shipping', priceSet: money(shipping) }] } : {}),
    ...(discount > 0
      ? { discountCode: { itemFixedDiscountCode: { code: 'Pre-order', amountSet: money(discount) } } }
      : {}),
    ...(order.unpaid ? { financialStatus: 'PENDING' } : { transactions: [sale] }),
  };
}

function attributesOf({ reference, number, shipWindow, address }: StoreOrder): Attribute[] {
  const named = { key: 'Pre-order', value: number === 1 ? reference : `${reference}/${number}` };
  return [named, ...(shipWindow ? windowAttributes(shipWindow) : []), ...phoneAttributes(address ?? {})];
}

/** Returns the whole text of a telephone number of which Shopify takes a part or nothing. */
export function phoneAttributes({ phoneNumber = '' }: Record<string, string>): Attribute[] {
  return phoneNumber === numberIn(phoneNumber) ? [] : [{ key: PHONE_ATTRIBUTE, value: phoneNumber }];
}

export function windowAttributes({ from, until }: ShipDays): Attribute[] {
  return [
    { key: FROM_ATTRIBUTE, value: from },
    { key: UNTIL_ATTRIBUTE, value: until },
  ];
}

function toLineInput(line: StoreOrderLine, money: (amount: number) => unknown) {
  const { productId, variantId, sku, title, tax, total } = line;
  const rate = (tax / Math.max(1, total - tax)).toFixed(4);
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
    ...(tax > 0 ? { taxLines: [{ title: 'Tax', rate, priceSet: money(tax) }] } : {}),
  };
}

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

const ADDRESS_FIELDS = [
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['line1', 'address1'],
  ['line2', 'address2'],
  ['city', 'city'],
  ['region', 'provinceCode'],
  ['postalCode', 'zip'],
  ['phoneNumber', 'phone'],
] as const;

// Shopify takes a region's code and a telephone number. Our shoppers may write other text there, which must not stop the order.
const REGION_CODE = /^[A-Z\d]{1,3}$/i;
const NUMBER = /^\+?\d[\d\s().\-/]{4,}$|^\([\d\s().\-/]{5,}$/;
const EXTENSION = /[,;]? ?(?:extension|ext|x|#)[.:=]? ?\d{1,8}$/i;

/** Returns a number without its extension; nothing of a text that is no number. */
function numberIn(phone: string): string {
  const number = phone.replace(EXTENSION, '');
  return NUMBER.test(number) ? number : '';
}

/** Writes an address as Shopify takes it. A region without a code goes with the second line. */
export function toAddressInput(given: Record<string, string>): Record<string, string> {
  const { line2 = '', region = '', phoneNumber = '', country = '' } = given;
  const known = REGION_CODE.test(region)
    ? { region }
    : { region: '', line2: [line2, region].filter(Boolean).join(', ') };
  const address: Record<string, string> = {
    ...given,
    ...known,
    phoneNumber: numberIn(phoneNumber),
  };
  const filled = ADDRESS_FIELDS.map(([ours, theirs]) => [theirs, address[ours] ?? ''] as const);
  return { ...Object.fromEntries(filled.filter(([, value]) => value !== '')), countryCode: country };
}

export function fromAddress(address: Readonly<Record<string, string | null>>): Record<string, string> {
  const fields = ADDRESS_FIELDS.map(([ours, theirs]) => [ours, address[theirs] ?? ''] as const);
  return { ...Object.fromEntries(fields), country: address.countryCodeV2 ?? '' };
}
