import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../../src/core/api-tokens/commands.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { ALL_SCOPES } from '../../support/admin-client.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { createTestProduct, createTestStore } from '../../support/merchant.ts';
import { type System, startSystem } from '../../support/system.ts';

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

/** Buys like a shopper as soon as the product can be pre-ordered. */
async function buy(storeKey: string, variant: string): Promise<void> {
  const client = createCheckoutClient(system);
  const body = shippingStep({ storeKey, product: { variants: [{ externalId: variant }] } });
  for (;;) {
    const { status, data } = await client.reserve(body);
    if (status === 201) return void (await client.pay(data, 'succeeds'));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test('a merchant’s whole journey runs through the private API alone', async () => {
  const guide = await readFile(new URL('../../../docs/guides/private-api.md', import.meta.url), 'utf8');
  const [, script = ''] = /^```js journey\n(.*?)^```/ms.exec(guide) ?? [];
  expect(script.split('\n').length).toBeLessThanOrEqual(80);
  const storeId = await createTestStore(system.db);
  const product = await createTestProduct(system.db, storeId, { prices: [12_900] });
  const variant = product.variants[0]?.externalId ?? '';
  const { secret } = await createApiToken(system.deps, storeId, { name: 'ERP', scopes: ALL_SCOPES });
  const said: unknown[][] = [];
  const log = { log: (...words: unknown[]) => said.push(words) };
  const code = script.replaceAll('http://127.0.0.1:4000', system.baseUrl);
  const env = { TOKEN: secret, PRODUCT: product.externalId, VARIANT: variant };
  const { publicKey } = await readStore(system.db, storeId);
  const journey = new Function('console', 'process', `return (async () => {${code}})()`)(log, { env });
  await Promise.all([journey, buy(publicKey, variant)]);
  expect(said).toEqual([
    ['open', expect.any(String)],
    ['sold', expect.stringMatching(/^PO-/)],
    ['moved', 1],
    ['released', 'released'],
    ['sent', 1],
    ['given back', '10.00'],
  ]);
}, 120_000);
