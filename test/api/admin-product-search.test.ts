import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeProductWords } from '../../src/core/catalog/commands/keep-words.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestProduct, createTestStore, createTestWaitlist } from '../support/merchant.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
});

async function find(client: AdminClient, of: 'products' | 'waitlists', typed: string): Promise<string[]> {
  const { status, json } = await client.get(`/${of}?q=${encodeURIComponent(typed)}`);
  expect(status, typed).toBe(200);
  return json.data.map((one: { title?: string; product?: { title: string } }) => one.title ?? one.product?.title);
}

async function writeAll(): Promise<void> {
  while ((await writeProductWords(api.db)) > 0);
}

test.each([
  ['Müller’s Bäckerbrot', ['muller', 'Mueller', 'MÜLLER', "Müller's", 'brot baecker', 'bäckerbrot müllers', 'cker']],
  ['Café “Ólafur” – 2 kg', ['cafe olafur', 'olafur 2', 'kg café', 'lafu']],
  ['山田の湯呑', ['山田', '湯呑 山田']],
])('%s and its waitlist are found before and after a worker has written the words', async (title, typed) => {
  const storeId = await createTestStore(api.db);
  const client = await tokenClient(api, storeId);
  const wanted = await createTestProduct(api.db, storeId, { title, handle: 'das-ding-4711' });
  const other = await createTestProduct(api.db, storeId, { title: 'Tarn Blanket' });
  await createTestWaitlist(api.db, { storeId, product: wanted });
  await createTestWaitlist(api.db, { storeId, product: other });
  await api.db.query(`UPDATE variant SET sku = 'BRT_77/L 04' WHERE product_id = $1`, [wanted.id]);
  for (const write of [() => {}, writeAll]) {
    await write();
    for (const q of [...typed, 'brt77', 'BRT-77', '77/L', 'L04', 'ding das', '4711'])
      for (const of of ['products', 'waitlists'] as const)
        expect(await find(client, of, q), `${of} ${q}`).toEqual([title]);
    for (const q of ['%', '_', '---', 'zzz', 'muller zzz'])
      for (const of of ['products', 'waitlists'] as const) expect(await find(client, of, q), `${of} ${q}`).toEqual([]);
  }
});

test('what changes is found by what it is now, in its own store alone', async () => {
  const storeId = await createTestStore(api.db);
  const client = await tokenClient(api, storeId);
  const product = await createTestProduct(api.db, storeId, { title: 'Kettle' });
  const stranger = await tokenClient(api, await createTestStore(api.db));
  const file = (...rows: string[]) =>
    `Handle,Title,Variant SKU,Variant Price,Option1 Name,Option1 Value\n${rows.join('\n')}\n`;
  const bring = async (content: string) => {
    const answer = await api.ask('/admin/api/v1/catalog/imports', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.secret}`,
        'content-type': 'text/csv',
        'idempotency-key': randomUUID(),
      },
      body: content,
    });
    expect(answer.status, answer.text).toBe(200);
  };
  await writeAll();
  const changes: [() => Promise<unknown>, string, string][] = [
    [async () => {}, 'kettle', 'teapot'],
    [
      () => api.db.query(`UPDATE product SET title = 'Teapot', handle = 'pot-1' WHERE id = $1`, [product.id]),
      'teapot',
      'kettle',
    ],
    [() => bring(file('jug,Jug,JUG-1,9.00,Size,S')), 'jug1', 'jug2'],
    [() => bring(file('jug,Jug,JUG-2,9.00,Size,S')), 'jug2', 'jug1'],
    [() => bring(file('jug,Jug,JUG-2,9.00,Size,S', 'jug,,JUG-3,9.00,Size,M')), 'jug3', 'jug4'],
  ];
  for (const [change, is, isNot] of changes) {
    await change();
    for (const write of [() => {}, writeAll]) {
      await write();
      expect((await find(client, 'products', is)).length, is).toBe(1);
      expect(await find(client, 'products', isNot), isNot).toEqual([]);
      expect(await find(stranger, 'products', is)).toEqual([]);
    }
  }
});
