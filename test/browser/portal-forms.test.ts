import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStore } from '../../src/core/stores/queries.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { DESKTOP, launchBrowser, type OpenPage, takeScreenshot } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { createTestProduct, createTestWaitlist } from '../support/merchant.ts';
import {
  becomeOwner,
  expectAccessibleInBoth,
  fitsWidth,
  type PortalStage,
  problemsOf,
  saveAfterOther,
  startPortalSystem,
} from '../support/portal-page.ts';

const TITLE = 'Aurora Jacket';
const SMALL = { width: 390, height: 700 };

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
const price = (of: Page) => of.getByLabel(/^Price of/).first();
const save = (of: Page, name = 'Save') => of.getByRole('button', { name, exact: true }).click();
const second = () => page.context().newPage();

test('all fields that are wrong are marked and named beside the button, and the first has the focus', async () => {
  await page.setViewportSize(SMALL);
  await go(page, `/waitlists/${offer.waitlistId}/edit`);
  await price(page).fill('much');
  await page.getByLabel('Limit per customer').fill('0');
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: '2 fields are not right yet' });
  await alert.waitFor();
  expect(await price(page).getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Limit per customer').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => price(page).evaluate((field) => field === document.activeElement)).toBe(true);
  for (const shown of [price(page), alert, page.getByRole('button', { name: 'Save', exact: true })]) {
    const box = await shown.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= SMALL.height, JSON.stringify(box)).toBe(true);
  }
  expect(await fitsWidth(page)).toBe(true);
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-form-wrong-phone');
  await alert.getByRole('link', { name: 'Limit per customer' }).click();
  await expect
    .poll(() => page.getByLabel('Limit per customer').evaluate((field) => field === document.activeElement))
    .toBe(true);
  expect((await waitlist()).limitPerCustomer).toBe(null);
});

test('a wrong field and its words stand above the foot, however much is wrong', async () => {
  await page.setViewportSize(SMALL);
  await go(page, '/settings/delivery');
  const fields = page.locator('input[id^=ship-to-]');
  await fields.first().waitFor();
  const ids = await fields.evaluateAll((all) => all.map(({ id }) => id));
  for (const id of ids) await page.locator(`[id="${id}"]`).fill('');
  await save(page, 'Save the shipping');
  const foot = page.locator('.form-foot--stays');
  await foot.waitFor();
  for (const id of [ids.at(0), ids.at(-1)]) {
    if (id !== ids[0]) await foot.locator(`[data-field="${id}"]`).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);
    const [words, below] = [await page.locator(`[id="${id}-error"]`).boundingBox(), await foot.boundingBox()];
    expect(
      words && below && words.y > 0 && words.y + words.height <= below.y,
      JSON.stringify({ id, words, below }),
    ).toBe(true);
  }
});

test('what only the service finds wrong is marked at the price of each variant', async () => {
  const product = await createTestProduct(stage.db, offer.storeId, { prices: [12_900, 14_900], title: 'Boot' });
  const id = await createTestWaitlist(stage.db, { storeId: offer.storeId, product });
  await go(page, `/waitlists/${id}/edit`);
  const of = (variant: string) => page.getByLabel(`Price of ${variant}`, { exact: true });
  await of('Size 0').fill('1.000');
  await save(page);
  await page.getByText('1.000 can be read in two ways. Write 1000 or 1.00.').first().waitFor();
  for (const variant of ['Size 0', 'Size 1']) await of(variant).fill('1.234.567.890.123,00');
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: '2 fields are not right yet' });
  await alert.waitFor();
  for (const variant of ['Size 0', 'Size 1']) {
    expect(await of(variant).getAttribute('aria-invalid')).toBe('true');
    await alert.getByRole('link', { name: `Price of ${variant}`, exact: true }).waitFor();
  }
  await expect.poll(() => of('Size 0').evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-form-prices-phone');
  await of('Size 0').fill('1.000,00');
  await of('Size 1').fill('149');
  await save(page);
  await page.getByRole('heading', { name: 'Terms', exact: true }).waitFor();
  const { variants } = await readWaitlist(stage.db, offer.storeId, id);
  expect(variants.map(({ price: kept }) => kept)).toEqual([100_000, 14_900]);
});

test('what is typed is not left without a question', async () => {
  await go(page, `/waitlists/${offer.waitlistId}/edit`);
  await price(page).fill('much');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: TITLE }).first().click();
  await question.waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-form-leave-phone');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await price(page).inputValue()).toBe('much');
  let asked = 0;
  page.once('dialog', (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  await page.reload({ timeout: 2_000 }).catch(() => {});
  expect(asked).toBe(1);
  await page.getByRole('link', { name: TITLE }).first().click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
});

test('a window that is filled in asks before Esc, and one that is not closes at once', async () => {
  await page.setViewportSize(DESKTOP);
  const units = page.getByRole('dialog', { name: 'Change the units' });
  const show = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Change the units' }).click();
    await units.waitFor();
  };
  await show();
  await page.keyboard.press('Escape');
  await units.waitFor({ state: 'detached' });
  await show();
  await units.getByRole('spinbutton').first().fill('3');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    () => units.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Go back' }).click();
    expect(await units.getByRole('spinbutton').first().inputValue()).toBe('3');
  }
  await units.getByRole('button', { name: 'Cancel' }).click();
  await units.waitFor({ state: 'detached' });
});

test('two who change the same terms see both, and nothing is lost without a word', async () => {
  const other = await second();
  await go(page, `/waitlists/${offer.waitlistId}/edit`);
  await go(other, `/waitlists/${offer.waitlistId}/edit`);
  await page.getByLabel('Limit per customer').fill('4');
  await other.getByLabel('Limit per customer').fill('6');
  await other.getByLabel('Tell shoppers their place in the queue').check();
  await save(other);
  await other.getByRole('heading', { name: 'Terms', exact: true }).waitFor();
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' });
  await alert.waitFor();
  expect(await alert.innerText()).toContain('Limit per customer – now: 6, yours: 4');
  expect(await alert.innerText()).toContain('Tell shoppers their place in the queue – now: Yes');
  expect((await waitlist()).limitPerCustomer).toBe(6);
  await page.setViewportSize(SMALL);
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-form-meanwhile-phone');
  await page.setViewportSize(DESKTOP);
  await save(page);
  await page.getByRole('heading', { name: 'Terms', exact: true }).waitFor();
  expect(await waitlist()).toMatchObject({ limitPerCustomer: 4, showPosition: true });
  await other.close();
});

test('two who change where the store sends to see both, and one takes the other’s', async () => {
  const other = await second();
  for (const tab of [page, other]) await go(tab, '/settings/delivery');
  const germany = (tab: Page) => tab.getByRole('textbox', { name: 'Shipping to Germany' });
  await germany(page).fill('6.90');
  await germany(other).fill('5,90');
  await save(other, 'Save the shipping');
  await other.getByText('Saved.').waitFor();
  await save(page, 'Save the shipping');
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' });
  await alert.getByRole('button', { name: 'Take the other' }).click();
  expect(await germany(page).inputValue()).toBe('5.90');
  await save(page, 'Save the shipping');
  await page.getByText('Saved.').waitFor();
  const { shipping } = await readStore(stage.db, offer.storeId);
  expect(shipping).toEqual(expect.arrayContaining([expect.objectContaining({ country: 'DE', amount: 590 })]));
  await other.close();
});

test('who leaves while a form is being saved is taken there once it is, without a question', async () => {
  await go(page, '/settings/delivery');
  await page.getByRole('textbox', { name: 'Shipping to Germany' }).fill('7.30');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow = (route: Route) => answered.then(() => route.continue());
  await page.route('**/admin/api/v1/store', slow);
  await save(page, 'Save the shipping');
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  answer();
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  await page.unroute('**/admin/api/v1/store', slow);
  const { shipping } = await readStore(stage.db, offer.storeId);
  expect(shipping).toEqual(expect.arrayContaining([expect.objectContaining({ country: 'DE', amount: 730 })]));
});

test('who leaves is asked where a form is not saved in time', async () => {
  await go(page, '/settings/delivery');
  await page.getByRole('textbox', { name: 'Shipping to Germany' }).fill('7.40');
  await page.route('**/admin/api/v1/store', () => {}); // no answer comes
  await save(page, 'Save the shipping');
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  await page.unroute('**/admin/api/v1/store');
});

test('a name and a language are changed only as they were read', async () => {
  await page.goto(`${stage.portalUrl}/account`);
  const profile = page.locator('form').filter({ has: page.getByLabel('Your name') });
  const name = profile.getByLabel('Your name');
  await name.fill('Ada King');
  await stage.db.query("UPDATE staff_member SET name = 'Augusta Ada', language = 'de'");
  const said = await saveAfterOther(page, profile.getByRole('button', { name: 'Save' }));
  expect(await said.innerText()).toContain('Your name – now: Augusta Ada, yours: Ada King');
  expect(await said.innerText()).toContain('Language – now: Deutsch');
  await said.getByRole('button', { name: 'Take the other' }).click();
  expect(await name.inputValue()).toBe('Augusta Ada');
  await name.fill('Ada King');
  await profile.getByRole('button', { name: 'Save' }).click();
  const named = 'SELECT name FROM staff_member';
  await expect.poll(async () => (await stage.db.query<{ name: string }>(named))[0]?.name).toBe('Ada King');
  await stage.db.query("UPDATE staff_member SET language = 'en'");
});

test('a price that shoppers see falls to nothing only after a question', async () => {
  await go(page, `/waitlists/${offer.waitlistId}/edit`);
  const before = await price(page).inputValue();
  await price(page).fill('0');
  await page.getByText(/→ €0\.00/).waitFor();
  await save(page);
  const question = page.getByRole('dialog', { name: 'Change the price by this much?' });
  await question.waitFor();
  await page.setViewportSize(SMALL);
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-form-price-phone');
  await page.setViewportSize(DESKTOP);
  await question.getByRole('button', { name: 'Go back' }).click();
  expect((await waitlist()).variants[0]?.price).toBe(Math.round(Number(before) * 100));
  const little = (Number(before) * 0.9).toFixed(2);
  await price(page).fill(little);
  await save(page);
  await page.getByRole('heading', { name: 'Terms', exact: true }).waitFor();
  expect((await waitlist()).variants[0]?.price).toBe(Math.round(Number(little) * 100));
});

test('a secret that is shown once is not lost by one key', async () => {
  await go(page, '/settings/tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await form.getByLabel('Name').fill('Warehouse');
  await form.getByRole('button', { name: 'Read everything' }).click();
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog').filter({ hasText: 'wps_' });
  await shown.waitFor();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Have you kept it?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await shown.isVisible()).toBe(true);
  expect(problemsOf(open)).toEqual([]);
});
