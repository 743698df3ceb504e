import { expect, test } from 'vitest';
import { parseMigration, splitStatements } from './migrations.ts';

test('directives at the head of a file set how it is run', () => {
  const modeOf = (text: string) => parseMigration('1.sql', text).mode;
  expect(modeOf('-- A comment\nSELECT 1;')).toBe('transaction');
  expect(modeOf('-- migrate: outside a transaction\nSELECT 1;')).toBe('outside');
  expect(modeOf('-- migrate: in parts\nSELECT 1;')).toBe('parts');
  const both = parseMigration('1.sql', '-- migrate: in parts\n-- migrate: needs code of 0031\nSELECT 1;');
  expect([both.mode, both.needsCode]).toEqual(['parts', '0031']);
});

test('a directive that is misspelt stops the migration', () => {
  expect(() => parseMigration('1.sql', '-- migrate: outside of a transaction')).toThrow('unknown directive');
});

test('statements end with a semicolon at the end of a line', () => {
  const text = "-- A comment;\nSELECT 1\n  FROM a; \n\nSELECT ';' -- not here\n  FROM b;\n-- The end\n";
  expect(splitStatements(text)).toEqual(['SELECT 1\n  FROM a', "SELECT ';' -- not here\n  FROM b"]);
});
