import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccount } from '../../src/core/accounts/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { launchBrowser, type OpenPage } from '../support/browser.ts';
import { TEST_SECRET_KEY } from '../support/merchant.ts';
import {
  becomeOwner,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';
import { openStripe, type StandIn } from '../support/stripe.ts';
import { connectStore } from '../support/stripe-store.ts';
import type { StoreWithWaitlist } from '../support/system.ts';

let browser: Browser;
let stage: PortalStage;
let standIn: StandIn;
let store: StoreWithWaitlist;
let path: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem({ secretKey: TEST_SECRET_KEY });
  standIn = await openStripe(stage.db);
  store = (await connectStore(stage, standIn)).store;
  path = `${stage.portalUrl}/stores/${(await readStore(stage.db, store.storeId)).slug}`;
  open = await becomeOwner(browser, stage);
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await standIn.stop();
  await stage.stop();
});

const look = (name: string) => lookEverywhere(page, `portal-store-${name}`);

test('a waitlist gives a page that sells it, as a file', async () => {
  await page.goto(`${path}/waitlists/${store.waitlistId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'A page that sells it' }).click();
  await page.getByRole('region', { name: 'HTML of the page' }).waitFor();
  await look('page');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe(`${store.product.handle}.html`);
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(store.storeKey);
});

test('the countries whose carrier needs a phone number are ticked', async () => {
  await page.goto(`${path}/settings/delivery`);
  const germany = page.getByRole('group', { name: 'Phone numbers' }).getByLabel('Germany');
  await germany.check();
  await page.getByRole('button', { name: 'Save the countries' }).click();
  await page.getByText('Saved.').waitFor();
  await look('phone-countries');
  const saved = async () => (await readStore(stage.db, store.storeId)).phoneCountries;
  expect(await saved()).toEqual(['DE']);
  await germany.uncheck();
  await page.getByRole('button', { name: 'Save the countries' }).click();
  await expect.poll(saved).toEqual([]);
});

test.each(['de', 'en'])(
  'every page has one name in the navigation, in its heading and in the tab, in %s',
  async (language) => {
    await stage.db.query('UPDATE staff_member SET language = $1', [language]);
    await page.goto(path);
    const links = page.locator('.nav__link');
    await links.first().waitFor();
    const linksOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) =>
          all.map((link) => ({ href: link.getAttribute('href') ?? '', name: link.textContent?.trim() ?? '' })),
        );
    const follow = (selector: string, href: string) => page.locator(`${selector}[href="${href}"]`).first().click();
    const { name: shop } = await readStore(stage.db, store.storeId);
    const seen: string[] = [];
    for (const { href, name } of await linksOf('.nav__link')) {
      await follow('.nav__link', href);
      const heading = page.getByRole('heading', { level: 1 });
      const h1 = href === new URL(path).pathname ? shop : name; // the first page has the name of the store
      await expect.poll(() => heading.innerText(), { message: href }).toBe(h1);
      const parts = await linksOf('a.settings__link');
      if (parts.length === 0)
        await expect.poll(async () => (await page.title()).split(' · ')[0], { message: href }).toBe(h1);
      for (const part of parts) {
        await follow('.settings__link', part.href);
        await expect.poll(() => page.title(), { message: part.href }).toContain(`${part.name} · ${h1} · `);
        const current = page.locator('a[aria-current=page].settings__link');
        await expect.poll(() => current.innerText(), { message: part.href }).toBe(part.name);
      }
      seen.push(h1, ...parts.map(({ name: one }) => `${one} · ${h1}`));
    }
    expect(seen.length).toBeGreaterThan(30);
  },
);

test('the pace of payments is set, and what is no pace is said at its field', async () => {
  await page.goto(`${path}/settings/payments`);
  const pace = page.getByLabel('Calls a second');
  const save = page.locator('form', { has: pace }).getByRole('button', { name: 'Save' });
  await pace.fill('fast');
  await save.click();
  await page.getByText('Give a whole number from 1 to 1,000, or nothing.').first().waitFor();
  await look('pace');
  for (const [typed, kept] of [
    ['45', 45],
    ['', null],
  ] as const) {
    await pace.fill(typed);
    await save.click();
    await expect.poll(async () => (await readAccount(stage.db, store.storeId))?.callsPerSecond).toBe(kept);
  }
});

test('the decimals of a currency that nobody knows are chosen by a price, once', async () => {
  await stage.db.query('UPDATE store SET currency_digits = NULL WHERE id = $1', [store.storeId]);
  await page.goto(`${path}/settings`);
  await page.getByText('The service does not know how many decimals the amounts of this store have').waitFor();
  await look('decimals');
  await page.getByRole('radio', { name: /^129\.00 EUR/ }).check();
  await page.getByRole('button', { name: 'This is right' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'This is right' }).count()).toBe(0);
  const [row] = await stage.db.query('SELECT currency_digits FROM store WHERE id = $1', [store.storeId]);
  expect(row).toEqual({ currency_digits: 2 });
  expect(problemsOf(open)).toEqual([]);
});
