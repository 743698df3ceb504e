import { expect, test } from 'vitest';
import { balanceText, declinedText } from './balance.ts';

const deposit = { total: 42_790, paid: 8_558, due: 34_232, from: '2027-05-12' };
const inEnglish = { currency: 'EUR', locale: 'en' };

test.each([
  [deposit, '€427.90 − €85.58 paid = €342.32, expected on 12 May 2027 at the earliest'],
  [{ ...deposit, from: null }, '€427.90 − €85.58 paid = €342.32'],
  [{ ...deposit, paid: 0, due: 42_790 }, '€427.90, expected on 12 May 2027 at the earliest'],
  [{ ...deposit, paid: 0, due: 42_790, from: null }, '€427.90'],
])('says a balance as a sum', (balance, text) => {
  expect(balanceText(balance, inEnglish)).toBe(text);
});

test('has the decimals of the currency, and the words of the language', () => {
  const yen = { total: 12_000, paid: 2_000, due: 10_000, from: null };
  expect(balanceText(yen, { currency: 'JPY', locale: 'en' })).toBe('¥12,000 − ¥2,000 paid = ¥10,000');
  const text = balanceText(deposit, { currency: 'EUR', locale: 'de' }).replaceAll('\u00a0', ' ');
  expect(text).toBe('427,90 € − 85,58 € bezahlt = 342,32 €, voraussichtlich frühestens am 12. Mai 2027');
});

test('says for how many days a place is kept', () => {
  expect(declinedText('en', { paymentDays: 1 })).toContain('kept for 1 day.');
  expect(declinedText('pl', { paymentDays: 3 })).toContain('przez 3 dni.');
});
