import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { createTestProduct, createTestStore } from '../support/merchant.ts';
import {
  becomeOwner,
  fitsWidth,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';

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
  await buyFrom(engine, offer, { quantity: 2 });
  await createTestProduct(stage.db, offer.storeId, { handle: 'borealis-parka' });
  const empty = await createTestStore(stage.db, { slug: 'empty', name: 'Empty Store' });
  expect(empty).toBeTruthy();
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  slug = store?.slug ?? '';
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const go = (path: string, store = slug) => page.goto(`${stage.portalUrl}/stores/${store}${path}`);

describe('an empty store', () => {
  test.each([
    ['/waitlists', 'No waitlists yet'],
    ['/preorders', 'No pre-orders yet'],
    ['/products', 'No products yet'],
  ])('teaches on %s what will be there', async (path, text) => {
    await go(path, 'empty');
    await page.getByRole('heading', { name: text }).waitFor();
    await expectAccessible(page);
  });

  test('says on its first page what is left to do', async () => {
    await go('', 'empty');
    await page.getByRole('heading', { name: 'Before you sell' }).waitFor();
    await page.getByRole('link', { name: 'Bring in your products' }).waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-checklist-desk');
  });
});

test('the list shows states and units, and keeps its filter in the address', async () => {
  await go('/waitlists');
  const row = page.getByRole('row', { name: /Aurora Jacket/ });
  await row.getByText('2 of 20 sold').waitFor();
  await page.getByRole('button', { name: 'Paused' }).click();
  await page.getByRole('heading', { name: 'No waitlist is like that' }).waitFor();
  expect(new URL(page.url()).search).toBe('?state=PAUSED');
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('heading', { name: 'No waitlist is like that' }).waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await row.waitFor();
});

test('a waitlist is paused after a word about whom it concerns, and resumed', async () => {
  await go('/waitlists');
  await page.getByRole('link', { name: 'Aurora Jacket' }).click();
  await page.getByRole('heading', { name: 'Terms' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'portal-waitlist-desk');
  await page.getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause Aurora Jacket' });
  await dialog.getByText('1 pre-order waits, and stays.').waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'portal-waitlist-pause-desk');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Aurora Jacket is paused.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Resume');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

test('moved dates need a reason, which is asked for at its field', async () => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Move the dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move the dates' });
  const from = dialog.getByLabel('Ships from');
  const before = await from.inputValue();
  await from.fill('');
  await dialog.getByText('Choose the new dates.').waitFor();
  expect(await dialog.innerText()).not.toContain('ships_from');
  await from.fill(before);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('from');
  await dialog.getByLabel('Ships from').fill('2031-02-01');
  await dialog.getByLabel('Ships until').fill('2031-02-10');
  await dialog.getByText('1 shopper is asked whether to wait or cancel.').waitFor();
  await dialog.getByText('1 of them is cancelled if no answer comes.').waitFor();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect.poll(() => dialog.getByLabel('Why the dates move').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await dialog.getByLabel('Why the dates move').fill('The zips are late.');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await page.getByText('The dates are moved.').waitFor();
  await page
    .getByText(/1\s?–\s?10 Feb 2031/)
    .first()
    .waitFor();
});

test('fewer units than are taken are refused, with the number', async () => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change the units' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the units' });
  await dialog.getByRole('spinbutton').first().fill('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('spinbutton').first().fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('2 of 30 sold').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More actions');
});

test('a draft is made, opened and closed for good', async () => {
  await go('/waitlists/new');
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Aurora Jacket (borealis-parka)' }).click();
  await page.getByLabel('Ships from').fill('2031-06-01');
  await page.getByLabel('Ships until').fill('2031-06-10');
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('allocated');
  await page.getByText('Fill this in.').first().waitFor();
  await page.getByLabel('Units of each variant').fill('0');
  await expectAccessible(page);
  await takeScreenshot(page, 'portal-waitlist-new-desk');
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByText('Draft', { exact: true }).waitFor();
  await page.getByText('No units for sale').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByText('No units are left to sell').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change the units' }).click();
  const units = page.getByRole('dialog').getByRole('spinbutton');
  await units.first().waitFor();
  for (const field of await units.all()) await field.fill('12');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^0 of \d+ sold$/).waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  await page.getByText('Aurora Jacket sells now.').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Close for good' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close for good' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('typed');
  await dialog.getByLabel(/Type “Aurora Jacket”/).fill('Aurora Jacket');
  await dialog.getByRole('button', { name: 'Close for good' }).click();
  await page.getByText('Closed', { exact: true }).first().waitFor();
});

describe('the product of a new waitlist', () => {
  const field = () => page.getByRole('combobox', { name: /^(Product|Add a product)$/ });
  const typed = () => field().inputValue();
  const options = () => page.getByRole('listbox').getByRole('option');
  const look = (name: string) => lookEverywhere(page, `portal-picker-${name}`);
  const slowDown = async (rate: number) =>
    (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });

  beforeAll(async () => {
    const [store] = await stage.db.query<{ id: string }>("SELECT id FROM store WHERE slug = 'empty'");
    for (let number = 10; number < 32; number += 1)
      await createTestProduct(stage.db, store?.id ?? '', {
        handle: `blanket-${number}`,
        title: `Tarn Blanket ${number}`,
      });
    await go('/waitlists/new', 'empty');
  });

  test('is asked for where none is chosen', async () => {
    await page.getByRole('button', { name: 'Make the draft' }).click();
    await page.getByText('Choose a product.').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('product');
    await look('missing');
  });

  test('is found among many by a part of its name, with the keyboard alone', async () => {
    await field().press('ArrowDown');
    await page.getByText('There are more.').waitFor();
    expect(await options().count()).toBe(20);
    await look('open');
    await field().fill('blanket 31');
    await expect.poll(() => options().allInnerTexts()).toEqual(['Tarn Blanket 31 (blanket-31)']);
    await field().press('Enter');
    await expect.poll(typed).toBe('Tarn Blanket 31 (blanket-31)');
    expect(await page.getByText('Choose a product.').count()).toBe(0);
  });

  test('stays what it was when nothing is found, or the service does not answer', async () => {
    await field().fill('sofa');
    await page.getByText('Nothing is called that.').waitFor();
    await look('none');
    await field().press('Escape');
    const busy = { meta: { result: 'error', request_id: 'r' }, error: { code: 'rate_limited', message: 'Too fast.' } };
    await page.route('**/admin/api/v1/products?limit=20*', (route) => route.fulfill({ status: 429, json: busy }));
    await slowDown(10); // so that the refusal comes before the list is shown
    await field().fill('tarn');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await look('away');
    await page.unroute('**/admin/api/v1/products?limit=20*');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await expect.poll(typed).toBe('Tarn Blanket 31 (blanket-31)');
    await slowDown(1);
  });

  test('may be several, each with a waitlist of its own', async () => {
    await page.getByRole('button', { name: 'Several products at once' }).click();
    await field().fill('blanket 12');
    await page.getByRole('option', { name: 'Tarn Blanket 12 (blanket-12)' }).click();
    await page.getByText('Products: 2 chosen').waitFor();
    await expect.poll(typed).toBe('');
    await look('many');
    await field().press('Escape');
    await page.getByRole('button', { name: 'Leave out Tarn Blanket 12' }).click();
    await page.getByText('Products: 1 chosen').waitFor();
  });
});

test('settings are saved, and what is wrong is said at its field', async () => {
  await go('/settings');
  await page.getByLabel('Terms').fill('not an address');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(() => page.getByLabel('Terms').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.getByLabel('Terms').fill('https://fjord.example/terms');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await go('/settings/pages');
  await page.getByLabel('Address of a page or store').fill('https://www.fjord.example');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Remove https://www.fjord.example' }).waitFor();
  await expectAccessible(page);
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize(PHONE);
  for (const path of ['', '/waitlists', '/waitlists/new', '/products', '/settings']) {
    await go(path);
    await page.locator('.card').first().waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `portal${path.replaceAll('/', '-')}-phone`);
    expect(await fitsWidth(page), path).toBe(true);
  }
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));
