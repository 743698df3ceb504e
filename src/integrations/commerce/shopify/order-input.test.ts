import { expect, test } from 'vitest';
import { toAddressInput } from './order-input.ts';

test('an address has a code as its region and a number as its telephone', () => {
  const address = { line1: 'Torstraße 1', city: 'Berlin', postalCode: '10119', country: 'DE' };
  const same = { address1: 'Torstraße 1', city: 'Berlin', zip: '10119', countryCode: 'DE' };
  expect(toAddressInput({ ...address, region: 'BE', phoneNumber: '+49 30 1234567' })).toEqual({
    ...same,
    provinceCode: 'BE',
    phone: '+49 30 1234567',
  });
  expect(toAddressInput({ ...address, line2: '2nd floor', region: 'Bayern', phoneNumber: 'call me' })).toEqual({
    ...same,
    address2: '2nd floor, Bayern',
  });
  expect(toAddressInput(address)).toEqual(same);
});
