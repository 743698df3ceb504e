import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForSync } from '../../src/core/connections/commands/ask.ts';
import { connect } from '../../src/core/connections/commands/connect.ts';
import { keepPrivacyAsk } from '../../src/core/connections/commands/privacy-ask.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { DESKTOP, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { handOn, newSecret, type ServedExample, serveExample } from '../support/connector-store.ts';
import { createOffer } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { seedProduct } from '../support/platform-contract/under-test.ts';
import { OWNER } from '../support/portal.ts';
import {
  becomeOwner,
  expectAccessibleInBoth,
  fitsWidth,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let served: ServedExample;
let storeId: string;
let secret: string;
let path: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem({ webhookPrivateTargets: true });
  served = await serveExample('EUR');
  secret = served.secret;
  const hand = handOn(served.example, served.shop);
  for (let count = 0; count < 3; count += 1) await hand.add(seedProduct());
  storeId = await createTestStore(stage.db);
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]);
  path = `/stores/${store?.slug}/settings/connection`;
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
  await served.close();
});

/** Looks at the page with axe and takes its pictures, on a desk and on a phone. */
async function look(name: string): Promise<void> {
  for (const [screen, viewport] of [
    ['desk', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(viewport);
    await expectAccessibleInBoth(page);
    expect(await fitsWidth(page)).toBe(true);
    await takeScreenshot(page, `portal-connection-${name}-${screen}`);
  }
  await page.setViewportSize(DESKTOP);
}

async function proveIfAsked(then: () => Promise<unknown>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await Promise.race([then(), dialog.waitFor()]);
  if (!(await dialog.isVisible())) return;
  await dialog.getByLabel('Password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await then();
}

test('a platform is connected, and its products are read', async () => {
  await page.goto(stage.portalUrl + path);
  await page.getByText('No platform is connected').waitFor();
  await page.getByLabel('Platform').selectOption('http');
  await look('none');
  await page.getByLabel('Address', { exact: true }).fill('nowhere');
  await page.getByLabel('Secret', { exact: true }).fill(served.secret);
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await connect.click();
  await proveIfAsked(() => expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('connection-url'));
  await look('refused-field');
  await page.getByLabel('Address', { exact: true }).fill(served.url);
  await connect.click();
  await page.getByText('Example store (example)').waitFor();
  await page.getByText(/^Everything was read/).waitFor();
  expect(await page.content()).not.toContain(served.secret);
  await page.getByText('Nothing differs that is known').waitFor();
  await look('works');
});

test('what works is said, and what is lost without a scope', async () => {
  await page.getByRole('heading', { name: 'What works' }).waitFor();
  const sentences = () => page.locator('.abilities li').allInnerTexts();
  expect((await sentences()).join(' ')).toContain('Nothing else has to be installed.');
  expect((await sentences()).join(' ')).not.toContain('60 days');
  const limits = `UPDATE connection SET limits = $2, orders_at = $3 WHERE store_id = $1`;
  await stage.db.query(limits, [storeId, ['old_orders', 'people'], 'payment']);
  await page.getByText(/^Shopify shows the app orders of the last 60 days only. An order that waits/).waitFor();
  expect((await sentences()).join(' ')).toContain('does not show the app who ordered');
  await page.getByRole('heading', { name: 'What works' }).scrollIntoViewIfNeeded();
  await look('limits');
  await page.setViewportSize(PHONE);
  await page.getByText('Products, prices and stock are read from the platform.').scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'portal-connection-limits-list-phone');
  await page.setViewportSize(DESKTOP);
  await stage.db.query(limits, [storeId, [], 'release']);
  await expect.poll(async () => (await sentences()).join(' ')).not.toContain('60 days');
});

test('what differs is listed with what to do, and one product is read again', async () => {
  const [id = ''] = served.shop.products.keys();
  await stage.db.query(`UPDATE product SET title = 'Old lamp' WHERE store_id = $1 AND external_id = $2`, [storeId, id]);
  await page.getByRole('button', { name: 'Compare without changing' }).click();
  await page.getByText(/^Everything was compared/).waitFor();
  await page.getByText('Put it right on the platform, then read it again.').waitFor();
  await page.getByRole('heading', { name: /^Differences/ }).scrollIntoViewIfNeeded();
  await look('differs');
  await page.getByRole('row', { name: id }).getByRole('button', { name: 'Read it again' }).click();
  await page.getByText('Nothing differs that is known').waitFor();
});

test('orders may be created before their release', async () => {
  await page.getByRole('radio', { name: /^At payment/ }).check();
  await page
    .locator('form', { has: page.getByRole('radio') })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const [row] = await stage.db.query('SELECT orders_at FROM connection WHERE store_id = $1', [storeId]);
  expect(row).toEqual({ orders_at: 'payment' });
});

test('another tab that set it meanwhile is not overwritten without a word', async () => {
  const orders = page.locator('form', { has: page.getByRole('radio') });
  const now = async () =>
    (await stage.db.query('SELECT orders_at FROM connection WHERE store_id = $1', [storeId]))[0]?.orders_at;
  await page.getByRole('radio', { name: /^At release/ }).check();
  await stage.db.query(`UPDATE connection SET orders_at = 'placing' WHERE store_id = $1`, [storeId]);
  const save = () => orders.getByRole('button', { name: 'Save' }).click();
  await save();
  await page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' }).waitFor();
  expect(await now()).toBe('placing');
  await look('orders-changed');
  await save();
  await expect.poll(now).toBe('release');
});

test('refused credentials are told with what it means, and new ones put it right', async () => {
  const next = newSecret();
  secret = next;
  Object.assign(served.shop, { secrets: [next] });
  await stage.db.transaction((tx) => askForSync(tx, storeId, { dryRun: false, productId: undefined }));
  await page.getByText('The platform no longer takes the credentials').waitFor();
  await look('dead');
  await page.getByLabel('Secret', { exact: true }).fill(next);
  await page
    .locator('form', { has: page.locator('#connection-secret') })
    .getByRole('button', { name: 'Save' })
    .click();
  await proveIfAsked(() => page.getByText('The new credentials work.').waitFor());
  await expect.poll(() => page.getByText('The platform no longer takes the credentials').count()).toBe(0);
});

test('orders that the platform refused are told with its reason, and handed over again', async () => {
  const engine = { ...stage.deps, stop: async () => {} };
  const offer = await createOffer(engine, { allocation: 5 });
  const store = await readStore(stage.db, offer.storeId);
  const settings = { url: served.url, secret };
  await connect(engine, store, { kind: 'http', settings });
  const reference = await buyFrom(engine, offer);
  const { id: preorderId } = await readPreorder(stage.db, offer.storeId, reference);
  await advanceLines(engine, { storeId: offer.storeId, preorderId, to: 'released', lineIds: null });
  const orders = () =>
    stage.db.query<{ state: string }>('SELECT state FROM store_order WHERE store_id = $1', [offer.storeId]);
  await expect.poll(orders, { timeout: 30_000 }).toEqual([{ state: 'handed_over' }]);
  await page.goto(`${stage.portalUrl}/stores/${store.slug}/settings/connection`);
  const row = page.getByRole('row', { name: reference });
  await row.getByText('Handed over').waitFor();
  await stage.db.query(
    `UPDATE store_order SET state = 'refused', failure = 'the address is incomplete' WHERE store_id = $1`,
    [offer.storeId],
  );
  await page.getByRole('button', { name: 'Refused' }).click();
  await row.getByText('the address is incomplete').waitFor();
  await page.getByRole('heading', { name: 'Orders in your store' }).scrollIntoViewIfNeeded();
  await look('orders');
  await page.getByRole('button', { name: 'Hand over the refused ones again' }).click();
  await page.getByText('1 order was handed over again.').waitFor();
  await page.getByRole('heading', { name: 'No order is like that' }).waitFor();
  expect(await orders()).toEqual([{ state: 'handed_over' }]);
});

test('it speaks German, and a platform is disconnected', async () => {
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(stage.portalUrl + path);
  await page.getByRole('heading', { name: 'Neue Zugangsdaten' }).waitFor();
  await look('german');
  await page.getByRole('button', { name: 'Trennen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trennen' }).click();
  await page.getByRole('heading', { name: 'Eine Plattform verbinden' }).waitFor();
  expect(problemsOf(open)).toEqual([]);
});

test('what the platform asks on behalf of people is shown, and answered', async () => {
  const { db } = stage;
  await db.query("UPDATE staff_member SET language = 'en'");
  // The worker ends a request by itself where nothing is stored of the person.
  const engine = { ...stage.deps, stop: async () => {} };
  const offer = await createOffer(engine, { allocation: 5 });
  const email = 'ada@shopper.example';
  await buyFrom(engine, offer, { email });
  const of = { storeId: offer.storeId, platform: 'shopify' };
  await db.transaction((tx) => keepPrivacyAsk(tx, of, { what: 'export', email, orderRefs: [] }));
  const { slug } = await readStore(db, offer.storeId);
  await page.goto(`${stage.portalUrl}/stores/${slug}/settings/connection`);
  await page.getByText('Requests of people').first().waitFor();
  await page.getByText(email).waitFor();
  await look('privacy');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save their data' }).click();
  await proveIfAsked(() => saved);
  expect((await saved).suggestedFilename()).toBe('person.json');
  await page.getByRole('button', { name: 'They have got it' }).click();
  await proveIfAsked(() => page.getByText(/^Done /).waitFor());
  expect(await page.getByText(email).count()).toBe(0);
  await look('privacy-done');
});
