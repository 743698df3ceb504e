import { expect, test } from 'vitest';
import { AppError } from './error.ts';
import { createReference } from './reference.ts';
import { readTrackingRows, TRACKING_ROWS_MAX } from './tracking-csv.ts';

const PO = [1, 2, 3].map((byte) => createReference(new Uint8Array([byte, 2, 3, 4, 5])));
const [A = '', B = '', C = ''] = PO;
const HEAD = ['reference', 'carrier', 'tracking_number', 'tracking_link', 'lines'];

const read = (...rows: string[][]) => readTrackingRows([HEAD, ...rows].map((cells, at) => ({ cells, line: at + 1 })));
const why = (rows: ReturnType<typeof read>) => rows.map(({ error }) => error?.info.data?.reason ?? error?.code);

function refused(...head: string[]): { code: string; data: unknown } | undefined {
  try {
    readTrackingRows([{ cells: head, line: 1 }]);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, data: error.info.data };
    throw error;
  }
  return undefined;
}

test('a row is read as people and spreadsheets write it', () => {
  const rows = read(
    [A.toLowerCase().replaceAll('-', ' '), ' dhl paket ', "'00340434161094042557", '', '1 2'],
    [B, '', '="0012"', 'https://t.example/1', ''],
  );
  expect(rows).toEqual([
    {
      line: 2,
      reference: A,
      carrier: 'DHL',
      tracking_number: '00340434161094042557',
      tracking_link: '',
      lines: [1, 2],
      error: undefined,
    },
    {
      line: 3,
      reference: B,
      carrier: '',
      tracking_number: '0012',
      tracking_link: 'https://t.example/1',
      lines: undefined,
      error: undefined,
    },
  ]);
});

test('each row that cannot be taken says why, and the others stand', () => {
  const rows = read(
    [A, '', '1', '', ''],
    ['', 'DHL', '1', '', ''],
    ['PO-0000-0000-1', 'DHL', '1', '', ''],
    [B, '=HYPERLINK("https://evil.example")', '1', '', ''],
    [B, '@SUM(A1)', '1', '', ''],
    [B, 'DHL', '=1+1', '', ''],
    [B, 'DHL', '1', 'http://t.example/1', ''],
    [B, 'DHL', '1', 'javascript:alert(1)', ''],
    [B, 'x'.repeat(61), '1', '', ''],
    [B, 'DHL', '1'.repeat(101), '', ''],
    [B, 'DHL', '1', `https://t.example/${'x'.repeat(3_000)}`, ''],
    [B, 'DHL', '1', '', '1 x'],
    [B, 'DHL', '1', '', '0'],
    [B, 'DHL', '1', '', '51'],
    [B, 'DHL', '1', '', '1', 'more'],
  );
  expect(why(rows)).toEqual([
    undefined,
    'missing',
    'preorder_not_found',
    'formula',
    'formula',
    'not_tracking_number',
    'not_tracking_link',
    'not_tracking_link',
    'too_long',
    'not_tracking_number',
    'not_tracking_link',
    'not_number',
    'not_number',
    'not_number',
    'too_many_cells',
  ]);
  expect(rows.every(({ tracking_link: link }) => link.length <= 100)).toBe(true);
});

test('rows about the same parcel are all refused, and those about other line items are not', () => {
  expect(why(read([A, '', '1', '', ''], [B, '', '2', '', ''], [A, '', '3', '', '']))).toEqual([
    'same_parcel',
    undefined,
    'same_parcel',
  ]);
  expect(
    why(read([A, '', '1', '', '1'], [A, '', '2', '', '2'], [B, '', '3', '', '2 3'], [B, '', '4', '', '3'])),
  ).toEqual([undefined, undefined, 'same_parcel', 'same_parcel']);
  expect(why(read([C, '', '1', '', '1'], [C, '', '2', '', '']))).toEqual(['same_parcel', 'same_parcel']);
  expect(why(read([C, '', '1', '', ''], [C, '', '2', '', '1']))).toEqual(['same_parcel', 'same_parcel']);
});

test('a wrong column refuses the file, and the columns of the file for the carrier do not', () => {
  expect(refused('reference', 'tracking_no')).toMatchObject({
    code: 'csv_invalid',
    data: { reason: 'column_unknown' },
  });
  expect(refused('carrier', 'tracking_number')).toMatchObject({
    data: { reason: 'column_missing', column: 'reference' },
  });
  expect(refused('reference')).toMatchObject({ data: { reason: 'column_missing', column: 'tracking_number' } });
  expect(refused('reference', 'carrier', 'Carrier')).toMatchObject({ data: { reason: 'column_twice' } });
  expect(refused()).toMatchObject({ data: { reason: 'column_missing' } });
  expect(refused('Reference', 'Tracking number', 'name', 'postal_code', 'contents', 'quantity', '')).toBeUndefined();
});

test('as many rows as a file may have are read, and one more refuses the file', () => {
  const row = [A, 'DHL', '1', '', '1'];
  const many = Array.from({ length: TRACKING_ROWS_MAX }, () => row);
  expect(read(...many)).toHaveLength(TRACKING_ROWS_MAX);
  expect(() => read(...many, row)).toThrow(/more than 50000 rows/);
});
