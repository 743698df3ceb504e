import { expect, test } from 'vitest';
import { readCustomerData } from './customer-data.ts';

test('leaves out fields of the wrong type and keeps the others', () => {
  const given = {
    email: 'ada@example.com',
    consentedToMarketing: 'yes',
    address: { firstName: 'Ada', lastName: 5, city: null, country: ['DE'], line1: 'x'.repeat(300), unknown: 'x' },
  };
  expect(readCustomerData(given)).toEqual({ email: 'ada@example.com', address: { firstName: 'Ada' } });
});

test.each([null, undefined, 5, 'text', [], { address: 'text' }, { email: {} }])('returns no fields for %j', (given) => {
  expect(readCustomerData(given)).toEqual({ address: {} });
});
