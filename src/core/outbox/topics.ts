import type { JobTopic } from '../jobs/queue.ts';

/** Drop cached answers, in every process. */
const CHANGE_TOPICS = [
  'stock.changed', // product
  'waitlist.changed', // product
  'store.changed', // store
] as const;

/** Are told, by mail to the shopper and by webhook to whoever asked; nothing else follows. */
const FACT_TOPICS = [
  'preorder.placed', // pre-order
  'preorder.cancelled', // pre-order
  'preorder.swapped', // pre-order; `detail` has swapId and lineIds
  'preorder.address_changed', // pre-order
  'preorder.message', // pre-order; `detail` has messageId: the shopper wrote to the store
  'lines.moved', // pre-order
  'money.moved', // pre-order
  'order.moved', // pre-order; `detail` has orderId, state (handed_over or refused) and lines: the store's system took it, or did not
  'payment.needed', // pre-order; `detail` has paymentDueId: what is due could not be taken, and the shopper can help
  'link.asked', // pre-order; `detail` has linkId and purpose: a mail brings the link, nobody else is told
  'promise.moved', // product
  'promise.noticed', // pre-order; `detail` has noticeId, kind (told or asked) and, where it was asked, the linkId
] as const;

type ChangeTopic = (typeof CHANGE_TOPICS)[number];
type FactTopic = (typeof FACT_TOPICS)[number];

export function isChangeTopic(topic: OutboxTopic): topic is ChangeTopic {
  return CHANGE_TOPICS.some((one) => one === topic);
}

export function isFactTopic(topic: OutboxTopic): topic is FactTopic {
  return FACT_TOPICS.some((one) => one === topic);
}

/** What a commit can be followed by. The subject is the id in brackets; a handler reads the rest and is idempotent. */
export type OutboxTopic = ChangeTopic | FactTopic | JobTopic;

/** The channel on which processes tell each other what to forget: JSON `[[storeId, productId | null], …]`. */
export const CHANGES_CHANNEL = 'service_changes';
