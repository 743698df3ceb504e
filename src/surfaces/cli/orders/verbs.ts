import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/operations.ts';
import { addAskingVerb } from '../asking.ts';
import { formatCount, formatTable, momentIn, toWords } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

/** Adds the verbs for store orders, which are handed to the store's own system. */
export function addOrders(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listOrders, text: ordersTable });
  addAskingVerb(verbs, 'retry', {
    operation: operations.retryOrders,
    text: ({ retried, refused }) => `${formatCount(retried, 'order')} handed over again, ${refused} refused again.`,
    isPartly: ({ refused }) => refused > 0,
  });
}

function ordersTable(orders: operations.AdminOrder[], { timeZone }: Store): string {
  if (orders.length === 0) return 'No orders: nothing was released and paid yet.';
  const rows = orders.map((order) => [
    order.reference,
    order.number,
    toWords(order.state),
    order.lines,
    order.external_ref ?? '',
    momentIn(timeZone, order.handed_at ?? order.created_at),
    order.failure ?? '',
  ]);
  return formatTable(['Pre-order', 'Order', 'State', 'Line items', "The store's", 'When', 'Failed because'], rows);
}
