import { expect, test } from 'vitest';
import { joinName, splitName, tidyName } from './name.ts';

const trimmed = ({ firstName, lastName }: ReturnType<typeof splitName>) => [firstName.trim(), lastName.trim()];

test.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Ada  King   Lovelace ', 'Ada  King', 'Lovelace'],
  ['Madonna', '', 'Madonna'],
  ['Madonna ', '', 'Madonna'],
  ['', '', ''],
  ['محمد الأمين', 'محمد', 'الأمين'],
  ['O’Brien-Smith Jr.', 'O’Brien-Smith', 'Jr.'],
])('takes the last word of the name “%s” as the last name, and joins to the same', (name, firstName, lastName) => {
  const parts = splitName(name);
  expect(trimmed(parts)).toEqual([firstName, lastName]);
  expect(joinName(parts.firstName, parts.lastName)).toBe(name);
});

test.each([
  ['山田 太郎', '太郎', '山田'],
  ['山田　太郎 ', '太郎', '山田'],
  ['山田太郎', '', '山田太郎'],
])(
  'takes the first word of “%s” as the last name where it comes first, and joins to the same',
  (name, firstName, lastName) => {
    const parts = splitName(name, true);
    expect(trimmed(parts)).toEqual([firstName, lastName]);
    expect(joinName(parts.lastName, parts.firstName)).toBe(name);
  },
);

test('joins parts that came from elsewhere with a space', () => {
  expect(joinName('Ada', 'Lovelace')).toBe('Ada Lovelace');
  expect([joinName('Ada', ''), joinName('', 'Lovelace')]).toEqual(['Ada', 'Lovelace']);
});

test('keeps a first name alone as the last name', () => {
  expect(tidyName({ firstName: 'Ada', lastName: ' ' })).toEqual({ firstName: '', lastName: 'Ada' });
  expect(tidyName({ firstName: 'Ada', lastName: 'Lovelace' })).toEqual({ firstName: 'Ada', lastName: 'Lovelace' });
});
