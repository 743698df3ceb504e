import { describe, expect, test } from 'vitest';
import { groupRows, readHeader, readNumber, readYesNo, termsOf } from './waitlist-csv.ts';

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('the header', () => {
  test('may have its columns in any order and spelling, and leave some out', () => {
    const read = readHeader(['Units', 'Ships from', 'PRODUCT']);
    expect(read(2, ['12', ' 2031-06-01 ', "'=cmd"]).cells).toMatchObject({
      units: '12',
      ships_from: '2031-06-01',
      product: '=cmd',
      waitlist_id: '',
    });
  });

  test.each([
    [['product', 'colour'], 'an unknown column'],
    [['product', 'units', 'Units'], 'a column twice'],
    [['units'], 'nothing that names a waitlist'],
  ])('is refused with %j: %s', (header) => {
    expect(() => readHeader(header)).toThrow(code('csv_invalid'));
  });
});

describe('rows', () => {
  const read = readHeader(['waitlist_id', 'product', 'variant', 'units', 'text']);
  const rows = [
    read(2, ['', 'parka', 'S', '1', 'Warm.']),
    read(3, ['ABC', '', 'S', '2', '']),
    read(4, ['', 'parka', 'M', '3', '']),
    read(5, ['abc', '', 'M', '4', 'Other.']),
  ];

  test('of one waitlist belong together, whatever stands between them', () => {
    expect(groupRows(rows).map(({ rows: group }) => group.map(({ line }) => line))).toEqual([
      [2, 4],
      [3, 5],
    ]);
  });

  test('say a term once, and never two', () => {
    const [made] = groupRows(rows);
    expect(made && termsOf(made).text).toBe('Warm.');
    const [twice] = groupRows([read(2, ['', 'parka', '', '', 'One.']), read(3, ['', 'parka', '', '', 'Two.'])]);
    expect(() => twice && termsOf(twice)).toThrow(code('invalid_parameter'));
  });
});

test('yes, no and numbers are read as spreadsheets write them', () => {
  expect([readYesNo('TRUE', 'x'), readYesNo('no', 'x'), readNumber('12', 'x')]).toEqual([true, false, 12]);
  expect(() => readYesNo('maybe', 'x')).toThrow(code('invalid_parameter'));
  for (const wrong of ['1.5', '-1', '1e3', '']) expect(() => readNumber(wrong, 'x')).toThrow(code('invalid_parameter'));
});
