import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoStore, startDemoStore } from '../../demo/server.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, openPage, PHONE } from '../support/browser.ts';
import { freePorts } from '../support/service-process.ts';

// The service is down, so this also tests that a store's page works without it.
let serviceUrl: string;
let store: DemoStore;
const browser = await launchBrowser();

beforeAll(async () => {
  const [closed] = await freePorts(1);
  serviceUrl = `http://127.0.0.1:${closed}`;
  store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl });
});
afterAll(async () => {
  await browser.close();
  await store.close();
});

/** Returns all problems except the unreachable service. */
const othersOf = ({ problems }: OpenPage) =>
  problems.filter((problem) => !problem.includes(serviceUrl) && !problem.includes('ERR_CONNECTION_REFUSED'));

const PAGES = [
  '/',
  '/products/aurora-jacket',
  '/products/halla-lantern',
  '/products/loden-beanie',
  '/pages/test-cards',
  '/account',
  '/playground',
  '/nowhere',
];

describe.each([
  ['a phone', PHONE, 'light'],
  ['a phone at night', PHONE, 'dark'],
  ['a desk', DESKTOP, 'light'],
  ['a desk at night', DESKTOP, 'dark'],
] as const)('on %s', (_name, viewport, colorScheme) => {
  test.each(PAGES)('%s is accessible and fits', async (path) => {
    const opened = await openPage(browser, store.url + path, { viewport, colorScheme });
    await expectAccessible(opened.page);
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    const others = othersOf(opened).filter((problem) => path !== '/nowhere' || !problem.includes('404'));
    expect(others).toEqual([]);
    await opened.close();
  });

  test('controls are large enough', async () => {
    const { page, close } = await openPage(browser, `${store.url}/products/aurora-jacket`, { viewport, colorScheme });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, input:not([type=hidden]), summary')]
        .map((element) => ({ name: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
        .filter(({ name, box }) => box.width > 0 && !name.includes('skip') && (box.height < 24 || box.width < 24))
        .map(({ name }) => name),
    );
    // A link within a sentence may be as high as its line.
    expect(small.filter((name) => !name.includes('/pages/test-cards'))).toEqual([]);
    await close();
  });
});

test('the price is the store’s own while the service is down', async () => {
  const { page, close } = await openPage(browser, `${store.url}/products/rune-kettle`);
  expect(await page.locator('[data-shop-price]').isVisible()).toBe(true);
  await close();
});

describe('a variant', () => {
  const chosen = async (page: Page) => ({
    variant: await page.locator('[name="variant"]').inputValue(),
    picture: new URL((await page.locator('[data-picture]').getAttribute('src')) ?? '', page.url()).pathname,
  });

  test('is chosen by mouse and changes picture, name, field and address', async () => {
    const opened = await openPage(browser, `${store.url}/products/aurora-jacket`);
    const { page } = opened;
    expect(await chosen(page)).toEqual({ variant: '', picture: '/images/aurora-jacket-lichen.svg' });
    await page.getByRole('radio', { name: 'Dusk' }).click();
    expect(await chosen(page)).toEqual({ variant: '', picture: '/images/aurora-jacket-dusk.svg' });
    await page.getByRole('radio', { name: 'L', exact: true }).click();
    expect(await chosen(page)).toEqual({ variant: '100107', picture: '/images/aurora-jacket-dusk.svg' });
    expect(page.url()).toMatch(/\?variant=100107$/);
    await page.reload();
    expect(await chosen(page)).toEqual({ variant: '100107', picture: '/images/aurora-jacket-dusk.svg' });
    expect(othersOf(opened)).toEqual([]);
    await opened.close();
  });

  test('is chosen by keyboard alone', async () => {
    const { page, close } = await openPage(browser, `${store.url}/products/tarn-blanket`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await chosen(page)).toEqual({ variant: '100503', picture: '/images/tarn-blanket-pine.svg' });
    await close();
  });
});

test('the code can be copied and collapsed', async () => {
  const { page, close } = await openPage(browser, `${store.url}/products/skjul-tent`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("productId: '1007'");
  expect(copied).toContain(`<script async src="${serviceUrl}/api/v1/service.js"></script>`);
  await page.getByText('View the code').click();
  expect(await page.locator('#snippet').isVisible()).toBe(false);
  await close();
});

test('the customer signs in and out, and stays on the page', async () => {
  const { page, close } = await openPage(browser, `${store.url}/products/skjul-tent`);
  await page.getByRole('button', { name: /Sign in/ }).click();
  await page.getByText('Maya Lindqvist').waitFor();
  expect(new URL(page.url()).pathname).toBe('/products/skjul-tent');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /Sign in/ }).waitFor();
  await close();
});
