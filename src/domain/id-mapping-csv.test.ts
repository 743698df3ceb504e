import { expect, test } from 'vitest';
import { readMappingRows } from './id-mapping-csv.ts';

test('an id that a spreadsheet has rounded is refused with its line, and an id of letters is not', () => {
  const read = (id: string) =>
    readMappingRows([
      { cells: ['product', 'product_id'], line: 1 },
      { cells: ['shirt', id], line: 2 },
    ]);
  for (const id of ['8.12346E+12', '8,12346E+12', '8E+15']) expect(() => read(id)).toThrow(/^Line 2: a spreadsheet/);
  expect(read('E-12')).toMatchObject([{ product: 'shirt', id: 'E-12' }]);
});
