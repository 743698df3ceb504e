import type { Static, TObject, TOptional, TProperties, TSchema } from 'typebox';
import { type Minor, parseMoney, toDecimal } from '../domain/money.ts';
import { type PricePart, partFrom } from '../domain/part.ts';
import { makeFields } from '../domain/refuse-all.ts';
import { parseMoment } from '../domain/store-time.ts';
import type { AmountField, MomentField, OrNull, PartField, TimeField } from '../protocol/schema/admin-api/shapes.ts';

// How the fields of the private API become values of the core, and back. The kind of a field is the format of its schema. Names
// follow by rule: `starts_at` is `startsAt`. The ids that a platform gave are the exception: `product_id` is
// `externalProductId`, because `productId` is ours.

type External = 'product_id' | 'variant_id';
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type NameOf<Name> = Name extends External
  ? `external${Capitalize<Camel<Name>>}`
  : Name extends string
    ? Camel<Name>
    : never;

type ValueOf<Schema extends TSchema> =
  Schema extends OrNull<infer Inner>
    ? ValueOf<Inner> | null
    : Schema extends AmountField
      ? Minor
      : Schema extends TimeField | MomentField
        ? Date
        : Schema extends PartField
          ? PricePart
          : Schema extends TObject<infer Properties>
            ? ValuesOf<Properties>
            : Static<Schema>;

type ValuesOf<Properties extends TProperties> = {
  [Name in keyof Properties as Properties[Name] extends TOptional ? never : NameOf<Name>]: ValueOf<Properties[Name]>;
} & {
  [Name in keyof Properties as Properties[Name] extends TOptional ? NameOf<Name> : never]?: ValueOf<Properties[Name]>;
};

/** The values of the fields of a schema, as the core has them. */
export type Values<Schema extends TObject> = Schema extends TObject<infer Properties> ? ValuesOf<Properties> : never;

/** What the values of a store's fields depend on. */
export type FieldContext = { currency: string; timeZone: string };

/** Reads the fields of a request. Optional ones that are absent stay absent. Throws `invalid_parameter` with the names of all wrong fields. */
export function valuesOf<Schema extends TObject>(
  schema: Schema,
  given: Static<Schema>,
  context: FieldContext,
): Values<Schema> {
  const fields = given as Record<string, unknown>;
  const names = Object.keys(schema.properties).filter((name) => fields[name] !== undefined);
  const read = (name: string) => readValue(schema.properties[name] as TSchema, fields[name], { ...context, name });
  return makeFields(Object.fromEntries(names.map((name) => [nameOf(name), () => read(name)]))) as Values<Schema>;
}

/** What has no amounts needs no currency. */
type JsonContext = Partial<Pick<FieldContext, 'currency'>>;

/** Writes the fields of an answer. */
export function jsonOf<Schema extends TObject>(
  schema: Schema,
  values: Values<Schema>,
  context: JsonContext = {},
): Static<Schema> {
  const fields = values as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, writeValue(field, fields[nameOf(name)], context)]),
  ) as Static<Schema>;
}

/** Returns the name that the core has for a field. */
function nameOf(field: string): string {
  const external = field === 'product_id' || field === 'variant_id' ? `external_${field}` : field;
  return external.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the schema of a field without the null that it may be. */
export function fieldOf(schema: TSchema): TSchema & { format?: string; properties?: TProperties; anyOf?: TSchema[] } {
  const { anyOf = [] } = schema as { anyOf?: (TSchema & { type?: string })[] };
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? only : schema;
}

/** Tells whether a field is a part of a price: `{ percent }` or `{ amount }`. */
export function isPart(field: TSchema): boolean {
  const { anyOf = [] } = field as { anyOf?: Partial<TObject>[] };
  return ['percent', 'amount'].every((name) => anyOf.some(({ properties }) => properties && name in properties));
}

function readValue(schema: TSchema, given: unknown, context: FieldContext & { name: string }): unknown {
  const { name, currency, timeZone } = context;
  const field = fieldOf(schema);
  if (given === null) return null;
  if (field.format === 'decimal') return parseMoney(given as string, currency, name);
  if (field.format === 'moment') return parseMoment(given as string, timeZone, name);
  if (isPart(field)) return partFrom(given as { percent: number } | { amount: string }, currency, name);
  return given;
}

function writeValue(schema: TSchema, value: unknown, context: JsonContext): unknown {
  const field = fieldOf(schema);
  if (value === null || value === undefined) return null;
  if (field.format === 'decimal') return toDecimal(value as Minor, currencyOf(context));
  if (field.format === 'date-time') return (value as Date).toISOString();
  if (isPart(field)) return partJson(value as PricePart, currencyOf(context));
  if (field.properties) return jsonOf(field as TObject, value as never, context);
  return value;
}

function currencyOf({ currency }: JsonContext): string {
  if (currency === undefined) throw new Error('an amount without its currency');
  return currency;
}

function partJson({ kind, value }: PricePart, currency: string): { percent: number } | { amount: string } {
  return kind === 'percent' ? { percent: value / 100 } : { amount: toDecimal(value, currency) };
}
