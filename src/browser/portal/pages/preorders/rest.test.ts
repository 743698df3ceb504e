import { expect, test } from 'vitest';
import { restOf } from './rest.ts';

const line = { cancelled_at: null, total: '47.89', paid: '9.58', refunded: '0.00', given_back: '0.00' };

test('a deposit leaves the balance', () => {
  expect(restOf([line, { ...line, paid: '47.89' }])).toBe('38.31');
});

test('a cancelled line item leaves nothing', () => {
  expect(restOf([{ ...line, cancelled_at: '2026-11-26T20:00:00Z', refunded: '9.58' }])).toBe('0');
});

test('goodwill is not paid again, and what a cheaper variant gave back is', () => {
  expect(restOf([{ ...line, refunded: '5.00', given_back: '5.00' }])).toBe('38.31');
  expect(restOf([{ ...line, total: '40.00', paid: '47.89', refunded: '7.89' }])).toBe('0.00');
});
