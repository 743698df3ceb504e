import { describe, expect, test } from 'vitest';
import type { OutboxSaid } from '../outbox/row.ts';
import { mailOf } from './kinds.ts';

const LINES = { lineIds: ['l1', 'l2'] };

test.each<OutboxSaid & { kind: string | undefined }>([
  { topic: 'preorder.placed', detail: null, kind: 'placed' },
  { topic: 'preorder.cancelled', detail: { ...LINES, reason: 'delay', back: 0 }, kind: 'cancelled' },
  { topic: 'preorder.swapped', detail: { swapId: 's', lineIds: ['l1'] }, kind: 'swapped' },
  { topic: 'preorder.address_changed', detail: null, kind: 'address_changed' },
  { topic: 'preorder.message', detail: { messageId: 'm' }, kind: 'message' },
  { topic: 'lines.moved', detail: { to: 'released', ...LINES }, kind: 'released' },
  { topic: 'lines.moved', detail: { to: 'fulfilled', ...LINES }, kind: 'sent' },
  { topic: 'lines.moved', detail: { to: 'returned', ...LINES }, kind: 'returned' },
  { topic: 'lines.moved', detail: { to: 'payment_due', ...LINES }, kind: undefined }, // another fact asks for the payment
  { topic: 'lines.moved', detail: { to: 'released', from: 'payment_due', ...LINES }, kind: undefined }, // the receipt tells it
  { topic: 'lines.moved', detail: { to: 'placed', from: 'payment_due', ...LINES }, kind: undefined },
  {
    topic: 'fulfilment.changed',
    detail: { fulfilmentId: 'f', what: 'tracking', mail: true },
    kind: 'tracking_changed',
  },
  { topic: 'fulfilment.changed', detail: { fulfilmentId: 'f', what: 'tracking', mail: false }, kind: undefined },
  { topic: 'return.opened', detail: { withdrawalId: 'w', returnId: 'r' }, kind: 'return_opened' },
  { topic: 'money.moved', detail: { movementId: 'v', kind: 'capture', state: 'done' }, kind: 'charged' },
  { topic: 'money.moved', detail: { movementId: 'v', kind: 'charge', state: 'done' }, kind: 'charged' },
  { topic: 'money.moved', detail: { movementId: 'v', kind: 'refund', state: 'done' }, kind: 'refunded' },
  { topic: 'money.moved', detail: { movementId: 'v', kind: 'charge', state: 'failed' }, kind: undefined },
  { topic: 'money.moved', detail: { movementId: 'v', kind: 'refund', state: 'failed' }, kind: undefined },
  { topic: 'payment.needed', detail: { paymentDueId: 'd' }, kind: 'payment_needed' },
  { topic: 'promise.noticed', detail: { noticeId: 'n', kind: 'told', linkId: null }, kind: 'date_moved' },
  { topic: 'promise.noticed', detail: { noticeId: 'n', kind: 'asked', linkId: 'k' }, kind: 'date_asked' },
  { topic: 'link.asked', detail: { linkId: 'k', purpose: 'cancel' }, kind: 'cancel_link' },
  { topic: 'link.asked', detail: { linkId: 'k', purpose: 'manage' }, kind: 'manage_link' },
  { topic: 'promise.moved', detail: { promiseId: 'p' }, kind: undefined },
  { topic: 'stock.changed', detail: null, kind: undefined },
  { topic: 'money.due', detail: null, kind: undefined },
])('$topic $detail is the mail $kind', ({ kind, ...said }) => {
  expect(mailOf({ id: 7, ...said })?.kind).toBe(kind);
});

describe('the dedupe of a mail', () => {
  const dedupe = (id: number, said: OutboxSaid) => mailOf({ id, ...said })?.dedupe;

  test('is made from the subject when the event happens once, whatever the row', () => {
    const once: OutboxSaid[] = [
      { topic: 'preorder.placed', detail: null },
      { topic: 'money.moved', detail: { movementId: 'v', kind: 'charge', state: 'done' } },
      { topic: 'link.asked', detail: { linkId: 'k', purpose: 'cancel' } },
    ];
    for (const said of once) expect(dedupe(1, said)).toBe(dedupe(2, said));
    expect(dedupe(1, { topic: 'promise.noticed', detail: { noticeId: 'n', kind: 'told', linkId: null } })).toBe('n'); // the evidence of the notice finds its mail by this dedupe
  });

  test('is made from the row when the event may happen again', () => {
    const often: OutboxSaid[] = [
      { topic: 'preorder.cancelled', detail: { ...LINES, reason: 'delay', back: 0 } },
      { topic: 'preorder.address_changed', detail: null },
      { topic: 'payment.needed', detail: { paymentDueId: 'd' } },
    ];
    for (const said of often) expect(dedupe(1, said)).not.toBe(dedupe(2, said));
  });
});
