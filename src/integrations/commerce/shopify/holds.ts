import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { CommerceError } from '../port.ts';
import type { AdminClient } from './client.ts';
import { FULFILMENT_ORDERS, HOLD, RELEASE_HOLD } from './operations.ts';
import { type OrderValue, ourLineId } from './order-node.ts';

const FulfilmentOrder = Type.Object({
  id: Type.String(),
  status: Type.String(),
  fulfillmentHolds: Type.Array(
    Type.Object({
      id: Type.String(),
      handle: Type.Union([Type.String(), Type.Null()]),
      heldByRequestingApp: Type.Boolean(),
    }),
  ),
  lineItems: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        remainingQuantity: Type.Integer(),
        lineItem: Type.Object({ id: Type.String() }),
      }),
    ),
  }),
});
type FulfilmentOrderValue = Static<typeof FulfilmentOrder>;
const Answer = Type.Object({
  order: Type.Union([
    Type.Object({
      fulfillmentOrders: Type.Object({
        nodes: Type.Array(FulfilmentOrder),
        pageInfo: Type.Object({
          hasNextPage: Type.Boolean(),
          endCursor: Type.Union([Type.String(), Type.Null()]),
        }),
      }),
    }),
    Type.Null(),
  ]),
});

/** Tells our hold from those of other apps and of people of the store, which we leave alone. */
const HANDLE = 'pre-order';

/** A part of Shopify's plan of what is sent together, with our line items that are still to be sent. */
type FulfilmentPart = {
  id: string;
  holdIds: string[];
  /** Others hold it as well. Shopify divides no such part. */
  othersHold: boolean;
  lines: { id: string; ours: string }[];
};

/** Returns our line items that we hold. */
export async function heldLines(admin: AdminClient, order: OrderValue): Promise<string[]> {
  if (order.cancelledAt !== null) return [];
  const held = (await readParts(admin, order)).filter(({ holdIds }) => holdIds.length > 0);
  const ids = new Set(held.flatMap(({ lines }) => lines.map(({ ours }) => ours)));
  // In the order of the order's line items.
  return order.lineItems.nodes.flatMap((line) => ourLineId(line.customAttributes) ?? []).filter((id) => ids.has(id));
}

/**
 * Holds exactly these line items. Shopify holds parts of an order: a part that has to be divided is let go first, and held again
 * without the line items that may be sent. While others hold a part, all of it waits.
 */
export async function hold(admin: AdminClient, order: OrderValue, lineIds: readonly string[]): Promise<void> {
  const wanted = new Set(lineIds);
  const before = await readParts(admin, order);
  const tooMuch = before.filter((part) => part.holdIds.length > 0 && holdsTooMuch(part, wanted));
  for (const { id, holdIds } of tooMuch) await admin.change(RELEASE_HOLD, { id, holds: holdIds });
  const parts = tooMuch.length > 0 ? await readParts(admin, order) : before;
  for (const part of parts) {
    if (part.holdIds.length === 0) await holdSome(admin, part, wanted);
  }
  checkAllHeld(order, parts, wanted);
}

function holdsTooMuch({ lines, othersHold }: FulfilmentPart, wanted: ReadonlySet<string>): boolean {
  const some = lines.filter(({ ours }) => wanted.has(ours)).length;
  return othersHold ? some === 0 : some < lines.length;
}

async function holdSome(
  admin: AdminClient,
  { id, lines, othersHold }: FulfilmentPart,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const some = lines.filter(({ ours }) => wanted.has(ours));
  if (some.length === 0) return;
  const isWhole = othersHold || some.length === lines.length;
  const listed = isWhole ? {} : { fulfillmentOrderLineItems: some.map((line) => ({ id: line.id, quantity: 1 })) };
  const notes = { reason: 'OTHER', reasonNotes: 'The unit of this pre-order has not come yet.', notifyMerchant: false };
  await admin.change(HOLD, { id, hold: { handle: HANDLE, ...notes, ...listed } });
}

/** Shopify plans how to send an order a moment after it is created. */
function checkAllHeld({ lineItems }: OrderValue, parts: readonly FulfilmentPart[], wanted: ReadonlySet<string>): void {
  const planned = new Set(parts.flatMap(({ lines }) => lines.map(({ ours }) => ours)));
  const missing = lineItems.nodes.some(({ unfulfilledQuantity, customAttributes }) => {
    const id = ourLineId(customAttributes);
    return unfulfilledQuantity > 0 && id !== null && wanted.has(id) && !planned.has(id);
  });
  if (missing) throw new CommerceError('unreachable', 'Shopify has not planned yet how to send this order.');
}

async function readParts(admin: AdminClient, order: OrderValue): Promise<FulfilmentPart[]> {
  const ours = new Map(order.lineItems.nodes.map((line) => [line.id, ourLineId(line.customAttributes)]));
  const found: FulfilmentOrderValue[] = [];
  for (let after: string | null = null; ; ) {
    const page: Static<typeof Answer> = await admin.run(FULFILMENT_ORDERS, { id: order.id, after }, Answer);
    const { nodes = [], pageInfo } = page.order?.fulfillmentOrders ?? {};
    found.push(...nodes);
    if (!pageInfo?.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return found
    .filter(({ status }) => ['OPEN', 'ON_HOLD', 'SCHEDULED'].includes(status))
    .map((one) => toPart(one, ours));
}

function toPart(
  { id, fulfillmentHolds, lineItems }: FulfilmentOrderValue,
  ours: Map<string, string | null>,
): FulfilmentPart {
  const mine = fulfillmentHolds.filter((one) => one.heldByRequestingApp && one.handle === HANDLE);
  const lines = lineItems.nodes.flatMap((line) => {
    const name = ours.get(line.lineItem.id);
    return name && line.remainingQuantity > 0 ? [{ id: line.id, ours: name }] : [];
  });
  return { id, holdIds: mine.map((one) => one.id), othersHold: mine.length < fulfillmentHolds.length, lines };
}
