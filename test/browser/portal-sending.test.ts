import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import {
  becomeOwner,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';
import { makeReady } from '../support/ready-to-send.ts';

// 200 parcels leave the store from screens alone. The clicks are counted from the page that the portal opens with.

const PARCELS = 200;
const CLICKS_MAX = 40;

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let home: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer(engine(), { allocation: 400 });
  await makeReady(engine(), offer, PARCELS);
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  home = `${stage.portalUrl}/stores/${store?.slug}`;
}, 300_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const engine = () => ({ ...stage.deps, stop: async () => {} });
const rows = () => page.locator('tbody tr');
const ticked = () => page.locator('tbody input:checked');

let clicks = 0;
/** Clicks as a person does, and counts it. */
async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

test('the list shows a row a parcel, with a count in the navigation', async () => {
  await page.goto(home);
  await page.getByRole('link', { name: `Ready to send ${PARCELS} parcels` }).waitFor();
  await page.getByRole('link', { name: 'Ready to send' }).click();
  await expect.poll(() => rows().count()).toBe(100);
  const sum = page.getByText(`${PARCELS} parcels, units: 250`);
  await sum.waitFor();
  const heights = await rows().evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(44);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(36);
  await lookEverywhere(page, 'portal-sending');
  await page.setViewportSize(PHONE);
  const phone = await rows().evaluateAll((all) =>
    all.slice(0, 50).reduce((sum, row) => sum + row.getBoundingClientRect().height, 0),
  );
  expect(phone).toBeLessThanOrEqual(4_500);
  await page.setViewportSize(DESKTOP);
  await page.getByLabel('Country').selectOption({ label: 'Germany (200)' });
  expect(new URL(page.url()).searchParams.get('country')).toBe('DE');
  await sum.waitFor();
  await page.goto(`${home}/sending?country=AT`);
  await page.getByRole('heading', { name: 'Nothing like that is ready to send' }).waitFor();
  await lookEverywhere(page, 'portal-sending-none-such');
});

test('rows are ticked one by one, with Shift, all, and by the keyboard alone', async () => {
  await page.goto(`${home}/sending`);
  await expect.poll(() => rows().count()).toBe(100);
  const box = (at: number) => rows().nth(at).getByRole('checkbox');
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  expect(await ticked().count()).toBe(4);
  await box(2).click();
  expect(await ticked().count()).toBe(3);
  await page.getByText('3 parcels chosen').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await ticked().count()).toBe(0);
  await box(0).focus();
  await page.keyboard.press('Space');
  expect(await ticked().count()).toBe(1);
  await page.keyboard.press('Tab'); // to the reference, then to the next box
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await ticked().count()).toBe(2);
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click();
  expect(await ticked().count()).toBe(100);
  await page.getByRole('button', { name: 'Choose all, also those further down' }).click();
  await page.getByText(`${PARCELS} parcels chosen`).waitFor();
  await lookEverywhere(page, 'portal-sending-ticked');
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click();
  await page.getByText('100 parcels chosen').waitFor();
});

test('a run is stopped in the middle, names what was refused, and leaves it ticked', async () => {
  const { storeId } = offer;
  await page.goto(`${home}/sending`);
  await expect.poll(() => rows().count()).toBe(100);
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click();
  await page.getByText('100 parcels chosen').waitFor();
  const cancelled = (await rows().nth(10).getByRole('link').textContent()) ?? '';
  const { id: preorderId } = await readPreorder(stage.db, storeId, cancelled);
  // A colleague cancels one of them before it is marked.
  await cancelLines(engine(), { storeId, preorderId, lineIds: null, reason: 'merchant' });
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' });
  await dialog.getByText('100 shoppers get a mail').waitFor();
  await dialog.getByLabel('Carrier').fill('DHL');
  await lookEverywhere(page, 'portal-sending-mark');
  // The second part waits until the first one is seen and stopped.
  let parts = 0;
  await page.route('**/preorders/bulk', async (route) => {
    parts += 1;
    await route.continue();
  });
  const held = page.waitForResponse('**/preorders/bulk');
  await dialog.getByRole('button', { name: 'Mark 100 parcels' }).click();
  await page.getByRole('progressbar', { name: 'Parcels are marked as sent' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await held;
  const said = page.getByText('Stopped: 49 parcels are marked as sent');
  await said.waitFor();
  expect(parts).toBe(1);
  await page.getByText('1 was refused · 50 were not tried').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: `${cancelled}: It is cancelled.` })
    .waitFor();
  await page.getByText('51 parcels chosen').waitFor();
  await lookEverywhere(page, 'portal-sending-stopped');
  await page.unroute('**/preorders/bulk');
  const sent = await stage.db.query<{ carrier: string }>('SELECT carrier FROM fulfilment WHERE store_id = $1', [
    storeId,
  ]);
  expect(sent.map(({ carrier }) => carrier)).toEqual(Array(49).fill('DHL'));
});

test('all the others are marked in few clicks, from the first page of the portal', async () => {
  clicks = 0;
  await page.goto(home);
  await click(page.getByRole('link', { name: 'Ready to send' }));
  await click(page.getByRole('checkbox', { name: 'Choose all that are shown' }));
  await click(page.getByRole('button', { name: 'Choose all, also those further down' }));
  await page.getByText('150 parcels chosen').waitFor();
  await click(page.getByRole('button', { name: 'Mark as sent' }));
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' });
  expect(await dialog.getByLabel('Carrier').inputValue()).toBe('DHL');
  await click(dialog.getByRole('button', { name: 'Mark 150 parcels' }));
  await page.getByText('150 parcels are marked as sent').waitFor();
  await page.getByRole('heading', { name: 'Nothing is ready to send' }).waitFor();
  await lookEverywhere(page, 'portal-sending-done');
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
  await takeScreenshot(page, 'portal-sending-empty-desk');
});

test('nothing of this broke anything in the page', () => {
  expect(problemsOf(open)).toEqual([]);
});
