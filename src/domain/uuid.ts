const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true when the text can be compared with a uuid column. PostgreSQL fails on any other text. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
