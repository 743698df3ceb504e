import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyDigits } from './currency.ts';
import {
  changePlan,
  type Deposit,
  dueNowOf,
  PAY_NOW,
  type PlanTerms,
  paymentTiming,
  shareDueNow,
} from './payment-plan.ts';

const deposit = (kind: Deposit['kind'], value: number): PlanTerms => ({
  plan: 'deposit',
  deposit: { kind, value },
  depositRefundable: true,
});
const PAY_LATER: PlanTerms = { plan: 'pay_later', deposit: null, depositRefundable: true };

describe('what is due now', () => {
  test.each([
    { what: 'pay now', terms: PAY_NOW, total: 10_001, quantity: 2, due: 10_001 },
    { what: 'pay later', terms: PAY_LATER, total: 10_001, quantity: 2, due: 0 },
    { what: 'a fifth', terms: deposit('percent', 2_000), total: 10_000, quantity: 1, due: 2_000 },
    { what: 'a fifth, rounded up', terms: deposit('percent', 2_000), total: 10_001, quantity: 1, due: 2_001 },
    { what: 'a third of a yen', terms: deposit('percent', 3_333), total: 1, quantity: 1, due: 1 },
    { what: 'a fifth of nothing', terms: deposit('percent', 2_000), total: 0, quantity: 1, due: 0 },
    { what: 'an amount for each unit', terms: deposit('amount', 3_000), total: 26_290, quantity: 2, due: 6_000 },
    { what: 'an amount above the total', terms: deposit('amount', 30_000), total: 26_290, quantity: 2, due: 26_290 },
  ])('$what', ({ terms, total, quantity, due }) => {
    expect(dueNowOf(terms, total, quantity)).toBe(due);
  });

  test.each(['EUR', 'JPY', 'KWD'])('a percentage of %s is right to one minor unit, upwards', (currency) => {
    const scale = 10 ** currencyDigits(currency);
    const prices = fc.integer({ min: 0, max: 90_000 }).map((price) => price * scale + (price % scale));
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 9_999 }), (total, value) => {
        const due = BigInt(dueNowOf(deposit('percent', value), total, 1));
        const exact = BigInt(total) * BigInt(value);
        expect(due * 10_000n >= exact && due * 10_000n < exact + 10_000n).toBe(true);
      }),
    );
  });

  test('is shared so that no line item’s share exceeds its total', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(totals, fc.double({ min: 0, max: 1, noNaN: true }), (lineTotals, part) => {
        const total = lineTotals.reduce((sum, amount) => sum + amount, 0);
        const dueNow = Math.floor(total * part);
        const shares = shareDueNow(dueNow, lineTotals);
        expect(shares.reduce((sum, amount) => sum + amount, 0)).toBe(dueNow);
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(lineTotals[index] ?? 0);
        }
      }),
    );
  });

  test('says when the money moves, whatever the plan’s name', () => {
    expect(paymentTiming({ dueNow: 100, total: 100 })).toBe('now');
    expect(paymentTiming({ dueNow: 0, total: 100 })).toBe('later');
    expect(paymentTiming({ dueNow: 1, total: 100 })).toBe('parts');
    expect(paymentTiming({ dueNow: 0, total: 0 })).toBe('now');
  });
});

describe('a plan', () => {
  test('has only the terms that it uses', () => {
    const kept = { ...deposit('percent', 2_000), depositRefundable: false };
    expect(changePlan(PAY_NOW, kept)).toEqual(kept);
    expect(changePlan(kept, { plan: 'pay_later' })).toEqual(PAY_LATER);
  });

  test('can be changed in part', () => {
    const fifth = deposit('percent', 2_000);
    expect(changePlan(PAY_NOW, {})).toEqual(PAY_NOW);
    expect(changePlan(fifth, {})).toEqual(fifth);
    expect(changePlan(PAY_LATER, { deposit: { kind: 'percent', value: 2_000 } })).toEqual(fifth);
    expect(changePlan(fifth, { depositRefundable: false })).toEqual({ ...fifth, depositRefundable: false });
    expect(changePlan({ ...fifth, depositRefundable: false }, { deposit: { kind: 'amount', value: 500 } })).toEqual({
      ...deposit('amount', 500),
      depositRefundable: false,
    });
  });

  test('without a deposit refuses a rule about keeping one', () => {
    const refused = expect.objectContaining({ code: 'invalid_parameter' });
    expect(() => changePlan(PAY_NOW, { depositRefundable: false })).toThrow(refused);
    expect(() => changePlan(deposit('percent', 2_000), { plan: 'pay_now', depositRefundable: true })).toThrow(refused);
  });

  test.each([
    ['no deposit', { plan: 'deposit', deposit: null }],
    ['a deposit of the plan pay_later', { deposit: { kind: 'percent', value: 2_000 }, plan: 'pay_later' }],
    ['a deposit of the plan pay_now', { deposit: { kind: 'amount', value: 2_000 }, plan: 'pay_now' }],
    ['a deposit of zero', deposit('percent', 0)],
    ['a negative deposit', deposit('amount', -1)],
    ['a deposit of 100 %', deposit('percent', 10_000)],
    ['a deposit of 150 %', deposit('percent', 15_000)],
    ['a deposit of half a cent', deposit('amount', 0.5)],
    ['a deposit above the largest amount', deposit('amount', Number.MAX_SAFE_INTEGER)],
    ['a deposit that is not a number', deposit('amount', Number.NaN)],
  ] as const)('is refused with %s', (_, terms) => {
    expect(() => changePlan(PAY_NOW, terms)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: { param: 'deposit' } }),
    );
  });
});
