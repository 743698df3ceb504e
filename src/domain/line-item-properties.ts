import { AppError } from './error.ts';

/** The properties in the form that the page passed: an object, or a list of names and values. */
export type LineItemProperties = Record<string, string> | { name: string; value: string }[];

// A shopper can forge them, so they are bounded, and they never change a price.
const KEYS_MAX = 50;
const KEY_LENGTH_MAX = 100;
const VALUE_LENGTH_MAX = 500;
const BYTES_MAX = 8_192;
const RESERVED_PREFIX = '__';

/** Returns the properties unchanged. Throws `invalid_parameter`, with the limit, when they exceed one. */
export function checkLineItemProperties(properties: LineItemProperties | null): LineItemProperties | null {
  if (properties === null) return null;
  const entries = Array.isArray(properties)
    ? properties.map(({ name, value }) => [name, value] as const)
    : Object.entries(properties);
  const refuse = (why: string) => new AppError('invalid_parameter', why, { param: 'lineItemProperties' });
  if (entries.length > KEYS_MAX) throw refuse(`At most ${KEYS_MAX} line item properties can be given.`);
  for (const [name, value] of entries) {
    if (name.length === 0 || name.length > KEY_LENGTH_MAX || value.length > VALUE_LENGTH_MAX) {
      throw refuse(
        `A line item property has a name of 1 to ${KEY_LENGTH_MAX} and a value of at most ${VALUE_LENGTH_MAX} characters.`,
      );
    }
    if (name.startsWith(RESERVED_PREFIX)) {
      throw refuse(`Names of line item properties that begin with ${RESERVED_PREFIX} are reserved.`);
    }
  }
  if (Buffer.byteLength(JSON.stringify(properties)) > BYTES_MAX) {
    throw refuse(`Line item properties are at most ${BYTES_MAX} bytes together.`);
  }
  return properties;
}
