import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, launchBrowser, PHONE, takeScreenshot } from '../support/browser.ts';
import { foreignFile, foreignRow } from '../support/imports.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let browser: Browser;
let stage: PortalStage;
let page: Page;
let path: string;
let problems: () => string[];
let variantId: string;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const { storeId, product } = await createStoreWithWaitlist(stage);
  variantId = product.variants[0]?.externalId ?? '';
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]);
  path = `/stores/${store?.slug}`;
  const open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  problems = () => problemsOf(open);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

async function look(name: string): Promise<void> {
  for (const [screen, viewport] of [
    ['desk', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    expect(await fitsWidth(page)).toBe(true);
    await takeScreenshot(page, `portal-moving-in-${name}-${screen}`);
  }
  await page.setViewportSize(DESKTOP);
}

test('a file is looked at, brought in and taken back, with the fate of every row', async () => {
  await page.goto(`${stage.portalUrl}${path}/preorders`);
  await page.getByRole('link', { name: /Import$/ }).click();
  await page.getByLabel('CSV or JSON file').waitFor();
  await page.getByRole('button', { name: 'Look at every row' }).click();
  await page.locator('#file-error').getByText('Choose the file that the other service exported.').waitFor();
  await look('begin');
  const wrong = { quantity: 'two', placed_at: '03/04/2026', country: 'Atlantis' };
  const rows = [foreignRow('OLD-1', variantId), foreignRow('OLD-2', 'nothing'), foreignRow('OLD-3', variantId, wrong)];
  const content = foreignFile(...rows);
  await page
    .getByLabel('CSV or JSON file')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Look at every row' }).click();
  await page.getByText('Ready to come in: 1. Refused: 2.').waitFor();
  await page.getByRole('row', { name: /OLD-2.*Refused/ }).waitFor();
  const told = page.getByRole('row', { name: /OLD-3.*Refused/ }).getByRole('paragraph');
  expect(await told.allTextContents()).toEqual([
    'quantity: A pre-order has 1 to 50 units.',
    'placed_at: “03/04/2026” may be two days: write 2026-04-03 or 2026-03-04.',
    'country: “Atlantis” is not a country code of ISO 3166-1: such as DE.',
  ]);
  await look('checked');
  await page.getByRole('button', { name: /^Refused 2/ }).click();
  await expect.poll(() => page.getByRole('row', { name: /OLD-1/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Bring in 1 row' }).click();
  await page.getByText('Brought in: 1. Refused: 2.').waitFor();
  await page.getByRole('button', { name: /^All 3/ }).click();
  await page.getByRole('link', { name: /^PO-/ }).waitFor();
  await look('done');
  await page.getByRole('button', { name: 'Undo' }).click();
  await look('ask');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: 1. Kept: 0.').waitFor();
  await page.getByRole('link', { name: /Import$/ }).click();
  await page.getByRole('row', { name: /old\.csv.*Undone/ }).waitFor();
  await look('list');
  expect(problems()).toEqual([]);
});

test('a German reader is told in German why a row was refused', async () => {
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.reload();
  await page.getByRole('link', { name: 'old.csv' }).click();
  const row = page.getByRole('row', { name: /OLD-2/ });
  await row.getByText('Eine Variante mit der ID oder SKU „nothing“ gibt es nicht.').waitFor();
  expect(await row.locator('[lang=en]').count()).toBe(0);
  await look('german');
  expect(problems()).toEqual([]);
});
