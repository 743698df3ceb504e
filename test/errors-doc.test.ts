import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ERROR_STATUS } from '../src/domain/error.ts';

const text = await readFile(new URL('../docs/errors.md', import.meta.url), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '));

test('docs/errors.md lists every code with its status, once', () => {
  const listed = rows.map(([code = '', status]) => [code.replaceAll('`', ''), Number(status)]);
  expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS);
  expect(listed).toHaveLength(Object.keys(ERROR_STATUS).length);
});

test('docs/errors.md tells the cause and the remedy of each code', () => {
  for (const row of rows) {
    expect(row, row.join(' | ')).toHaveLength(4);
    for (const cell of row.slice(2)) expect(cell, row[0]).toMatch(/^\S.{5,}\.$/);
  }
});
