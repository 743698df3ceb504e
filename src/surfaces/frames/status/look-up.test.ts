import { expect, test } from 'vitest';
import { foldPlace } from './look-up.ts';

test.each([
  ['10115', ' 10 115 '],
  ['K1A 0B1', 'k1a0b1'],
  ['SW1A 1AA', 'sw1a-1aa'],
  ['１０１１５', '10115'],
  ['1000-001', '1000–001'],
  ['São Tomé', 'são  tomé'],
  ["St. John's", 'st john’s'],
])('%s is the same place as %s', (one, other) => {
  expect(foldPlace(one)).toBe(foldPlace(other));
});

test.each([
  ['10115', '10116'],
  ['10115', '1011'],
  ['Köln', 'Koln'],
])('%s is not the same place as %s', (one, other) => {
  expect(foldPlace(one)).not.toBe(foldPlace(other));
});
