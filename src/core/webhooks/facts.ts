import type { LineState } from '../../domain/preorder.ts';
import type { Sql } from '../../platform/db.ts';
import type { WebhookType } from '../../protocol/schema/webhook-events.ts';
import type { OutboxSaid } from '../outbox/row.ts';
import type { OutboxDetails } from '../outbox/topics.ts';

type MovedLines = { lineIds: string[]; to: LineState };
type OfMovement = { movementId: string };
type OfFulfilment = { fulfilmentId: string };
type OfOrder = { orderId: string; lines: { id: string; cancelled: boolean }[] };

/** The stored detail of a message, by its type. The rest is read when the body is written. */
type Details = {
  'preorder.placed': { imported: true } | null;
  /** No line item moves where an address or a contact changed; workers of the version before look for `lineIds`. */
  'preorder.changed':
    | (MovedLines & { what?: 'variant'; fulfilmentId?: string })
    | { what: 'address' | 'contact'; lineIds: string[] };
  'preorder.cancelled': MovedLines;
  'preorder.released': MovedLines;
  'preorder.sent': MovedLines & { fulfilmentId?: string };
  'preorder.returned': MovedLines;
  'preorder.charged': OfMovement;
  'preorder.charge_failed': OfMovement;
  'preorder.refunded': OfMovement;
  'preorder.refund_failed': OfMovement;
  'fulfilment.changed': OfFulfilment;
  'fulfilment.delivered': OfFulfilment;
  'order.sent': OfOrder;
  'order.refused': OfOrder;
  'promise.changed': { promiseId: string };
  'withdrawal.declared': null;
  'withdrawal.undone': null;
  'withdrawal.settled': null;
  'waitlist.changed': { waitlistId: string };
  'stock.changed': null;
  'webhook.test': null;
};

export type Fact = { [T in WebhookType]: { type: T; detail: Details[T] } }[WebhookType];

/** A fact with what a message needs beside it. */
export type WebhookFact = Fact & {
  storeId: string;
  subjectId: string;
  occurredAt: Date;
  /** The endpoint asks for what names the shopper. */
  includePersonal: boolean;
};

/** Writes the body of a message: the fact, with the present state of a waitlist or its stock. */
export type WriteWebhook = (sql: Sql, fact: WebhookFact) => Promise<string>;

const MOVED = {
  released: 'preorder.released',
  fulfilled: 'preorder.sent',
  returned: 'preorder.returned',
} as const;

const MONEY = {
  capture: { done: 'preorder.charged', failed: 'preorder.charge_failed' },
  charge: { done: 'preorder.charged', failed: 'preorder.charge_failed' },
  refund: { done: 'preorder.refunded', failed: 'preorder.refund_failed' },
} as const;

/** Returns the facts of an outbox row: one, several, or none. */
export function factsOf(said: OutboxSaid): Fact[] {
  const { topic, detail } = said;
  switch (topic) {
    case 'preorder.placed':
      return [{ type: topic, detail: detail && { imported: true } }];
    case 'stock.changed':
    case 'withdrawal.declared':
    case 'withdrawal.undone':
    case 'withdrawal.settled':
      return [{ type: topic, detail: null }];
    case 'preorder.address_changed':
      return [{ type: 'preorder.changed', detail: { lineIds: [], what: 'address' } }];
    case 'preorder.contact_changed':
      if (detail.to === 'old') return []; // the other row of the same change tells it
      return [{ type: 'preorder.changed', detail: { lineIds: [], what: 'contact' } }];
    case 'preorder.cancelled':
      return [{ type: topic, detail: { lineIds: detail.lineIds, to: 'cancelled' } }];
    case 'preorder.swapped': // the receiver reads which variant it is now
      return [{ type: 'preorder.changed', detail: { lineIds: detail.lineIds, to: 'placed', what: 'variant' } }];
    case 'lines.moved':
      return [movedFact(detail)];
    case 'fulfilment.changed': {
      const { what, fulfilmentId } = detail;
      return [{ type: what === 'delivered' ? 'fulfilment.delivered' : topic, detail: { fulfilmentId } }];
    }
    case 'money.moved':
      return [{ type: MONEY[detail.kind][detail.state], detail: { movementId: detail.movementId } }];
    case 'order.moved': {
      const { orderId, lines, state } = detail;
      return [{ type: state === 'refused' ? 'order.refused' : 'order.sent', detail: { orderId, lines } }];
    }
    case 'promise.moved':
      return [{ type: 'promise.changed', detail: { promiseId: detail.promiseId } }];
    case 'waitlist.changed':
      return detail ? waitlistFacts(detail.waitlistIds) : []; // endpoints are not told of a changed title
    default:
      return [];
  }
}

function movedFact({ from, to, lineIds, fulfilmentId }: OutboxDetails['lines.moved']): Fact {
  const detail = { lineIds, to, ...(fulfilmentId && { fulfilmentId }) };
  // A line item that returns from `payment_due`, or stays `released` without its balance, was released before, so the release is not told again.
  const isTold = from !== 'payment_due' && from !== to && to in MOVED;
  return { type: isTold ? MOVED[to as keyof typeof MOVED] : 'preorder.changed', detail };
}

/** Returns the facts of changed waitlists. Their allocations may have changed, so the stock is among them. */
function waitlistFacts(waitlistIds: readonly string[]): Fact[] {
  const changed = waitlistIds.map((waitlistId): Fact => ({ type: 'waitlist.changed', detail: { waitlistId } }));
  return [...changed, { type: 'stock.changed', detail: null }];
}
