import { describe, expect, test } from 'vitest';
import { TEST_CARDS } from '../../../protocol/wire/test-cards.ts';
import { cardErrors, cardToken, formatCardNumber, formatCode, formatExpiry } from './test-card.ts';

const now = new Date(2026, 10, 21);
const t = (key: string) => key;
const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '11 / 26', cardCode: '123' };

describe('a card number', () => {
  test('is formatted in groups of four, digits only', () => {
    expect(formatCardNumber('4242-4242x42424242')).toBe('4242 4242 4242 4242');
    expect(formatCardNumber('４２４２')).toBe('4242');
  });

  test('of every test card is accepted', () => {
    for (const { number } of TEST_CARDS) {
      expect(cardErrors({ ...card, cardNumber: formatCardNumber(number) }, now, t), number).toEqual({});
    }
  });

  test.each([
    ['', 'error.card_number_missing'],
    ['4242', 'error.card_number'],
    ['4242 4242 4242 4241', 'error.card_number'],
    ['5555 5555 5555 4444', 'error.card_not_test'],
  ])('of “%s” is refused: %s', (cardNumber, error) => {
    expect(cardErrors({ ...card, cardNumber }, now, t).cardNumber).toBe(error);
  });

  test('becomes a token without spaces', () => {
    expect(cardToken(card)).toBe('test_card:4242424242424242:1126');
  });
});

describe('an expiry date', () => {
  test.each([
    ['1', '1'],
    ['3', '03'],
    ['12', '12'],
    ['122', '12 / 2'],
    ['1226', '12 / 26'],
    ['12/2026', '12 / 26'],
    ['12 / 2030', '12 / 30'],
    ['122030', '12 / 30'],
    ['12 / 203', '12 / 203'],
    ['12 / 301', '12 / 30'],
    ['1/30', '01 / 30'],
    ['１２／３０', '12 / 30'],
    ['12 / ', '12'],
  ])('typed as %s is shown as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  test.each(['12/30', '1230', '12 / 30', '12/2030', '12 / 2030', '122030'])('typed key by key as %s', (typed) => {
    expect([...typed].reduce((shown, key) => formatExpiry(shown + key), '')).toBe('12 / 30');
  });

  test('is valid until the end of its month', () => {
    expect(cardErrors({ ...card, cardExpiry: '11 / 26' }, now, t)).toEqual({});
    expect(cardErrors({ ...card, cardExpiry: '10 / 26' }, now, t).cardExpiry).toBe('error.card_expired');
    expect(cardErrors({ ...card, cardExpiry: '13 / 27' }, now, t).cardExpiry).toBe('error.card_expiry');
    expect(cardErrors({ ...card, cardExpiry: '' }, now, t).cardExpiry).toBe('error.card_expiry');
  });
});

test('a security code has three or four digits', () => {
  expect(formatCode('12a34 5')).toBe('1234');
  expect(cardErrors({ ...card, cardCode: '12' }, now, t).cardCode).toBe('error.card_code');
});
