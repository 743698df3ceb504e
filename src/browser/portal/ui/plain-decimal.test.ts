import { expect, test } from 'vitest';
import { hasTwoReadings, localDecimal, plainDecimal } from './plain-decimal.ts';

test.each([
  ['de', '1.000,00', '1000.00'],
  ['de', '1.000', '1000'],
  ['de', '1.234.567,5', '1234567.5'],
  ['de', '4,90', '4.90'],
  ['de', '4.90', '4.90'],
  ['de', '1,299.00', '1299.00'],
  ['de', '1,5', '1.5'],
  ['de', ' 1 000,00 ', '1000.00'],
  ['de', '1’299,50', '1299.50'],
  ['en', '1,000.00', '1000.00'],
  ['en', '1,000', '1000'],
  ['en', '1.000', '1.000'],
  ['en', '1.000,00', '1000.00'],
  ['en', '4,90', '4.90'],
  ['en', '1.234.567', '1234567'],
  ['en', '14.975', '14.975'],
])('%s: %s is %s', (locale, typed, plain) => {
  expect(plainDecimal(typed, locale)).toBe(plain);
});

test.each(['', 'x', '1.00,000.0', '-5', '1,00,000', '--'])('%s is left for the service to refuse', (typed) => {
  expect(plainDecimal(typed, 'de')).not.toMatch(/^\d+(\.\d+)?$/);
});

test.each([
  ['en', '1.000', true],
  ['en', ' 12.500 ', true],
  ['de', '1,000', true],
  ['de', '1.000', false],
  ['en', '1,000', false],
  ['en', '1.00', false],
  ['en', '0.125', false],
  ['en', '1000.000', false],
  ['en', '1.000.000', false],
  ['de', '1.000,000', false],
])('%s: %s has two readings: %s', (locale, typed, two) => {
  expect(hasTwoReadings(typed, locale)).toBe(two);
});

test('what the service writes is read as the same, by everybody', () => {
  for (const locale of ['en', 'de', 'fr', 'de-CH']) {
    for (const plain of ['5.90', '12.500', '1299', '0.125', '8.875']) {
      expect(plainDecimal(localDecimal(plain, locale), locale)).toBe(plain);
    }
  }
});
