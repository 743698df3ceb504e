import { expect, test } from 'vitest';
import type { OutboxTopic } from '../outbox/topics.ts';
import { factsOf } from './facts.ts';

const lineIds = ['line'];
const types = (topic: OutboxTopic, detail: Record<string, unknown> | null) =>
  factsOf({ topic, detail }).map(({ type }) => type);

test.each<[OutboxTopic, Record<string, unknown> | null, string[]]>([
  ['preorder.placed', null, ['preorder.placed']],
  ['preorder.cancelled', { lineIds }, ['preorder.cancelled']],
  ['lines.moved', { lineIds, to: 'released' }, ['preorder.released']],
  ['lines.moved', { lineIds, to: 'fulfilled' }, ['preorder.sent']],
  ['lines.moved', { lineIds, to: 'returned' }, ['preorder.returned']],
  ['lines.moved', { lineIds, to: 'payment_due' }, ['preorder.changed']],
  ['lines.moved', { lineIds, to: 'placed' }, ['preorder.changed']],
  ['preorder.swapped', { swapId: 's', lineIds }, ['preorder.changed']],
  ['preorder.address_changed', null, ['preorder.changed']],
  ['preorder.message', { messageId: 'm' }, []],
  ['lines.moved', { lineIds, to: 'released', from: 'payment_due' }, ['preorder.changed']],
  ['lines.moved', { lineIds, to: 'released', from: 'released' }, ['preorder.changed']],
  ['money.moved', { movementId: 'm', kind: 'capture', state: 'done' }, ['preorder.charged']],
  ['money.moved', { movementId: 'm', kind: 'capture', state: 'failed' }, ['preorder.charge_failed']],
  ['money.moved', { movementId: 'm', kind: 'charge', state: 'done' }, ['preorder.charged']],
  ['money.moved', { movementId: 'm', kind: 'charge', state: 'failed' }, ['preorder.charge_failed']],
  ['money.moved', { movementId: 'm', kind: 'refund', state: 'done' }, ['preorder.refunded']],
  ['money.moved', { movementId: 'm', kind: 'refund', state: 'failed' }, ['preorder.refund_failed']],
  ['order.moved', { orderId: 'o', state: 'handed_over', lines: [] }, ['order.sent']],
  ['order.moved', { orderId: 'o', state: 'refused', lines: [] }, ['order.refused']],
  ['promise.moved', { promiseId: 'p' }, ['promise.changed']],
  ['waitlist.changed', { waitlistIds: ['a', 'b'] }, ['waitlist.changed', 'waitlist.changed', 'stock.changed']],
  ['stock.changed', null, ['stock.changed']],
  // A product's title changed: caches drop it, nobody is told.
  ['waitlist.changed', null, []],
  ['store.changed', null, []],
  ['payment.needed', { paymentDueId: 'd' }, []],
  ['money.due', null, []],
  ['attempt.settle', null, []],
  ['attempt.undo', null, []],
  ['link.asked', { linkId: 'l', purpose: 'cancel' }, []],
])('%s %j tells of %j', (topic, detail, expected) => expect(types(topic, detail)).toEqual(expected));
