import { describe, expect, test } from 'vitest';
import { arrayParams, arraysOf, type Columns, namesOf, oneRow } from './columns.ts';

type Line = { id: string; count: number; note: { text: string } | null };

const LINE = {
  id: ['uuid', ({ id }) => id],
  count: ['int', ({ count }) => count],
  note: ['jsonb', ({ note }) => note],
} satisfies Columns<Line>;

describe('columns', () => {
  test('give names, typed parameters and values in the same order', () => {
    expect(namesOf(LINE)).toBe('id, count, note');
    expect(namesOf(LINE, 'r')).toBe('r.id, r.count, r.note');
    expect(arrayParams(LINE, 3)).toBe('$3::uuid[], $4::int[], $5::jsonb[]');
    const rows = [
      { id: 'a', count: 1, note: { text: 'x' } },
      { id: 'b', count: 2, note: null },
    ];
    expect(arraysOf(LINE, rows)).toEqual([
      ['a', 'b'],
      [1, 2],
      ['{"text":"x"}', null],
    ]);
  });

  test('of another type than their values do not compile', () => {
    // @ts-expect-error a number is no uuid
    ({ id: ['uuid', ({ count }) => count] }) satisfies Columns<Line>;
    // @ts-expect-error the row has no such field
    ({ id: ['uuid', ({ name }) => name] }) satisfies Columns<Line>;
    // @ts-expect-error there is no such type
    ({ id: ['uid', ({ id }) => id] }) satisfies Columns<Line>;
    // @ts-expect-error a missing value is null, not undefined
    ({ count: ['int', ({ note }) => note?.text.length] }) satisfies Columns<Line>;
    expect(Object.keys(LINE)).toHaveLength(3);
  });
});

test('one row gives its names, parameters and values', () => {
  expect(oneRow({ id: 'a', count: 1 }, 3)).toEqual({ names: 'id, count', params: '$3, $4', values: ['a', 1] });
});
