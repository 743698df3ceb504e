import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStore } from '../../src/core/stores/queries.ts';
import { launchBrowser } from '../support/browser.ts';
import { createCatalog, exportOf, SHIRT } from '../support/catalog.ts';
import { becomeOwner, lookEverywhere, type PortalStage, startPortalSystem } from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let page: Page;
let storeId: string;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const catalog = await createCatalog(stage.db);
  await catalog.load(exportOf(...SHIRT));
  storeId = catalog.storeId;
  page = (await becomeOwner(browser, stage)).page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

test('a merchant says who made a product, and is told what is missing', async () => {
  const { slug } = await readStore(stage.db, storeId);
  await page.goto(`${stage.portalUrl}/stores/${slug}/products/shirt`);
  await page.getByText('Shoppers do not read who made this').waitFor();
  await lookEverywhere(page, 'portal-safety-missing');
  await page.getByRole('button', { name: 'Change what shoppers read' }).click();
  const window = page.getByRole('dialog', { name: 'Product safety' });
  const maker = window.getByRole('group', { name: 'Manufacturer' });
  await maker.getByLabel('Name').fill('Aurora AB');
  await maker.getByLabel('E-mail or web address').fill('safety@aurora.example');
  await window.getByRole('button', { name: 'Save' }).click();
  await window.locator('.field__error').first().waitFor();
  expect(await maker.getByLabel('Postal address').getAttribute('aria-invalid')).toBe('true');
  await lookEverywhere(page, 'portal-safety-refused');
  await maker.getByLabel('Postal address').fill('Storgatan 1\n111 22 Stockholm');
  await window.getByLabel('Warnings and safety information (English)').fill('Keep away from fire.');
  await window.getByLabel('Warnings in another language').selectOption({ label: 'French' });
  await window.getByLabel('Warnings and safety information (French)').fill('Tenir loin du feu.');
  await window.getByRole('button', { name: 'Save' }).click();
  await window.waitFor({ state: 'detached' });
  await page.getByText('Aurora AB').waitFor();
  await page.getByText('what you typed here').waitFor();
  await page.getByText('Tenir loin du feu.').waitFor();
  expect(await page.getByText('Shoppers do not read who made this').count()).toBe(0);
  await lookEverywhere(page, 'portal-safety-known');
});
