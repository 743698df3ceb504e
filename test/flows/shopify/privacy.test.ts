import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../src/core/connections/commands/connect.ts';
import { receiveChange } from '../../../src/core/connections/commands/receive.ts';
import { ordersByConnection } from '../../../src/core/connections/commands/store-orders.ts';
import { readConnection } from '../../../src/core/connections/queries.ts';
import { answerRequests, endRequest } from '../../../src/core/people/commands/answer-requests.ts';
import { listPrivacyRequests } from '../../../src/core/people/queries/privacy-requests.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { endWithdrawal } from '../../../src/core/withdrawals/commands/end.ts';
import { SCOPES } from '../../../src/integrations/commerce/shopify/scopes.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createOffer, type Offer } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { createTestStore } from '../../support/merchant.ts';
import { preorderOf, releaseAll, runJobs } from '../../support/release.ts';
import { addProduct } from '../../support/shopify/products.ts';
import { type ShopifyStandIn, startShopify } from '../../support/shopify/server.ts';
import { TOKEN } from '../../support/shopify/shop.ts';
import { numberOf } from '../../support/shopify/things.ts';
import { signed } from '../../support/shopify/webhooks.ts';
import { testData } from '../../support/test-data.ts';
import { useCore } from '../../support/use-core.ts';

// What Shopify asks by law: customers/data_request, customers/redact, shop/redact.

const { core: plain, database } = await useCore();
const { db } = database;
const files = { name: 'files', put: async () => ({ ref: 'a file' }) };
const core: Core = { ...plain, commerce: ordersByConnection(plain, files) };
const SHOP = { shop_id: 548380009, shop_domain: 'north-and-pine.myshopify.com' };

let standIn: ShopifyStandIn;
beforeAll(async () => {
  if (testData !== undefined) standIn = await startShopify({ scopes: SCOPES });
});
afterAll(() => standIn?.stop());

async function connectWith(storeId: string): Promise<void> {
  const settings = { address: standIn.url, api_secret: standIn.shop.clientSecret, access_token: TOKEN };
  await connect(core, await readStore(db, storeId), { kind: 'shopify', settings });
}

async function openStore(): Promise<Offer> {
  const offer = await createOffer(core, { allocation: 5 });
  addProduct(standIn.shop, { variants: [{ id: offer.variantExternalId }] });
  await connectWith(offer.storeId);
  return offer;
}

/** Has a webhook come, as often as asked, and resolves with how long the slowest one took. */
async function hear(
  storeId: string,
  topic: string,
  { times = 1, ...payload }: Record<string, unknown>,
): Promise<number> {
  const { body, headers } = signed(standIn.shop, topic, { ...SHOP, ...payload });
  let slowest = 0;
  for (let nth = 0; nth < Number(times); nth += 1) {
    const began = performance.now();
    await receiveChange(core, { hookId: storeId, body: Buffer.from(body), headers });
    slowest = Math.max(slowest, performance.now() - began);
  }
  return slowest;
}

const requests = (storeId: string) => listPrivacyRequests(db, storeId, { limit: 10 });
const tryAgain = async (storeId: string) => {
  await db.query('UPDATE privacy_request SET next_at = app_now() WHERE store_id = $1 AND next_at IS NOT NULL', [
    storeId,
  ]);
  await answerRequests(core);
};
const alertsOf = (storeId: string) =>
  db.query(`SELECT 1 FROM alert WHERE store_id = $1 AND code = 'privacy_request' AND resolved_at IS NULL`, [storeId]);

describe.skipIf(testData === undefined)('Shopify asks', () => {
  test('for the data of a person: kept once, answered at once, and waits for the merchant', async () => {
    const { storeId, ...offer } = await openStore();
    await buyFrom(core, { storeId, ...offer }, { quantity: 1, email: 'ada@shopper.example' });
    const payload = { customer: { id: 1, email: ' Ada@Shopper.example ', phone: null }, orders_requested: [1] };
    expect(await hear(storeId, 'customers/data_request', { ...payload, times: 3 })).toBeLessThan(1_000);
    await answerRequests(core);
    const [request, ...others] = await requests(storeId);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ what: 'export', platform: 'shopify', doneAt: null });
    const month = 30 * 86_400_000;
    expect(Number(request?.dueAt) - Number(request?.askedAt)).toBe(month);
    expect(await alertsOf(storeId)).toHaveLength(1);
    await db.transaction((tx) => endRequest(tx, storeId, request?.id ?? ''));
    expect(await requests(storeId)).toMatchObject([{ email: null, doneAt: expect.any(Date) }]);
    expect(await alertsOf(storeId)).toEqual([]);
    await expect(db.transaction((tx) => endRequest(tx, storeId, 'nothing'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('to erase a person, also one who is known by an order alone: done once nothing is owed', async () => {
    const offer = await openStore();
    const { storeId } = offer;
    const reference = await buyFrom(core, offer, { quantity: 2, email: 'grace@shopper.example' });
    await releaseAll(core, offer, 2);
    await runJobs(core, storeId);
    const [order] = standIn.shop.orders.filter(({ tags }) => tags.includes(reference));
    const payload = { customer: { id: 2, email: null }, orders_to_redact: [numberOf(order?.id ?? '')] };
    await hear(storeId, 'customers/redact', payload);
    await answerRequests(core);
    expect(await requests(storeId)).toMatchObject([
      { what: 'erase', doneAt: null, outcome: expect.stringMatching(/^Not erased yet\. Goods are still owed: PO-/) },
    ]);
    const { id: preorderId, lines } = await preorderOf(core, offer, reference);
    const lineIds = lines.map(({ id }) => id);
    await cancelLines(core, { storeId, preorderId, lineIds, reason: 'merchant' });
    await runJobs(core, storeId);
    await db.query('UPDATE outbox SET dispatched_at = app_now() WHERE store_id = $1', [storeId]);
    await tryAgain(storeId);
    expect(await requests(storeId)).toMatchObject([
      { email: null, doneAt: expect.any(Date), outcome: expect.stringContaining('stay under a pseudonym') },
    ]);
    expect(await db.query('SELECT 1 FROM preorder_contact WHERE store_id = $1', [storeId])).toEqual([]);
  });

  test('about a person who is unknown: nothing is stored', async () => {
    const { storeId } = await openStore();
    await hear(storeId, 'customers/redact', { customer: { email: 'nobody@shopper.example' }, orders_to_redact: [] });
    await answerRequests(core);
    expect(await requests(storeId)).toMatchObject([{ outcome: 'Nothing is stored of this person.' }]);
  });

  test('about somebody who only declared a withdrawal: it is to be given, and is erased once it is dealt with', async () => {
    const { storeId } = await openStore();
    const email = `${randomUUID()}@shopper.example`;
    const declaration = { name: 'Zoë', email, reference: '', postalCode: '', items: 'the lamp' };
    const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
    await hear(storeId, 'customers/data_request', { customer: { email }, orders_requested: [] });
    await answerRequests(core);
    expect(await requests(storeId)).toMatchObject([
      { what: 'export', doneAt: null, outcome: 'The export is to be made and given to the person.' },
    ]);
    await hear(storeId, 'customers/redact', { customer: { email }, orders_to_redact: [] });
    await answerRequests(core);
    const erasure = async () => (await requests(storeId)).find(({ what }) => what === 'erase');
    expect(await erasure()).toMatchObject({ doneAt: null, outcome: expect.stringContaining('withdrawal') });
    await db.transaction((tx) => endWithdrawal(tx, { storeId, id }, { state: 'refused', answer: 'No contract.' }));
    await tryAgain(storeId);
    expect(await erasure()).toMatchObject({ doneAt: expect.any(Date), outcome: expect.stringMatching(/^Erased/) });
    expect(await db.query('SELECT name, items FROM withdrawal WHERE store_id = $1', [storeId])).toEqual([
      { name: '', items: '' },
    ]);
  });

  test('to forget a store: its access goes, and what was placed stays; one that is connected again is kept', async () => {
    const storeId = await createTestStore(db);
    await connectWith(storeId);
    await hear(storeId, 'shop/redact', {});
    await answerRequests(core);
    expect(await readConnection(db, storeId)).not.toBeNull();
    await db.query(`UPDATE connection SET dead_at = app_now(), failure = 'removed' WHERE store_id = $1`, [storeId]);
    await hear(storeId, 'shop/redact', {});
    await answerRequests(core);
    expect(await readConnection(db, storeId)).toBeNull();
    expect((await requests(storeId)).map(({ outcome }) => outcome)).toEqual([
      expect.stringContaining('with its secrets was forgotten'),
      expect.stringContaining('connected again'),
    ]);
  });

  test.each([
    ['forged', { 'x-shopify-hmac-sha256': 'AAAA' }, { customer: {} }],
    ['not about a person', {}, { customer: 'Ada' }],
  ])('nothing in a webhook that is %s', async (_, headers, payload) => {
    const { storeId } = await openStore();
    const webhook = signed(standIn.shop, 'customers/redact', payload);
    const body = Buffer.from(webhook.body);
    const refused = receiveChange(core, { hookId: storeId, body, headers: { ...webhook.headers, ...headers } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_signature' });
    expect(await requests(storeId)).toEqual([]);
  });
});
