import { describe, expect, test } from 'vitest';
import { checkLineItemProperties, type LineItemProperties } from './line-item-properties.ts';

const names = (count: number, length = 4) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(length, 'n'));
const object = (count: number, value = 'v') => Object.fromEntries(names(count).map((name) => [name, value]));
const list = (count: number, value = 'v') => names(count).map((name) => ({ name, value }));

describe('line item properties are accepted unchanged', () => {
  test.each<[string, LineItemProperties | null]>([
    ['none', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['an object', { engraving: 'Ada', _hidden: 'x', 'größe ✂': '' }],
    ['a list with a repeated name', [...list(1), ...list(1)]],
    ['50 keys', object(50)],
    ['50 entries', list(50)],
    ['a name of 100 and a value of 500 characters', { ['n'.repeat(100)]: 'v'.repeat(500) }],
    ['8,192 bytes in all', object(16, 'v'.repeat(500))],
  ])('%s', (_, properties) => {
    expect(checkLineItemProperties(properties)).toBe(properties);
  });
});

describe('line item properties are refused', () => {
  test.each<[string, LineItemProperties]>([
    ['51 keys', object(51)],
    ['51 entries', list(51)],
    ['an empty name', { '': 'v' }],
    ['an empty name in a list', [{ name: '', value: 'v' }]],
    ['a name of 101 characters', { ['n'.repeat(101)]: 'v' }],
    ['a value of 501 characters', { name: 'v'.repeat(501) }],
    ['a reserved name', { __internal: 'v' }],
    ['a reserved name in a list', [{ name: '__proto__', value: 'v' }]],
    ['more than 8,192 bytes', object(17, 'v'.repeat(500))],
    ['more than 8,192 bytes of fewer characters', object(10, '€'.repeat(500))],
  ])('%s', (_, properties) => {
    expect(() => checkLineItemProperties(properties)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: { param: 'lineItemProperties' } }),
    );
  });
});
