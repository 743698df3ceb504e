import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminAnswer, type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestStore } from '../support/merchant.ts';

let api: Api;
let storeId: string;
let client: AdminClient & { secret: string };
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  storeId = await createTestStore(api.db);
  client = await tokenClient(api, storeId);
});
afterAll(() => api.stop());

const HEAD = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price';
const JACKET = ['jacket,Aurora Jacket,Size,S,AUR-S,129.00', 'jacket,,,M,AUR-M,129.00'];
const csv = (...rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`;

type ImportRequest = { query?: string; type?: string; key?: string; secret?: string };

async function send(
  file: string,
  { query = '', type = 'text/csv', key, secret }: ImportRequest = {},
): Promise<AdminAnswer> {
  return api.ask(`/admin/api/v1/catalog/imports${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret ?? client.secret}`,
      'content-type': type,
      'idempotency-key': key ?? randomUUID(),
    },
    body: file,
  });
}

const uploads = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('http-upload-'));

describe('an import', () => {
  test('says what it would do, does it, and says what it did', async () => {
    const file = csv(...JACKET, 'boot,Boot,Title,Default Title,BOOT,cheap');
    const counts = {
      rows: { read: 3, refused: 1 },
      currency: 'EUR',
      price_column: 'Variant Price',
      variants: { created: 2, updated: 0, unchanged: 0, gone: 0 },
    };
    const dry = await send(file, { query: '?dry_run=true' });
    expect(dry.status, dry.text).toBe(200);
    expect(dry.json.data).toMatchObject({ dry_run: true, ...counts });
    expect(dry.json.data.issues[0]).toMatchObject({ line: 4, column: 'Variant Price', product_code: 'boot' });
    expect((await client.get('/products')).json.data).toEqual([]);
    const done = await send(file);
    expect(done.json.data).toEqual({ ...dry.json.data, dry_run: false });
    const [product] = (await client.get('/products')).json.data;
    expect(product).toMatchObject({ product_code: 'jacket', variants: [{ sku: 'AUR-S' }, { sku: 'AUR-M' }] });
    const log = (await client.get('/activity')).json.data;
    expect(log).toMatchObject([{ action: 'catalog.import', subject: storeId, after: { rows: counts.rows } }]);
    expect(await uploads()).toEqual([]);
  });

  test('is done once for a key and a file', async () => {
    const key = randomUUID();
    const first = await send(csv(...JACKET), { key });
    const again = await send(csv(...JACKET), { key });
    expect(again.json).toEqual(first.json);
    const other = await send(csv('hat,Hat,Title,Default Title,HAT,19.00'), { key });
    expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_mismatch']);
    expect((await send(csv(...JACKET))).json.data.products).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect((await client.get('/activity')).json.data).toHaveLength(2);
  });

  test('refuses what is no such file', async () => {
    const refusal = async (answer: Promise<AdminAnswer>) => {
      const { status, json } = await answer;
      return `${status} ${json.error.code}`;
    };
    expect(await refusal(send(''))).toBe('422 csv_invalid');
    expect(await refusal(send('Name,Price\nx,1\n'))).toBe('422 csv_no_handle_column');
    expect(await refusal(send(csv('"jacket,Aurora')))).toBe('422 csv_invalid');
    expect(await refusal(send('{}', { type: 'application/json' }))).toBe('415 unsupported_media_type');
    expect(await refusal(send(csv(), { query: '?dry_run=perhaps' }))).toBe('400 invalid_parameter');
    expect(await refusal(send(csv(), { key: '' }))).toBe('400 missing_parameter');
    const reader = await tokenClient(api, storeId, ['catalog:read']);
    expect(await refusal(send(csv(...JACKET), { secret: reader.secret }))).toBe('403 scope_required');
    expect((await client.get('/activity')).json.data).toEqual([]);
    expect(await uploads()).toEqual([]);
  });

  test('that breaks off changes nothing, and the next one is taken', async () => {
    const answer = await api.raw(
      `POST /admin/api/v1/catalog/imports HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${client.secret}\r\n` +
        'content-type: text/csv\r\nidempotency-key: broken\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 |^$/);
    await expect.poll(async () => (await send(csv(...JACKET))).status).toBe(200);
    await expect.poll(uploads).toEqual([]);
  });

  test('of one store runs once at a time', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `p-${index},Product ${index},Title,Default Title,S${index},9.00`,
    );
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(csv(...rows))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    for (const { status, json, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, json.error.code, headers.get('retry-after')]).toEqual([503, 'busy', '5']);
    }
    expect((await client.get('/products?limit=250')).json.data).toHaveLength(250);
  });
});

describe('products', () => {
  test('are read by id in any form, or by code', async () => {
    await send(csv(...JACKET));
    const [product] = (await client.get('/products')).json.data;
    for (const name of [product.id, 'jacket'])
      expect((await client.get(`/products/${name}`)).json.data).toEqual(product);
    expect((await client.get('/products/hat')).json.error.code).toBe('product_not_found');
    const stranger = await tokenClient(api, await createTestStore(api.db));
    expect((await stranger.get('/products/jacket')).status).toBe(404);
  });

  test('are narrowed to those that an import changed', async () => {
    await send(csv(...JACKET, 'hat,Hat,Title,Default Title,HAT,19.00'));
    const all = (await client.get('/products')).json.data;
    const last = Math.max(...all.map(({ updated_at }: { updated_at: string }) => Date.parse(updated_at)));
    const since = new Date(last + 1).toISOString();
    expect((await client.get(`/products?updated_at_min=${since}`)).json.data).toEqual([]);
    await send(csv('jacket,Aurora Jacket,Size,S,AUR-S,139.00', 'jacket,,,M,AUR-M,129.00'));
    const changed = (await client.get(`/products?updated_at_min=${since}`)).json.data;
    expect(changed.map(({ product_code }: { product_code: string }) => product_code)).toEqual(['jacket']);
    expect((await client.get('/products?updated_at_min=now')).status).toBe(400);
  });
});
