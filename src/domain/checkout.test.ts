import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHECKOUT_TRANSITIONS,
  type CheckoutState,
  checkoutCanBecome,
  normaliseEmail,
  type QuoteTerms,
  quote,
  quoteLines,
} from './checkout.ts';

describe('a checkout', () => {
  const STATES = Object.keys(CHECKOUT_TRANSITIONS) as CheckoutState[];
  const allowed = new Set([
    'open held',
    'open expired',
    'open abandoned',
    'held held',
    'held completed',
    'held expired',
    'held abandoned',
  ]);

  test.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
    expect(checkoutCanBecome(from, to)).toBe(allowed.has(`${from} ${to}`));
  });
});

const terms: fc.Arbitrary<QuoteTerms> = fc.record({
  unitPrice: fc.integer({ min: 0, max: 100_000_000_000 }),
  quantity: fc.integer({ min: 1, max: 50 }),
  shipping: fc.integer({ min: 0, max: 100_000_000 }),
  taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  pricesIncludeTax: fc.boolean(),
});

describe('a quote', () => {
  test('takes inclusive tax out of the total', () => {
    const inclusive = { unitPrice: 12_900, quantity: 2, shipping: 490, taxBasisPoints: 1900, pricesIncludeTax: true };
    expect(quote(inclusive)).toEqual({ subtotal: 25_800, shipping: 490, tax: 4_198, total: 26_290 });
  });

  test('adds exclusive tax, on goods and shipping alike', () => {
    const exclusive = { unitPrice: 10_000, quantity: 1, shipping: 500, taxBasisPoints: 825, pricesIncludeTax: false };
    expect(quote(exclusive)).toEqual({ subtotal: 10_000, shipping: 500, tax: 866, total: 11_366 });
  });

  test('rounds half a unit up, once over the whole', () => {
    // 50 × 10 % = 5 exactly; 45 × 10 % = 4.5.
    const round = (unitPrice: number) =>
      quote({ unitPrice, quantity: 1, shipping: 0, taxBasisPoints: 1000, pricesIncludeTax: false }).tax;
    expect([round(50), round(45), round(44), round(46)]).toEqual([5, 5, 4, 5]);
  });

  test('knows no fractions: a yen is a whole one', () => {
    const yen = { unitPrice: 999, quantity: 1, shipping: 0, taxBasisPoints: 1000, pricesIncludeTax: true };
    expect(quote(yen)).toEqual({ subtotal: 999, shipping: 0, tax: 91, total: 999 });
  });

  test('adds up, is never negative, and its tax is right to half a unit', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const { subtotal, shipping, tax, total } = quote(given);
        const base = BigInt(subtotal) + BigInt(shipping);
        expect(subtotal).toBe(given.unitPrice * given.quantity);
        expect(shipping).toBe(given.shipping);
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(BigInt(total)).toBe(given.pricesIncludeTax ? base : base + BigInt(tax));
        // |tax − base × rate| ≤ ½, in whole numbers: tax over the net and over the gross are the same question.
        const rate = BigInt(given.taxBasisPoints);
        const whole = given.pricesIncludeTax ? 10_000n + rate : 10_000n;
        const off = 2n * (BigInt(tax) * whole - base * rate);
        expect(off <= whole && off >= -whole).toBe(true);
      }),
    );
  });

  test('is shared out over its lines to the last unit', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const whole = quote(given);
        const lines = quoteLines(whole, given);
        const sum = (part: 'unitPrice' | 'shipping' | 'tax' | 'total') =>
          lines.reduce((amount, line) => amount + line[part], 0);
        expect(lines).toHaveLength(given.quantity);
        expect([sum('unitPrice'), sum('shipping'), sum('tax'), sum('total')]).toEqual([
          whole.subtotal,
          whole.shipping,
          whole.tax,
          whole.total,
        ]);
        for (const part of ['shipping', 'tax', 'total'] as const) {
          const shares = lines.map((line) => line[part]);
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
          // Equal lines differ by the odd units alone: one of shipping and one of tax at most.
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(part === 'total' ? 2 : 1);
        }
      }),
    );
  });
});

test('an e-mail address is one customer, however it was typed', () => {
  expect(normaliseEmail('  Ada@Example.COM ')).toBe('ada@example.com');
});
