import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCell, safeCell, withoutMark } from './spreadsheet.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-5+1', "'-5+1"],
  ['-05', "'-05"],
  ['-1.5e3', "'-1.5e3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1+1', "'  =1+1"],
  ['\t=1', "'\t'=1"],
  ['\rx', "'\rx"],
  ['＝1+1', "'＝1+1"],
  ['"=1+1', `'"=1+1`],
  ['x;=cmd|calc', "x;'=cmd|calc"],
  ['x; "=1', `x; "'=1`],
  ['x\t+1', "x\t'+1"],
  ['; ;=1', "; ;'=1"],
  ["x;'=1", "x;''=1"],
])('%j becomes %j, and comes back', (text, safe) => {
  expect(safeCell(text)).toBe(safe);
  expect(plainCell(safe)).toBe(text);
});

test.each([
  '',
  'Ada',
  'a=b',
  '129.00',
  '-5',
  '-104.90',
  'Hafenstraße 1, -2. Stock',
  "O'Neill",
  '{"engraving":"A-B"}',
  '2030-06-10',
])('%j stays as it is', (text) => {
  expect(safeCell(text)).toBe(text);
});

test.each([
  ["'10012", '10012'],
  ["'4006381333931", '4006381333931'],
  ["'01067", '01067'],
  ["'12,50", '12,50'],
  ["'1.5E+10", '1.5E+10'],
  ["'MUG-01", 'MUG-01'],
  ["'2030-06-01 10:00", '2030-06-01 10:00'],
  ["'(030) 123456", '(030) 123456'],
  ["'+49 30 1234567", '+49 30 1234567'],
  ["'-20%", '-20%'],
  ["'@handle", '@handle'],
  ['"00013"', '00013'],
  ['=10012', '10012'],
  ['="00013"', '00013'],
  ['="He said ""Hi"""', 'He said "Hi"'],
  ['\u200e10012\u202c', '10012'],
  ["\u200e'00012", '00012'],
  ["\ufeff'00012\u202c", '00012'],
  ["''10012", "'10012"],
  [`'="00013"`, '="00013"'],
])('%j is %j behind the mark', (cell, text) => {
  expect(withoutMark(cell)).toBe(text);
  expect(plainCell(cell)).toBe(text);
});

test.each([
  "'s-Hertogenbosch",
  "'90s poster",
  "'90s",
  "\u200e's-Hertogenbosch",
  "'68/'69",
  "'47 Brand",
  '"Live"',
  '12" vinyl',
  '=A1+B1',
  '="a"&"b"',
  "O'Neill",
  "'",
  "''",
  '"',
  '=',
  "'x",
  '10012',
])('%j has no mark', (cell) => {
  expect(withoutMark(cell)).toBe(cell);
});

test('whatever goes out comes back', () => {
  const characters = fc.constantFrom(...'\'"=+-@|%;\t\r\n 019,.aAE\u200b＝');
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
      expect(plainCell(safeCell(text))).toBe(text);
    }),
    { numRuns: 20_000 },
  );
});

// A pattern that reads a cell again for each of its characters would read this one for minutes, longer than a test may take.
test.each(["'", '"', '=', '1', ' ', '\u200b', "'1", '""', '1\t'])('100,000 times %j is read in one pass', (part) => {
  const cell = part.repeat(100_000);
  for (const text of [cell, `'${cell}`, `="${cell}`, `="${cell}"`, `"${cell}"`, `=${cell}x`])
    expect(plainCell(safeCell(text)) === text).toBe(true);
});
