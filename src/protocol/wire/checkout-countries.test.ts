import { expect, test } from 'vitest';
import { fromColumns, toColumns } from './checkout-countries.ts';
import type { CheckoutCountry } from './checkout-document.ts';

const address: CheckoutCountry['address'] = {
  rows: [['firstName', 'lastName'], ['line1'], ['city']],
  required: ['line1'],
  labels: {
    firstName: 'address.first_name',
    lastName: 'address.last_name',
    line1: 'address.line1',
    line2: 'address.line2_suburb',
    city: 'address.city_city',
    region: 'address.region_do_si',
    postalCode: 'address.postal_code_pin',
  },
  postalCodePattern: null,
  postalCodeExample: null,
  regions: null,
};
const countries: CheckoutCountry[] = [
  { code: 'DE', name: 'Germany', shipping: 490, taxMillionths: 190_000, address, listsRegions: false },
  {
    code: 'CA',
    name: 'Canada',
    shipping: 0,
    taxMillionths: 50_000,
    regionTax: { QC: 149_750 },
    address: { ...address, postalCodePattern: '[A-Z]\\d[A-Z] \\d[A-Z]\\d', postalCodeExample: 'H0H 0H0' },
    listsRegions: true,
  },
];

test('countries are the same after they were sent as columns, in the order of their names', () => {
  const sent = JSON.parse(JSON.stringify(toColumns(countries)));
  const [germany, canada] = countries;
  expect(fromColumns(sent, 'en')).toEqual([canada, germany]);
  expect(fromColumns(sent, 'de').map(({ name }) => name)).toEqual(['Deutschland', 'Kanada']);
  expect(fromColumns(toColumns([]), 'en')).toEqual([]);
});
