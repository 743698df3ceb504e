import { orderPayload, touch } from './orders.ts';
import type { Fulfillment, FulfillmentOrder, Hold, Order, Root } from './things.ts';
import { numberOf, readableOrders, type Shop } from './things.ts';

type HoldInput = {
  reason: string;
  reasonNotes?: string;
  handle?: string;
  fulfillmentOrderLineItems?: { id: string; quantity: number }[];
};

type FoundFulfilment = { order: Order; fulfillmentOrder: FulfillmentOrder };

/** Holding fulfilment orders and letting them go. A hold of some line items puts the others into a fulfilment order of their own. */
export function fulfilmentRoot(shop: Shop): Root {
  const find = (id: unknown): FoundFulfilment | null => {
    const order = readableOrders(shop).find(({ fulfillmentOrders }) => fulfillmentOrders.some((one) => one.id === id));
    const fulfillmentOrder = order?.fulfillmentOrders.find((one) => one.id === id);
    return order && fulfillmentOrder ? { order, fulfillmentOrder } : null;
  };
  const unknown = () => refuse('Fulfillment order does not exist.', 'FULFILLMENT_ORDER_NOT_FOUND');
  return {
    fulfillmentOrderHold: ({ id, fulfillmentHold }) => {
      const found = find(id);
      return found ? hold(shop, found, fulfillmentHold as HoldInput) : unknown();
    },
    fulfillmentOrderReleaseHold: ({ id, holdIds }) => {
      const found = find(id);
      return found ? release(shop, found, holdIds as string[] | undefined) : unknown();
    },
  };
}

function refuse(message: string, code: string) {
  const nothing = { fulfillmentHold: null, fulfillmentOrder: null, remainingFulfillmentOrder: null };
  return { ...nothing, userErrors: [{ field: ['id'], message, code }] };
}

function hold(shop: Shop, { order, fulfillmentOrder }: FoundFulfilment, given: HoldInput) {
  const { fulfillmentOrderLineItems: some = [], handle = null, reason, reasonNotes = null } = given;
  if (fulfillmentOrder.status === 'CLOSED') return refuse('Fulfillment order is closed.', 'TAKEN');
  if (fulfillmentOrder.status === 'ON_HOLD' && some.length > 0) {
    return refuse('Cannot be split.', 'FULFILLMENT_ORDER_NOT_SPLITTABLE');
  }
  if (fulfillmentOrder.fulfillmentHolds.some((one) => one.handle === handle)) {
    return refuse('The handle is taken.', 'DUPLICATE_FULFILLMENT_HOLD_HANDLE');
  }
  const kept = some.map((one) => one.id);
  const remainingFulfillmentOrder = some.length > 0 ? splitOff(shop, { order, fulfillmentOrder, kept }) : null;
  const id = shop.nextId('FulfillmentHold');
  const fulfillmentHold: Hold = {
    __typename: 'FulfillmentHold',
    id,
    handle,
    reason,
    reasonNotes,
    heldByRequestingApp: true,
  };
  fulfillmentOrder.fulfillmentHolds.push(fulfillmentHold);
  fulfillmentOrder.status = 'ON_HOLD';
  touch(shop, order);
  return { fulfillmentHold, fulfillmentOrder, remainingFulfillmentOrder, userErrors: [] };
}

function release(shop: Shop, { order, fulfillmentOrder }: FoundFulfilment, holdIds: string[] | undefined) {
  const kept = fulfillmentOrder.fulfillmentHolds.filter((one) => holdIds && !holdIds.includes(one.id));
  fulfillmentOrder.fulfillmentHolds = kept;
  if (kept.length === 0) letGo(order, fulfillmentOrder);
  touch(shop, order);
  return { fulfillmentOrder, userErrors: [] };
}

function splitOff(shop: Shop, part: FoundFulfilment & { kept: string[] }): FulfillmentOrder | null {
  const { order, fulfillmentOrder, kept } = part;
  const others = fulfillmentOrder.lineItems.filter(({ id }) => !kept.includes(id));
  if (others.length === 0) return null;
  fulfillmentOrder.lineItems = fulfillmentOrder.lineItems.filter(({ id }) => kept.includes(id));
  const id = shop.nextId('FulfillmentOrder');
  const remaining = {
    __typename: 'FulfillmentOrder',
    id,
    status: 'OPEN',
    fulfillmentHolds: [],
    lineItems: others,
  } as const;
  order.fulfillmentOrders.push({ ...remaining, fulfillmentHolds: [] });
  return order.fulfillmentOrders.at(-1) ?? null;
}

/** Opens it, and puts it together with the one that is open already, as Shopify does. */
function letGo(order: Order, fulfillmentOrder: FulfillmentOrder): void {
  fulfillmentOrder.status = 'OPEN';
  const open = order.fulfillmentOrders.find((one) => one.status === 'OPEN' && one !== fulfillmentOrder);
  if (!open) return;
  fulfillmentOrder.lineItems.push(...open.lineItems);
  open.lineItems = [];
  open.status = 'CLOSED';
}

export type Parcel = { lineItemIds?: string[]; company?: string | null; number?: string | null; url?: string | null };

/** What the merchant does in the admin: sends line items that are not held. */
export function ship(shop: Shop, order: Order, parcel: Parcel = {}): Fulfillment {
  const open = order.fulfillmentOrders.filter(({ status }) => status === 'OPEN').flatMap(({ lineItems }) => lineItems);
  const wanted = open.filter(
    ({ lineItem, remainingQuantity }) => remainingQuantity > 0 && (parcel.lineItemIds?.includes(lineItem.id) ?? true),
  );
  if (wanted.length === 0 || wanted.length < (parcel.lineItemIds?.length ?? 0))
    throw new Error('Some line items are held or closed.');
  const { company = null, number = null, url = null } = parcel;
  const fulfillment: Fulfillment = {
    __typename: 'Fulfillment',
    id: shop.nextId('Fulfillment'),
    status: 'SUCCESS',
    createdAt: shop.now(),
    deliveredAt: null,
    trackingInfo: number || company || url ? [{ company, number, url }] : [],
    fulfillmentLineItems: wanted.map(({ lineItem, remainingQuantity: quantity }) => {
      return { id: shop.nextId('FulfillmentLineItem'), lineItem, quantity };
    }),
  };
  for (const part of wanted) {
    part.lineItem.fulfilled += part.remainingQuantity;
    part.remainingQuantity = 0;
  }
  order.fulfillments.push(fulfillment);
  tellFulfilment(shop, order, { fulfillment, topic: 'fulfillments/create' });
  return fulfillment;
}

export function changeFulfilment(shop: Shop, order: Order, change: { id: string } & Partial<Fulfillment>): void {
  const fulfillment = order.fulfillments.find(({ id }) => id === change.id);
  if (!fulfillment) throw new Error(`no fulfilment ${change.id}`);
  Object.assign(fulfillment, change);
  tellFulfilment(shop, order, { fulfillment, topic: 'fulfillments/update' });
}

function tellFulfilment(
  shop: Shop,
  order: Order,
  { fulfillment, topic }: { fulfillment: Fulfillment; topic: string },
): void {
  const { id } = fulfillment;
  shop.tell(topic, { id: numberOf(id), admin_graphql_api_id: id, order_id: orderPayload(order).id });
  touch(shop, order);
}
