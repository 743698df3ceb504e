import { toMajor } from '../../../domain/money.ts';
import { Type } from '../../../platform/type.ts';
import { CommerceError, type PlatformFulfilment, type PlatformOrders } from '../port.ts';
import type { AskMedusa } from './client.ts';
import { addressMeta, itemId, lineIdOf, META, orderRef, placeOf, shipsText, toMedusa } from './order-input.ts';
import { fromMedusa, isPaid, openLines, paymentsOf } from './order-read.ts';
import type { StoreOf } from './products.ts';
import {
  Collection,
  Created,
  FULFILMENT_FIELDS,
  Fulfilments,
  type MedusaOrder,
  OneOrder,
  ORDER_FIELDS,
  Regions,
} from './wire.ts';

// Tells our edits of an order from those of people.
const OUR_EDIT = 'The pre-order was cancelled.';
const Nothing = Type.Unknown();

export function medusaOrders(ask: AskMedusa, storeOf: StoreOf): PlatformOrders {
  const get = (ref: string) => getOrder(ask, ref);
  const change = async (ref: string, body: unknown) => {
    await ask('POST', `orders/${ref}`, { as: Nothing, body });
  };
  return {
    async find({ id }) {
      try {
        return fromMedusa(await get(orderRef(id)));
      } catch (error) {
        if (error instanceof CommerceError && error.kind === 'not_found') return null;
        throw error;
      }
    },
    async create(order) {
      const { default_sales_channel_id } = await storeOf();
      const query = { currency_code: order.currency.toLowerCase(), limit: '1', fields: 'id' };
      const [region] = (await ask('GET', 'regions', { as: Regions, query })).regions;
      const known = { sales_channel_id: default_sales_channel_id, region_id: region?.id ?? null };
      // Sent twice it is refused the second time, so an answer that was lost is looked up and not asked for again.
      const { id } = await ask('POST', 'waitlist/orders', { as: Created, body: toMedusa(order, known), once: true });
      await pay(ask, await get(id));
      return fromMedusa(await get(id));
    },
    markPaid: async (ref) => pay(ask, await get(ref)),
    setAddress: (ref, to) => change(ref, { ...placeOf(to), metadata: addressMeta(to) }),
    setShipWindow: (ref, window) => change(ref, { metadata: { [META.ships]: shipsText(window) } }),
    async hold() {
      throw new CommerceError('refused', 'Medusa cannot keep an order from being sent.');
    },
    cancelLines: async (ref, lineIds) => cancelLines(ask, await get(ref), lineIds),
    async recordRefund(ref, { id, amount, currency }) {
      const order = await get(ref);
      const payments = paymentsOf(order);
      // With a whole order Medusa records by itself that all went back.
      if (order.status === 'canceled' || payments.some(({ refunds }) => refunds.some(({ note }) => note === id)))
        return;
      const payment = payments.find(({ captured_at }) => captured_at !== null);
      if (!payment) throw new CommerceError('refused', `Order #${order.display_id} has no payment that could go back.`);
      const body = { amount: toMajor(amount, currency), note: id };
      await ask('POST', `payments/${payment.id}/refund`, { as: Nothing, body, once: true });
    },
    fulfilments: (ref) => fulfilmentsOf(ask, ref),
  };
}

async function getOrder(ask: AskMedusa, ref: string): Promise<MedusaOrder> {
  return (await ask('GET', `orders/${ref}`, { as: OneOrder, query: { fields: ORDER_FIELDS.join() } })).order;
}

/** Records that all is paid, at our payment provider. */
async function pay(ask: AskMedusa, order: MedusaOrder): Promise<void> {
  if (isPaid(order) || order.total === 0) return;
  const known = order.payment_collections.find(({ status }) => status === 'not_paid');
  const body = { order_id: order.id, amount: order.total };
  const { id } =
    known ?? (await ask('POST', 'payment-collections', { as: Collection, body, once: true })).payment_collection;
  const paid = { order_id: order.id };
  await ask('POST', `payment-collections/${id}/mark-as-paid`, { as: Nothing, body: paid, once: true });
}

/** Takes line items out by an edit of the order, and cancels the order once none is left. */
async function cancelLines(ask: AskMedusa, order: MedusaOrder, lineIds: readonly string[]): Promise<void> {
  const open = openLines(order);
  const cancelled = open.filter((id) => lineIds.includes(id));
  if (cancelled.length === 0) return;
  const once = { as: Nothing, once: true } as const;
  // One that a lost answer or an end of the process left open.
  if (order.order_change?.internal_note === OUR_EDIT) await ask('DELETE', `order-edits/${order.id}`, once);
  if (cancelled.length === open.length) {
    await ask('POST', `orders/${order.id}/cancel`, once);
    return;
  }
  await ask('POST', 'order-edits', { ...once, body: { order_id: order.id, internal_note: OUR_EDIT } });
  for (const id of cancelled) {
    await ask('POST', `order-edits/${order.id}/items/item/${itemId(id)}`, { ...once, body: { quantity: 0 } });
  }
  await ask('POST', `order-edits/${order.id}/confirm`, once);
}

async function fulfilmentsOf(ask: AskMedusa, ref: string): Promise<PlatformFulfilment[]> {
  const query = { fields: FULFILMENT_FIELDS.join() };
  const { fulfillments } = (await ask('GET', `orders/${ref}`, { as: Fulfilments, query })).order;
  return fulfillments.flatMap(({ id, shipped_at, delivered_at, canceled_at, labels, items, ...sent }) => {
    const sentAt = shipped_at ?? delivered_at;
    if (sentAt === null || canceled_at !== null) return [];
    const [label] = labels;
    return {
      ref: id,
      lineIds: items.flatMap(({ line_item_id: item }) => (item === null ? [] : lineIdOf(item))),
      carrier: sent.shipping_option?.name ?? '',
      trackingNumber: label?.tracking_number ?? '',
      trackingUrl: label?.tracking_url.replace(/^#$/, '') ?? '', // what its dashboard writes where there is none
      sentAt,
      deliveredAt: delivered_at,
    };
  });
}
