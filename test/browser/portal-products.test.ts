import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, launchBrowser, type OpenPage, PHONE } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { createTestProduct } from '../support/merchant.ts';
import {
  becomeOwner,
  fitsWidth,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';

// A merchant of many products finds those that lack something, and sorts them.

const MADE = 60;
const PICTURE = 'https://pictures.example/blanket.svg';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28"><rect width="28" height="28" fill="#38a"/></svg>';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let list: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer({ ...stage.deps, stop: async () => {} }, { allocation: 20 });
  for (let index = 1; index <= MADE; index += 1) {
    const handle = `blanket-${String(index).padStart(2, '0')}`;
    await createTestProduct(stage.db, offer.storeId, {
      handle,
      title: `Tarn Blanket ${index}`,
      prices: [4_900, 5_900],
    });
  }
  await stage.db.query(`UPDATE product SET vendor = 'Tarn Mills' WHERE handle LIKE 'blanket-0%' AND store_id = $1`, [
    offer.storeId,
  ]);
  await stage.db.query(`UPDATE product SET image_url = $2 WHERE handle LIKE 'blanket-0%' AND store_id = $1`, [
    offer.storeId,
    PICTURE,
  ]);
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.route(PICTURE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
  await page.getByText('Put it on a page').waitFor();
  list = `${stage.portalUrl}/stores/${store?.slug}/products`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const rows = () => page.locator('tbody tr');
const asked = (name: string) => new URL(page.url()).searchParams.get(name);
const heights = () => rows().evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
const add = async (name: string) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
};
const choose = async (name: string, value: string) => {
  const dialog = await add(name);
  await dialog.getByLabel(name).selectOption(value);
  await dialog.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: `${name}: ${value}` }).waitFor();
};

test('rows are one line on a wide screen, two on a phone, and the head stays in sight', async () => {
  await page.goto(list);
  await expect.poll(() => rows().count()).toBe(50);
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(44);
  expect(Math.min(...(await heights()))).toBeGreaterThanOrEqual(36);
  await lookEverywhere(page, 'portal-products-list');
  await rows().nth(40).scrollIntoViewIfNeeded();
  const head = page.getByRole('columnheader', { name: 'Product' });
  expect(await head.evaluate((cell) => cell.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.setViewportSize(PHONE);
  expect((await heights()).reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(4_500);
  expect(await fitsWidth(page)).toBe(true);
  await page.setViewportSize(DESKTOP);
});

test('filters stand as chips with their values, and in the address', async () => {
  await page.goto(list);
  await choose('Picture', 'With');
  await expect.poll(() => rows().count()).toBe(9);
  await choose('Ids', 'Of the platform');
  await choose('Waitlist', 'Without');
  await choose('Prices', 'With');
  const vendor = await add('Vendor');
  await vendor.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => vendor.getByLabel('Vendor').getAttribute('aria-invalid')).toBe('true');
  await vendor.getByLabel('Vendor').fill('tarn mills');
  await vendor.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Vendor: tarn mills' }).waitFor();
  await expect.poll(() => rows().count()).toBe(9);
  await lookEverywhere(page, 'portal-products-filtered');
  const link = page.url();
  await rows().first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Tarn Blanket 1' }).waitFor();
  await page.goBack();
  await expect.poll(() => rows().count()).toBe(9);
  expect(page.url()).toBe(link);
  await page.goto(`${list}?picture=without&vendor=tarn+mills`);
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect.poll(() => rows().count()).toBe(50);
});

test('the head of a column orders the list, also its later pages', async () => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Product', exact: true }).click();
  await expect.poll(() => rows().first().getByRole('link').textContent()).toBe('Aurora Jacket');
  await page.getByRole('button', { name: 'Product', exact: true }).click();
  await expect.poll(() => rows().first().getByRole('link').textContent()).toBe('Tarn Blanket 9');
  expect(asked('sort')).toBe('title_desc');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows().last().getByRole('link').textContent()).toBe('Aurora Jacket');
});

test('j and k go through the rows, and what is not known is said', async () => {
  await page.goto(`${list}?ids=some&sort=colour`);
  await page.getByText('Ids: “some”: not known').waitFor();
  await expect.poll(() => rows().count()).toBe(50);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  expect(
    await rows()
      .nth(1)
      .getByRole('link')
      .evaluate((link) => link === document.activeElement),
  ).toBe(true);
});

test('nothing of this broke anything in the page', () => {
  expect(problemsOf(open)).toEqual([]);
});
