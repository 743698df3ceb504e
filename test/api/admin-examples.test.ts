import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

type Body = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = { operationId: string; requestBody?: { content: Record<string, Body> } };
type Described = { paths: Record<string, Record<string, Operation>> };

const ROOT = '/admin/api/v1';
const { paths }: Described = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));

// What a store with an open waitlist has. The others name things with a history, such as a pre-order that was sent.
const NOUNS = /^\/admin\/api\/v1\/(store|waitlists|batches|inventory|releases|discounts|tokens)\b/;

/** The writes with a JSON body. */
const WRITES = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { operationId, requestBody }]) => {
    const body = requestBody?.content['application/json'];
    if (!body || !NOUNS.test(path)) return [];
    const given = Object.values(body.examples ?? {}).map(({ value }) => value);
    const examples = body.example === undefined ? given : [body.example, ...given];
    return [{ name: operationId, route: `${method.toUpperCase()} ${path.slice(ROOT.length)}`, examples }];
  }),
);

// The ids that the examples name.
const WAITLIST = '0b6f3c1e-0000-4000-8000-000000000001';
const BATCH = '0b6f3c1e-0000-4000-8000-00000000000b';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Creates a store that has what the examples name: the product 1001 with two variants, on an open waitlist. */
async function createExampleStore(): Promise<StoreWithWaitlist> {
  const store = await createStoreWithWaitlist(api);
  const { product } = store;
  await api.db.query("UPDATE product SET external_id = '1001', handle = 'aurora-jacket' WHERE id = $1", [product.id]);
  for (const [index, { id }] of product.variants.entries()) {
    await api.db.query('UPDATE variant SET external_id = $2 WHERE id = $1', [id, `10010${index + 1}`]);
  }
  return store;
}

describe('the examples of the private API', () => {
  test('are there for every write', () => {
    expect(WRITES.length).toBeGreaterThan(12);
    for (const { name, examples } of WRITES) expect(examples.length, name).toBeGreaterThan(0);
  });

  test.each(WRITES)('of $name are done as they stand', async ({ name, route, examples }) => {
    for (const example of examples) {
      const { storeId, waitlistId } = await createExampleStore();
      const batchId = (await readWaitlist(api.db, storeId, waitlistId)).batches[0]?.id ?? '';
      if (name === 'confirmStoreDecimals') {
        await api.db.query('UPDATE store SET currency_digits = NULL WHERE id = $1', [storeId]);
      }
      const client = await tokenClient(api, storeId);
      const body = JSON.stringify(example).replaceAll(WAITLIST, waitlistId).replaceAll(BATCH, batchId);
      const filled = route.replace('{waitlist_id}', waitlistId).replace('{batch_id}', batchId);
      const { status, json, text } = await client.send(filled, JSON.parse(body));
      expect(status, `${filled} ${body}: ${text}`).toBeLessThan(300);
      expect(json.meta.failed ?? 0, text).toBe(0);
    }
  });
});
