import { expect } from 'vitest';
import { findNamedProduct } from '../../src/core/catalog/names.ts';
import { connect } from '../../src/core/connections/commands/connect.ts';
import { openConnection, webhookAddress } from '../../src/core/connections/queries.ts';
import { readFulfilments } from '../../src/core/preorders/queries/fulfilments.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { listStoreOrders } from '../../src/core/releases/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { launchBrowser } from './browser.ts';
import { confirmedReference, pay, reachPayment } from './checkout-page.ts';
import { createTestStore, createTestWaitlist, type TestProduct } from './merchant.ts';
import {
  BUTTON,
  frameOf,
  openStorePage,
  type PlacementPage,
  PRICE,
  productPage,
  type Stage,
} from './placement-page.ts';
import { type PlatformHand, seedProduct, seedVariant } from './platform-contract/under-test.ts';
import { lineIdsOf, withdrawFromOne, withdrawFromSent } from './platform-withdrawal.ts';
import { newWebhookSecret } from './real-platform.ts';
import { arrive, startReleaseOf } from './release.ts';
import { tokenFor } from './status-client.ts';
import { type StoreWithWaitlist, type System, serveStore, startSystem } from './system.ts';

/** A platform's own server with people of its store, told where it posts its webhooks. */
type Shop = {
  settings: Record<string, string>;
  hand: PlatformHand;
  /** True if it posts no webhooks to a service on the same machine: what happens there is asked for. */
  isSilent?: boolean;
  stop(): Promise<void>;
};
type OpenShop = (webhooks: { url: string; secret: string }) => Promise<Shop>;

const EMAIL = 'ada@shopper.example';
const TRACKING = { carrier: 'DHL', trackingNumber: '00340434161094000000', trackingUrl: 'https://dhl.example/0034' };
const LINE = { Engraving: 'für Ada ✒️' };
// Each of these waits for jobs of ours and for answers of the platform.
const SOON = { timeout: 60_000 };

/**
 * Lives a sale on a platform from its connection to the tracking number on the shopper's page. The page of the store knows nothing but
 * the platform's ids.
 */
export async function sellOn(kind: string, openShop: OpenShop): Promise<void> {
  const system = await startSystem({ webhookPrivateTargets: true });
  const storeId = await createTestStore(system.db);
  const secret = newWebhookSecret();
  const shop = await openShop({ url: webhookAddress(system.deps, storeId), secret });
  const pages = {};
  const stage = { system, browser: await launchBrowser(), site: { ...(await serveStore(pages)), pages } };
  try {
    const sizes = ['S', 'M'].map((size) => seedVariant({ optionValues: [size], sku: `LAMP-${size}`, inStock: 0 }));
    const ids = await shop.hand.add(seedProduct({ title: 'Brass Lamp', optionNames: ['Size'], variants: sizes }));
    await connect(system.deps, await readStore(system.db, storeId), { kind, settings: shop.settings });
    const product = await syncedProduct(system, storeId, ids.id);
    expect(product.variants.map(({ externalId }) => externalId)).toEqual(ids.variantIds);
    if (!shop.isSilent) await hearOfStock(system, { storeId, hand: shop.hand, variantId: ids.variantIds[0] ?? '' });
    const waitlistId = await createTestWaitlist(system.db, { storeId, product });
    await changeWaitlistState(system.deps, { storeId, waitlistId }, 'open');
    const { publicKey: storeKey } = await readStore(system.db, storeId);
    const store = { storeId, storeKey, product, waitlistId };
    const reference = await buy({ ...stage, store });
    const ref = await release(system, { ...store, reference });
    await expectOrder(system, shop.hand, { storeId, reference, ref });
    const sale = { ...stage, storeId, email: EMAIL, reference, hand: shop.hand, ref };
    const opened = await openConnection(system.deps, storeId);
    const cancelsLines = opened?.platform.can.cancel === 'lines';
    const left = cancelsLines ? [await withdrawFromOne(sale)] : await lineIdsOf(sale);
    await shop.hand.fulfil(ref, left, TRACKING);
    await seeTracking({ ...stage, store }, reference);
    await withdrawFromSent(sale);
  } finally {
    await stage.browser.close();
    await stage.site.close();
    await shop.stop();
    await system.stop();
  }
}

async function syncedProduct({ db }: System, storeId: string, externalId: string): Promise<TestProduct> {
  await expect.poll(() => findNamedProduct(db, storeId, externalId), SOON).toMatchObject({ title: 'Brass Lamp' });
  const found = await findNamedProduct(db, storeId, externalId);
  if (!found) throw new Error('the product is gone');
  const variants = await db.query<{ id: string; externalId: string }>(
    'SELECT id, external_id AS "externalId" FROM variant WHERE store_id = $1 AND product_id = $2 ORDER BY position',
    [storeId, found.id],
  );
  return { id: found.id, externalId, handle: found.handle, variants };
}

/** Waits until a change of stock is here, and came by a webhook: what is asked for comes a minute later. */
async function hearOfStock({ db }: System, at: { storeId: string; hand: PlatformHand; variantId: string }) {
  const { storeId, variantId } = at;
  const began = Date.now();
  await at.hand.setStock(variantId, 0);
  await at.hand.setStock(variantId, 4);
  const stock = () =>
    db.query('SELECT in_stock AS "inStock" FROM variant WHERE store_id = $1 AND external_id = $2', [
      storeId,
      variantId,
    ]);
  await expect.poll(stock, SOON).toEqual([{ inStock: 4 }]);
  console.log(`platforms: a changed stock was here after ${Date.now() - began} ms`);
  const heard = await db.query('SELECT 1 FROM connection_event WHERE store_id = $1 LIMIT 1', [storeId]);
  expect(heard).toHaveLength(1);
}

/** Buys two units of the second variant on a page of the store. */
async function buy(stage: Omit<Stage, 'close'>): Promise<string> {
  const load = `
    const chosen = { productId, skuId: variants[1], lineItemProperties: ${JSON.stringify(LINE)} };
    Service.load({ placementType: 'price', ...chosen });
    Service.load({ placementType: 'button', ...chosen });`;
  const opened = await openStorePage(stage, productPage(stage, PRICE + BUTTON, load));
  const { page } = opened;
  await opened.hears('PlacementLoaded', 2);
  expect(await (await frameOf(page, 'price')).textContent('body')).toContain('€89.00');
  await (await frameOf(page, 'button')).click('#button');
  const checkout = await frameOf(page, 'checkout');
  await checkout.waitForSelector('#email');
  await reachPayment(checkout, { email: EMAIL, quantity: 2 });
  await pay(checkout, 'succeeds');
  const reference = await confirmedReference(checkout);
  expect(opened.problems).toEqual([]);
  await opened.close();
  return reference;
}

type Placed = StoreWithWaitlist & { reference: string };

/** Counts the delivery and releases it. Resolves with the platform's id of the order. */
async function release(system: System, { product, reference, ...store }: Placed): Promise<string> {
  const { storeId } = store;
  const core = { ...system.deps, stop: async () => {} };
  const [, { id: variantId, externalId } = { id: '', externalId: '' }] = product.variants;
  const offer = { ...store, productId: product.id, variantId, variantExternalId: externalId };
  await arrive(core, offer, 2);
  // The units go to line items that are paid, which takes a moment.
  await expect.poll(() => startReleaseOf(core, offer), SOON).not.toBeNull();
  const orders = () => listStoreOrders(system.db, storeId, { limit: 10 });
  await expect.poll(orders, SOON).toMatchObject([{ state: 'handed_over', reference, lines: 2 }]);
  const [row] = await system.db.query<{ ref: string }>('SELECT ref FROM connection_order WHERE store_id = $1', [
    storeId,
  ]);
  return row?.ref ?? '';
}

/** The order is there once, paid, with the properties of its line items. */
async function expectOrder(
  { db, deps }: System,
  hand: PlatformHand,
  { storeId, reference, ref }: { storeId: string; reference: string; ref: string },
): Promise<void> {
  expect(await hand.countOrders(reference)).toBe(1);
  const { lines } = await readPreorder(db, storeId, reference);
  for (const { id } of lines) expect(await hand.propertiesOf(ref, id)).toEqual(LINE);
  const opened = await openConnection(deps, storeId);
  const [order] = await listStoreOrders(db, storeId, { limit: 1 });
  const found = await opened?.platform.orders.find({ id: order?.id ?? '', reference, number: 1 });
  expect(found).toMatchObject({ ref, paid: true, email: EMAIL, cancelledLineIds: [] });
}

async function seeTracking(stage: Pick<Stage, 'browser' | 'site' | 'system' | 'store'>, reference: string) {
  const { id } = await readPreorder(stage.system.db, stage.store.storeId, reference);
  const sent = () => readFulfilments(stage.system.db, stage.store.storeId, [id]);
  await expect.poll(sent, SOON).toMatchObject([{ tracking: { number: TRACKING.trackingNumber } }]);
  const status = '<div data-service-placement-type="pre-order-status-placement"></div>';
  // A guest sees that it was sent; the number is shown to those who are signed in.
  const token = await tokenFor(stage.system.deps, stage.store.storeId, { email: EMAIL });
  const load = `Service.loadPreorderStatusPage({ mode: 'logged_in', token: ${JSON.stringify(token)} });`;
  const opened: PlacementPage = await openStorePage(stage, productPage(stage, status, load));
  const frame = await frameOf(opened.page, 'status');
  await frame.click(`[id="${reference}"]`);
  await frame.waitForSelector('.detail');
  await expect.poll(() => frame.textContent('main'), SOON).toContain(TRACKING.trackingNumber);
  expect(opened.problems).toEqual([]);
  await opened.close();
}
