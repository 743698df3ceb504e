import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { CommerceError } from './port.ts';

/** Returns the value as the schema describes it. Throws `malformed`, and names the place of the first fault. */
export function readAs<T extends TSchema>(schema: T, value: unknown, what: string): Static<T> {
  if (Value.Check(schema, value)) return value;
  const [fault] = Value.Errors(schema, value);
  const place = fault?.instancePath ? ` at ${fault.instancePath.slice(0, 100)}` : '';
  throw new CommerceError(
    'malformed',
    `The platform sent ${what} that cannot be read${place}: it ${fault?.message ?? 'does not fit'}.`,
  );
}
