import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { createStoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let browser: Browser;
beforeAll(async () => {
  [system, browser] = [await startSystem(), await launchBrowser()];
});
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const open = (path: string, options?: BrowserContextOptions) => openPage(browser, system.baseUrl + path, options);
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search the documentation' });

describe.each([
  ['a phone', PHONE, 'light'],
  ['a phone at night', PHONE, 'dark'],
  ['a desk', DESKTOP, 'light'],
  ['a desk at night', DESKTOP, 'dark'],
] as const)('on %s', (name, viewport, colorScheme) => {
  test.each(['', '/sdk', '/api', '/api/waitlists', '/errors', '/cli', '/nowhere'])(
    '/docs%s is accessible and fits',
    async (path) => {
      const { page, problems, close } = await open(`/docs${path}`, { viewport, colorScheme });
      await expectAccessible(page);
      expect(await width(page)).toBe(viewport.width);
      await takeScreenshot(page, `docs${path.replaceAll('/', '-')}-${name.replaceAll(' ', '-')}`);
      expect(problems.filter((problem) => path !== '/nowhere' || !problem.includes('404'))).toEqual([]);
      await close();
    },
  );
});

test('a page loads nothing from other hosts', async () => {
  const hosts = new Set<string>();
  const { page, close } = await openPage(browser, 'about:blank');
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${system.baseUrl}/docs/api`);
  expect([...hosts].filter((origin) => origin !== 'null')).toEqual([system.baseUrl]);
  await close();
});

describe('the search', () => {
  test('opens by its key, and arrows and Enter lead to what was found', async () => {
    const { page, problems, close } = await open('/docs');
    await page.keyboard.press('/');
    const input = dialog(page).getByRole('combobox');
    await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('rate limited');
    const options = dialog(page).getByRole('option');
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    expect(await options.first().getAttribute('href')).toBe('/docs/errors#rate_limited');
    await expectAccessible(page);
    await takeScreenshot(page, 'docs-search');
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await input.getAttribute('aria-activedescendant')).toBe(await options.nth(1).getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/errors#rate_limited');
    expect(problems).toEqual([]);
    await close();
  });

  test('finds a word with a mistake, and says when there is nothing', async () => {
    const { page, close } = await open('/docs/sdk', { viewport: PHONE });
    await page.getByRole('button', { name: 'Search' }).click();
    const input = dialog(page).getByRole('combobox');
    await input.fill('avialability');
    await dialog(page)
      .getByRole('option', { name: /availability/i })
      .first()
      .waitFor();
    await input.fill('zzqqxxyy');
    await dialog(page).getByText('Nothing is found for “zzqqxxyy”').waitFor();
    expect(await dialog(page).getByRole('option').count()).toBe(0);
    await expectAccessible(page);
    await takeScreenshot(page, 'docs-search-nothing-390');
    await page.keyboard.press('Escape');
    expect(await dialog(page).isVisible()).toBe(false);
    await close();
  });

  test('treats what is typed as text, and says when the index does not come', async () => {
    const { page, problems, close } = await open('/docs');
    await page.route('**/docs/search.json', (route) => route.abort());
    await page.keyboard.press('/');
    await dialog(page).getByText('The search did not load').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' }); // a key that comes before would go to the field
    await page.unroute('**/docs/search.json');
    await page.keyboard.press('/');
    await dialog(page).getByText('Type what you look for').waitFor();
    await page.keyboard.type('<img src=x> (['); // also a broken pattern
    await dialog(page).getByRole('option').first().waitFor();
    expect(await dialog(page).locator('img').count()).toBe(0);
    expect(problems.filter((problem) => !/search\.json|net::ERR_FAILED/.test(problem))).toEqual([]); // what was aborted
    await close();
  });

  test('leaves the key to a field', async () => {
    const { page, close } = await open('/docs/api');
    await page.getByText('Try it').first().click();
    await page.getByLabel('api_key').first().pressSequentially('a/b');
    expect(await page.getByLabel('api_key').first().inputValue()).toBe('a/b');
    expect(await dialog(page).isVisible()).toBe(false);
    await close();
  });
});

describe('samples', () => {
  test('are switched by keyboard, everywhere, and stay so on the next page without a shift', async () => {
    const { page, problems, close } = await open('/docs/api');
    const first = page.getByRole('tablist').first();
    await first.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const selected = () => page.getByRole('tab', { selected: true }).allTextContents();
    expect(new Set(await selected())).toEqual(new Set(['React']));
    expect(await first.getByRole('tab', { name: 'React' }).evaluate((tab) => tab === document.activeElement)).toBe(
      true,
    );
    await page.getByText('fetchWaitlists()').waitFor();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      });
      watch.observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${system.baseUrl}/docs/sdk`);
    await page.getByText('PreorderProvider').first().waitFor();
    expect(await page.getByRole('tab', { selected: true }).first().textContent()).toBe('React');
    expect(await page.evaluate('shifts')).toEqual([]);
    // Samples of the private API, which no page may call, have no React: theirs stays the first.
    await page.goto(`${system.baseUrl}/docs/api/money`);
    expect(new Set(await selected())).toEqual(new Set(['curl']));
    expect(problems).toEqual([]);
    await close();
  });

  test('are copied as they are shown, and it is said', async () => {
    const { page, close } = await open('/docs/sdk', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('tab', { name: 'React' }).first().click();
    await page.locator('.samples').first().getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied to the clipboard').waitFor();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^import type \{ ReactNode \} from 'react';\n[\s\S]*<PreorderProvider/);
    await close();
  });

  test('are selected where the browser does not let them be copied', async () => {
    const { page, close } = await open('/docs/sdk');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Selected' }).waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('service.js');
    await close();
  });
});

test('the menu of a phone opens, shows where one is, and closes by Escape', async () => {
  const { page, problems, close } = await open('/docs/webhooks', { viewport: PHONE, hasTouch: true });
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Documentation' });
  expect(await menu.isVisible()).toBe(false);
  await button.click();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  const current = menu.getByRole('link', { name: 'Webhooks' });
  expect(await current.getAttribute('aria-current')).toBe('page');
  const box = await current.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height);
  await expectAccessible(page);
  await takeScreenshot(page, 'docs-menu-390');
  await page.keyboard.press('Escape');
  expect(await menu.isVisible()).toBe(false);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('the contents follow the reader', async () => {
  const { page, close } = await open('/docs/sdk');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'setCustomerData' }).click();
  await expect.poll(() => contents.locator('[aria-current]').textContent()).toBe('setCustomerData');
  const top = await page.locator('#setcustomerdata').evaluate((heading) => heading.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(60); // below the bar
  await close();
});

test('a wide table scrolls inside itself, and the keyboard reaches it', async () => {
  const { page, close } = await open('/docs/errors', { viewport: PHONE });
  const table = page.getByRole('group', { name: 'Table' }).first();
  const [inner, outer] = await table.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(inner).toBeGreaterThan(outer ?? Infinity);
  expect(await table.getAttribute('tabindex')).toBe('0');
  await close();
});

test('the reference asks this service, and shows its answer', async () => {
  const store = await createStoreWithWaitlist(system);
  const { page, problems, close } = await open('/docs/api');
  const operation = page.getByRole('region', { name: /^The units left/ });
  await operation.getByText('Try it').click();
  await operation.getByLabel('api_key').fill(store.storeKey);
  await operation.getByLabel('product_id').fill(store.product.externalId);
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.locator('.tried').getByText(store.waitlistId).first().waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await close();
});

test('without scripts everything is there: the menu, all samples, a form that asks', async () => {
  const { page, close } = await open('/docs/sdk', { viewport: PHONE, javaScriptEnabled: false });
  expect(await page.getByRole('link', { name: 'The command line' }).first().isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Menu' }).isVisible()).toBe(true);
  expect(await page.getByText('<PreorderProvider baseUrl').first().isVisible()).toBe(true);
  expect(await page.getByText('Service.init({', { exact: false }).last().isVisible()).toBe(true);
  for (const name of ['Search', 'Menu', 'Copy']) expect(await page.getByRole('button', { name }).count(), name).toBe(0);
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(PHONE.width);
  await takeScreenshot(page, 'docs-without-scripts-390');
  await page.goto(`${system.baseUrl}/docs/api`);
  expect(await page.locator('form').first().getAttribute('action')).toBe('/api/v1/waitlists');
  await close();
});
