import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../src/core/connections/commands/connect.ts';
import { setOrderTime } from '../../../src/core/connections/commands/order-time.ts';
import { receiveChange } from '../../../src/core/connections/commands/receive.ts';
import { ordersByConnection } from '../../../src/core/connections/commands/store-orders.ts';
import { stepSync } from '../../../src/core/connections/commands/sync.ts';
import { askForChanges, readChanged, readEverything } from '../../../src/core/connections/jobs.ts';
import { readConnection } from '../../../src/core/connections/queries.ts';
import { prepareOrders, retryOrders } from '../../../src/core/releases/commands/order.ts';
import { listStoreOrders } from '../../../src/core/releases/queries.ts';
import { sendStaffMails } from '../../../src/core/staff/commands/send-mails.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { SCOPES } from '../../../src/integrations/commerce/shopify/scopes.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { lookAtStores } from '../../../src/surfaces/cli/doctor/stores.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createOffer } from '../../support/core.ts';
import { createTestStore } from '../../support/merchant.ts';
import { releaseAll, runJobs } from '../../support/release.ts';
import { addProduct } from '../../support/shopify/products.ts';
import { type ShopifyStandIn, startShopify } from '../../support/shopify/server.ts';
import { TOKEN } from '../../support/shopify/shop.ts';
import { numberOf } from '../../support/shopify/things.ts';
import { signed } from '../../support/shopify/webhooks.ts';
import { testData } from '../../support/test-data.ts';
import { useCore } from '../../support/use-core.ts';

// A store's connection with Shopify through the core: how its products are read, and what happens when the app is removed.

const { core: plain, database } = await useCore();
const { db } = database;
const files = { name: 'files', put: async () => ({ ref: 'a file' }) };
const core: Core = { ...plain, commerce: ordersByConnection(plain, files) };

let standIn: ShopifyStandIn;
beforeEach(async () => {
  standIn = await startShopify({ scopes: SCOPES, bucket: { maximumAvailable: 20_000, restoreRate: 1_000 } });
});
afterEach(async () => {
  await standIn.stop();
  await db.query('DELETE FROM connection'); // else the next test asks platforms that are gone
});

async function connectWith(storeId: string, token: Record<string, string> = { access_token: TOKEN }): Promise<void> {
  const settings = { address: standIn.url, api_secret: standIn.shop.clientSecret, ...token };
  await connect(core, await readStore(db, storeId), { kind: 'shopify', settings });
}

/** Reads everything that can be read now, also what waits for another try. */
async function readAll(storeId: string): Promise<void> {
  for (;;) {
    await db.query('UPDATE connection_sync SET next_at = app_now() WHERE store_id = $1', [storeId]);
    if ((await readEverything(core)) + (await readChanged(core)) === 0) return;
  }
}

/** Has a webhook come that Shopify signed. */
function hear(storeId: string, topic: string, payload: Record<string, unknown>): Promise<void> {
  const { body, headers } = signed(standIn.shop, topic, payload);
  return receiveChange(core, { hookId: storeId, body: Buffer.from(body), headers });
}

const state = (storeId: string) => readConnection(db, storeId);

describe.skipIf(testData === undefined)('a store on Shopify', () => {
  test('is read from one export, shows how far it is, and goes on after an outage', async () => {
    const descriptionHtml = `<p>${'A lamp. '.repeat(2_500)}</p>`;
    for (let nth = 0; nth < 120; nth += 1) addProduct(standIn.shop, { title: `Lamp ${nth}`, descriptionHtml });
    const storeId = await createTestStore(db);
    await connectWith(storeId);
    const listed = async () => (await state(storeId))?.sync?.listed ?? 0;
    // A page of an export has no more than a megabyte. Shopify is away for longer than a request is repeated.
    while ((await listed()) === 0) await readOneStep(storeId);
    const before = await listed();
    expect(before).toBeLessThan(120);
    standIn.fail('500', '500', '500', '500');
    await readOneStep(storeId);
    expect(await state(storeId)).toMatchObject({
      failure: expect.stringContaining('500'),
      sync: { state: 'listing', listed: before },
    });
    await readAll(storeId);
    expect(await state(storeId)).toMatchObject({ failure: null, sync: { state: 'done', listed: 120, created: 120 } });
    expect(standIn.shop.bulkOperations).toHaveLength(1);
  }, 60_000);

  test('that removes the app is told so once; installed again, all goes on and no order exists twice', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const { storeId } = offer;
    addProduct(standIn.shop, { id: '1001', variants: [{ id: offer.variantExternalId }] });
    await connectWith(storeId);
    await readAll(storeId);
    await buyFrom(core, offer, { quantity: 1 });
    await releaseAll(core, offer, 1);
    await runJobs(core, storeId);
    expect(standIn.shop.orders).toHaveLength(1);

    standIn.uninstall();
    for (let times = 0; times < 2; times += 1) await hear(storeId, 'app/uninstalled', { id: 548380009 });
    await readChanged(core);
    await askNow(storeId);
    expect(await state(storeId)).toMatchObject({ endedAt: expect.any(Date), waiting: 0 });
    const alerts = await db.query<{ message: string }>(
      `SELECT message FROM alert WHERE store_id = $1 AND code = 'connection_refused' AND resolved_at IS NULL`,
      [storeId],
    );
    expect(alerts).toEqual([{ message: expect.stringContaining('removed on the platform') }]);
    const sent: MailMessage[] = [];
    await sendStaffMails({ ...core, mail: { send: async (message) => void sent.push(message) } });
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('The app was removed there')]);

    await buyFrom(core, offer, { quantity: 1, email: 'grace@example.com' });
    await releaseAll(core, offer, 2).catch((error: unknown) => expect(error).toMatchObject({ kind: 'unauthorised' }));
    expect((await ordersOf(storeId)).sort()).toEqual(['handed_over', 'waiting']);

    await connectWith(storeId, { access_token: standIn.install() });
    await readAll(storeId);
    await runJobs(core, storeId);
    await runJobs(core, storeId);
    expect(await ordersOf(storeId)).toEqual(['handed_over', 'handed_over']);
    expect(standIn.shop.orders).toHaveLength(2);
    expect(await state(storeId)).toMatchObject({ endedAt: null, deadAt: null, failure: null });
  }, 60_000);

  test('says what it does not see, and no longer once the merchant grants it', async () => {
    const storeId = await createTestStore(db);
    standIn.regrant(SCOPES.filter((scope) => scope !== 'read_all_orders'));
    await connectWith(storeId);
    expect(await state(storeId)).toMatchObject({ limits: ['old_orders'], failure: null, deadAt: null });
    const { slug } = await readStore(db, storeId);
    const seen = async () => (await lookAtStores(core)).find(({ check }) => check === `platform of ${slug}`);
    expect(await seen()).toMatchObject({ standing: 'ok', says: expect.stringContaining('more than 60 days') });
    await setOrderTime(core, storeId, 'payment');
    expect(await seen()).toMatchObject({ standing: 'warning', todo: expect.stringContaining('connection show') });
    standIn.regrant(SCOPES);
    await hear(storeId, 'app/scopes_update', { id: 548380009, current: SCOPES });
    await readChanged(core);
    expect(await state(storeId)).toMatchObject({ limits: [], failure: null });
  });

  test('of whose orders Shopify hides the people works all the same, and says so', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const { storeId } = offer;
    addProduct(standIn.shop, { id: '1001', variants: [{ id: offer.variantExternalId }] });
    await connectWith(storeId);
    for (const one of ['MailingAddress', 'Order.email']) standIn.shop.denied.add(one);
    await buyFrom(core, offer, { quantity: 1 });
    await releaseAll(core, offer, 1);
    await runJobs(core, storeId);
    expect(await ordersOf(storeId)).toEqual(['handed_over']);
    await db.query('UPDATE store_order SET handed_hash = NULL WHERE store_id = $1', [storeId]);
    await prepareAll(storeId);
    expect(await ordersOf(storeId)).toEqual(['handed_over']);
    expect(await state(storeId)).toMatchObject({ limits: ['people'], failure: null, deadAt: null });
  });

  test('is told the rate by which a pre-order was taxed', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const { storeId } = offer;
    addProduct(standIn.shop, { id: '1001', variants: [{ id: offer.variantExternalId }] });
    await connectWith(storeId);
    await db.query('DELETE FROM store_tax_rate WHERE store_id = $1', [storeId]);
    await db.query(`INSERT INTO store_tax_rate (store_id, country, region, millionths) VALUES ($1, 'DE', '', 77000)`, [
      storeId,
    ]);
    await buyFrom(core, offer, { quantity: 1 });
    await releaseAll(core, offer, 1);
    await runJobs(core, storeId);
    expect(standIn.shop.orders[0]?.lineItems[0]?.taxLines).toMatchObject([{ title: 'Tax', rate: '0.077' }]);
  });

  test('in which somebody deletes an order goes on, and creates it anew only if a person asks for it', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const { storeId } = offer;
    addProduct(standIn.shop, { id: '1001', variants: [{ id: offer.variantExternalId }] });
    await connectWith(storeId);
    await buyFrom(core, offer, { quantity: 1 });
    await releaseAll(core, offer, 1);
    await runJobs(core, storeId);
    const [gone] = standIn.shop.orders.splice(0);
    await hear(storeId, 'orders/delete', { id: numberOf(gone?.id ?? '') });
    await readChanged(core);
    expect(await state(storeId)).toMatchObject({ failure: null, waiting: 0 });
    await db.query(`UPDATE store_order SET handed_hash = 'of before' WHERE store_id = $1`, [storeId]);
    await prepareAll(storeId);
    expect(await ordersOf(storeId)).toEqual(['refused']);
    expect(standIn.shop.orders).toHaveLength(0);
    const [alert] = await db.query<{ message: string }>(
      `SELECT message FROM alert WHERE store_id = $1 AND code = 'store_order_refused' AND resolved_at IS NULL`,
      [storeId],
    );
    expect(alert?.message).toContain('It was not created a second time');
    expect(await retryOrders(core, storeId)).toBe(1);
    expect(await ordersOf(storeId)).toEqual(['handed_over']);
    expect(standIn.shop.orders).toHaveLength(1);
  });

  test('an app of the Dev Dashboard that is installed again needs no new settings', async () => {
    const storeId = await createTestStore(db);
    await connectWith(storeId, { client_id: standIn.shop.clientId });
    await readAll(storeId);
    standIn.uninstall();
    await hear(storeId, 'app/uninstalled', { id: 548380009 });
    await readChanged(core);
    expect(await state(storeId)).toMatchObject({ endedAt: expect.any(Date) });
    standIn.install();
    await askNow(storeId);
    // Its webhooks are asked for again.
    expect(await state(storeId)).toMatchObject({ endedAt: null, failure: null, waiting: 1 });
    await readChanged(core);
    expect(await state(storeId)).toMatchObject({ failure: null, waiting: 0 });
  });

  test('is not ended by a webhook alone', async () => {
    const storeId = await createTestStore(db);
    await connectWith(storeId);
    await hear(storeId, 'app/uninstalled', { id: 548380009 });
    await readChanged(core);
    expect(await state(storeId)).toMatchObject({ endedAt: null, deadAt: null });
  });
});

async function readOneStep(storeId: string): Promise<void> {
  await db.query('UPDATE connection_sync SET next_at = app_now() WHERE store_id = $1', [storeId]);
  await stepSync(core);
}

async function askNow(storeId: string): Promise<void> {
  await db.query('UPDATE connection SET next_read_at = app_now() WHERE store_id = $1', [storeId]);
  await askForChanges(core);
}

async function prepareAll(storeId: string): Promise<void> {
  for (const { id } of await db.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1', [storeId])) {
    await prepareOrders(core, { storeId, preorderId: id });
  }
}

async function ordersOf(storeId: string): Promise<string[]> {
  return (await listStoreOrders(db, storeId, { limit: 10 })).map((order) => order.state);
}
