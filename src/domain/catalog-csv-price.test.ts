import { expect, test } from 'vitest';
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
  ['12.50 EUR / month', 'EUR'],
])('“%s” in %s is refused', (text, currency) => {
  expect(() => readPrice(text, currency)).toThrow(refused);
});

test('a refusal shows what the file has', () => {
  expect(() => readPrice('-5 EUR', 'EUR')).toThrow('“-5 EUR”');
  expect(() => readNetPrice('1,29,00', 'EUR')).toThrow('“1,29,00”');
});

test('a net price is rounded, in any notation', () => {
  expect(readNetPrice('16.8067', 'EUR')).toEqual({ amount: 1_681, rounded: true });
  expect(readNetPrice('1.299,00 €', 'EUR')).toEqual({ amount: 129_900, rounded: false });
  expect(readNetPrice(' ', 'EUR')).toBeNull();
});
