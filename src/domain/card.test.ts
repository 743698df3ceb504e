import { expect, test } from 'vitest';
import { cardName } from './card.ts';

test.each([
  ['visa', 'Visa •••• 4242'],
  ['mastercard', 'Mastercard •••• 4242'],
  ['amex', 'American Express •••• 4242'],
  ['a network to come', 'A network to come •••• 4242'],
])('a card of the network %s is shown as %s', (brand, name) => {
  expect(cardName({ brand, last4: '4242' })).toBe(name);
});
