import type { Static, TSchema } from 'typebox';
import { toDecimal } from '../../../domain/money.ts';
import { Type } from '../../../platform/type.ts';
import { CommerceError, type OrderKey, type PlatformOrder, type PlatformOrders, type StoreOrder } from '../port.ts';
import { ADDRESS_NOTES, fromAddress, isShown, type WrittenAddress, writeAddress } from './address.ts';
import { cancelLines } from './cancelling.ts';
import { type AdminClient, notShown, refuse, UserErrors } from './client.ts';
import { listFulfilments } from './fulfilments.ts';
import { heldLines, hold } from './holds.ts';
import { fromGid, isShopifyId, toGid } from './ids.ts';
import {
  CREATE_ORDER,
  DEFINE_ORDER_ID,
  FIND_ORDER,
  MARK_PAID,
  ORDER,
  PAYMENTS,
  RECORD_REFUND,
  UPDATE_ORDER,
} from './operations.ts';
import { FROM_ATTRIBUTE, ORDER_ID, toOrderInput, UNTIL_ATTRIBUTE, windowAttributes } from './order-input.ts';
import { OrderNode, type OrderValue, ourLineId } from './order-node.ts';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = Type.String();
const Found = Type.Object({ orderByIdentifier: nullable(OrderNode) });
const Made = Type.Object({ id: Text, name: Text, fullyPaid: Type.Boolean() });
const Created = Type.Object({ orderCreate: Type.Object({ order: nullable(Made), userErrors: UserErrors }) });
const One = Type.Object({ order: nullable(OrderNode) });
const Payments = Type.Object({
  order: nullable(
    Type.Object({
      transactions: Type.Array(Type.Object({ id: Text, kind: Text, status: Text, gateway: nullable(Text) })),
    }),
  ),
});

const REFUND_NOTE = /^Pre-order refund (\S+)$/;

export function ordersOf(admin: AdminClient): PlatformOrders {
  const find = (key: OrderKey) => findOrder(admin, key);
  return {
    find,
    create: (order) => createOrder(admin, order),
    async markPaid(ref) {
      if (!(await readOrder(admin, ref)).fullyPaid) await admin.change(MARK_PAID, { id: toGid('Order', ref) });
    },
    setAddress: (ref, to) => setAddress(admin, ref, to),
    async setShipWindow(ref, window) {
      const others = await otherAttributes(admin, ref, [FROM_ATTRIBUTE, UNTIL_ATTRIBUTE]);
      const input = { id: toGid('Order', ref), customAttributes: [...others, ...windowAttributes(window)] };
      await admin.change(UPDATE_ORDER, { input });
    },
    hold: async (ref, lineIds) => hold(admin, await readOrder(admin, ref), lineIds),
    cancelLines: async (ref, lineIds) => cancelLines(admin, await readOrder(admin, ref), lineIds),
    recordRefund: (ref, refund) => recordRefund(admin, ref, refund),
    fulfilments: (ref) => listFulfilments(admin, ref),
  };
}

/** Looks an order up by its unique id, which Shopify knows from the moment in which it exists; its search learns of it later. */
async function findOrder(admin: AdminClient, { id }: OrderKey): Promise<PlatformOrder | null> {
  const ask = () => admin.see(FIND_ORDER, { ...ORDER_ID, id }, Found);
  const { data, denied } = await ask().catch(async (error: unknown) => {
    // Before the first order of a store, Shopify does not know that orders have such an id.
    if (!(error instanceof CommerceError && /metafield definition/i.test(error.message))) throw error;
    await defineOrderId(admin);
    return ask();
  });
  const order = data?.orderByIdentifier ?? null;
  if (order === null && denied.length > 0) throw notShown(denied);
  return order && { ...toPlatformOrder(order, await heldLines(admin, order)), ...limitedBy(denied) };
}

/** What is protected of an order is who bought it and where it goes. */
const limitedBy = (denied: readonly string[]): Pick<PlatformOrder, 'limits'> =>
  denied.length > 0 ? { limits: ['people'] } : {};

const Defined = Type.Object({
  metafieldDefinitionCreate: Type.Object({
    userErrors: Type.Array(Type.Object({ message: Text, code: nullable(Text) })),
  }),
});

async function defineOrderId(admin: AdminClient): Promise<void> {
  const definition = { ...ORDER_ID, name: 'Pre-order id', type: 'id', ownerType: 'ORDER' };
  const { metafieldDefinitionCreate: made } = await admin.run(DEFINE_ORDER_ID, { definition }, Defined);
  refuse(made.userErrors.filter(({ code }) => code !== 'TAKEN'));
}

// The id is taken, and Shopify does not show by which order.
const TOO_OLD =
  'Shopify has this order and does not show it: without the scope read_all_orders an app sees orders of the last 60 days alone. Do by hand in Shopify what is due, or get the scope and hand the order over again.';

async function createOrder(admin: AdminClient, order: StoreOrder): Promise<PlatformOrder> {
  const made = await sendOrder(admin, toOrderInput(order));
  if (made.order) return asCreated(order, made.order);
  if (made.userErrors.some(isOfProvince)) return createWithoutProvince(admin, order);
  // Another call created it a moment ago: its id is taken.
  const isTaken = made.userErrors.some(({ field }) => field?.includes('metafields'));
  const found = isTaken ? await findOrder(admin, order) : null;
  if (found) return found;
  if (isTaken) throw new CommerceError('refused', TOO_OLD);
  refuse(made.userErrors);
  throw new CommerceError('unreachable', 'Shopify answered without an order.');
}

async function sendOrder(admin: AdminClient, order: ReturnType<typeof toOrderInput>) {
  const options = { inventoryBehaviour: 'BYPASS', sendReceipt: false, sendFulfillmentReceipt: false };
  return (await admin.run(CREATE_ORDER, { order, options }, Created)).orderCreate;
}

/** Shopify changes its provinces at times. An order does not wait for that: the region is in its notes. */
async function createWithoutProvince(admin: AdminClient, order: StoreOrder): Promise<PlatformOrder> {
  const made = await sendOrder(admin, toOrderInput(order, { province: false }));
  if (made.order) return asCreated(order, made.order);
  refuse(made.userErrors);
  throw new CommerceError('unreachable', 'Shopify answered without an order.');
}

const isOfProvince = ({ message, field }: { message: string; field?: string[] | null }): boolean =>
  /province/i.test(message) || (field ?? []).some((name) => /province/i.test(name));

/** A new order is as it was asked for. */
function asCreated(
  { email, address, shipWindow }: StoreOrder,
  { id, name, fullyPaid: paid }: Static<typeof Made>,
): PlatformOrder {
  const nothing = { heldLineIds: [], cancelledLineIds: [], refundIds: [] };
  return { ref: fromGid(id), name, paid, email, address, shipWindow: shipWindow ?? null, ...nothing };
}

async function readOrder(admin: AdminClient, ref: string): Promise<OrderValue> {
  if (!isShopifyId(ref)) throw unknown(ref);
  const { data, denied } = await admin.see(ORDER, { id: toGid('Order', ref) }, One);
  if (data?.order) return data.order;
  throw denied.length > 0 ? notShown(denied) : unknown(ref);
}

const unknown = (ref: string) =>
  new CommerceError('not_found', `Shopify does not know order ${ref}: it may have been deleted there.`);

/** Reads the attributes of an order without those that are written anew: Shopify replaces all of them. */
async function otherAttributes(admin: AdminClient, ref: string, changed: readonly string[]) {
  const { customAttributes } = await readOrder(admin, ref);
  return customAttributes.filter(({ key }) => !changed.includes(key));
}

async function setAddress(admin: AdminClient, ref: string, to: Pick<StoreOrder, 'email' | 'address'>): Promise<void> {
  const { email, shippingAddress, customAttributes } = await readOrder(admin, ref);
  const ways = to.address ? [writeAddress(to.address), writeAddress(to.address, { province: false })] : [];
  const isThere = ways.some((way) => isShown(way, shippingAddress, customAttributes));
  const others = customAttributes.filter(({ key }) => !ADDRESS_NOTES.includes(key));
  const mail = to.email && to.email !== email ? { email: to.email } : {};
  const change = (way?: WrittenAddress) => {
    const place = way && { shippingAddress: way.input, customAttributes: [...others, ...way.notes] };
    return admin.change(UPDATE_ORDER, { input: { id: toGid('Order', ref), ...mail, ...place } });
  };
  const [way, withoutProvince] = isThere ? [] : ways;
  if (!way && !mail.email) return;
  await change(way).catch((error: unknown) => {
    if (!(error instanceof CommerceError && isOfProvince(error))) throw error;
    return change(withoutProvince);
  });
}

function toPlatformOrder(order: OrderValue, heldLineIds: string[]): PlatformOrder {
  const attribute = (name: string) => order.customAttributes.find(({ key }) => key === name)?.value ?? null;
  const [from, until] = [attribute(FROM_ATTRIBUTE), attribute(UNTIL_ATTRIBUTE)];
  const gone = order.lineItems.nodes.filter((line) => order.cancelledAt !== null || line.currentQuantity === 0);
  const refundIds = order.refunds.flatMap(({ note }) => REFUND_NOTE.exec(note ?? '')?.[1] ?? []);
  return {
    ref: fromGid(order.id),
    name: order.name,
    // Shipping of what was cancelled stays in the order and went back with it: then Shopify finds it not fully paid.
    paid: order.fullyPaid || refundIds.length > 0,
    email: order.email,
    address: order.shippingAddress && fromAddress(order.shippingAddress),
    shipWindow: from && until ? { from, until } : null,
    heldLineIds,
    cancelledLineIds: gone.flatMap((line) => ourLineId(line.customAttributes) ?? []),
    refundIds,
  };
}

/** Records money that our payment provider sent back. Shopify sends none, because the payment was not its own. */
async function recordRefund(
  admin: AdminClient,
  ref: string,
  { id, amount, currency }: Parameters<PlatformOrders['recordRefund']>[1],
): Promise<void> {
  const orderId = toGid('Order', ref);
  const { order } = await admin.run(PAYMENTS, { id: orderId }, Payments);
  const sale = order?.transactions.find(({ kind, status }) => kind === 'SALE' && status === 'SUCCESS');
  if (!sale) throw new CommerceError('refused', 'Shopify has no payment of this order that could be refunded.');
  const money = { amount: toDecimal(amount, currency), gateway: sale.gateway ?? '', kind: 'REFUND', parentId: sale.id };
  const input = { orderId, note: `Pre-order refund ${id}`, notify: false, transactions: [{ ...money, orderId }] };
  await admin.change(RECORD_REFUND, { input, key: id });
}
