import type TypeBox from 'typebox';

// TypeBox gives schemas their types, and checks values by them. A schema itself is a plain object, so these few functions make it:
// TypeBox's own are 450 files, which each command of the command line would load.

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Intersect'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Pick'
  | 'Record'
  | 'Ref'
  | 'String'
  | 'Tuple'
  | 'Undefined'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;

type Schema = Record<string, unknown>;
type Properties = Record<string, Schema>;

// A property that may be left out, which its object reads. It is no word of JSON Schema, so no text of the schema shows it.
const OPTIONAL = Symbol('optional');

const ofType = (type: string) => (options?: Schema) => ({ type, ...options });

const object = (properties: Properties, options?: Schema) => {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] as object)));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
};

const builders = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Enum: (values: unknown[], options?: Schema) => ({ enum: values, ...options }),
  Integer: ofType('integer'),
  Intersect: (allOf: Schema[], options?: Schema) => ({ allOf, ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: ofType('null'),
  Number: ofType('number'),
  Object: object,
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Pick: ({ properties }: { properties: Properties }, names: string[]) =>
    object(Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)))),
  Record: (_key: Schema, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Ref: ($ref: string, options?: Schema) => ({ $ref, ...options }),
  String: ofType('string'),
  Tuple: (items: Schema[], options?: Schema) => ({
    type: 'array',
    additionalItems: false,
    items,
    minItems: items.length,
    ...options,
  }),
  Undefined: ofType('undefined'),
  Union: (anyOf: Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => schema,
};

/** Makes schemas with the types that TypeBox gives them. */
export const Type = builders as unknown as Builders;
