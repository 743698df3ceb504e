import type { CustomerAddress, CustomerData } from '../../../protocol/wire/customer-data.ts';

// As long as the longest e-mail address; nothing that a form is pre-filled with is longer.
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

/** What a page gave, field by field: what is of another type or too long for its field is left out, the rest is kept. */
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
