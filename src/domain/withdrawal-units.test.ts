import { expect, test } from 'vitest';
import { chooseUnits, groupUnits, wordsOfUnits } from './withdrawal-units.ts';

const unit = (id: string, title: string, state: Parameters<typeof groupUnits>[0][number]['state'] = 'placed') => ({
  id,
  title,
  state,
});

const UNITS = [
  unit('a', 'Lamp'),
  unit('b', 'Lamp', 'fulfilled'),
  unit('c', 'Lamp'),
  unit('d', 'Shade', 'released'),
  unit('e', 'Lamp', 'cancelled'),
  unit('f', 'Shade', 'returned'),
];
const groups = groupUnits(UNITS);
const choose = (numbers: Record<string, string>) => chooseUnits(groups, (id) => numbers[id] ?? '');

test('equal units are one group, and those that were sent another', () => {
  expect(groups).toEqual([
    { id: 'a', title: 'Lamp', sent: false, lineIds: ['a', 'c'] },
    { id: 'b', title: 'Lamp', sent: true, lineIds: ['b'] },
    { id: 'd', title: 'Shade', sent: false, lineIds: ['d'] },
  ]);
});

test('all of them are chosen unless somebody says fewer', () => {
  const all = ['a', 'c', 'b', 'd'];
  expect(choose({})).toEqual(all);
  expect(choose({ a: '2', b: '1', d: '1' })).toEqual(all);
  for (const odd of ['', '-1', '1.5', '٢', '1e3', '999', 'two', '99999999999']) {
    expect(choose({ a: odd, b: odd, d: odd }), odd).toEqual(all);
  }
});

test('some of them are the last ones of their group, and have words', () => {
  expect(choose({ a: '1', b: '0', d: '1' })).toEqual(['c', 'd']);
  expect(choose({ a: '0', b: '0', d: '0' })).toEqual([]);
  expect(wordsOfUnits(UNITS, ['c', 'd', 'a'])).toBe('2 × Lamp\n1 × Shade');
  expect(wordsOfUnits([unit('x', 'L'.repeat(3_000))], ['x'])).toHaveLength(2_000);
});
