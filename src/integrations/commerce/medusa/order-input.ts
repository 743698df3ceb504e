import { type Minor, toMajor } from '../../../domain/money.ts';
import { payableLines } from '../payable.ts';
import type { ShipDays, StoreOrder, StoreOrderLine } from '../port.ts';
import { taxPercent } from '../tax-rate.ts';

// Ids of orders and their line items are made of ours, so that an order exists once and is found again.
export const orderRef = (id: string): string => `order_${id}`;
export const itemId = (lineId: string): string => `ordli_${lineId}`;
export const lineIdOf = (item: string): string => item.replace(/^ordli_/, '');

/** Fields of the order's metadata. People of the store see all of them. */
export const META = {
  reference: 'Pre-order',
  number: 'Pre-order part',
  ships: 'Ships',
  test: 'Test',
  address: 'waitlist_address',
  lines: 'waitlist_lines',
} as const;
// Names of properties never begin with “__”.
const VARIANT = '__variant';

export const shipsText = ({ from, until }: ShipDays): string => `${from}/${until}`;

/** Returns what creates an order. Line items name no variant: Medusa would take its unit from the shelf before it sends it. */
export function toMedusa(order: StoreOrder, known: Record<string, string | null>): Record<string, unknown> {
  const { currency, lines, shipWindow } = order;
  const shipping = lines.reduce((sum, line) => sum + line.shipping, 0);
  return {
    id: orderRef(order.id),
    ...known,
    status: 'pending',
    currency_code: currency.toLowerCase(),
    ...placeOf(order),
    metadata: {
      [META.reference]: order.reference,
      [META.number]: String(order.number),
      ...(shipWindow ? { [META.ships]: shipsText(shipWindow) } : {}),
      ...(order.test ? { [META.test]: 'No money was paid. Send nothing.' } : {}),
      ...addressMeta(order),
      [META.lines]: lines.map(({ id }) => id).join(' '),
    },
    items: payableLines(order).map((line) => toItem(line, { currency, rate: taxPercent(order, line) })),
    shipping_methods: [
      {
        name: 'Shipping',
        ...taxed(shipping, currency, Math.max(0, ...lines.map((line) => taxPercent(order, line)))),
      },
    ],
  };
}

function toItem(line: StoreOrderLine, { currency, rate }: { currency: string; rate: number }): Record<string, unknown> {
  const { amount, ...tax } = taxed(line.total - line.shipping, currency, rate);
  return {
    id: itemId(line.id),
    title: line.title,
    product_title: line.title,
    product_id: line.productId,
    variant_sku: line.sku,
    quantity: 1,
    unit_price: amount,
    ...tax,
    requires_shipping: true,
    metadata: { ...propertiesOf(line), [VARIANT]: line.variantId },
  };
}

function taxed(amount: Minor, currency: string, rate: number) {
  return { amount: toMajor(amount, currency), is_tax_inclusive: true, tax_lines: [{ code: 'tax', rate }] };
}

function propertiesOf({ properties }: StoreOrderLine): Record<string, unknown> {
  if (Array.isArray(properties)) return Object.fromEntries(properties.map(({ name, value }) => [name, value]));
  return { ...(properties ?? {}) };
}

type Place = Pick<StoreOrder, 'email' | 'address'>;

// Medusa's address has other fields, so ours is kept beside it.
export const addressMeta = ({ address }: Place): Record<string, string> =>
  address === null ? {} : { [META.address]: JSON.stringify(address) };

export function placeOf({ email, address }: Place): Record<string, unknown> {
  const to = email === null ? {} : { email };
  if (address === null) return to;
  const place = {
    first_name: address.firstName ?? '',
    last_name: address.lastName ?? '',
    address_1: address.line1 ?? '',
    address_2: address.line2 ?? '',
    city: address.city ?? '',
    province: address.region ?? '',
    postal_code: address.postalCode ?? '',
    country_code: (address.country ?? '').toLowerCase(),
    phone: address.phoneNumber ?? '',
  };
  return { ...to, shipping_address: place, billing_address: place };
}
