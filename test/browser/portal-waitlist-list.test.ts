import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { DESKTOP, launchBrowser, type OpenPage, PHONE } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { createTestProduct, createTestWaitlist } from '../support/merchant.ts';
import {
  becomeOwner,
  fitsWidth,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';

// A merchant finds waitlists by words, and pauses and resumes many at once.

const TITLES = ['Harbour Coat', 'Harbour Hat', 'Kelp Blanket'];

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let list: string;
let open: OpenPage;
let page: Page;
const ids: string[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer({ ...stage.deps, stop: async () => {} }, { allocation: 20 });
  for (const title of TITLES) {
    const product = await createTestProduct(stage.db, offer.storeId, { prices: [12_900], title });
    const waitlistId = await createTestWaitlist(stage.db, { storeId: offer.storeId, product });
    await changeWaitlistState(stage.deps, { storeId: offer.storeId, waitlistId }, 'open');
    ids.push(waitlistId);
  }
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  list = `${stage.portalUrl}/stores/${store?.slug}/waitlists`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const rows = () => page.locator('tbody tr');
const stateOf = async (id: string | undefined) => {
  const found = await stage.db.query<{ state: string }>('SELECT state FROM waitlist WHERE id = $1', [id]);
  return found[0]?.state;
};

test('rows are one line on a wide screen and two on a phone', async () => {
  await page.goto(list);
  await expect.poll(() => rows().count()).toBe(4);
  const heights = () => rows().evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(44);
  await rows().first().locator('input').check();
  await lookEverywhere(page, 'portal-waitlist-list');
  await page.setViewportSize(PHONE);
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(88);
  expect(await fitsWidth(page)).toBe(true);
  await page.setViewportSize(DESKTOP);
  await rows().first().locator('input').uncheck();
});

test('words of a product find its waitlists, and nothing ticked is hidden by them', async () => {
  await page.getByRole('checkbox', { name: 'Choose Kelp Blanket' }).check();
  const search = page.getByLabel('Find by product, variant or SKU');
  await search.fill('harbour');
  await search.press('Enter');
  await expect.poll(() => rows().count()).toBe(2);
  expect(await page.getByText('1 waitlist chosen').count()).toBe(0);
  await search.fill('nothing like that');
  await search.press('Enter');
  await page.getByRole('link', { name: 'Show all waitlists' }).click();
  await expect.poll(() => rows().count()).toBe(4);
});

const asked = (name: string) => new URL(page.url()).searchParams.get(name);
const titles = () => rows().getByRole('link').allTextContents();
const choose = async (name: string, value: string) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel(name).selectOption(value);
  await dialog.getByRole('button', { name: 'Show' }).click();
};

test('filters stand as chips with their values, and in the address', async () => {
  await page.goto(list);
  await choose('Units', 'Some left');
  await page.getByRole('button', { name: 'Units: Some left' }).waitFor();
  await choose('Delivery', 'Nobody waits');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Launches' }).click();
  const days = page.getByRole('dialog', { name: 'Launches' });
  await days.getByLabel('Next 30 days').check();
  await days.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Launches: Next 30 days' }).waitFor();
  await page.getByRole('heading', { name: 'No waitlist is like that' }).waitFor();
  await page.getByRole('button', { name: 'Remove this filter: Launches' }).click();
  await expect.poll(() => rows().count()).toBe(4);
  expect([asked('units'), asked('delivery'), asked('launches')]).toEqual(['left', 'done', null]);
  await lookEverywhere(page, 'portal-waitlists-filtered');
  const link = page.url();
  await rows().first().getByRole('link').click();
  await page.goBack();
  await page.getByRole('button', { name: 'Delivery: Nobody waits' }).waitFor();
  expect(page.url()).toBe(link);
});

test('the head of a column orders the list, and a second press turns it round', async () => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Product', exact: true }).click();
  await expect.poll(titles).toEqual(['Aurora Jacket', ...TITLES]);
  expect(asked('sort')).toBe('title');
  expect(await page.getByRole('columnheader', { name: 'Product' }).getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('button', { name: 'Product', exact: true }).press('Enter');
  await expect.poll(titles).toEqual([...TITLES.toReversed(), 'Aurora Jacket']);
  await lookEverywhere(page, 'portal-waitlists-sorted');
  await page.setViewportSize(PHONE); // without heads the menu orders
  await page.getByRole('button', { name: 'Product, Z to A' }).click();
  await page.getByRole('menuitem', { name: 'Most sold first' }).click();
  await expect.poll(() => asked('sort')).toBe('sold_desc');
  await page.setViewportSize(DESKTOP);
});

test('an address that names what is not known, or no longer there, says so and opens', async () => {
  await page.goto(`${list}?units=many&state=nonsense&sort=colour`);
  await expect.poll(() => rows().count()).toBe(4);
  for (const chip of ['Units: “many”: not known', 'State: “nonsense”: not known']) await page.getByText(chip).waitFor();
  await page.goto(`${list}?product=gone`);
  await page.getByRole('heading', { name: 'This product is no longer there' }).waitFor();
  await page.getByText('Product: no longer there').waitFor();
  await lookEverywhere(page, 'portal-waitlists-gone');
  await page.getByRole('button', { name: 'Show the list without it' }).click();
  await expect.poll(() => rows().count()).toBe(4);
});

test('many are paused after a preview; one that cannot be is named, and stays ticked', async () => {
  await page.goto(`${list}?q=harbour`);
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByLabel('Choose all that are shown').check();
  await page.getByText('2 waitlists chosen').waitFor();
  // A colleague pauses one of them meanwhile.
  await changeWaitlistState(stage.deps, { storeId: offer.storeId, waitlistId: ids[0] ?? '' }, 'pause');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 waitlist stops selling for now').waitFor();
  await dialog.getByRole('link', { name: 'Harbour Coat' }).waitFor();
  expect(await stateOf(ids[1])).toBe('OPEN');
  await lookEverywhere(page, 'portal-waitlist-bulk');
  await dialog.getByRole('button', { name: 'Pause 1 waitlist' }).click();
  await page.getByText('Done: 1 waitlist').waitFor();
  expect(await stateOf(ids[1])).toBe('PAUSED');
  await expect.poll(() => page.locator('tbody input:checked').count()).toBe(1);
  await lookEverywhere(page, 'portal-waitlist-bulk-done');
});

test('what is ticked can be resumed, by keyboard alone', async () => {
  await page.goto(`${list}?q=harbour`);
  await expect.poll(() => rows().count()).toBe(2);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 waitlists chosen').waitFor();
  await page.getByRole('button', { name: 'Resume', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Resume 2 waitlists' }).press('Enter');
  await page.getByText('Done: 2 waitlists').waitFor();
  expect(await Promise.all(ids.slice(0, 2).map(stateOf))).toEqual(['OPEN', 'OPEN']);
});

test('nothing of this broke anything in the page', () => {
  // One test asks for a product that is not there.
  expect(problemsOf(open).filter((problem) => !problem.includes('404'))).toEqual([]);
});
