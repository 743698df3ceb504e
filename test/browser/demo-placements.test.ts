import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../demo/seed.ts';
import { type DemoStore, startDemoStore } from '../../demo/server.ts';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { type System, startSystem } from '../support/system.ts';

let system: System;
let store: DemoStore;
let browser: Browser;

beforeAll(async () => {
  system = await startSystem();
  store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: system.baseUrl });
  await seedDemo(system.deps, store.url);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await store.close();
  await system.stop();
});

/** Opens a page under the store's strict policy and waits for both placements. */
async function visit(path: string) {
  const opened = await openPage(browser, store.url + path, { viewport: PHONE });
  const { page } = opened;
  const loaded = page.locator('[data-events] li', { hasText: 'PlacementLoaded' });
  if (path !== '/') await expect.poll(() => loaded.count()).toBe(2);
  const frame = page.frameLocator('[data-service-placement-type="button"] iframe');
  const button = frame.getByRole('button', { name: /Pre-order|Sold Out|Coming soon/, includeHidden: true });
  const price = page.frameLocator('[data-service-placement-type="price"] iframe').locator('body');
  return { ...opened, button, price, ownPrice: page.locator('[data-shop-price]') };
}

test('the first page shows the ship windows of products with a waitlist', async () => {
  const { page, problems, close } = await visit('/');
  const ships = (id: string) => page.locator(`[data-product="${id}"] .ships`).textContent();
  await expect.poll(() => ships('1001')).toMatch(/^Ships \d/);
  expect(await ships('1010')).toBe('');
  await expectAccessible(page);
  await takeScreenshot(page, 'demo-home-390');
  expect(problems).toEqual([]);
  await close();
});

test('an open waitlist: its price with the compare-at price, instead of the store’s', async () => {
  const { page, price, ownPrice, button, problems, close } = await visit('/products/rune-kettle');
  expect(await price.innerText()).toMatch(/€98\.00[\s\S]*€112\.00/);
  expect(await ownPrice.isVisible()).toBe(false);
  expect(await button.innerText()).toBe('Pre-order');
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await close();
});

test('no size chosen yet: the button waits for one', async () => {
  const { page, button, problems, close } = await visit('/products/aurora-jacket');
  expect(await button.isDisabled()).toBe(true);
  await page.getByRole('radio', { name: 'XL' }).check();
  await expect.poll(() => button.isEnabled()).toBe(true);
  await page.getByRole('radio', { name: 'Dusk' }).check();
  await expect.poll(() => button.innerText()).toBe('Sold Out');
  expect(problems).toEqual([]);
  await close();
});

test('a waitlist that opens later: coming soon, at the store’s price', async () => {
  const { button, ownPrice, problems, close } = await visit('/products/fell-boots');
  expect(await button.innerText()).toBe('Coming soon');
  expect(await button.isDisabled()).toBe(true);
  expect(await ownPrice.isVisible()).toBe(true);
  // The waitlist's price appears when it opens.
  expect(problems).toEqual([expect.stringContaining('its waitlist opens later')]);
  await close();
});

test('a waitlist without units says so', async () => {
  const { button, problems, close } = await visit('/products/birk-mug');
  expect(await button.innerText()).toBe('Sold Out');
  expect(await button.isDisabled()).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('no waitlist: the placements take no space', async () => {
  const { page, ownPrice, problems, close } = await visit('/products/loden-beanie');
  const heights = await page
    .locator('iframe')
    .evaluateAll((frames) => frames.map((frame) => frame.getBoundingClientRect().height));
  expect(heights).toEqual([0, 0]);
  expect(await ownPrice.isVisible()).toBe(true);
  expect(problems).toEqual([expect.stringMatching(/it has no open waitlist \(said in test stores only\)$/)]);
  await close();
});
