import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MoneyLine, nextMovement } from './payment.ts';
import type { CancelReason, LineState } from './preorder.ts';
import { backByCancelling, cancelOutcome, keepsDeposit, type PaidLine, refundDue, unpaidOutcome } from './refund.ts';

const line = (state: LineState, paid: number, changes: Partial<PaidLine> = {}): PaidLine => ({
  state,
  dueFrom: null,
  total: 10_000,
  dueNow: 10_000,
  givenBack: 0,
  kept: 0,
  paid,
  refunded: 0,
  letDown: false,
  ...changes,
});
const ALL_BACK = { keeps: false };
const DEPOSIT = { dueNow: 2_000 };

test.each<[string, PaidLine, ReturnType<typeof cancelOutcome>]>([
  ['that is paid', line('placed', 10_000), { refund: 10_000, release: 0, kept: 0 }],
  ['that is authorised only', line('placed', 0), { refund: 0, release: 10_000, kept: 0 }],
  ['that is released', line('released', 10_000), { refund: 10_000, release: 0, kept: 0 }],
  ['with a payment that failed', line('payment_due', 0), { refund: 0, release: 0, kept: 0 }],
  ['that is paid later', line('placed', 0, { dueNow: 0 }), { refund: 0, release: 0, kept: 0 }],
  ['with goodwill', line('placed', 10_000, { refunded: 500, givenBack: 500 }), { refund: 9_500, release: 0, kept: 0 }],
  ['that is sent', line('fulfilled', 10_000), null],
  ['that is returned', line('returned', 10_000), null],
  ['that is cancelled', line('cancelled', 10_000, { refunded: 10_000 }), null],
])('cancelling a line item %s', (_, given, outcome) => {
  expect(cancelOutcome(given, ALL_BACK)).toEqual(outcome);
});

test.each<[string, PaidLine, number]>([
  ['that is paid', line('placed', 10_000), 10_000],
  ['that is authorised only', line('placed', 0), 10_000],
  ['whose payment failed', line('payment_due', 0), 0],
  ['of which a part was given back before', line('placed', 10_000, { refunded: 500, givenBack: 500 }), 9_500],
  ['of which a part is on its way back', line('placed', 10_000, { givenBack: 500 }), 9_500],
  ['that a swap made cheaper', line('placed', 10_000, { refunded: 1_000, total: 9_000, dueNow: 9_000 }), 9_000],
  ['that a swap made cheaper, not refunded yet', line('placed', 10_000, { total: 9_000, dueNow: 9_000 }), 9_000],
  ['that is released, its balance not taken yet', line('released', 2_000, { dueNow: 2_000 }), 2_000],
])('the mail about cancelling names what comes back of a line item %s', (_, given, back) => {
  const outcome = cancelOutcome(given, ALL_BACK);
  expect(outcome && backByCancelling(given, outcome)).toBe(back);
});

describe('a deposit that the rule keeps', () => {
  test.each<[string, PaidLine, ReturnType<typeof cancelOutcome>]>([
    ['taken', line('placed', 2_000, DEPOSIT), { refund: 0, release: 0, kept: 2_000 }],
    ['authorised only', line('placed', 0, DEPOSIT), { refund: 0, release: 0, kept: 2_000 }],
    [
      'taken, of a shopper whose date moved',
      line('placed', 2_000, { ...DEPOSIT, letDown: true }),
      { refund: 2_000, release: 0, kept: 0 },
    ],
    ['taken with the balance', line('released', 10_000, DEPOSIT), { refund: 8_000, release: 0, kept: 2_000 }],
    ['never taken', line('payment_due', 0, DEPOSIT), { refund: 0, release: 0, kept: 0 }],
    ['taken without the balance', line('payment_due', 2_000, DEPOSIT), { refund: 0, release: 0, kept: 2_000 }],
    [
      'partly given back',
      line('placed', 2_000, { ...DEPOSIT, refunded: 500, givenBack: 500 }),
      { refund: 0, release: 0, kept: 1_500 },
    ],
    [
      'of which more was given back than it is',
      line('placed', 500, { ...DEPOSIT, givenBack: 3_000 }),
      { refund: 500, release: 0, kept: 0 },
    ],
  ])('%s', (_, given, outcome) => {
    expect(cancelOutcome(given, { keeps: true })).toEqual(outcome);
  });

  test('of unpaid line items is kept, unless their date moved too far or the rule says otherwise', () => {
    const unpaid = line('payment_due', 2_000, { ...DEPOSIT, dueFrom: 'released' });
    const lines = [unpaid, unpaid, { ...unpaid, letDown: true }];
    const sold = { paymentPlan: 'deposit', depositRefundable: false } as const;
    expect(unpaidOutcome(sold, lines)).toEqual({ refund: 2_000, kept: 4_000 });
    expect(unpaidOutcome({ ...sold, depositRefundable: true }, lines)).toEqual({ refund: 6_000, kept: 0 });
  });

  test.each<[CancelReason, boolean]>([
    ['shopper', true],
    ['payment', true],
    ['merchant', false],
    ['delay', false],
    ['silence', false],
    ['withdrawal', false],
  ])('of a line item cancelled for the reason %s is kept: %s', (reason, keeps) => {
    expect(keepsDeposit({ paymentPlan: 'deposit', depositRefundable: false }, reason)).toBe(keeps);
    expect(keepsDeposit({ paymentPlan: 'deposit', depositRefundable: true }, reason)).toBe(false);
    expect(keepsDeposit({ paymentPlan: 'pay_now', depositRefundable: false }, reason)).toBe(false);
  });
});

test('a refund is due of what was taken beyond what the line item should have paid', () => {
  expect(refundDue(line('cancelled', 10_000))).toBe(10_000);
  expect(refundDue(line('cancelled', 10_000, { kept: 2_000 }))).toBe(8_000);
  expect(refundDue(line('cancelled', 10_000, { refunded: 10_000 }))).toBe(0);
  expect(refundDue(line('placed', 10_000))).toBe(0);
  expect(refundDue(line('fulfilled', 10_000, { givenBack: 300 }))).toBe(300);
});

test('the outcome told before cancelling is what then happens to the money', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const rows = fc.array(
    fc
      .record({ total: amount, percent: fc.nat({ max: 100 }), goodwill: fc.nat({ max: 100 }), chosen: fc.boolean() })
      .map(({ total, percent, goodwill, chosen }) => {
        const dueNow = Math.ceil((total * percent) / 100);
        return { total, dueNow, givenBack: Math.floor((dueNow * goodwill) / 100), chosen };
      }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(rows, fc.boolean(), fc.boolean(), (given, captured, keeps) => {
      const lines = given.map(({ chosen, ...price }, index): MoneyLine => {
        const net = captured ? price.dueNow - price.givenBack : 0;
        const base = { ...price, state: 'placed' as const, dueFrom: null, letDown: false };
        const said = cancelOutcome({ ...base, kept: 0, paid: net, refunded: 0 }, { keeps });
        return {
          ...base,
          id: String(index),
          state: chosen ? 'cancelled' : 'placed',
          kept: chosen ? (said?.kept ?? 0) : 0,
          paid: [{ attemptId: 'first', net }],
          authorised: captured ? 0 : price.dueNow,
          moving: false,
        };
      });
      const said = given.map(({ chosen, ...price }) => {
        const net = captured ? price.dueNow - price.givenBack : 0;
        const base = { ...price, state: 'placed' as const, dueFrom: null, letDown: false };
        const before = { ...base, kept: 0, paid: net, refunded: 0 };
        return chosen ? cancelOutcome(before, { keeps }) : null;
      });
      const sum = (part: 'refund' | 'release') => said.reduce((total, one) => total + (one?.[part] ?? 0), 0);
      const asked = given.reduce((total, { dueNow, givenBack }) => total + dueNow - givenBack, 0);
      const authorised = given.reduce((total, { dueNow }) => total + dueNow, 0);
      const movement = nextMovement(lines, {
        attempts: ['first'],
        card: false,
        busy: false,
        disputed: false,
        retry: false,
        least: 0,
        waiting: captured ? null : { attemptId: 'first', amount: authorised },
      });
      if (captured) expect(movement?.amount ?? 0).toBe(sum('refund'));
      else expect(movement?.amount ?? 0).toBe(asked - sum('release'));
    }),
  );
});
