import { expect, test } from 'vitest';
import { findSafetyFields, safetyFromFields, safetyFromPairs } from './product-safety-fields.ts';

const read = (fields: Record<string, string>) => {
  const places = findSafetyFields(Object.keys(fields));
  return places && safetyFromFields(places, Object.values(fields));
};

test.each([
  [{ 'Maker name': 'A', 'Maker address': 'B', 'Maker contact': 'C' }],
  [{ maker_name: 'A', manufacturer_address: 'B', manufacturer_email: 'C' }],
  [{ 'Maker name': 'A', 'Maker address': 'B', 'Maker e-mail': 'C' }],
  [{ 'Meta: maker_name': 'A', 'Meta: _maker_address': 'B', 'Meta: maker_contact': 'C' }],
  [
    {
      'Maker (product.metafields.custom.maker_name)': 'A',
      'Where (product.metafields.custom.maker_address)': 'B',
      'Mail (product.metafields.gpsr.maker-email)': 'C',
    },
  ],
])('the maker of %o', (fields) => {
  expect(read(fields)).toEqual({ maker: { name: 'A', address: 'B', contact: 'C' }, warnings: {}, languages: [] });
});

test('the responsible person, and warnings with and without a language', () => {
  expect(read({ 'Responsible person name': 'F', Warnings: 'Hot.', 'Warnings (de)': 'Heiß.', Title: 'x' })).toEqual({
    responsible: { name: 'F', address: '', contact: '' },
    warnings: { '': 'Hot.', de: 'Heiß.' },
    languages: ['', 'de'],
  });
});

test('a file without such columns says nothing, one with empty cells says that there is nothing', () => {
  expect(read({ Title: 'x', 'Vendor name': 'y' })).toBeNull();
  expect(read({ 'Maker name': ' ' })).toEqual({ maker: null, warnings: {}, languages: [] });
  expect(read({ 'Warnings (de)': ' ' })).toEqual({ warnings: {}, languages: ['de'] });
});

test('fields of a platform, of which only texts are read', () => {
  expect(
    safetyFromPairs([
      ['maker_name', 'A'],
      ['warnings', { en: 1 }],
      ['other', 'x'],
    ]),
  ).toEqual({
    maker: { name: 'A', address: '', contact: '' },
    responsible: null,
    warnings: {},
  });
});

test('fields of which none tells of the safety say nothing', () => {
  expect(safetyFromPairs([])).toBeUndefined();
  expect(safetyFromPairs([['other', 'x']])).toBeUndefined();
});
