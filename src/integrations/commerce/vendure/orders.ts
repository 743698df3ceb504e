import type { Minor } from '../../../domain/money.ts';
import { CommerceError, type PlatformFulfilment, type PlatformOrders, quoting, type StoreOrder } from '../port.ts';
import { taxPercent } from '../tax-rate.ts';
import type { AskVendure } from './client.ts';
import { fromVendureOrder, placeOf } from './known-order.ts';
import { toVendure } from './money.ts';
import type { ShopOf } from './products.ts';
import {
  Cancelled,
  Changed,
  Created,
  FoundOrders,
  Fulfilments,
  OneOrder,
  Refunded,
  Settled,
  type VendureOrder,
} from './wire.ts';

export function vendureOrders(ask: AskVendure, shopOf: ShopOf): PlatformOrders {
  const change = async (id: string, to: Record<string, unknown>) => {
    await ask('change', { as: Changed, variables: { id, change: to } });
  };
  const get = async (id: string): Promise<VendureOrder> => {
    const { order } = await ask('order', { as: OneOrder, variables: { id } });
    if (order) return order;
    throw new CommerceError('not_found', `Vendure has no order ${id}.`);
  };
  const decimals = async () => (await shopOf()).globalSettings.serverConfig.moneyStrategyPrecision;
  return {
    async find({ id }) {
      const [order] = (await ask('find', { as: FoundOrders, variables: { id } })).orders.items;
      return order ? fromVendureOrder(order) : null;
    },
    async create(order) {
      const variables = { input: toInput(order, await decimals()) };
      const { id } = (await ask('create', { as: Created, variables })).createWaitlistOrder;
      return fromVendureOrder(await get(id));
    },
    markPaid: (ref) => change(ref, { paid: true }),
    setAddress: (ref, to) => change(ref, { to: placeOf(to) }),
    setShipWindow: (ref, { from, until }) => change(ref, { ships: `${from}/${until}` }),
    hold: (ref, lineIds) => change(ref, { heldLines: [...lineIds] }),
    async cancelLines(ref, lineIds) {
      const { lines } = await get(ref);
      const open = lines.filter((line) => line.quantity > 0 && lineIds.includes(line.customFields.waitlistLine ?? ''));
      if (open.length === 0) return;
      const named = open.map(({ id, quantity }) => ({ orderLineId: id, quantity }));
      const input = { orderId: ref, lines: named, reason: 'The pre-order was cancelled.' };
      checkDone((await ask('cancel', { as: Cancelled, variables: { input } })).cancelOrder);
    },
    async recordRefund(ref, refund) {
      const amount = toVendure(refund.amount, await decimals(), refund.currency);
      await recordRefund(ask, await get(ref), { id: refund.id, amount });
    },
    fulfilments: (ref) => fulfilmentsOf(ask, ref),
  };
}

/** Makes a refund and settles it. One that was made and not settled, because the process ended in between, is settled. */
async function recordRefund(ask: AskVendure, order: VendureOrder, { id, amount }: { id: string; amount: number }) {
  const payments = order.payments ?? [];
  const known = payments.flatMap(({ refunds }) => refunds).find(({ reason }) => reason === id);
  if (known?.state === 'Settled') return;
  const payment = payments.find(({ state }) => state === 'Settled');
  if (!payment) throw new CommerceError('refused', `Order ${order.code} has no payment that could go back.`);
  // `reason` is the only text of a refund that is there from its first moment, so it names ours.
  const input = { paymentId: payment.id, amount, reason: id, lines: [], shipping: 0, adjustment: 0 };
  const made = known?.id ?? checkDone((await ask('refund', { as: Refunded, variables: { input } })).refundOrder);
  const settled = { id: made, transactionId: id };
  checkDone((await ask('settleRefund', { as: Settled, variables: { input: settled } })).settleRefund);
}

async function fulfilmentsOf(ask: AskVendure, ref: string): Promise<PlatformFulfilment[]> {
  const { order } = await ask('fulfilments', { as: Fulfilments, variables: { id: ref } });
  if (!order) throw new CommerceError('not_found', `Vendure has no order ${ref}.`);
  const ours = new Map(order.lines.map(({ id, customFields }) => [id, customFields.waitlistLine]));
  return (order.fulfillments ?? [])
    .filter(({ state }) => state === 'Shipped' || state === 'Delivered')
    .map(
      ({ id, state, createdAt, updatedAt, method, trackingCode, lines }): PlatformFulfilment => ({
        ref: id,
        lineIds: lines.map(({ orderLineId }) => ours.get(orderLineId) ?? '').filter(Boolean),
        carrier: method,
        trackingNumber: trackingCode ?? '',
        trackingUrl: '',
        sentAt: createdAt,
        deliveredAt: state === 'Delivered' ? updatedAt : null,
      }),
    );
}

/** Returns the id of what was made. Throws `refused` with Vendure's reason. */
function checkDone({ id, message }: { id?: string; message?: string }): string {
  if (id !== undefined) return id;
  throw quoting('refused', { says: 'Vendure answered with an error', words: message ?? 'without words' });
}

function toInput(order: StoreOrder, decimals: number): Record<string, unknown> {
  const { currency, lines, shipWindow } = order;
  const money = (amount: Minor) => toVendure(amount, decimals, currency);
  const shipping = lines.reduce((sum, line) => sum + line.shipping, 0);
  const rates = lines.map((line) => taxPercent(order, line));
  return {
    id: order.id,
    reference: order.reference,
    number: order.number,
    placedAt: order.placedAt,
    currency,
    paid: !order.unpaid,
    shipping: money(shipping),
    shippingTaxRate: Math.max(0, ...rates),
    ships: shipWindow ? `${shipWindow.from}/${shipWindow.until}` : null,
    to: placeOf(order),
    lines: lines.map((line, nth) => ({
      id: line.id,
      variantId: line.variantId,
      price: money(line.total - line.shipping),
      taxRate: rates[nth],
      properties: line.properties === null ? null : JSON.stringify(line.properties),
      held: line.held ?? false,
      cancelled: line.cancelled && !line.wasPaid,
    })),
  };
}
