import { expect, test } from 'vitest';
import { readCustomerData } from './customer-data.ts';

test('fields of the wrong type are left out, and the others stay', () => {
  const given = {
    email: 'ada@example.com',
    consentedToMarketing: 'yes',
    address: { firstName: 'Ada', lastName: 5, city: null, country: ['DE'], line1: 'x'.repeat(300), unknown: 'x' },
  };
  expect(readCustomerData(given)).toEqual({ email: 'ada@example.com', address: { firstName: 'Ada' } });
});

test.each([null, undefined, 5, 'text', [], { address: 'text' }, { email: {} }])(
  'nothing usable in %j is nothing',
  (given) => {
    expect(readCustomerData(given)).toEqual({ address: {} });
  },
);
