import { describe, expect, test } from 'vitest';
import type { OutboxRow } from '../outbox/row.ts';
import { idsOf, mailOf } from './kinds.ts';

const LINES = { lineIds: ['l1', 'l2'] };

test.each<[topic: OutboxRow['topic'], detail: OutboxRow['detail'], kind: string | undefined]>([
  ['preorder.placed', null, 'placed'],
  ['preorder.cancelled', { ...LINES, reason: 'delay' }, 'cancelled'],
  ['preorder.swapped', { swapId: 's', lineIds: ['l1'] }, 'swapped'],
  ['preorder.address_changed', null, 'address_changed'],
  ['preorder.message', { messageId: 'm' }, 'message'],
  ['lines.moved', { to: 'released', ...LINES }, 'released'],
  ['lines.moved', { to: 'fulfilled', ...LINES }, 'sent'],
  ['lines.moved', { to: 'returned', ...LINES }, 'returned'],
  ['lines.moved', { to: 'payment_due', ...LINES }, undefined], // another fact asks for the payment
  ['lines.moved', { to: 'released', from: 'payment_due', ...LINES }, undefined], // the receipt tells it
  ['lines.moved', { to: 'placed', from: 'payment_due', ...LINES }, undefined],
  ['money.moved', { movementId: 'v', kind: 'capture', state: 'done' }, 'charged'],
  ['money.moved', { movementId: 'v', kind: 'charge', state: 'done' }, 'charged'],
  ['money.moved', { movementId: 'v', kind: 'refund', state: 'done' }, 'refunded'],
  ['money.moved', { movementId: 'v', kind: 'charge', state: 'failed' }, undefined],
  ['money.moved', { movementId: 'v', kind: 'refund', state: 'failed' }, undefined],
  ['payment.needed', { paymentDueId: 'd' }, 'payment_needed'],
  ['promise.noticed', { noticeId: 'n', kind: 'told' }, 'date_moved'],
  ['promise.noticed', { noticeId: 'n', kind: 'asked', linkId: 'k' }, 'date_asked'],
  ['link.asked', { linkId: 'k', purpose: 'cancel' }, 'cancel_link'],
  ['link.asked', { linkId: 'k', purpose: 'manage' }, 'manage_link'],
  ['promise.moved', { promiseId: 'p' }, undefined],
  ['stock.changed', null, undefined],
  ['money.due', null, undefined],
])('%s %j is the mail %s', (topic, detail, kind) => {
  expect(mailOf({ id: 7, topic, detail })?.kind).toBe(kind);
});

describe('the same mail', () => {
  const dedupe = (id: number, topic: OutboxRow['topic'], detail: OutboxRow['detail']) =>
    mailOf({ id, topic, detail })?.dedupe;

  test('is told by its subject where that comes once, whatever the row', () => {
    for (const [topic, detail] of [
      ['preorder.placed', null],
      ['money.moved', { movementId: 'v', kind: 'charge', state: 'done' }],
      ['link.asked', { linkId: 'k', purpose: 'cancel' }],
    ] as const) {
      expect(dedupe(1, topic, detail)).toBe(dedupe(2, topic, detail));
    }
    expect(dedupe(1, 'promise.noticed', { noticeId: 'n', kind: 'told' })).toBe('n'); // its evidence finds it by that
  });

  test('is told by the row where the same may happen again', () => {
    for (const topic of ['preorder.cancelled', 'preorder.address_changed', 'payment.needed'] as const) {
      expect(dedupe(1, topic, LINES)).not.toBe(dedupe(2, topic, LINES));
    }
  });
});

test('ids are read from whatever a row holds', () => {
  expect([...idsOf(LINES, 'lineIds')]).toEqual(['l1', 'l2']);
  for (const detail of [null, {}, { lineIds: 'l1' }, { lineIds: null }]) expect(idsOf(detail, 'lineIds').size).toBe(0);
});
