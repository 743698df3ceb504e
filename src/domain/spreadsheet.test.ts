import { expect, test } from 'vitest';
import { plainCell, safeCell } from './spreadsheet.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-5', "'-5"],
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

test.each(['', 'Ada', 'a=b', '129.00', 'Hafenstraße 1, -2. Stock', "O'Neill", '{"engraving":"A-B"}', '2030-06-10'])(
  '%j stays as it is',
  (text) => {
    expect(safeCell(text)).toBe(text);
  },
);
