import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { sendLines } from '../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { createReference } from '../../src/domain/reference.ts';
import { DESKTOP, launchBrowser, type OpenPage } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import {
  becomeOwner,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';
import { makeReady } from '../support/ready-to-send.ts';

// Tracking numbers come as a file, or one by one from a scanner.

const PARCELS = 12;

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let home: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer(engine(), { allocation: 40 });
  const [first = ''] = await makeReady(engine(), offer, PARCELS);
  const { id: preorderId } = await readPreorder(stage.db, offer.storeId, first);
  await sendLines(stage.deps, {
    storeId: offer.storeId,
    preorderId,
    lineIds: null,
    tracking: { carrier: 'DHL' },
    key: null,
  });
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  home = `${stage.portalUrl}/stores/${store?.slug}`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const engine = () => ({ ...stage.deps, stop: async () => {} });
const rows = () => page.locator('tbody tr');

/** Chooses a file of tracking with these rows below the header. */
async function chooseTracking(rows: readonly string[], head = 'reference,carrier,tracking_number,tracking_link') {
  const buffer = Buffer.from([head, ...rows].join('\n'));
  await page.locator('input[data-file=tracking]').setInputFiles({ name: 'dhl.csv', mimeType: 'text/csv', buffer });
}

const fateOf = (reference: string) => rows().filter({ hasText: reference }).first().locator('.badge').textContent();

test('a tracking file says the fate of each row before and after, and does those that are ready', async () => {
  const { storeId } = offer;
  await page.goto(`${home}/sending`);
  await expect.poll(() => rows().count()).toBeGreaterThan(5);
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

test('parcels are sent by a scanner alone, one after the other', async () => {
  await page.goto(`${home}/sending`);
  await expect.poll(() => rows().count()).toBeGreaterThan(5);
  const [one = '', two = '', engraved = ''] = [
    ...(await rows().getByRole('link').allTextContents()).slice(0, 2),
    await rows().filter({ hasText: '2 ×' }).last().getByRole('link').textContent(),
  ].map((reference) => reference ?? '');
  await page.getByRole('link', { name: 'Scan' }).click();
  const scan = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter'); // as scanners do
  };
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await expect.poll(focused).toBe('reference');
  await lookEverywhere(page, 'portal-scan-empty');
  await page.getByLabel('Reference of the pre-order').focus();
  for (const [reference, number] of [
    [one, '00340434161094042557'],
    [two.toLowerCase().replaceAll('-', ''), '00340434161094042558'],
  ] as const) {
    await scan(reference);
    if (reference === one) {
      // The first time there is no carrier to fill in.
      await expect.poll(focused).toBe('carrier');
      await page.keyboard.type('DHL');
      await page.keyboard.press('Tab');
    }
    await expect.poll(focused).toBe('tracking_number');
    await scan(number);
    await expect.poll(focused).toBe('reference');
  }
  await page.getByText('2 parcels so far').waitFor();
  await scan(one);
  await page.getByText(`${one} was sent before.`).first().waitFor();
  await expect.poll(focused).toBe('reference');
  await scan('PO-0000-0000-1');
  await page.getByText('There is no such pre-order').first().waitFor();
  await lookEverywhere(page, 'portal-scan-refused');
  await expect.poll(focused).toBe('reference');
  await scan(engraved);
  await expect.poll(focused).toBe('tracking_number');
  await page.getByText('engraving: Number').waitFor();
  await scan(two);
  await page.getByText('This is a reference, and no tracking number').first().waitFor();
  await lookEverywhere(page, 'portal-scan-found');
  const { fulfilments } = await stage.db
    .query<{ fulfilments: number }>(
      'SELECT count(*)::int AS fulfilments FROM fulfilment WHERE store_id = $1 AND tracking_number LIKE $2',
      [offer.storeId, '0034043416109404255_'],
    )
    .then(([row]) => row ?? { fulfilments: 0 });
  expect(fulfilments).toBe(3); // one of them by the file
  await page.getByLabel('Tracking number').fill(''); // what is typed would be asked about
});

test('nothing of this broke anything in the page', () => {
  // One request gets no answer on purpose.
  expect(problemsOf(open).filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});
