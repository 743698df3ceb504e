import type { CustomerAddress, CustomerData } from '../../../protocol/wire/customer-data.ts';

// The length of the longest e-mail address; no other prefilled field is longer.
const FIELD_CHARACTERS_MAX = 254;
const ADDRESS_FIELDS: (keyof CustomerAddress)[] = [
  'firstName',
  'lastName',
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'country',
  'phoneNumber',
];

/** Reads a page's customer data field by field. A field of the wrong type, or too long, is left out; the rest is kept. */
export function readCustomerData(given: unknown): CustomerData {
  const { email, consentedToMarketing, address } = asRecord(given);
  const fields = asRecord(address);
  const kept = ADDRESS_FIELDS.flatMap((name) => (isText(fields[name]) ? [[name, fields[name]]] : []));
  return {
    ...(isText(email) && { email }),
    ...(typeof consentedToMarketing === 'boolean' && { consentedToMarketing }),
    address: Object.fromEntries(kept),
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= FIELD_CHARACTERS_MAX;
}
