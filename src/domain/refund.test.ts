import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextMovement } from './payment.ts';
import type { LineState } from './preorder.ts';
import { cancelOutcome, refundDue } from './refund.ts';

const line = (state: LineState, paid: number, refunded = 0) => ({ state, total: 10_000, paid, refunded });

test.each<[string, ReturnType<typeof line>, ReturnType<typeof cancelOutcome>]>([
  ['paid', line('placed', 10_000), { refund: 10_000, release: 0 }],
  ['authorised only', line('placed', 0), { refund: 0, release: 10_000 }],
  ['being prepared', line('released', 10_000), { refund: 10_000, release: 0 }],
  ['with a payment that failed', line('payment_due', 0), { refund: 0, release: 0 }],
  ['sent', line('fulfilled', 10_000), null],
  ['returned', line('returned', 10_000), null],
  ['cancelled', line('cancelled', 10_000, 10_000), null],
])('what cancelling a line that is %s brings', (_, given, outcome) => {
  expect(cancelOutcome(given)).toEqual(outcome);
});

test('a cancelled line is owed what was taken and not yet given back', () => {
  expect(refundDue(line('cancelled', 10_000))).toBe(10_000);
  expect(refundDue(line('cancelled', 10_000, 10_000))).toBe(0);
  expect(refundDue(line('placed', 10_000))).toBe(0);
});

test('what is said before cancelling is what the money then does', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ total: amount, chosen: fc.boolean() }), { minLength: 1, maxLength: 8 }),
      (rows) => {
        const said = rows
          .filter(({ chosen }) => chosen)
          .map(({ total }) => cancelOutcome({ state: 'placed', total, paid: total, refunded: 0 })?.refund ?? 0);
        const lines = rows.map(({ total, chosen }, index) => ({
          ...{ id: String(index), cancelled: chosen, total, net: total, moving: false },
        }));
        const movement = nextMovement(lines, 'ended');
        expect(movement?.amount ?? 0).toBe(said.reduce((sum, each) => sum + each, 0));
      },
    ),
  );
});
