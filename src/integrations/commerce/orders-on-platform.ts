import { isDeepStrictEqual } from 'node:util';
import { payableLines } from './payable.ts';
import {
  CommerceError,
  type CommercePlatform,
  type EarlierHandOver,
  type OrderHandOver,
  type PlatformOrder,
  type StoreOrder,
  type StoreOrderLine,
} from './port.ts';

/**
 * Hands orders over to a platform: looks an order up, creates it only if the platform does not have it, and then changes what
 * differs. So an order whose answer was lost is found again, and never created twice; nor is one that the platform had and no longer
 * shows. The caller sees to it that no other process hands over the same order at that moment; within this process orders with the
 * same id wait for each other.
 */
export function ordersOnPlatform(platform: CommercePlatform): OrderHandOver {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    async put(order, earlier = NOT_BEFORE) {
      const before = underWay.get(order.id) ?? Promise.resolve();
      const turn = before.then(() => bringUpToDate(platform, order, earlier));
      const done = turn.catch(() => {});
      underWay.set(order.id, done);
      try {
        return await turn;
      } finally {
        if (underWay.get(order.id) === done) underWay.delete(order.id);
      }
    },
  };
}

const NOT_BEFORE: EarlierHandOver = { known: null };

async function bringUpToDate(
  platform: CommercePlatform,
  order: StoreOrder,
  earlier: EarlierHandOver,
): Promise<PlatformOrder> {
  const { can } = platform;
  const found = await platform.orders.find(order, earlier.known?.ref);
  if (found === null && earlier.known && !earlier.again) return vanished(order, earlier.known);
  const known = found ?? (await create(platform, order));
  await changeAddress(platform, known, order);
  const gone = await cancelUnpaid(platform, known, order);
  await pay(platform, known, order);
  await cancel(platform, { ...known, cancelledLineIds: [...known.cancelledLineIds, ...gone] }, order);
  // Where nothing can be held, what is to be cancelled if it was not sent goes first; else it waits before anyone asks.
  const first = can.hold === 'no' ? await cancelAsked(platform, known, order) : NOT_ASKED;
  const before = { ...known, cancelledLineIds: [...known.cancelledLineIds, ...gone, ...first.cancelledIds] };
  // Our side cancels these next. That may end what holds the rest, so the rest comes with the order's next version.
  if (order.lines.some(({ id, asked }) => asked && before.cancelledLineIds.includes(id))) return before;
  await hold(platform, known, { ...order, lines: order.lines.filter(({ id }) => !first.sentIds.includes(id)) });
  await change(platform, known, order);
  const then = can.hold === 'no' ? NOT_ASKED : await cancelAsked(platform, known, order);
  return { ...before, cancelledLineIds: [...before.cancelledLineIds, ...then.cancelledIds] };
}

/**
 * People of the store may have deleted an order on purpose, and a platform may show no old ones. If all of it is cancelled, nothing is
 * left to do; else a person decides.
 */
function vanished(order: StoreOrder, { ref, name }: NonNullable<EarlierHandOver['known']>): PlatformOrder {
  const { lines, email, address, shipWindow = null, refunds = [] } = order;
  if (lines.every(({ cancelled }) => cancelled)) {
    const [cancelledLineIds, refundIds] = [lines.map(({ id }) => id), refunds.map(({ id }) => id)];
    return { ref, name, email, address, shipWindow, paid: true, heldLineIds: [], cancelledLineIds, refundIds };
  }
  const message = `The platform no longer shows order ${name}: it was deleted there, or is too old for the service to see. It was not created a second time. If it is there, do by hand what is due. If it was deleted, cancel the pre-order here, or hand the order over again, which creates it anew.`;
  throw new CommerceError('refused', message);
}

type Asked = { cancelledIds: string[]; sentIds: string[] };
const NOT_ASKED: Asked = { cancelledIds: [], sentIds: [] };

/**
 * Cancels what somebody withdrew from, unless it was sent: then the fulfilment tells that. Resolves with what the platform says is
 * cancelled, and with all that it says was sent.
 */
async function cancelAsked({ orders, can }: CommercePlatform, known: PlatformOrder, order: StoreOrder): Promise<Asked> {
  const isGone = ({ id, cancelled }: StoreOrderLine) => cancelled || known.cancelledLineIds.includes(id);
  const asked = order.lines.filter((line) => line.asked && !isGone(line)).map(({ id }) => id);
  if (asked.length === 0) return NOT_ASKED;
  const sentIds = can.fulfilments ? (await orders.fulfilments(known.ref)).flatMap(({ lineIds }) => lineIds) : [];
  const unsent = asked.filter((id) => !sentIds.includes(id));
  if (unsent.length === 0) return { cancelledIds: [], sentIds };
  const isWhole = order.lines.every((line) => isGone(line) || unsent.includes(line.id));
  if (can.cancel === 'no' || (can.cancel === 'order' && !isWhole)) {
    const message = `Somebody withdrew from ${unsent.length} of ${order.lines.length} line items, and the platform cannot cancel them by itself. If they were not sent, cancel them by hand in order ${known.name}, and here.`;
    throw new CommerceError('refused', message);
  }
  await orders.cancelLines(known.ref, unsent);
  const now = (await orders.find(order))?.cancelledLineIds ?? [];
  return { cancelledIds: unsent.filter((id) => now.includes(id)), sentIds };
}

/** Creates an order. If the answer is lost, looks whether the order is there. */
async function create({ orders }: CommercePlatform, order: StoreOrder): Promise<PlatformOrder> {
  try {
    return await orders.create(order);
  } catch (error) {
    if (!(error instanceof CommerceError) || error.kind !== 'unreachable') throw error;
    const found = await orders.find(order);
    if (found === null) throw error;
    return found;
  }
}

async function changeAddress({ orders }: CommercePlatform, known: PlatformOrder, order: StoreOrder): Promise<void> {
  const { email, address } = order;
  if (address === null || isDeepStrictEqual({ email, address }, { email: known.email, address: known.address })) return;
  await orders.setAddress(known.ref, { email, address });
}

/**
 * Platforms take the payment of what an order has at that moment. So what never was paid goes before it, and what was paid and went back
 * stays until it is recorded: its refund follows, once.
 */
async function cancelUnpaid(platform: CommercePlatform, known: PlatformOrder, order: StoreOrder): Promise<string[]> {
  if (known.paid || order.unpaid || platform.can.cancel !== 'lines') return [];
  const lines = order.lines.map((line) => ({ ...line, cancelled: line.cancelled && !line.wasPaid }));
  return cancel(platform, known, { ...order, lines });
}

async function pay({ orders }: CommercePlatform, known: PlatformOrder, order: StoreOrder): Promise<void> {
  if (known.paid || order.unpaid) return;
  // Nothing is left that could be paid.
  if (order.lines.every(({ cancelled }) => cancelled)) return;
  await orders.markPaid(known.ref, { amount: sumOf(payableLines(order)), currency: order.currency });
}

/** Cancels before a hold that ends may let line items be sent. */
async function cancel(
  { orders, can }: CommercePlatform,
  known: PlatformOrder,
  { lines }: StoreOrder,
): Promise<string[]> {
  const cancelled = lines.filter((line) => line.cancelled).map(({ id }) => id);
  const missing = cancelled.filter((id) => !known.cancelledLineIds.includes(id));
  if (missing.length === 0) return [];
  const possible = can.cancel === 'lines' || (can.cancel === 'order' && cancelled.length === lines.length);
  if (possible) {
    await orders.cancelLines(known.ref, missing);
    return missing;
  }
  const message = `The platform cannot cancel ${missing.length} of ${lines.length} line items. Cancel them there by hand in order ${known.name}.`;
  throw new CommerceError('refused', message);
}

async function hold({ orders, can }: CommercePlatform, known: PlatformOrder, { lines }: StoreOrder): Promise<void> {
  const held = lines.filter((line) => line.held && !line.cancelled).map(({ id }) => id);
  if (can.hold === 'no' && held.length > 0) {
    const message = `The platform cannot keep an order from being sent: do not send order ${known.name} until this message is gone.`;
    throw new CommerceError('refused', message);
  }
  if (can.hold === 'no' || isSame(held, known.heldLineIds)) return;
  if (can.hold === 'order' && held.length > 0 && known.heldLineIds.length > 0) return; // all of it waits already
  await orders.hold(known.ref, held);
}

async function change({ orders, can }: CommercePlatform, known: PlatformOrder, order: StoreOrder): Promise<void> {
  const { currency, shipWindow } = order;
  if (can.shipWindow && shipWindow && !isDeepStrictEqual({ ...shipWindow }, known.shipWindow)) {
    await orders.setShipWindow(known.ref, shipWindow);
  }
  // What was never told to be paid, because all of it was cancelled first, has nothing that could go back.
  if (order.unpaid || (!known.paid && order.lines.every(({ cancelled }) => cancelled))) return;
  for (const refund of can.refunds ? (order.refunds ?? []) : []) {
    if (!known.refundIds.includes(refund.id)) await orders.recordRefund(known.ref, { ...refund, currency });
  }
}

const sumOf = (lines: readonly StoreOrderLine[]) => lines.reduce((sum, { total }) => sum + total, 0);

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return isDeepStrictEqual(new Set(some), new Set(others));
}
