/**
 * Makes a text of somebody else one that PostgreSQL takes. It refuses NUL, and half of a pair of UTF-16, which is what cutting a text
 * between the two halves of an emoji leaves. NUL is left out, and a half becomes the replacement character.
 */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Writes a value for a column of JSON, with texts that PostgreSQL takes. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one) => (typeof one === 'string' ? storable(one) : one));
