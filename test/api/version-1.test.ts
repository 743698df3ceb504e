import { expect, test } from 'vitest';
import { describeApi } from '../../src/main/openapi.ts';

// The promises of version 1. Lines may be added, never changed or removed: clients rely on each of them.
const PROMISED = `
GET /api/v1/waitlists ? api_key
GET /api/v1/waitlists 200 meta.result: string
GET /api/v1/waitlists 200 data[].id: string
GET /api/v1/waitlists 200 data[].state: string
GET /api/v1/waitlists 200 data[].product.id: string
GET /api/v1/waitlists 200 data[].product.product_code: string
GET /api/v1/waitlists 200 data[].display_dispatch_date: string
GET /api/v1/waitlists 200 data[].payment_plan_descriptions: null
GET /api/v1/waitlists 200 data[].payment_plan_descriptions.short: string
GET /api/v1/waitlists 200 data[].payment_plan_descriptions.long: string
GET /api/v1/waitlists 200 data[].selling_plan_id: null
GET /api/v1/waitlists 200 data[].selling_plan_id: string
GET /api/v1/waitlists 200 data[].is_scheduled: boolean
GET /api/v1/waitlists 200 data[].launch_date: null
GET /api/v1/waitlists 200 data[].launch_date: string
GET /api/v1/availability ? api_key
GET /api/v1/availability ? product_id
GET /api/v1/availability 200 meta.result: string
GET /api/v1/availability 200 data.id: string
GET /api/v1/availability 200 data.product_code: string
GET /api/v1/availability 200 data.available: boolean
GET /api/v1/availability 200 data.available_stock: integer
GET /api/v1/availability 200 data.variants[].id: string
GET /api/v1/availability 200 data.variants[].sku: string
GET /api/v1/availability 200 data.variants[].available: boolean
GET /api/v1/availability 200 data.variants[].available_stock: integer
GET /api/v1/availability 200 data.variants[].available_in_stock: integer
GET /api/v1/availability 200 data.variants[].oversell_enabled: boolean
GET /api/v1/availability 200 data.variants[].left_to_shelf: boolean
GET /api/v1/availability 200 data.variants[].waitlist_id: null
GET /api/v1/availability 200 data.variants[].waitlist_id: string
GET /api/v1/availability 404 error.code: string
GET /api/v1/products/preorder-state ? api_key
GET /api/v1/products/preorder-state ? handle
GET /api/v1/products/preorder-state 200 meta.result: string
GET /api/v1/products/preorder-state 200 data.id: string
GET /api/v1/products/preorder-state 200 data.product_code: string
GET /api/v1/products/preorder-state 200 data.state: string
GET /api/v1/products/preorder-state 200 data.waitlist: null
GET /api/v1/products/preorder-state 200 data.waitlist.id: string
GET /api/v1/products/preorder-state 200 data.waitlist.state: string
GET /api/v1/products/preorder-state 200 data.waitlist.product.id: string
GET /api/v1/products/preorder-state 200 data.waitlist.product.product_code: string
GET /api/v1/products/preorder-state 200 data.waitlist.display_dispatch_date: string
GET /api/v1/products/preorder-state 200 data.waitlist.payment_plan_descriptions: null
GET /api/v1/products/preorder-state 200 data.waitlist.payment_plan_descriptions.short: string
GET /api/v1/products/preorder-state 200 data.waitlist.payment_plan_descriptions.long: string
GET /api/v1/products/preorder-state 200 data.waitlist.selling_plan_id: null
GET /api/v1/products/preorder-state 200 data.waitlist.selling_plan_id: string
GET /api/v1/products/preorder-state 200 data.waitlist.is_scheduled: boolean
GET /api/v1/products/preorder-state 200 data.waitlist.launch_date: null
GET /api/v1/products/preorder-state 200 data.waitlist.launch_date: string
GET /api/v1/products/preorder-state 200 data.product.id: string
GET /api/v1/products/preorder-state 200 data.product.product_code: string
GET /api/v1/products/preorder-state 200 data.product.handle: string
GET /api/v1/products/preorder-state 200 data.waitlist.units_left: integer
GET /api/v1/products/preorder-state 200 data.waitlist.compatible_checkouts[]: string
GET /api/v1/products/preorder-state 404 error.code: string
GET /api/v1/variants/preorder-state ? api_key
GET /api/v1/variants/preorder-state ? variant_id
GET /api/v1/variants/preorder-state 200 meta.result: string
GET /api/v1/variants/preorder-state 200 data.id: string
GET /api/v1/variants/preorder-state 200 data.sku: string
GET /api/v1/variants/preorder-state 200 data.product.id: string
GET /api/v1/variants/preorder-state 200 data.product.product_code: string
GET /api/v1/variants/preorder-state 200 data.state: string
GET /api/v1/variants/preorder-state 200 data.waitlist: null
GET /api/v1/variants/preorder-state 200 data.waitlist.id: string
GET /api/v1/variants/preorder-state 200 data.waitlist.state: string
GET /api/v1/variants/preorder-state 200 data.waitlist.product.id: string
GET /api/v1/variants/preorder-state 200 data.waitlist.product.product_code: string
GET /api/v1/variants/preorder-state 200 data.waitlist.display_dispatch_date: string
GET /api/v1/variants/preorder-state 200 data.waitlist.payment_plan_descriptions: null
GET /api/v1/variants/preorder-state 200 data.waitlist.payment_plan_descriptions.short: string
GET /api/v1/variants/preorder-state 200 data.waitlist.payment_plan_descriptions.long: string
GET /api/v1/variants/preorder-state 200 data.waitlist.selling_plan_id: null
GET /api/v1/variants/preorder-state 200 data.waitlist.selling_plan_id: string
GET /api/v1/variants/preorder-state 200 data.waitlist.is_scheduled: boolean
GET /api/v1/variants/preorder-state 200 data.waitlist.launch_date: null
GET /api/v1/variants/preorder-state 200 data.waitlist.launch_date: string
GET /api/v1/variants/preorder-state 200 data.product.handle: string
GET /api/v1/variants/preorder-state 200 data.waitlist.units_left: integer
GET /api/v1/variants/preorder-state 200 data.waitlist.compatible_checkouts[]: string
GET /api/v1/variants/preorder-state 404 error.code: string
GET /api/v1/waitlists 401 meta.result: string
GET /api/v1/waitlists 401 meta.request_id: string
GET /api/v1/waitlists 401 error.code: string
GET /api/v1/waitlists 401 error.message: string
GET /api/v1/waitlists 401 error.param: string`;

type Schema = {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
};
type Answer = { content?: Record<string, { schema: Schema }> };
type Operation = {
  parameters: { name: string; required?: boolean }[];
  responses: Record<string, Answer & { $ref?: string }>;
};
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
};

const description: Description = JSON.parse(await describeApi());
const promised = PROMISED.trim().split('\n');

test('version 1 has every promised field, always present and of the same type', () => {
  const now = new Set(describe());
  expect(promised.filter((line) => !now.has(line))).toEqual([]);
});

test('version 1 requires no new parameter', () => {
  const asked = describe().filter((line) => line.includes(' ? '));
  expect(asked.filter((line) => !promised.includes(line))).toEqual([]);
});

/** Describes each required parameter and each field of each answer in one line. */
function describe(): string[] {
  const paths = Object.entries(description.paths).filter(([path]) => path.startsWith('/api/v1/'));
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, responses }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const asked = parameters.filter(({ required }) => required).map((parameter) => `${name} ? ${parameter.name}`);
      const answered = Object.entries(responses).flatMap(([status, answer]) =>
        fieldsOf(withoutReference(answer).content?.['application/json']?.schema ?? {}).map(
          (field) => `${name} ${status} ${field}`,
        ),
      );
      return [...asked, ...answered];
    }),
  );
}

function withoutReference({ $ref, ...answer }: Answer & { $ref?: string }): Answer {
  return $ref ? (description.components.responses[$ref.split('/').pop() ?? ''] ?? {}) : answer;
}

/** Only required fields are promised, except those of an error. */
function fieldsOf(schema: Schema, at = ''): string[] {
  if (schema.$ref) return fieldsOf(description.components.schemas[schema.$ref.split('/').pop() ?? ''] ?? {}, at);
  if (schema.anyOf) return schema.anyOf.flatMap((each) => fieldsOf(each, at));
  if (schema.items) return fieldsOf(schema.items, `${at}[]`);
  if (schema.properties) {
    return Object.entries(schema.properties)
      .filter(([name]) => schema.required?.includes(name) || at === 'error')
      .flatMap(([name, child]) => fieldsOf(child, at ? `${at}.${name}` : name));
  }
  return [`${at}: ${schema.type}`];
}
