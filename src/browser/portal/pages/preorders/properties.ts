/** Reads line item properties as the page passed them: an object, or a list of names and values. */
export function propertiesOf(properties: unknown): [string, string][] {
  if (Array.isArray(properties)) {
    return properties.map((one: { name?: unknown; value?: unknown }) => [String(one.name), String(one.value)]);
  }
  return Object.entries(Object(properties)).map(([name, value]) => [name, String(value)]);
}
