import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../../src/core/api-tokens/commands.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import type { Scope } from '../../../src/domain/scope.ts';
import { handOn, newSecret, type ServedExample, serveExample } from '../../support/connector-store.ts';
import { createTestStore } from '../../support/merchant.ts';
import { seedProduct } from '../../support/platform-contract/under-test.ts';
import { type System, startSystem } from '../../support/system.ts';

// The whole service with its workers, a store's platform over HTTP, and the private API between them.

let system: System;
let served: ServedExample;
let storeId: string;
let token: string;
beforeAll(async () => {
  system = await startSystem({ webhookPrivateTargets: true });
  served = await serveExample('EUR');
  storeId = await createTestStore(system.db);
  const scopes: Scope[] = ['catalog:read', 'catalog:write', 'store:secrets'];
  token = (await createApiToken(system.deps, storeId, { name: 'ERP', scopes })).secret;
});
afterAll(async () => {
  await system.stop();
  await served.close();
});

async function ask(path: string, body?: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const write = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${system.baseUrl}/admin/api/v1/connection${path}`, { headers, ...write });
  return { status: answer.status, ...(await answer.json()) };
}

async function stockOf(productId: string): Promise<number | undefined> {
  const { publicKey } = await readStore(system.db, storeId);
  const answer = await fetch(`${system.baseUrl}/api/v1/availability?api_key=${publicKey}&product_id=${productId}`);
  const { data } = await answer.json();
  return data?.variants?.[0]?.available_in_stock;
}

test('a store connects, reads, is told of a change at once, and disconnects', async () => {
  const hand = handOn(served.example, served.shop);
  const { id, variantIds } = await hand.add(seedProduct());
  expect((await ask('')).data).toMatchObject({
    state: 'not_connected',
    kinds: expect.arrayContaining([expect.objectContaining({ kind: 'http' })]),
  });
  const settings = { url: served.url, secret: served.secret };
  const connected = await ask('', { kind: 'http', settings });
  expect(connected).toMatchObject({ status: 200, data: { state: 'works', account: { name: 'Example store' } } });
  expect(JSON.stringify(connected)).not.toContain(served.secret);
  await expect.poll(async () => (await ask('')).data.sync.state, { timeout: 45_000 }).toBe('done');
  await expect.poll(() => stockOf(id)).toBe(3);

  served.shop.hook = connected.data.webhook_address;
  const began = performance.now();
  await hand.setStock(variantIds[0] ?? '', 42);
  await expect.poll(() => stockOf(id), { interval: 50, timeout: 50_000 }).toBe(42); // long before the service asks by itself
  const tookMs = performance.now() - began;
  process.stdout.write(`A change was visible ${Math.round(tookMs)} ms after it happened on the platform.\n`);

  expect((await ask('/sync', { product_id: id })).data.waiting).toBeLessThanOrEqual(1);
  expect((await ask('/issues')).data).toEqual([]);
  expect((await ask('/sync', { dry_run: true, product_id: id })).error).toMatchObject({ param: 'product_id' });
  expect((await ask('/disconnect', {})).data.state).toBe('not_connected');
  expect((await ask('/sync', {})).error.code).toBe('not_connected');
});

test('webhooks are refused in one way for every reason', async () => {
  const body = JSON.stringify({ changes: [] });
  const post = (hook: string, headers: Record<string, string>, text = body) =>
    fetch(`${system.baseUrl}/webhooks/commerce/${hook}`, { method: 'POST', headers, body: text });
  const signed = served.example.sign([newSecret()], body, new Date());
  const answers = [
    await post(storeId, signed),
    await post(storeId, {}),
    await post(randomUUID(), signed),
    await post('nothing', signed),
    await post(storeId, { ...signed, 'content-type': 'application/xml' }, '<a/>'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  const texts = await Promise.all(answers.map(async (answer) => (await answer.json()).error.message));
  expect(new Set(texts).size).toBe(1);
});
