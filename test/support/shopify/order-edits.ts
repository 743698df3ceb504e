import { touch } from './orders.ts';
import type { LineItem, Order, Root } from './things.ts';
import { numberOf, readableOrders, type Shop } from './things.ts';

type Session = { id: string; order: Order; quantities: Map<LineItem, number> };

/** Editing of an order: begin, set quantities, commit. Nothing happens before the commit. */
export function orderEditRoot(shop: Shop): Root {
  const sessions = new Map<string, Session>();
  const refuse = (message: string) => ({
    calculatedOrder: null,
    order: null,
    userErrors: [{ field: ['id'], message }],
  });
  return {
    orderEditBegin: ({ id }) => {
      const order = readableOrders(shop).find((one) => one.id === id);
      if (!order) return refuse('The order does not exist.');
      if (order.cancelledAt) return refuse('The order cannot be edited.');
      const session = { id: shop.nextId('CalculatedOrder'), order, quantities: new Map() };
      sessions.set(session.id, session);
      return { calculatedOrder: calculated(session), userErrors: [] };
    },
    orderEditSetQuantity: ({ id, lineItemId, quantity }) => {
      const session = sessions.get(String(id));
      const line = session?.order.lineItems.find((one) => numberOf(one.id) === numberOf(String(lineItemId)));
      if (!session || !line) return refuse('The line item does not exist.');
      if (Number(quantity) < line.fulfilled) return refuse('Cannot remove fulfilled items.');
      session.quantities.set(line, Number(quantity));
      return { calculatedOrder: calculated(session), userErrors: [] };
    },
    orderEditCommit: ({ id }) => {
      const session = sessions.get(String(id));
      if (!session) return refuse('The edit does not exist.');
      sessions.delete(session.id);
      for (const [line, quantity] of session.quantities) setQuantity(session.order, line, quantity);
      touch(shop, session.order);
      return { order: session.order, userErrors: [] };
    },
  };
}

function setQuantity(order: Order, line: LineItem, quantity: number): void {
  line.currentQuantity = quantity;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    for (const part of fulfillmentOrder.lineItems) {
      if (part.lineItem === line) part.remainingQuantity = Math.max(0, quantity - line.fulfilled);
    }
    if (fulfillmentOrder.lineItems.every(({ remainingQuantity }) => remainingQuantity === 0))
      fulfillmentOrder.status = 'CLOSED';
  }
}

function calculated({ id, order, quantities }: Session) {
  const lineItems = order.lineItems.map((line) => ({
    __typename: 'CalculatedLineItem',
    id: `gid://shopify/CalculatedLineItem/${numberOf(line.id)}`,
    quantity: quantities.get(line) ?? line.currentQuantity,
    customAttributes: line.customAttributes,
  }));
  return { id, lineItems };
}
