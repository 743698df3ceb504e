import type { Static, TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';

/** Tells whether a value is as its schema says. */
export function isOf<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return Check(schema, value);
}

/** Returns what is wrong with a value, by its place. */
export function faultsOf(schema: TSchema, value: unknown): { instancePath: string; message: string }[] {
  return Errors(schema, value)[1];
}
