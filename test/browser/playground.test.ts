import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POLICIES } from '../../demo/playground/fields.ts';
import { readDemoSecret, seedDemo } from '../../demo/seed.ts';
import { type DemoStore, startDemoStore } from '../../demo/server.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, openPage, PHONE } from '../support/browser.ts';
import { type System, startSystem } from '../support/system.ts';

let system: System;
let store: DemoStore;
const browser = await launchBrowser();

beforeAll(async () => {
  system = await startSystem();
  const sharedSecret = () => readDemoSecret(system.deps);
  store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: system.baseUrl, sharedSecret });
  await seedDemo(system.deps, store.url);
});
afterAll(async () => {
  await browser.close();
  await store.close();
  await system.stop();
});

const open = (query = '', options = {}) => openPage(browser, `${store.url}/playground${query}`, options);
const stageOf = (page: Page): FrameLocator => page.locator('[data-stage]').contentFrame();
const elementOf = (page: Page, type = 'button') =>
  stageOf(page).locator(`[data-service-placement-type="${type}"] iframe`).contentFrame();
const code = (page: Page) => page.locator('#snippet').textContent();
const eventsOf = (page: Page) => page.locator('[data-events] strong').allTextContents();

describe.each([
  ['a phone', PHONE, 'light'],
  ['a phone at night', PHONE, 'dark'],
  ['a desk', DESKTOP, 'light'],
  ['a desk at night', DESKTOP, 'dark'],
] as const)('on %s', (_name, viewport, colorScheme) => {
  test('is accessible and fits, with a visible element', async () => {
    const { page, problems, close } = await open('?placement=both', { viewport, colorScheme });
    await elementOf(page).getByRole('button', { name: 'Pre-order' }).waitFor();
    await elementOf(page, 'price').getByText('€').first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a choice', () => {
  test('changes the element, the code and the address, and stays after a reload', async () => {
    const { page, problems, close } = await open();
    await page.getByLabel('Placement').selectOption('Price and button');
    await page.getByLabel('Product', { exact: true }).selectOption('Tarn Blanket');
    await page.getByLabel('Variant').selectOption('Pine');
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByLabel('When hovered: colour').fill('#114422');
    await page.getByLabel('Height, px').fill('60');
    await elementOf(page).getByRole('button', { name: 'Vorbestellen' }).waitFor();
    await page.waitForURL(/style\.height=60/);
    const expectAll = async () => {
      expect(await code(page)).toMatch(/productId: '1005',\n\s+skuId: '100503'/);
      expect(await code(page)).toContain("height: '60px'");
      expect(await code(page)).toContain("hoverStyle: {\n        backgroundColor: '#114422'");
      await elementOf(page).getByRole('button', { name: 'Vorbestellen' }).waitFor();
      expect((await elementOf(page).getByRole('button', { name: 'Vorbestellen' }).boundingBox())?.height).toBe(60);
    };
    await expectAll();
    await page.reload();
    expect(await page.getByLabel('Variant').locator('option:checked').textContent()).toBe('Pine');
    expect(await page.getByLabel('When hovered', { exact: true }).isChecked()).toBe(true);
    await expectAll();
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.waitForURL(`${store.url}/playground`);
    expect(problems).toEqual([]);
    await close();
  });

  test('has React code as well, which does not change the element', async () => {
    const { page, close } = await open('?placement=both');
    await page.locator('[data-events]').getByText('PlacementLoaded').nth(1).waitFor();
    await page.getByLabel('What the code is for').selectOption('For React');
    await page.locator('#snippet').getByText('PreorderProvider').first().waitFor();
    expect(await code(page)).toContain('<PreorderButton\n        productId="1001"\n        skuId="100101"');
    expect(await page.getByRole('link', { name: 'Open on its own' }).getAttribute('href')).not.toContain('react');
    expect(await eventsOf(page)).toHaveLength(3);
    await close();
  });

  test('works by keyboard alone', async () => {
    const { page, close } = await open('', { viewport: PHONE });
    await elementOf(page).getByRole('button', { name: 'Pre-order' }).waitFor();
    await page.getByRole('link', { name: 'Open on its own' }).focus();
    // Into the frame, to the button: it opens the checkout and gets the focus when that closes.
    const button = elementOf(page).locator('#button');
    const hasFocus = () => button.evaluate((element) => element === document.activeElement && document.hasFocus());
    await page.keyboard.press('Tab');
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Enter');
    const checkout = stageOf(page).locator('dialog[open] iframe').contentFrame();
    await checkout.getByLabel('E-mail').waitFor();
    await expect.poll(() => checkout.locator('body').evaluate(() => document.hasFocus())).toBe(true);
    // The focused frame is removed while it handles the key, so the browser may never confirm the key.
    page.keyboard.press('Escape').catch(() => {});
    await stageOf(page).locator('dialog[open]').waitFor({ state: 'detached' });
    await expect.poll(hasFocus).toBe(true);
    // Out of the frame, past its link, to the first control. The focus crosses processes and arrives after the key.
    await page.keyboard.press('Tab');
    await expect.poll(() => button.evaluate(() => document.activeElement?.id)).toBe('learn');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('placement');
    await page.keyboard.press('ArrowDown');
    await elementOf(page, 'price').getByText('€').first().waitFor();
    expect(await code(page)).toContain("placementType: 'price'");
    await close();
  });

  test('offers only options that the placement has', async () => {
    const { page, close } = await open('?placement=price');
    expect(await page.getByLabel('Corners, px').isVisible()).toBe(false);
    expect(await page.getByLabel('Aligned').isVisible()).toBe(true);
    await page.getByLabel('Placement').selectOption('Button');
    expect(await page.getByLabel('Corners, px').isVisible()).toBe(true);
    expect(await page.getByLabel('Aligned').isVisible()).toBe(false);
    await page.getByLabel('Placement').selectOption('Status page, guest');
    expect(await page.getByLabel('Product', { exact: true }).isVisible()).toBe(false);
    expect(await page.getByText('Look', { exact: true }).isVisible()).toBe(false);
    await close();
  });

  test('sets the page right to left, and dark', async () => {
    const { page, close } = await open('?language=he&theme=dark');
    const root = stageOf(page).locator('html');
    expect(await root.getAttribute('dir')).toBe('rtl');
    expect(await root.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('dark');
    await page.getByLabel('Direction').selectOption('Left to right');
    await stageOf(page).locator('html:not([dir])').waitFor();
    await close();
  });
});

describe('under every policy', () => {
  const withCheckout = POLICIES.filter(([policy]) => policy !== 'isolated');
  test.each(withCheckout)('%s: the checkout opens without a violation', async (policy) => {
    const { page, problems, close } = await open(`?policy=${policy}`);
    expect(await page.locator('#headers').isVisible()).toBe(policy !== 'none');
    // The click goes three frames deep and needs a visible button.
    await elementOf(page).getByRole('button', { name: 'Pre-order' }).click();
    await page.locator('[data-events]').getByText('ButtonClicked').waitFor();
    await stageOf(page).locator('dialog iframe').waitFor();
    expect(await eventsOf(page)).not.toContain('Policy violation');
    // Chromium warns of every sandbox that a page can leave.
    expect(problems.filter((problem) => !problem.includes('can escape its sandboxing'))).toEqual([]);
    await close();
  });
});

test('in an isolated page a note explains the checkout, and the button leads there', async () => {
  const { page, problems, close } = await open('?policy=isolated');
  await elementOf(page).getByRole('button', { name: 'Pre-order' }).waitFor();
  expect(await page.locator('[data-note]').textContent()).toContain('cross-origin isolated');
  const [alone] = await Promise.all([page.waitForEvent('popup'), page.getByText('Open on its own').click()]);
  await alone.frameLocator('iframe').getByRole('button', { name: 'Pre-order' }).click();
  await alone.frameLocator('dialog iframe').getByRole('link', { name: 'Go to the checkout' }).waitFor();
  await page.getByLabel('Policy').selectOption('None');
  await page.locator('[data-note]').waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
  await close();
});

describe('the events', () => {
  test('are shown unchanged, newest first, and can be cleared', async () => {
    const { page, close } = await open();
    await page.locator('[data-events]').getByText('PlacementLoaded').waitFor();
    expect(await eventsOf(page)).toEqual(['PlacementLoaded', 'Service:Ready']);
    expect(await page.locator('[data-events] code').first().textContent()).toContain('"placementType": "button"');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await eventsOf(page)).toEqual([]);
    await close();
  });

  test('are taken only from the element’s page', async () => {
    const opened: OpenPage = await open();
    const { page } = opened;
    await page.locator('[data-events]').getByText('PlacementLoaded').waitFor();
    await page.evaluate(() => {
      postMessage({ playground: 'PreorderCreated' }, location.origin);
      // The message above arrived before.
      return new Promise((resolve) => {
        addEventListener('message', () => setTimeout(resolve), { once: true });
      });
    });
    expect(await eventsOf(page)).not.toContain('PreorderCreated');
    await opened.close();
  });
});

test('a signed-in customer sees the status page by a token of the store’s backend', async () => {
  const { page, problems, close } = await open('?placement=status_signed_in');
  await page.getByText('Nobody is signed in').waitFor();
  expect(await stageOf(page).locator('iframe').count()).toBe(0);
  await page.getByRole('button', { name: /Sign in/ }).click();
  await page.getByText(/signed a token/).waitFor();
  await elementOf(page, 'pre-order-status-placement').locator('body').filter({ hasText: /\S/ }).waitFor();
  expect(await code(page)).toContain("Service.loadPreorderStatusPage({ mode: 'logged_in', token })");
  expect(problems).toEqual([]);
  await close();
});
