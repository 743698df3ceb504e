import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { createReference } from '../../src/domain/reference.ts';
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

/** Chooses a file of tracking with these rows below the header. */
async function chooseTracking(rows: readonly string[], head = 'reference,carrier,tracking_number,tracking_link') {
  const buffer = Buffer.from([head, ...rows].join('\n'));
  await page.locator('input[data-file=tracking]').setInputFiles({ name: 'dhl.csv', mimeType: 'text/csv', buffer });
}

const fateOf = (reference: string) => rows().filter({ hasText: reference }).first().locator('.badge').textContent();

test('a tracking file says the fate of each row before and after, and does those that are ready', async () => {
  const { storeId } = offer;
  await page.goto(`${home}/sending`);
  await expect.poll(() => rows().count()).toBe(100);
  const names = (await rows().getByRole('link').allTextContents()).slice(0, 6);
  const [one = '', two = '', twice = '', formula = '', link = '', cancelled = ''] = names;
  const { id: preorderId } = await readPreorder(stage.db, storeId, cancelled);
  await cancelLines(engine(), { storeId, preorderId, lineIds: null, reason: 'merchant' });
  const [sent] = await stage.db.query<{ reference: string }>(
    'SELECT o.reference FROM fulfilment f JOIN preorder o ON o.id = f.preorder_id WHERE f.store_id = $1 LIMIT 1',
    [storeId],
  );
  const before = sent?.reference ?? '';
  const unknown = createReference(new Uint8Array([9, 9, 9, 9, 9]));
  await page.getByRole('link', { name: 'Tracking file' }).click();
  await chooseTracking([`${one},DHL,1`], 'reference,carrier,number');
  await page.getByText('There is no column “number”. There are:').waitFor();
  await lookEverywhere(page, 'portal-tracking-column');
  await chooseTracking([
    `${one},DHL,00340434161094042557,`,
    `${two.toLowerCase()},Evri,,https://t.example/1`,
    `${twice},DHL,1,`,
    `${twice},DHL,2,`,
    `${formula},=cmd|' /C calc'!A0,3,`,
    `${link},DHL,4,http://t.example/`,
    `${cancelled},DHL,5,`,
    `${unknown},DHL,6,`,
    `${before},DHL,,`,
    'PO-1,DHL,7,',
  ]);
  await page.getByText('dhl.csv is checked').waitFor();
  await page.getByText('Ready: 2 · marked: 0 · sent before: 1 · refused: 7').waitFor();
  for (const [text, why] of [
    [twice, 'is about the same parcel'],
    [formula, 'It is a formula'],
    [link, 'begins with https://'],
    [cancelled, 'It is cancelled.'],
    [unknown, 'no such pre-order'],
  ] as const) {
    await rows().filter({ hasText: text }).filter({ hasText: why }).first().waitFor();
  }
  expect([await fateOf(one), await fateOf(two), await fateOf(before)]).toEqual(['Ready', 'Ready', 'Sent before']);
  await lookEverywhere(page, 'portal-tracking-checked');
  const parcels = () => stage.db.query('SELECT 1 FROM fulfilment WHERE store_id = $1', [storeId]);
  const known = (await parcels()).length;
  await page.getByRole('button', { name: 'Mark 2 parcels' }).click();
  await page.getByText('2 parcels are marked as sent').waitFor();
  expect([await fateOf(one), await fateOf(two)]).toEqual(['Marked as sent', 'Marked as sent']);
  await lookEverywhere(page, 'portal-tracking-done');
  expect((await parcels()).length).toBe(known + 2);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the result of each row' }).click();
  expect((await saved).suggestedFilename()).toBe('tracking-result.csv');
});

test('a file that is no table or too long is refused whole, and one without an answer says that nothing is done', async () => {
  await page.goto(`${home}/sending/tracking`);
  await page
    .locator('input[data-file=tracking]')
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0xff, 0xfe, 0x41, 0x00]) });
  await page.getByText('The file is not UTF-8').waitFor();
  await chooseTracking(Array.from({ length: 50_001 }, () => 'PO-1,DHL,1'));
  await page.getByText('The file has more than 50000 rows').waitFor();
  await page.route('**/preorders/bulk', (route) => route.abort());
  await chooseTracking([`${createReference(new Uint8Array([1, 2, 3, 4, 6]))},DHL,1`]);
  await page.getByText('It did not go on').waitFor();
  await page.getByText('Nothing is marked as sent').waitFor();
  await lookEverywhere(page, 'portal-tracking-failed');
  await page.unroute('**/preorders/bulk');
  // As many rows as a file may have are taken; those that the file alone decides need no request.
  await chooseTracking(Array.from({ length: 50_000 }, (_, at) => `XX-${at},DHL,${at}`));
  await page.getByText('refused: 50,000').waitFor();
  expect(await rows().count()).toBe(500);
});

test('all the others are marked in few clicks, from the first page of the portal', async () => {
  clicks = 0;
  await page.goto(home);
  await click(page.getByRole('link', { name: 'Ready to send' }));
  await click(page.getByRole('checkbox', { name: 'Choose all that are shown' }));
  await click(page.getByRole('button', { name: 'Choose all, also those further down' }));
  await page.getByText('147 parcels chosen').waitFor();
  await click(page.getByRole('button', { name: 'Mark as sent' }));
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' });
  expect(await dialog.getByLabel('Carrier').inputValue()).toBe('DHL');
  await click(dialog.getByRole('button', { name: 'Mark 147 parcels' }));
  await page.getByText('147 parcels are marked as sent').waitFor();
  await page.getByRole('heading', { name: 'Nothing is ready to send' }).waitFor();
  await lookEverywhere(page, 'portal-sending-done');
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
  await takeScreenshot(page, 'portal-sending-empty-desk');
});

test('nothing of this broke anything in the page', () => {
  // One request gets no answer on purpose.
  expect(problemsOf(open).filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});
