import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyDigits } from './currency.ts';
import { AppError } from './error.ts';
import {
  formatMoney,
  moneyOrNull,
  parseMoney,
  parseTypedMoney,
  roundMoney,
  splitByWeight,
  toDecimal,
  toMajor,
} from './money.ts';

const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD'];

test.each([
  ['16.8067', 'EUR', 1_681],
  ['8.403361', 'EUR', 840],
  ['0.005', 'EUR', 1],
  ['0.004', 'EUR', 0],
  ['16.5', 'JPY', 17],
  ['16.49', 'JPY', 16],
  ['1.23456', 'KWD', 1_235],
])('%s in %s is rounded to %i', (text, currency, amount) => {
  expect(roundMoney(text, currency)).toEqual({ amount, rounded: true });
});

test.each([
  ['16.80', 1_680],
  ['16.8000', 1_680],
  ['1,299.00', 129_900],
])('%s is not rounded', (text, amount) => {
  expect(roundMoney(text, 'EUR')).toEqual({ amount, rounded: false });
});

test('what is no amount cannot be rounded, and is none where nothing depends on it', () => {
  for (const text of ['', 'dear', '1.299,00', '1e9', '1038229500000.00', '9'.repeat(20), '1.'.padEnd(50, '1')]) {
    expect(() => roundMoney(text, 'EUR')).toThrow(AppError);
    expect(moneyOrNull(text, 'EUR')).toBeNull();
  }
  expect(moneyOrNull('12.999', 'EUR')).toBe(1_300);
});

describe('an amount that a person typed', () => {
  test.each([
    ['1299,50', 'EUR', 129_950],
    ['1.299,50', 'EUR', 129_950],
    ['1.299.000', 'EUR', 129_900_000],
    ['12,9', 'EUR', 1_290],
    ['1,299', 'JPY', 1_299],
    ['1299,500', 'EUR', 129_950],
    ['0,125', 'KWD', 125],
    ['1,234,567', 'EUR', 123_456_700],
    ['0.500', 'EUR', 50],
    ['12.9000', 'EUR', 1_290],
    ['1.299', 'KWD', 1_299],
    ['1.299,00', 'JPY', 1_299],
    ['1,29,900.00', 'INR', 12_990_000],
    ['1,29,900', 'INR', 12_990_000],
    ['12,34,56,789.5', 'INR', 12_345_678_950],
    ['15\u200e.00', 'EUR', 1_500],
  ])('“%s” in %s is %i', (text, currency, minor) => {
    expect(parseTypedMoney(text, currency)).toBe(minor);
  });

  test.each([
    '1.299',
    '1,299',
    '0,125',
    '24,900',
    '1.000',
    '12.500',
    '1,29,50',
    '1,29,9000',
    '1.29.900',
    '1\u200e.299',
    '1.29,50',
    '-1,50',
    '9'.repeat(41),
  ])('“%s” is refused', (text) => {
    const because = expect.objectContaining({ code: 'invalid_parameter' });
    expect(() => parseTypedMoney(text, 'EUR')).toThrow(because);
  });

  test('of a dinar, a comma before three digits is refused: Tunisia writes 24,900 for 24.9', () => {
    for (const read of [parseTypedMoney, parseMoney]) expect(() => read('24,900', 'TND')).toThrow(AppError);
    expect(parseTypedMoney('24.900', 'TND')).toBe(24_900);
  });
});

describe('an amount is read', () => {
  test.each([
    ['1299', 'EUR', 129_900],
    ['1299.5', 'EUR', 129_950],
    ['1,299.00', 'EUR', 129_900],
    ['1,234,567.89', 'EUR', 123_456_789],
    [' 12.90 ', 'EUR', 1_290],
    ['0', 'EUR', 0],
    ['0.01', 'EUR', 1],
    ['007', 'EUR', 700],
    ['12.9000', 'EUR', 1_290],
    ['1299', 'JPY', 1_299],
    ['1299.00', 'JPY', 1_299],
    ['1.234', 'KWD', 1_234],
    ['1.2', 'KWD', 1_200],
    ['1000000000', 'EUR', 100_000_000_000],
    ['1.'.padEnd(40, '0'), 'EUR', 100],
  ])('“%s” in %s is %i', (text, currency, minor) => {
    expect(parseMoney(text, currency)).toBe(minor);
  });

  test.each([
    ['', 'EUR'],
    [' ', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    ['-1', 'EUR'],
    ['+1', 'EUR'],
    ['1.299,00', 'EUR'],
    ['12,99', 'EUR'],
    ['1,2345', 'EUR'],
    ['1299,000.00', 'EUR'],
    ['1 299', 'EUR'],
    ['1e3', 'EUR'],
    ['0x10', 'EUR'],
    ['Infinity', 'EUR'],
    ['NaN', 'EUR'],
    ['€12', 'EUR'],
    ['١٢', 'EUR'],
    ['12.999', 'EUR'],
    ['12.5', 'JPY'],
    ['1.2345', 'KWD'],
    ['1000000000.01', 'EUR'],
    ['9'.repeat(400), 'EUR'],
    ['1.0001', 'JPY'],
    ['1.00010', 'EUR'],
    ['1.'.padEnd(41, '0'), 'EUR'],
    ['1\n2', 'EUR'],
  ])('“%s” in %s is refused', (text, currency) => {
    const read = () => parseMoney(text, currency, 'amount');
    expect(read).toThrow(AppError);
    expect(read).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: expect.objectContaining({ param: 'amount' }) }),
    );
  });

  test('back from the text that toDecimal wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), fc.constantFrom(...CURRENCIES), (minor, currency) => {
        expect(parseMoney(toDecimal(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});

test('amounts are converted with the decimals of their currency', () => {
  expect(CURRENCIES.map(currencyDigits)).toEqual([2, 2, 0, 3]);
  expect(CURRENCIES.map((currency) => toMajor(12_950, currency))).toEqual([129.5, 129.5, 12_950, 12.95]);
  expect(CURRENCIES.map((currency) => toDecimal(12_950, currency))).toEqual(['129.50', '129.50', '12950', '12.950']);
});

test('an amount is shown as readers of the locale expect it', () => {
  expect(formatMoney(12_950, 'EUR', 'en')).toBe('€129.50');
  expect(formatMoney(12_950, 'EUR', 'de').replace(/\s/, ' ')).toBe('129,50 €');
  expect(formatMoney(12_950, 'JPY', 'en')).toBe('¥12,950');
});

describe('an amount is split', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [100, [1, 2, 1], [25, 50, 25]],
    [10, [3, 3, 4], [3, 3, 4]],
    [5, [0, 1], [0, 5]],
    [5, [0, 0], [3, 2]],
    [0, [1, 2], [0, 0]],
    [7, [], []],
  ])('%i by %j into %j', (amount, weights, shares) => {
    expect(splitByWeight(amount, weights)).toEqual(shares);
  });

  test('into shares that add up, each within one unit of its exact part', () => {
    const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(amount, weights, (whole, parts) => {
        const shares = splitByWeight(whole, parts);
        const sum = parts.reduce((total, weight) => total + weight, 0);
        expect(shares).toHaveLength(parts.length);
        expect(shares.reduce((total, share) => total + BigInt(share), 0n)).toBe(BigInt(whole));
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          const weight = sum === 0 ? 1n : BigInt(parts[index] ?? 0);
          const of = sum === 0 ? BigInt(parts.length) : BigInt(sum);
          const off = BigInt(share) * of - BigInt(whole) * weight;
          expect(off < of && off > -of).toBe(true);
        }
      }),
    );
  });
});
