import { expect, test } from 'vitest';
import { toJson } from './json.ts';

test('what PostgreSQL refuses in a text is left out or replaced', () => {
  expect(toJson({ text: 'a\0b', cut: '😀'.slice(0, 1), list: ['😀', 1, null] })).toBe(
    '{"text":"ab","cut":"\uFFFD","list":["😀",1,null]}',
  );
});
