import { toDecimal } from '../../../domain/money.ts';
import type { PlatformOrder, StoreOrder, StoreRefund } from '../port.ts';
import type { WireKnownOrderValue, WireOrderValue } from './wire.ts';

/** Returns an order as it goes over the wire. */
export function toWire(order: StoreOrder): WireOrderValue {
  const { currency, lines } = order;
  return {
    id: order.id,
    reference: order.reference,
    number: order.number,
    store: order.store,
    test: order.test,
    placed_at: order.placedAt,
    currency,
    paid: !order.unpaid,
    email: order.email,
    address: order.address,
    ship_window: order.shipWindow ?? null,
    refunds: (order.refunds ?? []).map((refund) => refundToWire(refund, currency)),
    lines: lines.map((line) => ({
      id: line.id,
      product_id: line.productId,
      variant_id: line.variantId,
      sku: line.sku,
      title: line.title,
      unit_price: toDecimal(line.unitPrice, currency),
      shipping: toDecimal(line.shipping, currency),
      tax: toDecimal(line.tax, currency),
      discount: toDecimal(line.discount, currency),
      total: toDecimal(line.total, currency),
      properties: line.properties,
      held: line.held ?? false,
      cancelled: line.cancelled,
      ...(line.wasPaid && { was_paid: true }),
    })),
  };
}

export function refundToWire(
  { id, amount, lineIds }: StoreRefund,
  currency: string,
): WireOrderValue['refunds'][number] {
  return { id, amount: toDecimal(amount, currency), line_ids: lineIds };
}

/** Returns an order of the platform. It names orders and line items by our ids. */
export function fromWire({
  id,
  name,
  paid,
  email,
  address,
  ship_window,
  ...order
}: WireKnownOrderValue): PlatformOrder {
  return {
    ref: id,
    name,
    paid,
    email,
    address,
    shipWindow: ship_window,
    heldLineIds: order.lines.filter(({ held }) => held).map((line) => line.id),
    cancelledLineIds: order.lines.filter(({ cancelled }) => cancelled).map((line) => line.id),
    refundIds: order.refunds.map((refund) => refund.id),
  };
}
