import { expect, test } from 'vitest';
import { isUuid } from '../domain/uuid.ts';
import { newRowId } from './row-id.ts';

test('a row id is a UUID of version 7, and ids sort by time', () => {
  const times = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
  const ids = times.map((time) => newRowId(time));
  expect(ids.every(isUuid)).toBe(true);
  expect(ids.every((id) => /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
});

test('ids of the same millisecond differ', () => {
  const ids = Array.from({ length: 1_000 }, () => newRowId(5));
  expect(new Set(ids).size).toBe(ids.length);
});
