import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStore } from '../../src/core/stores/queries.ts';
import { listWaitlists } from '../../src/core/waitlists/queries/list.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { DESKTOP, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { createTestProduct } from '../support/merchant.ts';
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
let slug: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const engine = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(engine, { allocation: 20 });
  await buyFrom(engine, offer, { quantity: 2 });
  for (const handle of ['borealis-parka', 'corona-hat']) await createTestProduct(stage.db, offer.storeId, { handle });
  slug = (await readStore(stage.db, offer.storeId)).slug;
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const go = (path: string) => page.goto(`${stage.portalUrl}/stores/${slug}/waitlists${path}`);
const waitlist = () => readWaitlist(stage.db, offer.storeId, offer.waitlistId);

test('the terms are changed, and what is wrong is said at its field', async () => {
  await go(`/${offer.waitlistId}/edit`);
  await page.getByLabel('Payment', { exact: true }).selectOption('deposit');
  await page.getByLabel('Deposit', { exact: true }).fill('200%');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByLabel('Deposit', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Deposit', { exact: true }).fill('25%');
  await page
    .getByLabel(/^Price of/)
    .first()
    .fill('119.00');
  await page.getByLabel('Compare-at price').first().fill('149.00');
  await page.getByText('A compare-at price is higher than the lowest price of 30 days').waitFor();
  await page.getByLabel('Limit per customer').fill('4');
  await page.getByLabel('Tell shoppers their place in the queue').check();
  await page.getByLabel(/^Sell what is in stock first/).check();
  await page.getByLabel('Right of withdrawal').selectOption('hygiene');
  await page.getByLabel(/^Learn more/).fill('**Worth** the wait.');
  await takeScreenshot(page, 'portal-waitlist-edit-desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Terms', exact: true }).waitFor();
  expect(await waitlist()).toMatchObject({
    limitPerCustomer: 4,
    showPosition: true,
    shelfFirst: true,
    withdrawalExclusion: 'hygiene',
    description: '**Worth** the wait.',
    plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2500 } },
  });
  expect((await waitlist()).variants[0]).toMatchObject({ price: 11_900, compareAtPrice: 14_900 });
});

test('a delivery is added, its units change, and its dates move with a word about whom it concerns', async () => {
  await page.getByRole('button', { name: 'Add a delivery' }).click();
  const add = page.getByRole('dialog', { name: 'Add a delivery' });
  await add.getByLabel('Ships from').fill('2031-09-01');
  await add.getByLabel('Ships until').fill('2031-09-10');
  await add.getByRole('spinbutton').first().fill('7');
  await expectAccessibleInBoth(page);
  await add.getByRole('button', { name: 'Add' }).click();
  await page.getByText('The delivery is added.').waitFor();
  const act = async (delivery: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${delivery}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Delivery 2', 'Change the units');
  const units = page.getByRole('dialog', { name: 'Change the units' });
  await units.getByRole('spinbutton').first().fill('9');
  await expectAccessibleInBoth(page);
  await units.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await waitlist()).batches[1]?.units[0]?.allocated).toBe(9);

  await act('Delivery 1', 'Move the dates');
  const dates = page.getByRole('dialog', { name: 'Move the dates' });
  await dates.getByLabel('Ships from').fill('2031-02-01');
  await dates.getByLabel('Ships until').fill('2031-02-10');
  await dates.getByText(/1 shopper is (told|asked)/).waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-delivery-dates-desk');
  await dates.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => dates.getByLabel('Why the dates move').getAttribute('aria-invalid')).toBe('true');
  await dates.getByLabel('Why the dates move').fill('The zips are late.');
  await dates.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('The dates are moved.').waitFor();

  await act('Delivery 1', 'Dates that were promised');
  const history = page.getByRole('dialog', { name: 'Dates that were promised' });
  await history.getByText('The zips are late.').waitFor();
  await history.getByText('The first promise').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-delivery-history-desk');
  await history.getByRole('link', { name: 'Who was told' }).click();
  await page.getByRole('heading', { name: 'Who was told of the date' }).waitFor();
  await page.getByText('Awaited').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save what was said about dates' }).click();
  expect((await saved).suggestedFilename()).toBe('promises.csv');
  for (const [screen, viewport] of [
    ['phone', PHONE],
    ['desk', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport);
    await expectAccessibleInBoth(page);
    expect(await fitsWidth(page)).toBe(true);
    await takeScreenshot(page, `portal-notices-${screen}`);
  }
});

test('the pre-order says that its shopper was asked, by when the answer is due, and what it was', async () => {
  const asked = async () =>
    (
      await stage.db.query<{ reference: string }>(
        `SELECT o.reference FROM promise_notice n JOIN preorder o USING (store_id) WHERE o.id = n.preorder_id AND n.kind = 'asked'`,
      )
    )[0];
  await expect.poll(asked).toBeDefined();
  const { reference = '' } = (await asked()) ?? {};
  await page.goto(`${stage.portalUrl}/stores/${slug}/preorders/${reference}`);
  await page.getByText('The shopper was asked to agree to a later date').waitFor();
  await page.getByText(/answer due by .*, else it is cancelled/).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Enter the answer of the shopper' }).click();
  const answer = page.getByRole('dialog', { name: 'Enter the answer of the shopper' });
  await answer.getByRole('radio', { name: 'They wait for the later date' }).check();
  await expectAccessibleInBoth(page);
  await answer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The shopper chose to wait').waitFor();
  await page.getByText('entered by the store').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-preorder-asked-desk');
});

test('drafts are made for several products at once', async () => {
  await go('/new');
  await page.getByRole('button', { name: 'Several products at once' }).click();
  const products = page.getByRole('listbox').getByRole('option');
  await page.getByRole('combobox', { name: 'Add a product' }).click();
  for (const left of [2, 1, 0]) {
    await products.first().click();
    await expect.poll(() => products.count()).toBe(left);
  }
  await page.getByText('All that are called that are chosen.').waitFor();
  await page.getByRole('combobox', { name: 'Add a product' }).press('Escape');
  await page.getByLabel('Some of them').check();
  await page.getByRole('checkbox', { name: 'Germany' }).check();
  await page.getByLabel('Units of each variant').fill('3');
  await page.getByLabel('Ships from').fill('2031-06-01');
  await page.getByLabel('Ships until').fill('2031-06-10');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Make 3 drafts' }).click();
  await page.getByRole('heading', { name: '3 drafts are made' }).waitFor();
  const drafts = await listWaitlists(stage.db, offer.storeId, { state: 'DRAFT' });
  expect(drafts.map(({ countries }) => countries)).toEqual([['DE'], ['DE'], ['DE']]);
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-waitlists-made-desk');
});

test('a draft has all its terms from the start, as they are edited later', async () => {
  await go('/new');
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: /corona-hat/ }).click();
  await page.getByLabel('Units of each variant').fill('5');
  await page.getByLabel('Ships from').fill('2031-06-01');
  await page.getByLabel('Ships until').fill('2031-06-10');
  await page.getByLabel('Payment', { exact: true }).selectOption('deposit');
  await page.getByLabel('Deposit', { exact: true }).fill('a third');
  expect(await page.getByText('A shopper who withdraws there gets').count()).toBe(0);
  await page.getByLabel('A shopper who cancels gets the deposit back').uncheck();
  await page.getByText('A shopper who withdraws there gets the deposit back all the same.').waitFor();
  await page.getByLabel('Opens by itself').fill('2031-03-01T09:00');
  await page.getByLabel('Closes by itself').fill('2031-05-01T09:00');
  await page.getByLabel('Tell shoppers their place in the queue').check();
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await expect.poll(() => page.getByLabel('Deposit', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Deposit', { exact: true }).fill('3.50');
  await page.getByLabel('Some of them').check();
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByText('Choose at least one country.').first().waitFor();
  await page.getByRole('checkbox', { name: 'Germany' }).check();
  await expectAccessibleInBoth(page);
  await page.setViewportSize(PHONE);
  expect(await fitsWidth(page)).toBe(true);
  await takeScreenshot(page, 'portal-waitlist-new-phone');
  await page.setViewportSize(DESKTOP);
  await takeScreenshot(page, 'portal-waitlist-new-terms-desk');
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByText('Draft', { exact: true }).waitFor();
  const made = await readWaitlist(stage.db, offer.storeId, page.url().split('/').at(-1) ?? '');
  const { timeZone } = await readStore(stage.db, offer.storeId);
  const onClock = (moment: Date | null) =>
    moment?.toLocaleString('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  expect([onClock(made.launchesAt), onClock(made.closesAt)]).toEqual(['2031-03-01 09:00', '2031-05-01 09:00']);
  expect(made).toMatchObject({
    showPosition: true,
    countries: ['DE'],
    plan: { plan: 'deposit', deposit: { kind: 'amount', value: 350 }, depositRefundable: false },
  });
});

test('a file is tried first, says what each row would do, and is then done', async () => {
  await go('/files');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('waitlists.csv');
  const choose = (text: string) =>
    page
      .locator('[data-file=waitlists]')
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('nothing,here\n1,2');
  await page.getByRole('alert').waitFor();
  await expectAccessibleInBoth(page);
  await choose(
    `waitlist_id,product,units,ships_from,ships_until,limit_per_customer\n${offer.waitlistId},,,,,6\n,corona-hat,4,2031-06-01,2031-06-10,\n,=cmd,4,2031-06-01,2031-06-10,`,
  );
  await page.getByText('plan.csv: nothing is done yet').waitFor();
  await page.getByText('Would be refused').waitFor();
  expect((await waitlist()).limitPerCustomer).toBe(4);
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-waitlist-files-desk');
  await page.getByRole('button', { name: 'Do 2 rows' }).click();
  await page.getByText('plan.csv is done').waitFor();
  expect((await waitlist()).limitPerCustomer).toBe(6);
  const result = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the result of each row' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await result).createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(`"'=cmd"`);

  await choose(`waitlist_id,price\n${offer.waitlistId},50.00`);
  await page.getByText(/€119\.00 → €50\.00/).waitFor();
  await expectAccessibleInBoth(page);
  const question = page.getByRole('dialog', { name: 'Change the price by this much?' });
  for (const [answer, price] of [
    ['Go back', 11_900],
    ['Change the price', 5_000],
  ] as const) {
    await page.getByRole('button', { name: 'Do 1 row' }).click();
    await question.getByText(/€119\.00 → €50\.00/).waitFor();
    await expectAccessibleInBoth(page);
    await question.getByRole('button', { name: answer }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => (await waitlist()).variants[0]?.price).toBe(price);
  }
});

test('on a phone nothing is wider than the screen, light and dark', async () => {
  await page.setViewportSize(PHONE);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of ['/files', `/${offer.waitlistId}`, `/${offer.waitlistId}/edit`]) {
      await go(path);
      await page.locator('.card').first().waitFor();
      await expectAccessibleInBoth(page);
      await takeScreenshot(page, `portal-terms-${path.length}-${scheme}-phone`);
      expect(await fitsWidth(page), path).toBe(true);
    }
  }
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));
