import { expect, test } from 'vitest';
import { readColumns } from './file-columns.ts';

const KNOWN = ['reference', 'price', 'paid'] as const;

test('the columns of a file may stand in any order and spelling', () => {
  const { names, read } = readColumns([' Paid', 'REFERENCE', ''], KNOWN);
  expect(names).toEqual(['paid', 'reference', '']);
  expect(read(2, ['', "'00012", 'a note', ' '])).toEqual({ reference: '00012' });
  expect(read(3, ['5'])).toEqual({ paid: '5' });
});

test('a decimal comma outside quotes never moves an amount into the next column', () => {
  const { read } = readColumns(KNOWN, KNOWN);
  expect(() => read(7, ['1', '14', '00', '14', '00'])).toThrow(
    expect.objectContaining({ code: 'csv_invalid', info: { data: { reason: 'row_too_wide', line: 7, max: 3 } } }),
  );
});

test.each([
  ['<!doctype html><html>', 'file_page'],
  ['<?xml version="1.0"?>', 'file_page'],
  ['[{"id": 5', 'file_named_json'],
  ['colour', 'column_unknown'],
  ['price,Price', 'column_twice'],
])('the header %s is refused with %s', (header, reason) => {
  expect(() => readColumns(header.split(','), KNOWN)).toThrow(
    expect.objectContaining({ code: 'csv_invalid', info: { data: expect.objectContaining({ reason }) } }),
  );
});
