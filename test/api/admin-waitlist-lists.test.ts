import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestProduct, createTestStore, type TestProduct } from '../support/merchant.ts';

let api: Api;
let storeId: string;
let product: TestProduct;
let client: AdminClient & { tokenId: string };
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  storeId = await createTestStore(api.db);
  product = await createTestProduct(api.db, storeId, { prices: [12_900, 14_900] });
  client = await tokenClient(api, storeId);
});
afterAll(() => api.stop());

const DAYS = { from: '2030-06-10', until: '2030-06-15' };
const body = (changes: object = {}) => ({
  product_id: product.externalId,
  ship_window: DAYS,
  every_variant: { allocated: 10 },
  ...changes,
});

async function create(changes: object = {}): Promise<string> {
  const { status, json, text } = await client.post('/waitlists', body(changes));
  expect(status, text).toBe(201);
  return json.data.id;
}

describe('a bulk request', () => {
  test('makes and changes, with a result for each row, and again only what was refused', async () => {
    const id = await create();
    const rows = [
      body({ limit_per_customer: 4 }),
      { id, text: 'New words' },
      body({ product_id: '999' }),
      { id: randomUUID(), text: 'x' },
      { id, product_id: product.externalId },
      { product_id: product.externalId },
      { ...body(), reason: 'none' },
      body({ every_variant: { allocated: -5 } }),
    ];
    const key = { 'idempotency-key': randomUUID() };
    const { status, json } = await client.post('/waitlists/bulk', { rows }, key);
    expect(status).toBe(200);
    expect(json.meta).toEqual({ result: 'success', succeeded: 2, failed: 6 });
    const codes = json.data.map(({ error }: { error?: { code: string; param?: string } }) => error?.code ?? 'done');
    expect(codes).toEqual([
      'done',
      'done',
      'product_not_found',
      'waitlist_not_found',
      'invalid_parameter',
      'missing_parameter',
      'invalid_parameter',
      'invalid_parameter',
    ]);
    expect(json.data[0].data.limit_per_customer).toBe(4);
    expect(json.data[1].data).toMatchObject({ id, text: 'New words' });
    await client.post('/waitlists/bulk', { rows }, key);
    expect((await client.get('/waitlists')).json.data).toHaveLength(2);
  });

  test('refuses a row whose statement takes too long, and after five of them does not try the others', async () => {
    await api.db.query(`
      CREATE FUNCTION take_too_long() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.description = 'slow' THEN RAISE 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END IF;
        RETURN NEW;
      END $$`);
    await api.db.query('CREATE TRIGGER slow BEFORE INSERT ON waitlist FOR EACH ROW EXECUTE FUNCTION take_too_long()');
    const slow = body({ text: 'slow' });
    const rows = [body(), slow, body(), slow, slow, slow, slow, body()];
    const key = { 'idempotency-key': randomUUID() };
    const { status, json, text } = await client.post('/waitlists/bulk', { rows }, key);
    expect([status, json.meta.succeeded]).toEqual([200, 2]);
    const codes = json.data.map(({ error }: { error?: { code: string } }) => error?.code ?? 'done');
    expect(codes).toEqual(['done', 'unavailable', 'done', ...Array(5).fill('unavailable')]);
    expect(text).not.toMatch(/canceling|57014/);
    await api.db.query('DROP TRIGGER slow ON waitlist');
    expect((await client.post('/waitlists/bulk', { rows }, key)).json.meta).toMatchObject({ succeeded: 8, failed: 0 });
    expect((await client.get('/waitlists')).json.data).toHaveLength(8);
  });

  test('refuses unknown fields, no rows and too many', async () => {
    for (const rows of [[{ ...body(), state: 'OPEN' }], [], Array.from({ length: 1_001 }, () => ({ id: 'x' }))]) {
      const answer = await client.post('/waitlists/bulk', { rows });
      expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_parameter']);
    }
  });
});
