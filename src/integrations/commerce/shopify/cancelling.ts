import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { CommerceError } from '../port.ts';
import { type AdminClient, refuse, UserErrors } from './client.ts';
import { BEGIN_EDIT, CANCEL_ORDER, COMMIT_EDIT, REMOVE_LINE } from './operations.ts';
import { Attributes, type OrderValue, ourLineId } from './order-node.ts';

const Calculated = Type.Object({
  id: Type.String(),
  lineItems: Type.Object({
    nodes: Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer(), customAttributes: Attributes })),
  }),
});
const Begun = Type.Object({
  orderEditBegin: Type.Object({
    calculatedOrder: Type.Union([Calculated, Type.Null()]),
    userErrors: UserErrors,
  }),
});

/** Removes line items from an order. Cancels the order once none is left that could be sent. Shopify gives back no money by it. */
export async function cancelLines(admin: AdminClient, order: OrderValue, lineIds: readonly string[]): Promise<void> {
  if (order.cancelledAt !== null) return;
  const isOurs = ({ customAttributes }: OrderValue['lineItems']['nodes'][number]) =>
    lineIds.includes(ourLineId(customAttributes) ?? '');
  const kept = order.lineItems.nodes.filter((line) => line.currentQuantity > 0 && !isOurs(line));
  const isCancelled =
    kept.length === 0 &&
    order.lineItems.nodes.every((line) => line.currentQuantity === 0 || line.unfulfilledQuantity > 0);
  if (isCancelled) return admin.change(CANCEL_ORDER, { id: order.id });
  await removeLines(admin, order, lineIds);
}

async function removeLines(admin: AdminClient, order: OrderValue, lineIds: readonly string[]): Promise<void> {
  const { orderEditBegin: begun } = await admin.run(BEGIN_EDIT, { id: order.id }, Begun);
  refuse(begun.userErrors);
  if (!begun.calculatedOrder) throw new CommerceError('unreachable', 'Shopify answered without an edit.');
  const { id, lineItems } = begun.calculatedOrder;
  const gone = linesToRemove(lineItems.nodes, lineIds);
  for (const line of gone) await admin.change(REMOVE_LINE, { id, line });
  if (gone.length > 0) await admin.change(COMMIT_EDIT, { id });
}

function linesToRemove(lines: Static<typeof Calculated>['lineItems']['nodes'], lineIds: readonly string[]): string[] {
  const ours = lines.filter(({ customAttributes }) => lineIds.includes(ourLineId(customAttributes) ?? ''));
  return ours.filter(({ quantity }) => quantity > 0).map(({ id }) => id);
}
