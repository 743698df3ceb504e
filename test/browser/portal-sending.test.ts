import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, launchBrowser, type OpenPage, PHONE } from '../support/browser.ts';
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

const BOUGHT = 300;
const PARCELS = 200; // what the first runs leave
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
  await makeReady(engine(), offer, BOUGHT);
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
  await page.getByRole('link', { name: `Ready to send ${BOUGHT} parcels` }).waitFor();
  await page.getByRole('link', { name: /^Ready to send/ }).click();
  await expect.poll(() => rows().count()).toBe(100);
  const sum = page.getByText(`${BOUGHT} parcels, units: 375`);
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
  await page.getByLabel('Country').selectOption({ label: 'Germany (300)' });
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
  await page.getByText(`${BOUGHT} parcels chosen`).waitFor();
  expect(await page.getByRole('button', { name: 'Choose all, also those further down' }).count()).toBe(0);
  await lookEverywhere(page, 'portal-sending-ticked');
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click();
  await page.getByText('200 parcels chosen').waitFor();
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
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  expect(await dialog.getByLabel('Carrier').inputValue()).toBe('DHL');
  await dialog.getByRole('button', { name: 'Mark 51 parcels' }).click();
  await page.getByText('50 parcels are marked as sent').waitFor();
  await page.getByText('1 parcel chosen').waitFor();
});

test('the pick list sums units by variant, and each packing slip is a page without prices', async () => {
  await page.goto(`${home}/sending`);
  await expect.poll(() => rows().count()).toBe(100);
  await page.evaluate(() => Object.assign(window, { print: () => document.body.append('asked to print') }));
  const large = rows().filter({ hasText: '2 ×' }).first();
  await rows().first().getByRole('checkbox').click();
  await large.getByRole('checkbox').click();
  await page.getByText('2 parcels chosen, units: 3').waitFor();
  await page.getByRole('button', { name: 'Pick list' }).click();
  const picked = page
    .getByRole('table', { name: 'Pick list' })
    .getByRole('row')
    .filter({ hasText: 'Aurora Jacket, Medium' });
  await expect.poll(() => picked.getByRole('cell').first().textContent()).toBe('3');
  await page.getByText('asked to print').waitFor();
  await lookEverywhere(page, 'portal-print-pick');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByText('2 parcels chosen').waitFor();
  await page.getByRole('button', { name: 'Packing slips' }).click();
  const slips = page.locator('.slip');
  await expect.poll(() => slips.count()).toBe(2);
  await expect.poll(() => page.getByText('engraving: Number').count()).toBe(1);
  const text = (await slips.allTextContents()).join(' ');
  expect(text).toMatch(/North & Pine GmbH/);
  expect(text).toMatch(/Invalidenstraße \d+/);
  expect(text).not.toMatch(/€|EUR|129/);
  await lookEverywhere(page, 'portal-print-slips');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2);
  await page.getByRole('button', { name: 'Back to the list' }).click();
});

/** The rows of the file for the carrier, with what the carrier adds to them. */
const withNumbers = (csv: string): string =>
  csv
    .trim()
    .split('\r\n')
    .map((row, at) => (at === 0 ? `${row},"carrier","tracking_number"` : `${row},"DHL","JJD0030${at}"`))
    .join('\r\n');

test('200 parcels are picked, packed, handed to the carrier and marked with their numbers in few clicks', async () => {
  clicks = 0;
  await page.goto(home);
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await click(page.getByRole('link', { name: /^Ready to send/ }));
  await click(page.getByRole('checkbox', { name: 'Choose all that are shown' }));
  await click(page.getByRole('button', { name: 'Choose all, also those further down' }));
  await page.getByText(`${PARCELS} parcels chosen`).waitFor();
  await click(page.getByRole('button', { name: 'Pick list' }));
  await page.getByRole('table', { name: 'Pick list' }).waitFor();
  await click(page.getByRole('button', { name: 'Back to the list' }));
  await click(page.getByRole('button', { name: 'Packing slips' }));
  await expect.poll(() => page.locator('.slip').count()).toBe(PARCELS);
  await click(page.getByRole('button', { name: 'Back to the list' }));
  const saved = page.waitForEvent('download');
  await click(page.getByRole('button', { name: 'CSV for the carrier' }));
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(PARCELS + 1);
  await click(page.getByRole('link', { name: 'Tracking file' }));
  const choosing = page.waitForEvent('filechooser');
  await click(page.getByRole('button', { name: 'Choose a file' }));
  const file = { name: 'dhl.csv', mimeType: 'text/csv', buffer: Buffer.from(withNumbers(csv)) };
  await (await choosing).setFiles(file);
  await click(page.getByRole('button', { name: `Mark ${PARCELS} parcels` }));
  await page.getByText(`${PARCELS} parcels are marked as sent`).waitFor();
  await click(page.getByRole('link', { name: /^Ready to send/ }).first());
  await page.getByRole('heading', { name: 'Nothing is ready to send' }).waitFor();
  await lookEverywhere(page, 'portal-sending-done');
  const [{ sent } = { sent: 0 }] = await stage.db.query<{ sent: number }>(
    "SELECT count(*)::int AS sent FROM fulfilment WHERE store_id = $1 AND tracking_number LIKE 'JJD0030%'",
    [offer.storeId],
  );
  expect(sent).toBe(PARCELS);
  console.log(`${PARCELS} parcels: ${clicks} clicks`);
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
});

test('nothing of this broke anything in the page', () => {
  expect(problemsOf(open)).toEqual([]);
});
