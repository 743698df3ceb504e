import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStore } from '../../src/core/stores/queries.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { DESKTOP, launchBrowser, type OpenPage } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { becomeOwner, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';

const TITLE = 'Aurora Jacket';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let slug: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const engine = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(engine, { allocation: 20 });
  slug = (await readStore(stage.db, offer.storeId)).slug;
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const go = (of: Page, path: string) => of.goto(`${stage.portalUrl}/stores/${slug}${path}`);
const waitlist = () => readWaitlist(stage.db, offer.storeId, offer.waitlistId);
const second = () => page.context().newPage();
const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });
const limit = () => page.getByLabel('Limit per customer');
const path = () => new URL(page.url()).pathname;
const edit = () => `/stores/${slug}/waitlists/${offer.waitlistId}/edit`;

/** Comes to the form from a page of the portal, goes back to it once, so that there is a step forward too, and types. */
async function typeBetweenPages(): Promise<void> {
  await go(page, '/waitlists');
  await page.getByRole('link', { name: TITLE }).first().click();
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit the terms' }).click();
  await limit().waitFor();
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await page.goBack();
  await limit().fill('7');
}

const ways = {
  Back: () => page.evaluate(() => history.back()),
  Forward: () => page.evaluate(() => history.forward()),
  'two steps back': () => page.evaluate(() => history.go(-2)),
  'a link of the navigation': () => page.getByRole('link', { name: 'Products', exact: true }).click(),
  'the way back of the page': () => page.locator('.page__back').click(),
};
const arrived: Record<keyof typeof ways, () => string> = {
  Back: () => `/stores/${slug}/waitlists/${offer.waitlistId}`,
  Forward: () => `/stores/${slug}/products`,
  'two steps back': () => `/stores/${slug}/waitlists`,
  'a link of the navigation': () => `/stores/${slug}/products`,
  'the way back of the page': () => `/stores/${slug}/waitlists/${offer.waitlistId}`,
};

test.each(Object.keys(ways) as (keyof typeof ways)[])('%s: stay, stay again, and leave', async (way) => {
  await typeBetweenPages();
  for (const stay of [
    () => question().getByRole('button', { name: 'Go back' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await ways[way]();
    await question().waitFor();
    await stay();
    await question().waitFor({ state: 'detached' });
    expect([path(), await limit().inputValue()]).toEqual([edit(), '7']);
  }
  await ways[way]();
  await question().getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(path).toBe(arrived[way]());
  await limit().waitFor({ state: 'detached' });
  // Nothing asks any more.
  await page.getByRole('link', { name: 'Discounts', exact: true }).click();
  await page.getByRole('heading', { name: 'Discounts', level: 1 }).waitFor();
  expect((await waitlist()).limitPerCustomer).toBe(null);
});

test('another store: stay, and leave', async () => {
  await createTestStore(stage.db, { slug: 'birches', name: 'Birches' });
  await typeBetweenPages();
  await page.reload({ timeout: 2_000 }).catch(() => {});
  await go(page, `/waitlists/${offer.waitlistId}/edit`);
  await limit().fill('7');
  const change = async () => {
    await page
      .getByRole('button', { name: /North & Pine/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /Birches/ }).click();
  };
  await change();
  await question().getByRole('button', { name: 'Go back' }).click();
  expect([path(), await limit().inputValue()]).toEqual([edit(), '7']);
  await change();
  await question().getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(path).toBe('/stores/birches');
});

test('a tab that is closed', async () => {
  const tab = await second();
  await go(tab, `/waitlists/${offer.waitlistId}/edit`);
  await tab.getByLabel('Limit per customer').fill('7');
  const asked: string[] = [];
  tab.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  const seen = tab.waitForEvent('dialog');
  await tab.close({ runBeforeUnload: true });
  await seen;
  expect(await tab.getByLabel('Limit per customer').inputValue()).toBe('7');
  const closed = tab.waitForEvent('close');
  await tab.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toEqual(['beforeunload', 'beforeunload']);
});

test('what was taken back, and a search, ask nothing', async () => {
  await typeBetweenPages();
  await limit().fill('');
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  await go(page, '/products/ids');
  await page.getByLabel('The id of your page').fill('8123');
  await page.getByRole('link', { name: 'Discounts', exact: true }).click();
  await page.getByRole('heading', { name: 'Discounts', level: 1 }).waitFor();
});

test('nothing broke', () => {
  expect(problemsOf(open)).toEqual([]);
});
