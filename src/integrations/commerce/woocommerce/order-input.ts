import { currencyDigits } from '../../../domain/currency.ts';
import { toDecimal } from '../../../domain/money.ts';
import type { StoreOrder, StoreOrderLine } from '../port.ts';
import { taxShare } from '../tax-rate.ts';
import type { WooMeta } from './wire.ts';

/** Names of our fields in an order. Those that begin with `_` are not shown to people. */
export const META = {
  id: '_preorder_order_id',
  line: '_preorder_line_id',
  paid: '_preorder_paid',
  total: '_preorder_total',
  reference: 'Pre-order',
  number: 'Pre-order part',
  from: 'Ships from',
  until: 'Ships until',
  refund: '_preorder_refund_id',
  // WooCommerce's own: with it an order takes nothing from the shelf, also without our plugin.
  stockReduced: '_order_stock_reduced',
} as const;

/** Returns the body that creates an order. WooCommerce counts amounts without tax, and adds its own tax. */
export function toOrder(order: StoreOrder): Record<string, unknown> {
  const { currency, lines } = order;
  const waits = order.unpaid === true || lines.some((line) => line.held && !line.cancelled);
  const shipping = lines.reduce((sum, line) => sum + netOf(line.shipping, line, order), 0);
  return {
    status: waits ? 'on-hold' : 'pending',
    set_paid: !waits, // which makes it “processing”
    currency,
    payment_method: 'preorder',
    payment_method_title: 'Pre-order',
    transaction_id: order.reference,
    ...toAddress(order),
    line_items: lines.map((line) => toLine(line, order)),
    shipping_lines: [{ method_id: 'preorder', method_title: 'Shipping', total: exact(shipping, currency) }],
    meta_data: [
      { key: META.reference, value: order.reference },
      { key: META.number, value: String(order.number) },
      { key: META.id, value: order.id },
      { key: META.total, value: toDecimal(totalOf(order), currency) },
      { key: META.stockReduced, value: 'yes' },
      ...(order.test ? [{ key: 'Test', value: 'No money was paid. Send nothing.' }] : []),
      ...(order.unpaid ? [] : [{ key: META.paid, value: 'yes' }]),
      ...shipMeta(order),
    ],
  };
}

const totalOf = ({ lines }: Pick<StoreOrder, 'lines'>): number => lines.reduce((sum, { total }) => sum + total, 0);

export function shipMeta({ shipWindow }: Pick<StoreOrder, 'shipWindow'>): WooMeta[] {
  if (!shipWindow) return [];
  return [
    { key: META.from, value: shipWindow.from },
    { key: META.until, value: shipWindow.until },
  ];
}

/**
 * Returns an amount without its tax, in minor units with a fraction: rounded, WooCommerce would compute another total from it. Where
 * prices come without tax, the amounts of a line item already are.
 */
function netOf(amount: number, line: StoreOrderLine, order: StoreOrder): number {
  const { unitPrice, discount, shipping, total } = line;
  const isTaxOnTop = total !== unitPrice - discount + shipping;
  return isTaxOnTop ? amount : amount / (1 + taxShare(order, line));
}

/** WooCommerce keeps amounts with more decimals than the currency has, and rounds the total. */
const exact = (amount: number, currency: string): string =>
  (amount / 10 ** currencyDigits(currency)).toFixed(NET_DECIMALS);
const NET_DECIMALS = 6;

function toLine(line: StoreOrderLine, order: StoreOrder): Record<string, unknown> {
  const { currency, reference } = order;
  const [productId, variantId] = [Number(line.productId), Number(line.variantId)];
  const goods = line.unitPrice - line.discount;
  return {
    product_id: productId,
    ...(variantId === productId ? {} : { variation_id: variantId }),
    // The search of WooCommerce looks into names of line items: that is how an order is found again.
    name: `${line.title} (${reference})`,
    quantity: 1,
    subtotal: exact(netOf(goods + line.discount, line, order), currency),
    total: exact(netOf(goods, line, order), currency),
    meta_data: [...propertiesOf(line), { key: META.line, value: line.id }],
  };
}

function propertiesOf({ properties }: StoreOrderLine): WooMeta[] {
  if (Array.isArray(properties)) return properties.map(({ name, value }) => ({ key: name, value }));
  return Object.entries(properties ?? {}).map(([key, value]) => ({ key, value }));
}

/** Returns both addresses of an order. Empty if the shopper was erased. */
export function toAddress({ email, address }: Pick<StoreOrder, 'email' | 'address'>): Record<string, unknown> {
  if (address === null) return {};
  const place = {
    first_name: address.firstName ?? '',
    last_name: address.lastName ?? '',
    address_1: address.line1 ?? '',
    address_2: address.line2 ?? '',
    city: address.city ?? '',
    state: address.region ?? '',
    postcode: address.postalCode ?? '',
    country: address.country ?? '',
  };
  const contact = { phone: address.phoneNumber ?? '', ...(email ? { email } : {}) };
  return { billing: { ...place, ...contact }, shipping: place };
}
