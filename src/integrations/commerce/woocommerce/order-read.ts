import type { PlatformFulfilment, PlatformOrder } from '../port.ts';
import { META } from './order-input.ts';
import type { WooMeta, WooOrderValue } from './wire.ts';

export function metaOf({ meta_data }: { meta_data: readonly WooMeta[] }, key: string): string | null {
  const value = meta_data.find((meta) => meta.key === key)?.value;
  return typeof value === 'string' && value !== '' ? value : null;
}

// Lines that a person of the store added have none of our ids.
export const lineIdsOf = ({ line_items }: WooOrderValue): string[] =>
  line_items.flatMap((line) => metaOf(line, META.line) ?? []);

export const isPaid = (order: WooOrderValue): boolean =>
  order.date_paid_gmt !== null || metaOf(order, META.paid) === 'yes';

/** Everything went back, which WooCommerce makes a state of its own: what was sent before was sent, and the rest never will be. */
const isRefunded = ({ status }: WooOrderValue): boolean => status === 'refunded';
export const isSent = (order: WooOrderValue): boolean =>
  order.status === 'completed' || (isRefunded(order) && order.date_completed_gmt !== null);
export const isCancelled = (order: WooOrderValue): boolean =>
  order.status === 'cancelled' || (isRefunded(order) && order.date_completed_gmt === null);

const REFUND = /^Pre-order refund (\S+)$/;
export const refundReason = (id: string): string => `Pre-order refund ${id}`;

export function fromOrder(order: WooOrderValue): PlatformOrder {
  const lines = lineIdsOf(order);
  const [from, until] = [metaOf(order, META.from), metaOf(order, META.until)];
  return {
    ref: String(order.id),
    name: order.number,
    paid: isPaid(order),
    email: order.billing.email || null,
    address: addressOf(order),
    shipWindow: from && until ? { from, until } : null,
    heldLineIds: order.status === 'on-hold' ? lines : [],
    cancelledLineIds: isCancelled(order) ? lines : [],
    refundIds: order.refunds.flatMap(({ reason }) => REFUND.exec(reason ?? '')?.[1] ?? []),
  };
}

function addressOf({ shipping, billing }: WooOrderValue): Record<string, string> {
  return {
    firstName: shipping.first_name,
    lastName: shipping.last_name,
    line1: shipping.address_1,
    line2: shipping.address_2,
    city: shipping.city,
    region: shipping.state,
    postalCode: shipping.postcode,
    country: shipping.country,
    phoneNumber: billing.phone,
  };
}

// WooCommerce itself keeps no tracking. The usual plugins for it write this field, each with the same names.
const TRACKING = '_wc_shipment_tracking_items';

/** Returns what was sent: all of an order, once it is completed. WooCommerce does not say so of single line items. */
export function fulfilmentsOf(order: WooOrderValue): PlatformFulfilment[] {
  if (!isSent(order) || order.date_completed_gmt === null) return [];
  const value = order.meta_data.find(({ key }) => key === TRACKING)?.value;
  const tracking: Record<string, unknown> =
    Array.isArray(value) && typeof value[0] === 'object' ? (value[0] ?? {}) : {};
  const text = (...names: string[]) =>
    names.map((name) => tracking[name]).find((one) => typeof one === 'string' && one !== '') ?? '';
  return [
    {
      ref: String(order.id),
      lineIds: lineIdsOf(order),
      carrier: String(text('custom_tracking_provider', 'tracking_provider')),
      trackingNumber: String(text('tracking_number')),
      trackingUrl: String(text('custom_tracking_link', 'tracking_link')),
      sentAt: `${order.date_completed_gmt}Z`, // they write it without its zone
      deliveredAt: null,
    },
  ];
}
