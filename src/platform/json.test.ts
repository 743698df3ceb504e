import { expect, test } from 'vitest';
import { nestsDeeper, toJson } from './json.ts';

test('what PostgreSQL refuses in a text is left out or replaced', () => {
  expect(toJson({ text: 'a\0b', cut: '😀'.slice(0, 1), list: ['😀', 1, null] })).toBe(
    '{"text":"ab","cut":"\uFFFD","list":["😀",1,null]}',
  );
});

test.each([
  ['[[]]', 2],
  ['{"a":[{"b":1}]}', 3],
  ['["[[[[", "\\"[[[["]', 1],
  ['[] [] []', 1],
  ['', 0],
])('%s nests %i deep', (text, depth) => {
  expect([nestsDeeper(text, depth), nestsDeeper(text, depth - 1)]).toEqual([false, depth > 0]);
});
