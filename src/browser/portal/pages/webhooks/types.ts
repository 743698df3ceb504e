import type { WebhookType } from '../../../../protocol/schema/webhook-events.ts';

// Every type is named once: the compiler says when one is missing.
const NAMED: Record<Exclude<WebhookType, 'webhook.test'>, true> = {
  'preorder.placed': true,
  'preorder.changed': true,
  'preorder.released': true,
  'preorder.sent': true,
  'preorder.returned': true,
  'preorder.cancelled': true,
  'preorder.charged': true,
  'preorder.charge_failed': true,
  'preorder.refunded': true,
  'preorder.refund_failed': true,
  'order.sent': true,
  'order.refused': true,
  'fulfilment.changed': true,
  'fulfilment.delivered': true,
  'withdrawal.declared': true,
  'withdrawal.undone': true,
  'withdrawal.settled': true,
  'promise.changed': true,
  'waitlist.changed': true,
  'stock.changed': true,
};

/** The types of facts that an endpoint can ask for. */
export const TYPES = Object.keys(NAMED);
