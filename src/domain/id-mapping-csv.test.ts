import { expect, test } from 'vitest';
import { readMappingRows } from './id-mapping-csv.ts';

test('the mark that spreadsheets and our own list put before ids is no part of them', () => {
  const rows = [
    ['product', 'product_id', 'variant', 'variant_id'],
    ["'00123", '="00124"', "'-5", '"00013"'],
  ];
  expect(readMappingRows(rows.map((cells, index) => ({ cells, line: index + 1 })))).toEqual([
    { product: '00123', id: '00124', variants: [{ variant: '-5', id: '00013' }] },
  ]);
});

test('an id that a spreadsheet has rounded is refused with its line, and an id of letters is not', () => {
  const read = (id: string) =>
    readMappingRows([
      { cells: ['product', 'product_id'], line: 1 },
      { cells: ['shirt', id], line: 2 },
    ]);
  for (const id of ['8.12346E+12', '8,12346E+12', '8E+15']) expect(() => read(id)).toThrow(/^Line 2: a spreadsheet/);
  const named = [
    ['product', 'product_id'],
    ['8.12346E+12', '42'],
  ].map((cells, index) => ({ cells, line: index + 1 }));
  expect(() => readMappingRows(named)).toThrow(/^Line 2: a spreadsheet has rounded 8\.12346E\+12/);
  expect(read('E-12')).toMatchObject([{ product: 'shirt', id: 'E-12' }]);
});
