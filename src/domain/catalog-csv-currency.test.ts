import { expect, test } from 'vitest';
import { createCurrencyCheck } from './catalog-csv-currency.ts';

const warningsOf = (header: string, rows: string[] = []) => {
  const check = createCurrencyCheck(header.split(','), 'EUR');
  for (const row of rows) check.see(row.split(','));
  return check.warnings();
};

test.each([
  'Price / International',
  'Compare At Price / International',
  'Compare-at price / Canada',
  'Variant Price / United States',
  'Price (USD)',
  'price usd',
])('%s is a column with prices that are not read', (name) => {
  expect(warningsOf(`Handle,Variant Price, ${name} ,Title`)).toEqual([
    { code: 'price_columns_not_read', columns: [name] },
  ]);
});

test.each([
  'Variant Price',
  'Price',
  'price ',
  'Compare-at price',
  'Variant Compare At Price',
  'Unit price base measure',
  'Cost per item',
  'Included / International',
])('%s gives no warning', (name) => {
  expect(warningsOf(`Handle,${name}`, ['a,1'])).toEqual([]);
});

test.each(['Currency', 'Variant Price Currency', 'Price / Currency', 'currency code'])(
  '%s is compared in each row',
  (name) => {
    const rows = ['a,usd', 'b,EUR', 'c, eur ', 'd', 'e,', 'f,euro', 'g,USD', 'h,CAD'];
    expect(warningsOf(`Handle,${name}`, rows)).toEqual([
      { code: 'other_currency', column: name, currencies: ['USD', 'CAD'], rows: 3 },
    ]);
    expect(warningsOf(`Handle,${name}`, ['a,EUR'])).toEqual([]);
  },
);

test('a file may name any number of currencies, of which some are kept', () => {
  const rows = Array.from({ length: 26 }, (_, index) => `a,X${String.fromCharCode(65 + index)}X`);
  const [warning] = warningsOf('Handle,Currency', rows);
  expect(warning).toMatchObject({ rows: 26, currencies: ['XAX', 'XBX', 'XCX', 'XDX', 'XEX'] });
});
