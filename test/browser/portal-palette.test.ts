import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
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
let offer: Offer;
let open: OpenPage;
let page: Page;
let reference: string;
let home: string;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const engine = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(engine, { allocation: 10 });
  reference = await buyFrom(engine, offer, { email: 'grace@mail.example' });
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  home = `${stage.portalUrl}/stores/${store?.slug}`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const field = () => page.getByRole('combobox', { name: 'Search' });
const option = (name: string | RegExp) => page.getByRole('option', { name });

async function type(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field().pressSequentially(text);
}

test('three letters find a pre-order, a person, a waitlist, a product and an act, while somebody types', async () => {
  await page.goto(home);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await type('gra');
  await option(new RegExp(reference)).waitFor();
  await option(/^grace@mail\.example/).waitFor();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await type('auror');
  await option(/^Pause Aurora Jacket/).waitFor();
  expect(await option(/^Aurora Jacket/).count()).toBe(2); // the waitlist and the product
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-palette-found-desk');
  await page.setViewportSize(PHONE);
  expect(await fitsWidth(page)).toBe(true);
  await takeScreenshot(page, 'portal-palette-found-phone');
  await page.setViewportSize(DESKTOP);
  await field().fill('zzzz');
  await expect.poll(() => page.getByRole('option').count()).toBe(1); // the search for pre-orders
  await page.keyboard.press('Escape');
});

test('a word that begins like an act is also searched for as a name, and what one list refuses the others have', async () => {
  await stage.db.query("UPDATE product SET title = 'Open Air Lamp' WHERE title = 'Aurora Jacket'");
  await type('open');
  await option(/^Open Air Lamp.*Waitlists/).waitFor();
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
  await stage.db.query("UPDATE product SET title = 'Aurora Jacket' WHERE title = 'Open Air Lamp'");
});

test('an act that is typed opens its window, which says what it does', async () => {
  await type('close aurora');
  await option(/^Close Aurora Jacket for good/).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close Aurora Jacket for good' });
  await dialog.getByText('It never sells again.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await type('pause auro');
  await option(/^Pause Aurora Jacket/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Pause Aurora Jacket' }).getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Aurora Jacket is paused.').waitFor();
});

test('a customer is opened without an address in the link', async () => {
  await type('grace@');
  await option(/^grace@mail\.example/).click();
  await page.getByRole('link', { name: 'grace@mail.example' }).waitFor();
  expect(page.url()).not.toContain('grace');
});

test('where the search led to comes first the next time', async () => {
  await type('auror');
  await option(/^Aurora Jacket.*Products/).click();
  await page.getByRole('heading', { level: 1, name: 'Aurora Jacket' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Aurora Jacket');
  await page.keyboard.press('Escape');
});

test('letters lead to pages and ? shows them, until somebody switches them off', async () => {
  await page.goto(home);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { level: 1, name: 'Pre-orders' }).waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('g w').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-keys-desk');
  await keys.getByRole('checkbox', { name: 'Keys of one letter work' }).uncheck();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.keyboard.press('?');
  expect(await keys.count()).toBe(0);
  expect(page.url()).toContain('/preorders');
  await type('keys');
  await option(/^Keys$/).click();
  await keys.waitFor();
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));
