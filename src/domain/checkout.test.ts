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
import { PAY_NOW, type PlanTerms } from './payment-plan.ts';

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

// Small amounts as in currencies without decimals, and large ones as in currencies with three.
const amount = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 100_000_000_000 }));
const plan: fc.Arbitrary<PlanTerms> = fc.oneof(
  fc.constant(PAY_NOW),
  fc.constant<PlanTerms>({ plan: 'pay_later', deposit: null, depositRefundable: true }),
  fc
    .oneof(
      fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 9_999 }) }),
      fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 100_000_000_000 }) }),
      fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 60 }) }),
    )
    .map((deposit): PlanTerms => ({ plan: 'deposit', deposit, depositRefundable: true })),
);
const terms: fc.Arbitrary<QuoteTerms> = fc
  .record({
    unitPrice: amount,
    quantity: fc.integer({ min: 1, max: 50 }),
    shipping: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 100_000_000 })),
    taxMillionths: fc.integer({ min: 0, max: 1_000_000 }),
    pricesIncludeTax: fc.boolean(),
    plan,
    off: fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ off, ...rest }) => ({ ...rest, discount: Math.floor(rest.unitPrice * rest.quantity * off) }));

const PLAIN = { discount: 0, shipping: 0, pricesIncludeTax: true, plan: PAY_NOW };

describe('a quote', () => {
  test('finds inclusive tax within the total', () => {
    const inclusive = { ...PLAIN, unitPrice: 12_900, quantity: 2, shipping: 490, taxMillionths: 190_000 };
    const asked = { subtotal: 25_800, discount: 0, shipping: 490, tax: 4_198, total: 26_290, dueNow: 26_290 };
    expect(quote(inclusive)).toEqual(asked);
  });

  test('adds exclusive tax, on goods and shipping alike', () => {
    const exclusive = { ...PLAIN, unitPrice: 10_000, quantity: 1, shipping: 500, taxMillionths: 82_500 };
    const asked = { subtotal: 10_000, discount: 0, shipping: 500, tax: 866, total: 11_366, dueNow: 11_366 };
    expect(quote({ ...exclusive, pricesIncludeTax: false })).toEqual(asked);
  });

  test('takes a discount off the goods before the tax, never off the shipping', () => {
    const cheaper = {
      ...PLAIN,
      unitPrice: 10_000,
      quantity: 1,
      discount: 2_000,
      shipping: 500,
      taxMillionths: 149_750,
    };
    const asked = { subtotal: 10_000, discount: 2_000, shipping: 500, tax: 1_273, total: 9_773, dueNow: 9_773 };
    expect(quote({ ...cheaper, pricesIncludeTax: false })).toEqual(asked);
    expect(quote({ ...cheaper, discount: 10_000, taxMillionths: 0 })).toMatchObject({ shipping: 500, total: 500 });
  });

  test('rounds half a minor unit up, once for the whole', () => {
    // 50 × 10 % = 5 exactly; 45 × 10 % = 4.5.
    const round = (unitPrice: number) =>
      quote({ ...PLAIN, unitPrice, quantity: 1, taxMillionths: 100_000, pricesIncludeTax: false }).tax;
    expect([round(50), round(45), round(44), round(46)]).toEqual([5, 5, 4, 5]);
  });

  test('has no fractions of a yen', () => {
    const yen = { ...PLAIN, unitPrice: 999, quantity: 1, taxMillionths: 100_000 };
    const asked = { subtotal: 999, discount: 0, shipping: 0, tax: 91, total: 999, dueNow: 999 };
    expect(quote(yen)).toEqual(asked);
  });

  test('adds up, is never negative, and has the exact tax to half a minor unit', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const { subtotal, discount, shipping, tax, total, dueNow } = quote(given);
        const base = BigInt(subtotal) - BigInt(discount) + BigInt(shipping);
        expect(subtotal).toBe(given.unitPrice * given.quantity);
        expect([discount, shipping]).toEqual([given.discount, given.shipping]);
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(BigInt(total)).toBe(given.pricesIncludeTax ? base : base + BigInt(tax));
        expect(dueNow).toBeGreaterThanOrEqual(0);
        expect(dueNow).toBeLessThanOrEqual(total);
        // |tax − base × rate| ≤ ½ in whole numbers, where the rate is of the net or of the gross amount.
        const rate = BigInt(given.taxMillionths);
        const whole = given.pricesIncludeTax ? 1_000_000n + rate : 1_000_000n;
        const off = 2n * (BigInt(tax) * whole - base * rate);
        expect(off <= whole && off >= -whole).toBe(true);
      }),
    );
  });

  test('is shared among its line items to the last minor unit', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const whole = quote(given);
        const lines = quoteLines(whole, given);
        const sum = (part: keyof (typeof lines)[number]) => lines.reduce((total, line) => total + line[part], 0);
        expect(lines).toHaveLength(given.quantity);
        expect({
          subtotal: sum('unitPrice'),
          discount: sum('discount'),
          shipping: sum('shipping'),
          tax: sum('tax'),
          total: sum('total'),
          dueNow: sum('dueNow'),
        }).toEqual(whole);
        for (const line of lines) {
          expect(Math.min(...Object.values(line))).toBeGreaterThanOrEqual(0);
          expect(line.dueNow).toBeLessThanOrEqual(line.total);
        }
        for (const part of ['discount', 'shipping', 'tax', 'total', 'dueNow'] as const) {
          const shares = lines.map((line) => line[part]);
          // Equal line items differ only by odd minor units: at most one each of discount, shipping and tax.
          const odd = part === 'total' ? 3 : part === 'dueNow' ? 4 : 1;
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(odd);
        }
      }),
    );
  });
});

test('an e-mail address means one customer, however it was typed', () => {
  for (const typed of [
    '  Ada@Example.COM ',
    'ADA@ｅｘａｍｐｌｅ.com',
    'ada@exam\uFE0Fple.com',
    'ada@\u212Aexample.com'.replace('\u212A', ''),
  ]) {
    expect(normaliseEmail(typed)).toBe('ada@example.com');
  }
  expect(normaliseEmail('ada@\u212Aelvin.example')).toBe('ada@kelvin.example'); // a domain has one spelling
  expect(normaliseEmail('ÉMILE@BÜCHER.example')).toBe('émile@bücher.example');
  expect(normaliseEmail('ΟΔΟΣ@shop.example')).toBe(normaliseEmail('οδοσ@shop.example'));
});

test('two mailboxes are never one customer', () => {
  const names = [
    'k',
    '\u212A',
    'å',
    '\u212B',
    'ω',
    '\u2126',
    'i',
    'İ',
    'ı',
    'ß',
    'ẞ',
    'ss',
    'ｋ',
    'Ｋ',
    's',
    'ſ',
    'ǆ',
    'ﬁ',
    'fi',
  ];
  const keys = names.map((name) => normaliseEmail(`${name}@shop.example`));
  const same = names.filter((_, at) => keys.indexOf(keys[at] ?? '') !== at);
  expect(same).toEqual(['Ｋ']); // the capital of ｋ
  for (const typed of [
    'ada@shop.example/x',
    'ada@shop.example?',
    'ada@user:x@shop.example',
    'ada@shop.example:80',
    'ada@',
  ]) {
    expect(normaliseEmail(typed)).toBe(typed);
  }
  expect(normaliseEmail('nobody')).toBe('nobody');
});
