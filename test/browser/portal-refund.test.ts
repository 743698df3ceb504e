import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer } from '../support/core.ts';
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
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const engine = { ...stage.deps, stop: async () => {} };
  const offer = await createOffer(engine, { allocation: 10, plan: { plan: 'pay_now' } });
  const reference = await buyFrom(engine, offer, { email: 'ada@mail.example', quantity: 2 });
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  await page.goto(`${stage.portalUrl}/stores/${store?.slug}/preorders/${reference}`);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

test('a part of the price of both units is given back at once', async () => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  const amount = dialog.getByLabel('Amount each in EUR');
  const paid = await amount.inputValue(); // all that is left is filled in
  expect(await dialog.getByLabel('Units').inputValue()).toBe('2');
  await dialog.getByRole('button', { name: `Refund €${(Number(paid) * 2).toFixed(2)}` }).waitFor();
  await takeScreenshot(page, 'portal-refund-desk');
  await page.setViewportSize(PHONE);
  await takeScreenshot(page, 'portal-refund-phone');
  expect(await fitsWidth(page)).toBe(true);
  await page.setViewportSize(DESKTOP);
  await dialog.getByLabel('Units').selectOption('0');
  await dialog.getByLabel('Reason').fill('A scratch.');
  await dialog.getByRole('button', { name: 'Refund €0.00' }).click();
  await dialog.getByText('Choose at least one unit.').first().waitFor();
  await expectAccessibleInBoth(page);
  await dialog.getByLabel('Units').selectOption('2');
  await amount.fill('5000,00');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
  await expectAccessibleInBoth(page);
  await amount.fill('5,00');
  await dialog.getByRole('button', { name: 'Refund €10.00' }).click();
  await page.getByText('The refund is on its way.').waitFor();
  await page.locator('.timeline').getByText('Refunded by the store').first().waitFor();
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));
