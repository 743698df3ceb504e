import { expect, test } from 'vitest';
import { itemsOfJson } from './import-json.ts';

type Fields = Record<string, unknown>;
const LINE = { id: 'l1', sku: 'MUG', quantity: 1, unit_price: '14.00', total: '14.00' };
const cellsOf = (lines: Fields[], order: Fields = {}) =>
  itemsOfJson('preorders', 1, { reference: '#1', total_price: '18.90', line_items: lines, ...order }).map(
    ({ cells }) => cells,
  );

test.each([
  [{ ...LINE, unit_price: null }, '14.0000', '4.9000'],
  [{ ...LINE, total: undefined }, '14.00', '4.9000'],
  [{ ...LINE, unit_price: '', total: '14,00' }, '14.0000', '4.9000'],
  [{ ...LINE, quantity: '2', unit_price: '', total: '14.00' }, '7.0000', '4.9000'],
  [{ ...LINE, unit_price: undefined, total: '12.00', total_discount: '2.00' }, '14.0000', '6.9000'],
])('%j has the price %s, and what is beyond it is shipping', (line, price, shipping) => {
  expect(cellsOf([line])).toMatchObject([{ price, shipping }]);
});

test('a line item that does not say what it costs brings in none of the order', () => {
  const unclear = [
    { ...LINE, unit_price: null, total: null },
    { ...LINE, unit_price: null, total: '14.00 EUR' },
    { ...LINE, unit_price: undefined, total: { amount: '14.00' } },
  ];
  for (const line of unclear) {
    const [first, second] = cellsOf([line, { ...LINE, id: 'l2' }]);
    expect([first, second]).not.toContainEqual(expect.objectContaining({ price: expect.anything() }));
  }
  expect(cellsOf([{ ...LINE, cancelled: true, unit_price: null, total: null }, LINE])[1]).toMatchObject({
    price: '14.00',
  });
});

test.each([
  { province_code: 'QC', province: 'Quebec' },
  { province_code: null, province: 'QC' },
  { province_code: '', state: 'QC' },
])('the region of the address %j is QC', (address) => {
  expect(cellsOf([LINE], { shipping_address: address })).toMatchObject([{ region: 'QC' }]);
});

test('an amount that cannot be read stays as it is, so that its row is refused with it', () => {
  expect(cellsOf([LINE], { total_price: '€18.90' })).toMatchObject([{ shipping: '€18.90' }]);
  expect(cellsOf([{ ...LINE, total_discount: 'half' }])).toMatchObject([{ discount: 'half' }]);
});

test.each([
  [{ cancelled: true }, {}],
  [{ cancelled: 'true' }, {}],
  [{ cancelled: 1 }, {}],
  [{}, { cancelled: true }],
  [{}, { state: 'CANCELLED' }],
  [{}, { status: 'canceled' }],
  [{}, { cancelled_at: '2026-01-06' }],
])('with %j in its line item and %j in the order it is cancelled', (line, order) => {
  expect(cellsOf([{ ...LINE, ...line }], order)).toMatchObject([{ state: 'cancelled' }]);
});

test('what is not cancelled goes on', () => {
  expect(cellsOf([{ ...LINE, cancelled: 'false' }], { state: 'OPEN', cancelled: 0, cancelled_at: null })).toMatchObject(
    [{ state: 'open' }],
  );
});

const order = (total: unknown, ...lines: Fields[]) =>
  cellsOf(
    lines.map((line, index) => ({ ...LINE, id: `l${index}`, ...line })),
    { total_price: total },
  ).map((cells) => ('order_discount' in cells ? cells.order_discount : null));

test.each([
  ['90.00', ['50.00', '50.00'], ['5.0000', '5.0000']],
  ['100.00', ['10.00', '33.33', '66.68'], ['0.9100', '3.0300', '6.0700']],
  ['139.99', ['50.00', '50.00', '50.00'], ['3.3400', '3.3400', '3.3300']],
  [900, [333, 333, 334], ['33.0000', '33.0000', '34.0000']],
  ['0', ['14.00', '0.00'], ['14.0000', null]],
  ['27.00', ['14.00', '14.00'], ['0.5000', '0.5000']],
])('of an order at %s with line items at %j each has its share of the discount', (total, prices, shares) => {
  const lines = prices.map((price) => ({ unit_price: price, total: price }));
  expect(order(total, ...lines)).toEqual(shares);
});

test('what is cancelled leaves it unclear what an order with a lower price is', () => {
  const cancelled = { cancelled: true };
  expect(order('14.00', {}, cancelled)).toEqual([null, null]);
  expect(order('32.90', {}, cancelled)).toEqual([null, null]);
  for (const total of ['18.90', '12.00']) expect(order(total, {}, cancelled)).toEqual(['unclear', 'unclear']);
});
