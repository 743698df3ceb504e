import { expect, test } from 'vitest';
import { isSteepChange, steepChanges } from './price-change.ts';

test.each([
  [18_400, 0, true],
  [18_400, 18_400, false],
  [0, 0, false],
  [0, 500, true],
  [10_000, 7_001, false],
  [10_000, 7_000, true],
  [10_000, 12_999, false],
  [10_000, 13_000, true],
])('a price of %i that becomes %i is steep: %s', (before, after, steep) => {
  expect(isSteepChange(before, after)).toBe(steep);
});

test('only prices that shoppers see may be slips', () => {
  const changes = [
    { before: 100, after: 10 },
    { before: 100, after: 99 },
  ];
  expect(['OPEN', 'PAUSED', 'DRAFT', 'SCHEDULED'].map((state) => steepChanges(state, changes).length)).toEqual([
    1, 1, 0, 0,
  ]);
});
