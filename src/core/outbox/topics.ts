import type { Static } from 'typebox';
import type { CancelReason, LineState } from '../../domain/preorder.ts';
import { Type } from '../../platform/type.ts';
import { JOB_DETAILS } from '../jobs/topics.ts';

const NOTHING = Type.Null();
const Ids = Type.Array(Type.String());
const State = Type.Unsafe<LineState>(Type.String());

/** Topics that drop cached answers, in every process. The comment behind each names the subject whose id the row holds. */
const CHANGE_DETAILS = {
  'stock.changed': NOTHING, // product
  'waitlist.changed': Type.Union([NOTHING, Type.Object({ waitlistIds: Ids })]), // product; null: its title changed, say
  'store.changed': NOTHING, // store
} as const;

/** Topics that only tell: by mail to the shopper and by webhook to the store's endpoints. */
const FACT_DETAILS = {
  /** With a detail: it was placed elsewhere and imported, and the shopper gets a confirmation only if that is wanted. */
  'preorder.placed': Type.Union([NOTHING, Type.Object({ imported: Type.Literal(true), mail: Type.Boolean() })]), // pre-order
  'preorder.cancelled': Type.Object({
    lineIds: Ids,
    reason: Type.Unsafe<CancelReason>(Type.String()),
    /** The refund for the line items, in minor units. */
    back: Type.Integer(),
  }), // pre-order
  'preorder.swapped': Type.Object({
    swapId: Type.String(),
    /** The swaps of further line items of the same request. */
    otherSwapIds: Type.Optional(Ids),
    lineIds: Ids,
  }), // pre-order
  'preorder.address_changed': NOTHING, // pre-order
  'preorder.contact_changed': Type.Object({
    changeId: Type.String(),
    /** The address that is told: two rows follow from one change. */
    to: Type.Union([Type.Literal('new'), Type.Literal('old')]),
  }), // pre-order
  'preorder.message': Type.Object({ messageId: Type.String() }), // pre-order; the shopper wrote to the store
  'preorder.written': Type.Object({ messageId: Type.String() }), // pre-order; the store wrote to the shopper
  'lines.moved': Type.Object({
    to: State,
    from: Type.Optional(State),
    lineIds: Ids,
    /** The fulfilment of line items that were sent. Rows from before fulfilments have none. */
    fulfilmentId: Type.Optional(Type.String()),
  }), // pre-order
  'fulfilment.changed': Type.Object({
    fulfilmentId: Type.String(),
    what: Type.Union([Type.Literal('tracking'), Type.Literal('delivered')]),
    /** The shopper gets a mail about it. */
    mail: Type.Boolean(),
  }), // pre-order
  'money.moved': Type.Object({
    movementId: Type.String(),
    kind: Type.Union([Type.Literal('capture'), Type.Literal('charge'), Type.Literal('refund')]),
    state: Type.Union([Type.Literal('done'), Type.Literal('failed')]),
  }), // pre-order
  'order.moved': Type.Object({
    orderId: Type.String(),
    state: Type.Union([Type.Literal('handed_over'), Type.Literal('refused')]),
    lines: Type.Array(Type.Object({ id: Type.String(), cancelled: Type.Boolean() })),
  }), // pre-order; the store's system took or refused the order
  'payment.needed': Type.Object({ paymentDueId: Type.String(), reminder: Type.Optional(Type.Boolean()) }), // pre-order
  'link.asked': Type.Object({
    linkId: Type.String(),
    purpose: Type.Union([Type.Literal('cancel'), Type.Literal('manage')]),
  }), // pre-order; a mail brings the link, and no endpoint gets this fact
  'promise.moved': Type.Object({ promiseId: Type.String() }), // product
  'promise.noticed': Type.Object({
    noticeId: Type.String(),
    kind: Type.Union([Type.Literal('told'), Type.Literal('asked')]),
    /** The link with which the shopper answers; null for a notice that only tells. */
    linkId: Type.Union([Type.Null(), Type.String()]),
    /** The question was asked before: of another address, or it is a reminder. */
    again: Type.Optional(Type.Union([Type.Literal('contact'), Type.Literal('reminder')])),
  }), // pre-order
  'return.opened': Type.Object({ withdrawalId: Type.String(), returnId: Type.String() }), // pre-order; no endpoint gets this fact
  'withdrawal.declared': NOTHING, // withdrawal
  'withdrawal.undone': NOTHING, // withdrawal
  'withdrawal.settled': NOTHING, // withdrawal; the merchant has acted on it, or refused it
} as const;

/**
 * The `detail` of each topic: facts that cannot be read from the database later. It holds ids and our own words, never
 * personal data.
 */
export const OUTBOX_DETAILS = { ...CHANGE_DETAILS, ...FACT_DETAILS, ...JOB_DETAILS } as const;

/** Everything that can follow a commit. */
export type OutboxTopic = keyof typeof OUTBOX_DETAILS;
export type OutboxDetails = { [T in OutboxTopic]: Static<(typeof OUTBOX_DETAILS)[T]> };

export function isChangeTopic(topic: string): topic is keyof typeof CHANGE_DETAILS {
  return Object.hasOwn(CHANGE_DETAILS, topic);
}

export function isFactTopic(topic: string): topic is keyof typeof FACT_DETAILS {
  return Object.hasOwn(FACT_DETAILS, topic);
}

/** The NOTIFY channel of changed stores and products. The payload is JSON: `[[storeId, productId | null], …]`. */
export const CHANGES_CHANNEL = 'service_changes';
