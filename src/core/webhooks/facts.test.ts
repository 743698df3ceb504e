import { expect, test } from 'vitest';
import type { OutboxSaid } from '../outbox/row.ts';
import { factsOf } from './facts.ts';

const lineIds = ['line'];

test.each<OutboxSaid & { tells: string[] }>([
  { topic: 'preorder.placed', detail: null, tells: ['preorder.placed'] },
  { topic: 'preorder.cancelled', detail: { lineIds, reason: 'shopper', back: 0 }, tells: ['preorder.cancelled'] },
  { topic: 'lines.moved', detail: { lineIds, to: 'released' }, tells: ['preorder.released'] },
  { topic: 'lines.moved', detail: { lineIds, to: 'fulfilled' }, tells: ['preorder.sent'] },
  { topic: 'lines.moved', detail: { lineIds, to: 'returned' }, tells: ['preorder.returned'] },
  { topic: 'lines.moved', detail: { lineIds, to: 'payment_due' }, tells: ['preorder.changed'] },
  { topic: 'lines.moved', detail: { lineIds, to: 'placed' }, tells: ['preorder.changed'] },
  { topic: 'preorder.swapped', detail: { swapId: 's', lineIds }, tells: ['preorder.changed'] },
  { topic: 'preorder.address_changed', detail: null, tells: ['preorder.changed'] },
  { topic: 'preorder.message', detail: { messageId: 'm' }, tells: [] },
  { topic: 'lines.moved', detail: { lineIds, to: 'released', from: 'payment_due' }, tells: ['preorder.changed'] },
  { topic: 'lines.moved', detail: { lineIds, to: 'released', from: 'released' }, tells: ['preorder.changed'] },
  { topic: 'money.moved', detail: { movementId: 'm', kind: 'capture', state: 'done' }, tells: ['preorder.charged'] },
  {
    topic: 'money.moved',
    detail: { movementId: 'm', kind: 'capture', state: 'failed' },
    tells: ['preorder.charge_failed'],
  },
  { topic: 'money.moved', detail: { movementId: 'm', kind: 'charge', state: 'done' }, tells: ['preorder.charged'] },
  {
    topic: 'money.moved',
    detail: { movementId: 'm', kind: 'charge', state: 'failed' },
    tells: ['preorder.charge_failed'],
  },
  { topic: 'money.moved', detail: { movementId: 'm', kind: 'refund', state: 'done' }, tells: ['preorder.refunded'] },
  {
    topic: 'money.moved',
    detail: { movementId: 'm', kind: 'refund', state: 'failed' },
    tells: ['preorder.refund_failed'],
  },
  { topic: 'order.moved', detail: { orderId: 'o', state: 'handed_over', lines: [] }, tells: ['order.sent'] },
  { topic: 'order.moved', detail: { orderId: 'o', state: 'refused', lines: [] }, tells: ['order.refused'] },
  { topic: 'promise.moved', detail: { promiseId: 'p' }, tells: ['promise.changed'] },
  {
    topic: 'waitlist.changed',
    detail: { waitlistIds: ['a', 'b'] },
    tells: ['waitlist.changed', 'waitlist.changed', 'stock.changed'],
  },
  { topic: 'stock.changed', detail: null, tells: ['stock.changed'] },
  // When the title of a product changes, caches drop it and no endpoint is told.
  { topic: 'waitlist.changed', detail: null, tells: [] },
  { topic: 'store.changed', detail: null, tells: [] },
  { topic: 'payment.needed', detail: { paymentDueId: 'd' }, tells: [] },
  { topic: 'money.due', detail: null, tells: [] },
  { topic: 'attempt.settle', detail: null, tells: [] },
  { topic: 'attempt.undo', detail: null, tells: [] },
  { topic: 'link.asked', detail: { linkId: 'l', purpose: 'cancel' }, tells: [] },
])('$topic $detail tells of $tells', ({ tells, ...said }) => {
  expect(factsOf(said).map(({ type }) => type)).toEqual(tells);
});
