import { expect, test } from 'vitest';
import { foldPlace, isPlaceOf } from './place-of.ts';

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

test.each([
  [{ country: 'LV', postalCode: 'LV-1010' }, '1010'],
  [{ country: 'EG', postalCode: '12345' }, '١٢٣٤٥'],
  [{ country: 'JP', postalCode: '100-0001' }, '〒100ー0001'],
  [{ country: 'DE', postalCode: '10115' }, '\u200eD-10115'],
  [{ country: 'AE', city: 'Al Barsha', region: 'DU' }, '\u200eDubai'],
  [{ country: 'AE', city: '', region: 'DU', postalCode: '00000' }, 'دبي'],
  [{ country: 'HK', city: 'Tsuen Wan', region: 'New Territories' }, 'NT'],
  [{ country: 'MO', city: '', region: '', lastName: 'Wong' }, 'wong'],
])('a guest with %j may write %s', (address, place) => {
  expect(isPlaceOf(address, place)).toBe(true);
});

test.each([
  [{ country: 'LV', postalCode: 'LV-1010' }, '1011'],
  [{ country: 'DE', postalCode: '10115', city: 'Berlin', lastName: 'Berg' }, 'Berlin'],
  [{ country: 'DE', postalCode: '', city: 'Berlin', lastName: 'Berg' }, ''],
  [{ country: 'ZZ', postalCode: '' }, ''],
])('a guest with %j may not write %s', (address, place) => {
  expect(isPlaceOf(address, place)).toBe(false);
});
