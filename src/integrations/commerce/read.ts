import type { Static, TSchema } from 'typebox';
import { faultsOf, isOf } from '../../platform/schema-check.ts';
import { CommerceError } from './port.ts';

/** Returns the value as the schema describes it. Throws `malformed`, and names the place of the first fault. */
export function readAs<T extends TSchema>(schema: T, value: unknown, what: string): Static<T> {
  if (isOf(schema, value)) return value;
  const [fault] = faultsOf(schema, value);
  const place = fault?.instancePath ? ` at ${fault.instancePath.slice(0, 100)}` : '';
  throw new CommerceError(
    'malformed',
    `The platform sent ${what} that cannot be read${place}: it ${fault?.message ?? 'does not fit'}.`,
  );
}
