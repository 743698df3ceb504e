import { expect, test } from 'vitest';
import { writeAddress } from './address.ts';

const toAddressInput = (address: Record<string, string>) => writeAddress(address).input;

test('an address has a code as its region and a number as its telephone', () => {
  const address = { line1: 'Torstraße 1', city: 'Berlin', postalCode: '10119', country: 'DE' };
  const same = { address1: 'Torstraße 1', city: 'Berlin', zip: '10119', countryCode: 'DE' };
  expect(toAddressInput({ ...address, country: 'AU', region: 'NSW', phoneNumber: '+49 30 1234567' })).toEqual({
    ...same,
    countryCode: 'AU',
    provinceCode: 'NSW',
    phone: '+49 30 1234567',
  });
  expect(toAddressInput({ ...address, line2: '2nd floor', region: 'Bayern', phoneNumber: 'call me' })).toEqual({
    ...same,
    address2: '2nd floor, Bayern',
  });
  expect(toAddressInput(address)).toEqual(same);
});

test.each([
  ['(555) 010-0199 x123', '(555) 010-0199'],
  ['+1 555 010 0199 ext. 5', '+1 555 010 0199'],
  ['+1 555 010 0199, extension 12', '+1 555 010 0199'],
  ['555-010-0199 #7', '555-010-0199'],
  ['call me', undefined],
  ['x123', undefined],
])('of the telephone number %s Shopify takes %s, and the order has the whole text beside it', (phoneNumber, phone) => {
  expect(toAddressInput({ country: 'US', phoneNumber }).phone).toBe(phone);
  expect(writeAddress({ country: 'US', phoneNumber }).notes).toEqual([{ key: 'Phone', value: phoneNumber }]);
});

test.each(['+49 30 1234567', '(030) 1234567', ''])(
  'the telephone number “%s” stands in the address alone',
  (phoneNumber) => {
    expect(writeAddress({ country: 'US', phoneNumber }).notes).toEqual([]);
  },
);
