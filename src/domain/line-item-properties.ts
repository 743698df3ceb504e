import { AppError } from './error.ts';

/** As the page passed them: an object, or a list of names and values. */
export type LineItemProperties = Record<string, string> | { name: string; value: string }[];

// They are the shopper's to forge, so they are bounded, and never priced.
const KEYS_MAX = 50;
const KEY_LENGTH_MAX = 100;
const VALUE_LENGTH_MAX = 500;
const BYTES_MAX = 8_192;
const OURS = '__';

/** Accepts the properties as they are, or names what is too much: `invalid_parameter`. */
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
    if (name.startsWith(OURS)) throw refuse(`Names of line item properties that begin with ${OURS} are reserved.`);
  }
  if (Buffer.byteLength(JSON.stringify(properties)) > BYTES_MAX) {
    throw refuse(`Line item properties are at most ${BYTES_MAX} bytes together.`);
  }
  return properties;
}
