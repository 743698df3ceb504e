/**
 * Makes a text of somebody else one that PostgreSQL takes. It refuses NUL, and half of a pair of UTF-16, which is what cutting a text
 * between the two halves of an emoji leaves. NUL is left out, and a half becomes the replacement character.
 */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Writes a value for a column of JSON, with texts that PostgreSQL takes. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one) => (typeof one === 'string' ? storable(one) : one));

/** Returns whether lists and objects of a JSON text stand in each other deeper than that. Reads it once, and parses nothing. */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '"') quoted = !quoted;
    else if (quoted) at += mark === '\\' ? 1 : 0;
    else if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
