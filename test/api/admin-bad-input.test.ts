import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequestLimits, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type AdminAnswer, type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer } from '../support/core.ts';
import { plenty } from '../support/portal.ts';

// Numbers that no column or no JavaScript number holds, and bodies that nest deeper than a call stack, at every operation.

type Schema = {
  $ref?: string;
  type?: string;
  in?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  examples?: unknown[];
};
type Operation = {
  method: string;
  path: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content?: { 'application/json'?: { schema: Schema } } };
};

const NUMBERS = [2 ** 31, 2 ** 53, 1e21, 1e308, -(2 ** 31) - 1, -1e21];
const IN_PATHS = [
  '9223372036854775807',
  '9223372036854775808',
  '1e21',
  '1e999',
  'NaN',
  '-1',
  '0x10',
  '1.5',
  'Infinity',
];

const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
const operations: Operation[] = Object.entries<Record<string, Operation>>(document.paths)
  .filter(([path]) => path.startsWith('/admin/api/v1/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: path.slice('/admin/api/v1'.length),
    })),
  );

let api: Api;
let core: Core;
let client: AdminClient & { secret: string };
const names: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi({ deps: { limits: createRequestLimits(plenty(REQUEST_LIMITS)) } });
  core = createCore(api.db);
  const offer = await createOffer(core, { allocation: 10 });
  client = await tokenClient(api, offer.storeId);
  names.reference = await buyFrom(core, offer);
  names.waitlist_id = offer.waitlistId;
  const { json } = await client.get(`/waitlists/${offer.waitlistId}/batches`);
  names.batch_id = json.data[0].id;
  names.language = 'en';
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema;
const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number';

/** Returns values of a schema that have a number in one place each, and the first example of the schema around it. */
function valuesWith(given: Schema, number: number): unknown[] {
  const schema = resolved(given);
  if (isNumber(schema)) return [number];
  if (schema.anyOf) return schema.anyOf.flatMap((one) => valuesWith(one, number));
  if (schema.items) return valuesWith(schema.items, number).map((value) => [value]);
  const [example] = schema.examples ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    valuesWith(property, number).map((value) => ({ ...(example as object), [name]: value })),
  );
}

function pathOf({ path, parameters = [] }: Operation, changed: Record<string, string> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => changed[name] ?? names[name] ?? randomUUID());
  const query = parameters.filter((one) => one.in === 'query' && changed[one.name] !== undefined);
  return query.length === 0 ? filled : `${filled}?${query.map(({ name }) => `${name}=${changed[name]}`).join('&')}`;
}

function expectRefused({ status, text }: AdminAnswer, sent: string): void {
  expect.soft(status, `${sent}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect.soft(text, sent).not.toMatch(/out of range|invalid input syntax|node_modules|\.ts:\d+/);
}

test('a number in a path or a query that is too large is refused', async () => {
  for (const operation of operations) {
    for (const { name, schema } of (operation.parameters ?? []).filter((one) => isNumber(resolved(one.schema)))) {
      for (const number of IN_PATHS) {
        const path = pathOf(operation, { [name]: number });
        const isRead = operation.method === 'GET';
        const answer = await (isRead ? client.get(path) : client.send(`${operation.method} ${path}`));
        expectRefused(answer, `${operation.method} ${path} ${schema.type}`);
      }
    }
  }
});

const inPath = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

test('a name of the path that stands in the query too, once or twice, breaks no operation', async () => {
  for (const operation of operations.filter(({ path }) => path !== '/store/delete')) {
    for (const name of inPath(operation)) {
      for (const query of [`${name}=other`, `${name}=other&${name}=another`]) {
        const path = `${pathOf(operation)}?${query}`;
        const isRead = operation.method === 'GET';
        const answer = await (isRead ? client.get(path) : client.send(`${operation.method} ${path}`));
        expectRefused(answer, `${operation.method} ${path}`);
      }
    }
  }
});

test('an operation does what its path names, whatever query and body name', async () => {
  for (const code of ['FIRST', 'SECOND', 'THIRD']) await client.post('/discounts', { code, off: { percent: 5 } });
  const one = await client.get('/discounts/FIRST?code=SECOND&code=THIRD');
  expect([one.status, one.json.data.code]).toEqual([200, 'FIRST']);
  const ended = [
    await client.post('/discounts/FIRST/end?code=SECOND'),
    await client.post('/discounts/SECOND/end', { code: 'THIRD' }),
  ];
  expect(ended.map(({ json }) => json.data.code)).toEqual(['FIRST', 'SECOND']);
  const { json } = await client.get('/discounts/THIRD');
  expect(json.data.state).toBe('on');
});

test('a number in a body that is too large is refused, and nothing breaks', async () => {
  let sent = 0;
  for (const operation of operations.filter(({ path }) => path !== '/store/delete')) {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    for (const body of schema ? NUMBERS.flatMap((number) => valuesWith(schema, number)) : []) {
      sent += 1;
      const route = `${operation.method} ${pathOf(operation)}`;
      expectRefused(await client.send(route, body), `${route} ${JSON.stringify(body)}`);
    }
  }
  expect(sent).toBeGreaterThan(200);
});

test('a body that nests deeper than a call stack is refused by every write', async () => {
  const body = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    const path = `/admin/api/v1${pathOf(operation)}`;
    const answer = await api.ask(path, {
      method: operation.method,
      body,
      headers: {
        authorization: `Bearer ${client.secret}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
    });
    expect.soft([path, answer.status >= 400, answer.status < 500], answer.text).toEqual([path, true, true]);
  }
});
