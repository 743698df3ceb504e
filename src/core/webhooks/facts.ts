import type { Sql } from '../../platform/db.ts';
import type { WebhookType } from '../../protocol/schema/webhook-events.ts';
import type { OutboxRow } from '../outbox/row.ts';

/** What a message says beyond its type and subject; what else it needs is read when its body is written. */
export type FactDetail =
  | { lineIds: string[]; to: string; what?: 'variant' | 'address' }
  | { movementId: string }
  | { promiseId: string }
  | { waitlistId: string }
  | OrderLines
  | null;

type OrderLines = { orderId: string; lines: { id: string; cancelled: boolean }[] };
type OrderDetail = OrderLines & { state: 'handed_over' | 'refused' };

export type Fact = { type: WebhookType; detail: FactDetail };

/** A fact as an endpoint is told it. */
export type Told = Fact & { storeId: string; subjectId: string; occurredAt: Date };

/** The text that is sent: what happened, and of waitlists and stock how they are now. */
export type WriteWebhook = (sql: Sql, told: Told) => Promise<string>;

// What those who wrote the row put into it.
type RowDetail = {
  lineIds: string[];
  to: string;
  from?: 'payment_due' | 'released';
  movementId: string;
  kind: 'capture' | 'charge' | 'refund';
  state: 'done' | 'failed';
  promiseId: string;
  waitlistIds: string[];
};

const MOVED: Record<string, WebhookType> = {
  released: 'preorder.released',
  fulfilled: 'preorder.sent',
  returned: 'preorder.returned',
};

const MONEY: Record<RowDetail['kind'], Record<RowDetail['state'], WebhookType>> = {
  capture: { done: 'preorder.charged', failed: 'preorder.charge_failed' },
  charge: { done: 'preorder.charged', failed: 'preorder.charge_failed' },
  refund: { done: 'preorder.refunded', failed: 'preorder.refund_failed' },
};

/** What an outbox row tells of: one fact, several, or none. */
export function factsOf({ topic, detail }: Pick<OutboxRow, 'topic' | 'detail'>): Fact[] {
  const said = detail as RowDetail | null;
  if (topic === 'preorder.placed') return [{ type: topic, detail: null }];
  if (topic === 'stock.changed') return [{ type: topic, detail: null }];
  if (topic === 'preorder.address_changed') {
    return [{ type: 'preorder.changed', detail: { lineIds: [], to: 'placed', what: 'address' } }];
  }
  if (!said) return []; // a product's title changed, say: there is no more in the row than what it drops from caches
  if (topic === 'preorder.cancelled') return [{ type: topic, detail: { lineIds: said.lineIds, to: 'cancelled' } }];
  if (topic === 'lines.moved') {
    // Back from a payment that failed, or done without the rest: it is no news that it was released.
    const type = said.from === 'payment_due' || said.from === said.to ? undefined : MOVED[said.to];
    return [{ type: type ?? 'preorder.changed', detail: { lineIds: said.lineIds, to: said.to } }];
  }
  // Another variant: whoever reads it finds which.
  if (topic === 'preorder.swapped')
    return [{ type: 'preorder.changed', detail: { lineIds: said.lineIds, to: 'placed', what: 'variant' } }];
  if (topic === 'money.moved') return [{ type: MONEY[said.kind][said.state], detail: { movementId: said.movementId } }];
  if (topic === 'order.moved') {
    const { orderId, lines, state } = detail as OrderDetail;
    return [{ type: state === 'refused' ? 'order.refused' : 'order.sent', detail: { orderId, lines } }];
  }
  if (topic === 'promise.moved') return [{ type: 'promise.changed', detail: { promiseId: said.promiseId } }];
  if (topic !== 'waitlist.changed') return [];
  const changed = said.waitlistIds.map((waitlistId): Fact => ({ type: topic, detail: { waitlistId } }));
  return [...changed, { type: 'stock.changed', detail: null }]; // it opened, closed, or has another allocation
}
