import { decodeEntities } from '../../../platform/html-entities.ts';
import { isOf } from '../../../platform/schema-check.ts';
import { Type } from '../../../platform/type.ts';
import type { PlatformFulfilment, PlatformOrder } from '../port.ts';
import { META } from './order-input.ts';
import type { WooFulfillmentValue, WooMeta, WooOrderValue } from './wire.ts';

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

/** `refundIds` are those that the order itself does not tell. */
export function fromOrder(order: WooOrderValue, refundIds: string[]): PlatformOrder {
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
    refundIds,
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

/**
 * Returns what was sent. WooCommerce 11 keeps parcels where the merchant has them switched on; else an order is sent as a whole, once it is
 * completed. What is not in a parcel then was sent without one.
 */
export function fulfilmentsOf(order: WooOrderValue, parcels: readonly WooFulfillmentValue[]): PlatformFulfilment[] {
  const sent = parcels.filter(({ status, date_deleted }) => status === 'fulfilled' && date_deleted === null);
  // An order may be completed first and get its parcel later: the first parcel is what was told of the order as a whole.
  const told = sent.map((parcel, nth) => toFulfilment(order, parcel, { isFirst: nth === 0 }));
  const inParcels = told.flatMap(({ lineIds }) => lineIds);
  const rest = lineIdsOf(order).filter((id) => !inParcels.includes(id));
  if (!isSent(order) || order.date_completed_gmt === null || rest.length === 0) return told;
  const ref = told.length === 0 ? String(order.id) : `${order.id}/rest`;
  const sentAt = `${order.date_completed_gmt}Z`; // they write it without its zone
  return [...told, { ref, lineIds: rest, ...trackingOfPlugins(order), sentAt, deliveredAt: null }];
}

type Tracking = Pick<PlatformFulfilment, 'carrier' | 'trackingNumber' | 'trackingUrl'>;

/** The usual plugins for tracking write this field, each with the same names. */
function trackingOfPlugins({ meta_data }: WooOrderValue): Tracking {
  const value = meta_data.find(({ key }) => key === '_wc_shipment_tracking_items')?.value;
  const tracking: Record<string, unknown> =
    Array.isArray(value) && typeof value[0] === 'object' ? (value[0] ?? {}) : {};
  const text = (...names: string[]) =>
    String(names.map((name) => tracking[name]).find((one) => typeof one === 'string' && one !== '') ?? '');
  return {
    carrier: decodeEntities(text('custom_tracking_provider', 'tracking_provider')),
    trackingNumber: text('tracking_number'),
    trackingUrl: text('custom_tracking_link', 'tracking_link'),
  };
}

type Which = { isFirst: boolean };

function toFulfilment(order: WooOrderValue, parcel: WooFulfillmentValue, { isFirst }: Which): PlatformFulfilment {
  const text = (key: string) => metaOf(parcel, key) ?? '';
  return {
    ref: isFirst ? String(order.id) : `${order.id}/${parcel.id}`,
    lineIds: linesIn(order, parcel),
    carrier: decodeEntities(text('_provider_name') || text('_shipment_provider')),
    trackingNumber: text('_tracking_number'),
    trackingUrl: text('_tracking_url'),
    sentAt: text('_date_fulfilled') || (parcel.date_updated ?? `${order.date_completed_gmt}Z`),
    deliveredAt: null,
  };
}

const Items = Type.Array(Type.Object({ item_id: Type.Integer() }));

/** Each of our line items is one unit. */
function linesIn({ line_items }: WooOrderValue, { meta_data }: WooFulfillmentValue): string[] {
  const items = meta_data.find(({ key }) => key === '_items')?.value;
  if (!isOf(Items, items)) return [];
  const ids = new Set(items.map(({ item_id }) => item_id));
  return line_items.filter(({ id }) => ids.has(id)).flatMap((line) => metaOf(line, META.line) ?? []);
}
