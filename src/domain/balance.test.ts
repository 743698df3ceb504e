import { expect, test } from 'vitest';
import { balanceLater, balanceOfSale, balanceOwed } from './balance.ts';

const TODAY = '2027-02-01';
const line = (changes: object = {}) => ({
  state: 'placed' as const,
  dueFrom: null,
  total: 20_000,
  dueNow: 4_000,
  givenBack: 0,
  kept: 0,
  paid: 4_000,
  refunded: 0,
  letDown: false,
  promisedNow: { from: '2027-05-12' },
  ...changes,
});

test.each([
  ['a deposit', { total: 42_790, dueNow: 8_558 }, { total: 42_790, paid: 8_558, due: 34_232, from: '2027-05-12' }],
  ['a later payment', { total: 42_790, dueNow: 0 }, { total: 42_790, paid: 0, due: 42_790, from: '2027-05-12' }],
  ['all at once', { total: 42_790, dueNow: 42_790 }, null],
  ['nothing at all', { total: 0, dueNow: 0 }, null],
])('a sale with %s', (_name, amounts, balance) => {
  expect(balanceOfSale({ ...amounts, shipsFrom: '2027-05-12' }, TODAY)).toEqual(balance);
});

test('a day that has come is no day to wait for', () => {
  const sold = { total: 100, dueNow: 0, shipsFrom: TODAY };
  expect(balanceOfSale(sold, TODAY)?.from).toBe(null);
  expect(balanceOfSale(sold, '2027-01-31')?.from).toBe(TODAY);
});

test('the line items that wait, from the first day of them', () => {
  const lines = [
    line(),
    line({ promisedNow: { from: '2027-04-01' } }),
    line({ state: 'cancelled', promisedNow: { from: '2027-03-01' } }),
    line({ state: 'released', paid: 20_000 }),
    line({ state: 'payment_due', dueFrom: 'released' }),
    line({ dueNow: 20_000, promisedNow: { from: '2027-03-01' } }),
  ];
  expect(balanceLater(lines, TODAY)).toEqual({ total: 40_000, paid: 8_000, due: 32_000, from: '2027-04-01' });
  expect(balanceLater(lines.slice(2), TODAY)).toBe(null);
});

test('a deposit that is only authorised counts as paid', () => {
  expect(balanceLater([line({ paid: 0 })], TODAY)).toMatchObject({ paid: 4_000, due: 16_000 });
});

test('what the store gave back lowers first what was paid, then what is due', () => {
  const given = (amount: number) => balanceLater([line({ givenBack: amount })], TODAY);
  expect(given(1_000)).toMatchObject({ total: 19_000, paid: 3_000, due: 16_000 });
  expect(given(5_000)).toMatchObject({ total: 15_000, paid: 0, due: 15_000 });
  expect(given(20_000)).toBe(null);
});

test('what is owed now, of the line items whose payment failed', () => {
  const owing = line({ state: 'payment_due', dueFrom: 'released' });
  expect(balanceOwed([owing, owing, line()])).toEqual({ total: 40_000, paid: 8_000, due: 32_000, from: null });
  const deposit = line({ state: 'payment_due', dueFrom: 'placed', paid: 1_000 });
  expect(balanceOwed([deposit])).toEqual({ total: 4_000, paid: 1_000, due: 3_000, from: null });
  expect(balanceOwed([line()])).toBe(null);
});
