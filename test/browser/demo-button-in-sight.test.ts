import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PRODUCTS } from '../../demo/catalogue.ts';
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

const SMALL = { width: 360, height: 640 };
const ON_ITS_SIDE = { width: 844, height: 390 };

type Visit = { viewport: { width: number; height: number }; colorScheme?: 'light' | 'dark' };

async function visit(handle: string, { viewport, colorScheme = 'light' }: Visit) {
  const opened = await openPage(browser, `${store.url}/products/${handle}`, { viewport, colorScheme, hasTouch: true });
  const loaded = opened.page.locator('[data-events] li', { hasText: 'PlacementLoaded' });
  await expect.poll(() => loaded.count()).toBe(2);
  return opened;
}

/** The rectangle of the whole placement, which is the button and the line below it, in the viewport. */
const placement = (page: Page) =>
  page.locator('.order').evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });

async function expectInSight(page: Page, viewport: { width: number; height: number }): Promise<void> {
  const { top, bottom, left, right } = await placement(page);
  expect(bottom - top).toBeGreaterThanOrEqual(52); // the height of the button that the page asks for
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThanOrEqual(viewport.height);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(viewport.width);
}

const WAITED_FOR = DEMO_PRODUCTS.filter(
  ({ waitlist, shows }) => waitlist && (!waitlist.launchesIn || shows?.fallbackToSoldOut),
);

describe.each([
  ['390 × 844', { viewport: PHONE }],
  ['390 × 844, dark', { viewport: PHONE, colorScheme: 'dark' }],
  ['360 × 640', { viewport: SMALL }],
  ['844 × 390', { viewport: ON_ITS_SIDE }],
] as const)('at %s', (name, at) => {
  test('the button of every product is in sight before anybody scrolls', async () => {
    for (const { handle } of WAITED_FOR) {
      const { page, close } = await visit(handle, at);
      await expectInSight(page, at.viewport);
      await takeScreenshot(page, `demo-in-sight-${handle}-${name.replaceAll(/\W+/g, '-')}`);
      await close();
    }
  });
});

test('the button stays in sight beside a long title, and goes with the product before the footer', async () => {
  const { page, close } = await visit('aurora-jacket', { viewport: SMALL });
  await page.locator('h1').evaluate((title) => {
    title.textContent = `${'A very long name of a jacket for every kind of weather '.repeat(4)}Regenschutzüberziehjacke`;
  });
  await expectInSight(page, SMALL);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALL.width);
  await page.locator('.facts').scrollIntoViewIfNeeded();
  await expectInSight(page, SMALL);
  await expectAccessible(page);
  for (const below of ['.behind', '.foot']) {
    await page.locator(below).evaluate((element) => element.scrollIntoView());
    const { bottom } = await placement(page);
    expect(bottom).toBeLessThanOrEqual(await page.locator(below).evaluate((e) => e.getBoundingClientRect().top));
  }
  await close();
});

test('a choice that has the focus is never under the bar', async () => {
  const { page, close } = await visit('halla-lantern', { viewport: SMALL });
  for (const control of [page.getByRole('radio').first(), page.getByLabel(/Engraving/)]) {
    await control.focus();
    const bottom = await control.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual((await placement(page)).top);
  }
  await close();
});

test('a product without a waitlist has no bar', async () => {
  const { page, close } = await visit('loden-beanie', { viewport: PHONE });
  await expect.poll(() => page.locator('.order').isVisible()).toBe(false);
  await close();
});
