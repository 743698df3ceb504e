import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canCancel, LINE_STATES, LINE_TRANSITIONS, type LineState, preorderState } from './preorder.ts';

describe('a line item', () => {
  // Repeats the table in another form, so that a change has to be made in both places.
  const allowed = new Set([
    'placed released',
    'placed payment_due',
    'placed cancelled',
    'payment_due placed',
    'payment_due released',
    'payment_due cancelled',
    'released fulfilled',
    'released payment_due',
    'released cancelled',
    'fulfilled returned',
  ]);
  const pairs = LINE_STATES.flatMap((from) => LINE_STATES.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s', (from, to) => {
    expect(LINE_TRANSITIONS[from].includes(to)).toBe(allowed.has(`${from} ${to}`));
  });

  test.each(LINE_STATES)('that is %s can be cancelled only if it is not sent yet', (state) => {
    expect(canCancel(state)).toBe(['placed', 'payment_due', 'released'].includes(state));
  });
});

describe('a pre-order', () => {
  const someOf = (...states: LineState[]) => fc.array(fc.constantFrom(...states), { maxLength: 6 });
  const atLeast = (state: LineState, others: fc.Arbitrary<LineState[]>) =>
    fc.tuple(others, others).map(([before, after]) => [...before, state, ...after]);
  const precedence: [LineState, LineState[]][] = [
    ['payment_due', LINE_STATES],
    ['placed', ['placed', 'released', 'fulfilled', 'returned', 'cancelled']],
    ['released', ['released', 'fulfilled', 'returned', 'cancelled']],
    ['fulfilled', ['fulfilled', 'returned', 'cancelled']],
    ['returned', ['returned', 'cancelled']],
    ['cancelled', ['cancelled']],
  ];

  test.each(precedence)('is %s when its other line items have states of lower rank', (state, others) => {
    fc.assert(
      fc.property(atLeast(state, someOf(...others)), (lines) => {
        expect(preorderState(lines)).toBe(state);
      }),
    );
  });
});
