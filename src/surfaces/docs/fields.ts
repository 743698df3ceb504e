import { type Html, html, trustedHtml } from '../../platform/html.ts';

/** The part of a JSON schema that our answers use. */
export type Schema = {
  type?: string;
  format?: string;
  description?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
};

export type Schemas = Record<string, Schema>;

export type Field = { name: string; schema: Schema; description: string; isRequired: boolean };

type SchemaContext = { schemas: Schemas; inline: (text: string) => string };

/** Lists fields with their types and descriptions. The fields of an object stand below it, to be opened. */
export function fieldList(fields: readonly Field[], context: SchemaContext): Html {
  return html`<dl class="fields">${fields.map((field) => {
    const within = fieldsWithin(field.schema, context.schemas);
    return html`<div><dt><code>${field.name}</code> <span class="type">${typeOf(field.schema, context.schemas)}</span>${field.isRequired && html` <span class="required">required</span>`}</dt>
<dd>${trustedHtml(context.inline(field.description))}${
      within.length > 0 &&
      html`<details><summary>Fields of <code>${field.name}</code></summary>${fieldList(within, context)}</details>`
    }</dd></div>`;
  })}</dl>`;
}

/** Returns the fields of an object, or of the objects in a list. */
export function fieldsWithin(schema: Schema, schemas: Schemas): Field[] {
  const { properties, items, anyOf } = resolved(schema, schemas);
  if (items) return fieldsWithin(items, schemas);
  const choice = anyOf?.find((one) => one.type !== 'null');
  if (choice) return fieldsWithin(choice, schemas);
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    description: property.description ?? '',
    isRequired: false, // every field of an answer is always there
  }));
}

/** Says the type in words, such as `list of objects` or `string or null`. */
function typeOf(schema: Schema, schemas: Schemas): string {
  const { type = '', format, anyOf, items } = resolved(schema, schemas);
  if (anyOf) return anyOf.map((one) => typeOf(one, schemas)).join(' or ');
  if (items) return `list of ${typeOf(items, schemas)}s`;
  if (format === 'uuid') return 'UUID';
  if (format === 'date-time') return 'time';
  return type;
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : { ...schemas[name], ...schema };
}
