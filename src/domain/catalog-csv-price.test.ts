import { describe, expect, test } from 'vitest';
import { createRoundedCheck } from './catalog-csv-currency.ts';
import { readNetPrice, readPrice } from './catalog-csv-price.ts';

const refused = expect.objectContaining({ code: 'invalid_parameter' });

test.each([
  ['16,80', 'EUR', 1_680],
  ['1.299,00', 'EUR', 129_900],
  ['1 299,00 €', 'EUR', 129_900],
  ["1'299.00", 'EUR', 129_900],
  ['24.', 'EUR', 2_400],
  ['12,- EUR', 'EUR', 1_200],
  ['CHF 12.-', 'CHF', 1_200],
  ['12.—', 'CHF', 1_200],
  ['1,299 JPY', 'JPY', 1_299],
  ['', 'EUR', null],
  ['US$15.00', 'USD', 1_500],
  ['15,00 kr.', 'DKK', 1_500],
  ['kr. 1.299,50', 'DKK', 129_950],
  ['Fr. 15.00', 'CHF', 1_500],
  ['S$12', 'SGD', 1_200],
  ['C$15', 'CAD', 1_500],
  ['15 Euro', 'EUR', 1_500],
  ['1500円', 'JPY', 1_500],
  ['TL 15', 'TRY', 1_500],
  ['KD 1.250', 'KWD', 1_250],
  ['Rs.500', 'INR', 50_000],
  ['₹1,29,900.00', 'INR', 12_990_000],
  ['\u200e€\u200e15\u200b.00\u202c', 'EUR', 1_500],
  ['.99', 'USD', 99],
  ['$.99', 'USD', 99],
  ['\u200b', 'EUR', null],
])('“%s” in %s is the price %s', (text, currency, amount) => {
  expect(readPrice(text, currency)).toBe(amount);
});

test.each([
  ['1.299', 'EUR'],
  ['1.000 JPY', 'JPY'],
  ['19.999', 'EUR'],
  ['-5 EUR', 'EUR'],
  ['CHF 12.-', 'EUR'],
  ['12-13', 'EUR'],
  ['US$15.00', 'CAD'],
  ['15 kr.', 'EUR'],
  ['EUR.99', 'EUR'],
  ['1\u200e.299', 'EUR'],
  ['.', 'EUR'],
  ['..5', 'EUR'],
  ['12.50 EUR / month', 'EUR'],
])('“%s” in %s is refused', (text, currency) => {
  expect(() => readPrice(text, currency)).toThrow(refused);
});

test('a refusal shows what the file has', () => {
  expect(() => readPrice('-5 EUR', 'EUR')).toThrow('“-5 EUR”');
  expect(() => readNetPrice('1,29,00', { currency: 'EUR', signs: '.,' })).toThrow('“1,29,00”');
});

describe('a net price', () => {
  test.each([
    ['16.8067', 'EUR', { amount: 1_681, rounded: true }],
    ['8,403361', 'EUR', { amount: 840, rounded: true }],
    ['1.2987', 'EUR', { amount: 130, rounded: true }],
    ['1.299', 'EUR', { amount: 130, rounded: true }],
    ['1,299', 'EUR', { amount: 130, rounded: true }],
    ['0.299', 'EUR', { amount: 30, rounded: true }],
    ['1.299,00 €', 'EUR', { amount: 129_900, rounded: false }],
    ['1,299.00', 'EUR', { amount: 129_900, rounded: false }],
    ['1299,5', 'EUR', { amount: 129_950, rounded: false }],
    ['1,299', 'KWD', { amount: 1_299, rounded: false }],
    ['1,299', 'JPY', { amount: 1_299, rounded: false }],
    ['1299,5', 'JPY', { amount: 1_300, rounded: true }],
  ])('of WooCommerce, “%s” in %s, is %o', (text, currency, read) => {
    expect(readNetPrice(text, { currency, signs: '.,' })).toEqual(read);
  });

  test.each([
    ['1.299', 'EUR', { amount: 130, rounded: true }],
    ['1.299,00', 'EUR', { amount: 129_900, rounded: false }],
    ['12,99', 'EUR', { amount: 1_299, rounded: false }],
  ])('of Vendure, “%s” in %s, is %o', (text, currency, read) => {
    expect(readNetPrice(text, { currency, signs: '.' })).toEqual(read);
  });

  test.each([
    ['1,299', 'EUR', '.'],
    ['1.299', 'JPY', '.,'],
    ['1.299', 'JPY', '.'],
  ] as const)('“%s” in %s with the signs %s is refused', (text, currency, signs) => {
    expect(() => readNetPrice(text, { currency, signs })).toThrow(refused);
  });

  test('may be left out', () => expect(readNetPrice(' ', { currency: 'EUR', signs: '.' })).toBeNull());
});

test('of prices that were rounded, one that may be meant otherwise is shown', () => {
  const check = createRoundedCheck({ index: 1, name: 'Regular price' }, 'EUR');
  expect(check.warnings()).toEqual([]);
  check.see(['', '16.8067'], 1_681);
  expect(check.warnings()).toMatchObject([{ rows: 1, example: '16.8067 → 16.81' }]);
  check.see(['', '1,299'], 130);
  check.see(['', '8.4033'], 840);
  expect(check.warnings()).toMatchObject([{ code: 'prices_rounded', rows: 3, example: '1,299 → 1.30' }]);
});
