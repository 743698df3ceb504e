import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDiscount, checkDiscountCode, type DiscountTerms, decideDiscount, foldDiscountCode } from './discount.ts';

const now = new Date('2030-05-01T10:00:00Z');
const before = new Date('2030-05-01T09:59:59Z');
const after = new Date('2030-05-01T10:00:01Z');

const TERMS: DiscountTerms = {
  kind: 'percent',
  value: 1_000,
  minimum: 0,
  startsAt: null,
  endsAt: null,
  usesMax: null,
  productId: null,
  waitlistId: null,
  endedAt: null,
};
const ASKED = { now, goods: 12_900, productId: 'product', waitlistId: 'waitlist', uses: 0 };

describe('a code', () => {
  test.each<[string, { terms?: Partial<DiscountTerms>; asked?: Partial<typeof ASKED> }, object]>([
    ['takes its percentage off', {}, { kind: 'granted', amount: 1_290 }],
    ['rounds half up', { terms: { value: 1 }, asked: { goods: 5_000 } }, { kind: 'granted', amount: 1 }],
    ['can take all off', { terms: { value: 10_000 } }, { kind: 'granted', amount: 12_900 }],
    ['takes an amount off the whole', { terms: { kind: 'amount', value: 500 } }, { kind: 'granted', amount: 500 }],
    [
      'takes no more off than the goods cost',
      { terms: { kind: 'amount', value: 50_000 } },
      { kind: 'granted', amount: 12_900 },
    ],
    ['is not found before it begins', { terms: { startsAt: after } }, { kind: 'refused', reason: 'not_found' }],
    ['is granted from its beginning', { terms: { startsAt: now } }, { kind: 'granted' }],
    ['is expired at its end', { terms: { endsAt: now } }, { kind: 'refused', reason: 'expired' }],
    ['is granted until its end', { terms: { endsAt: after } }, { kind: 'granted' }],
    ['is expired when the merchant ended it', { terms: { endedAt: before } }, { kind: 'refused', reason: 'expired' }],
    ['is not for another product', { terms: { productId: 'other' } }, { kind: 'refused', reason: 'not_applicable' }],
    ['is not for another waitlist', { terms: { waitlistId: 'other' } }, { kind: 'refused', reason: 'not_applicable' }],
    [
      'is granted for its product and waitlist',
      { terms: { productId: 'product', waitlistId: 'waitlist' } },
      { kind: 'granted' },
    ],
    [
      'is refused below its minimum',
      { terms: { minimum: 12_901 } },
      { kind: 'refused', reason: 'minimum', minimum: 12_901 },
    ],
    ['is granted at its minimum', { terms: { minimum: 12_900 } }, { kind: 'granted' }],
    ['is granted for its last use', { terms: { usesMax: 3 }, asked: { uses: 2 } }, { kind: 'granted' }],
    [
      'is used up after its last use',
      { terms: { usesMax: 3 }, asked: { uses: 3 } },
      { kind: 'refused', reason: 'used_up' },
    ],
  ])('%s', (_, { terms, asked }, decision) => {
    expect(decideDiscount({ ...TERMS, ...terms }, { ...ASKED, ...asked })).toMatchObject(decision);
  });

  test('that does not exist is not found', () => {
    expect(decideDiscount(null, ASKED)).toEqual({ kind: 'refused', reason: 'not_found' });
  });

  test('takes off neither more than the goods cost nor a negative amount', () => {
    const kinds = fc.record({
      kind: fc.constantFrom('percent' as const, 'amount' as const),
      value: fc.integer({ min: 1, max: 10_000 }),
      goods: fc.integer({ min: 0, max: 5_000_000_000_000 }),
    });
    fc.assert(
      fc.property(kinds, ({ goods, ...terms }) => {
        const decision = decideDiscount({ ...TERMS, ...terms }, { ...ASKED, goods });
        if (decision.kind !== 'granted') throw new Error(`code refused: ${decision.reason}`);
        expect(Number.isSafeInteger(decision.amount)).toBe(true);
        expect(decision.amount).toBeGreaterThanOrEqual(0);
        expect(decision.amount).toBeLessThanOrEqual(goods);
      }),
    );
  });
});

describe('the text of a code', () => {
  test.each([
    [' summer-10 ', 'SUMMER-10'],
    ['Summer 10', 'SUMMER10'],
    ['ｓｕｍｍｅｒ', 'SUMMER'],
    ['été', 'ÉTÉ'],
    ['夏', '夏'],
    ['', null],
    ['  ', null],
    ['-10', null],
    ['10%', null],
    ["'; DROP TABLE discount; --", null],
    ['A\u0000B', null],
    ['A'.repeat(41), null],
    ['A'.repeat(100_000), null],
  ])('%j is %j', (text, code) => {
    expect(foldDiscountCode(text)).toBe(code);
  });

  test('of a new code is refused when it has another form', () => {
    expect(checkDiscountCode('summer')).toBe('SUMMER');
    expect(() => checkDiscountCode('%')).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  });
});

const refusal = (code: string, param: string) => ({ code, info: { param } });

test.each<[string, Partial<DiscountTerms>, { code: string; info: { param: string } }]>([
  ['nothing', { value: 0 }, refusal('invalid_parameter', 'off')],
  ['less than nothing', { value: -5 }, refusal('invalid_parameter', 'off')],
  ['more than all', { value: 10_001 }, refusal('invalid_parameter', 'off')],
  ['a part of a cent', { kind: 'amount', value: 1.5 }, refusal('invalid_parameter', 'off')],
  ['more than there is', { kind: 'amount', value: 1e15 }, refusal('invalid_parameter', 'off')],
  ['a negative minimum', { minimum: -1 }, refusal('invalid_parameter', 'minimum')],
  ['no uses', { usesMax: 0 }, refusal('invalid_parameter', 'uses_max')],
  ['half a use', { usesMax: 0.5 }, refusal('invalid_parameter', 'uses_max')],
  ['an end before its beginning', { startsAt: after, endsAt: before }, refusal('invalid_dates', 'ends_at')],
])('a code of %s is refused', (_, terms, error) => {
  expect(() => checkDiscount({ ...TERMS, ...terms })).toThrow(expect.objectContaining(error));
});
