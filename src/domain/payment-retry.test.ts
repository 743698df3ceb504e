import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRefundTry, nextRetry, type PaymentFailure, tellsShopper } from './payment-retry.ts';

const NOW = new Date('2026-03-28T22:30:00Z'); // the night in which Europe's clocks go forward
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const failed = (reason: PaymentFailure, tries: number, days = 7) => ({
  reason,
  tries,
  now: NOW,
  deadline: after(days * 24),
  spread: 0.5,
});

test.each<[PaymentFailure, number, number | null]>([
  ['card_declined', 1, 24],
  ['insufficient_funds', 2, 48],
  ['card_declined', 3, 72],
  ['card_declined', 4, null],
  ['processing_error', 1, 1],
  ['processing_error', 2, 48],
  ['authorisation_lost', 1, 1],
  ['expired_card', 1, null],
  ['incorrect_card', 1, null],
  ['authentication_required', 1, null],
  ['refused', 1, null],
  ['no_card', 1, null],
])('%s at try %i: the next one after %s hours', (reason, tries, hours) => {
  expect(nextRetry(failed(reason, tries))).toEqual(hours === null ? null : after(hours));
});

test('a retry is not made so late that the shopper could not pay before the deadline', () => {
  expect(nextRetry(failed('card_declined', 1, 1.25))).toEqual(after(24));
  expect(nextRetry(failed('card_declined', 1, 1.24))).toBeNull();
});

test('retries are spread over half of the wait, and are before the deadline', () => {
  const spread = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(spread, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3 }), (at, days, tries) => {
      const asked = { ...failed('card_declined', tries, days), spread: at };
      const retry = nextRetry(asked);
      if (!retry) return;
      const hours = (retry.getTime() - NOW.getTime()) / 3_600_000;
      expect(hours).toBeGreaterThanOrEqual(18 * tries);
      expect(hours).toBeLessThanOrEqual(30 * tries);
      expect(retry.getTime()).toBeLessThan(asked.deadline.getTime());
    }),
  );
});

test('the shopper is told of the first failure, and of one that no retry follows', () => {
  expect(tellsShopper({ tries: 1, retryAt: after(24) })).toBe(true);
  expect(tellsShopper({ tries: 2, retryAt: after(48) })).toBe(false);
  expect(tellsShopper({ tries: 3, retryAt: null })).toBe(true);
});

test.each([
  [1, 5],
  [2, 10],
  [5, 80],
  [9, 1_280],
  [10, 1_440],
  [5_000, 1_440],
])('a refund that was refused %i times is asked for again within %i minutes', (tries, minutes) => {
  const wait = (spread: number) => (nextRefundTry({ tries, now: NOW, spread }).getTime() - NOW.getTime()) / 60_000;
  expect(wait(0)).toBe(minutes);
  expect(wait(1)).toBe(minutes * 0.75);
});
