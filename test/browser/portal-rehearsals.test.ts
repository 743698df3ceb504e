import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let open: OpenPage;
let page: Page;
let live: string;

beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const core = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(core, { allocation: 30, live: true });
  await stage.db.query("UPDATE store SET slug = 'north-pine' WHERE id = $1", [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByRole('navigation', { name: 'Pages of the store' }).waitFor();
  live = `${stage.portalUrl}/stores/north-pine`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

async function look(name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await takeScreenshot(page, `portal-${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const banner = () => page.getByRole('complementary', { name: 'Test store' });

describe('a launch', () => {
  test('is asked for in a form that says what is wrong', async () => {
    await page.goto(`${live}/rehearsals`);
    await page.getByText('No rehearsal yet').waitFor();
    expect(await banner().count()).toBe(0);
    await look('rehearsals-empty-desk');
    await page.getByLabel('Shoppers', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Start the rehearsal' }).click();
    await page.locator('#shoppers-error').waitFor();
    await expectAccessible(page);
  });

  test('says what would sell when and to whom, and leads to the setting that would have failed', async () => {
    await page.getByLabel('Shoppers', { exact: true }).fill('60');
    await page.getByLabel('Another country').selectOption({ label: 'France' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('What shoppers do').click();
    await page.getByLabel('Leave without paying, %').fill('0');
    await look('rehearsals-form-desk');
    await page.getByRole('button', { name: 'Start the rehearsal' }).click();
    await heading('Rehearsal: Aurora Jacket').waitFor();
    await page.getByText('What would have failed').waitFor({ timeout: 60_000 });
    await page.getByRole('img', { name: /^Units sold over the launch/ }).waitFor();
    const whom = page.getByRole('table', { name: 'To whom' });
    await whom.getByRole('row', { name: /^France \d+ 0 0/ }).waitFor();
    await look('rehearsal-done-desk');
    await page.getByText('Show the numbers').click();
    await expectAccessible(page);
    await page.getByText('Nobody in France could buy').waitFor();
    expect(await page.getByRole('link', { name: 'Fix: shipping' }).getAttribute('href')).toBe(
      '/stores/north-pine/settings/delivery',
    );
    expect(await page.getByRole('link', { name: 'Fix: payments' }).getAttribute('href')).toBe(
      '/stores/north-pine/settings/payments',
    );
  });

  test.each([
    ['CSV What would sell, and when', 'rehearsal-sales.csv'],
    ['CSV To whom', 'rehearsal-countries.csv'],
  ])('%s is a file', async (name, file) => {
    const [saved] = await Promise.all([
      page.waitForEvent('download', { timeout: 15_000 }),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(file);
  });

  test('shows how far it is, and can be stopped', async () => {
    await page.getByRole('link', { name: 'Run it again' }).click();
    // What it was run with is there again, also after a reload.
    await page.reload();
    await page.getByLabel('Leave without paying, %').waitFor({ state: 'attached' });
    expect(await page.getByLabel('Leave without paying, %').inputValue()).toBe('0');
    expect(await page.locator('#country-FR').inputValue()).toBe('1');
    await page.getByLabel('Shoppers', { exact: true }).fill('20000');
    await page.getByRole('button', { name: 'Start the rehearsal' }).click();
    await page.getByText(/^[1-9][\d,]* of 20,000 shoppers have come/).waitFor({ timeout: 60_000 });
    await look('rehearsal-running-desk');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/^Stopped after/).waitFor({ timeout: 60_000 });
    await look('rehearsal-stopped-desk');
  });

  test('that ran before is in the list', async () => {
    await page.getByRole('link', { name: 'Rehearsals' }).last().click();
    const earlier = page.getByRole('table', { name: 'Earlier rehearsals' });
    await expect.poll(() => earlier.locator('tbody tr').count()).toBe(2);
    await earlier.getByText('Stopped').waitFor();
    await look('rehearsals-desk');
  });

  test('that cannot be loaded says so', async () => {
    await page.route('**/api/v1/rehearsals', (route) => route.abort());
    await page.reload();
    await page.getByText('This could not be loaded').first().waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/rehearsals');
    await page.getByRole('table', { name: 'Earlier rehearsals' }).waitFor({ timeout: 15_000 });
  });
});

describe('a test store', () => {
  test('is made beside the live one, and says on its screens that it is one', async () => {
    await page.getByRole('button', { name: 'Make a test store' }).click();
    await page.getByRole('dialog').getByText('Settings, shipping, tax').waitFor();
    await look('test-store-window-desk');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a test store' }).click();
    await banner().getByText('nobody is charged').waitFor();
    expect(new URL(page.url()).pathname).toBe('/stores/north-pine-test');
    await look('test-store-home-desk');
  });

  test('and the live one lead to each other, at the same page', async () => {
    const twins = () => page.getByRole('navigation', { name: 'Live store or test store' });
    await page.getByRole('link', { name: 'Waitlists', exact: true }).click();
    await heading('Waitlists').waitFor();
    await twins().getByRole('link', { name: 'Live' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/stores/north-pine/waitlists');
    expect(await banner().count()).toBe(0);
    await twins().getByRole('link', { name: 'Test' }).click();
    await banner().waitFor();
  });

  test('has a clock, which shows what time brings next', async () => {
    const copy = await stage.db.query<{ id: string; key: string; slug: string }>(
      'SELECT id, public_key AS key, slug FROM store WHERE copy_of = $1',
      [offer.storeId],
    );
    const { id = '', key = '' } = copy[0] ?? {};
    await changeWaitlistState(stage.deps, { storeId: id, waitlistId: offer.waitlistId }, 'open');
    await buyFrom({ ...stage.deps, stop: async () => {} }, { ...offer, storeId: id, storeKey: key }, { quantity: 1 });
    await page.getByRole('link', { name: 'Test clock' }).click();
    await page.getByText('Never moved').waitFor();
    await page.getByText('A delivery may ship').waitFor();
    await look('clock-desk');
  });

  test('lets time pass, and says what happened then', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url().replace('/clock', ''));
    const otherBanner = other.getByRole('complementary', { name: 'Test store' });
    await otherBanner.waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'A week' }).click();
    await banner().getByText('moved forward by 7 days').waitFor();
    await otherBanner.getByText('moved forward by 7 days').waitFor();
    await other.close();
    await page.getByRole('heading', { name: 'What happened then' }).waitFor();
    await look('clock-moved-desk');
    await page.getByLabel('To a date, on the store’s clock').fill('2020-01-01T10:00');
    await page.getByRole('button', { name: 'Move there', exact: true }).click();
    await page.locator('#advance_seconds-error').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Move there: A delivery may ship' }).click();
    // Farther than the service goes at once, so the page goes in steps.
    await banner()
      .getByText(/moved forward by 1,\d{3} days/)
      .waitFor();
  });

  test('is the only one whose clock moves', async () => {
    await page.goto(`${live}/clock`);
    await page.getByText('A live store has real time').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'To the clock of the test store' }).click();
    await banner().waitFor();
  });
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize(PHONE);
  await look('clock-phone');
  expect(await fitsWidth(page)).toBe(true);
  await page.goto(`${live}/rehearsals`);
  await page.getByRole('table', { name: 'Earlier rehearsals' }).waitFor();
  await look('rehearsals-phone');
  expect(await fitsWidth(page)).toBe(true);
  await page.getByRole('link', { name: 'Aurora Jacket' }).last().click();
  await page.getByText('What would have failed').waitFor();
  await look('rehearsal-done-phone');
  expect(await fitsWidth(page)).toBe(true);
});

test('in German everything fits too, and a failure is said in German', async () => {
  const [failed] = await stage.db.query<{ id: string }>(
    `UPDATE rehearsal SET state = 'failed', failure = 'The process that ran it has ended.', failure_code = 'interrupted'
     WHERE state = 'stopped' RETURNING id`,
  );
  await stage.db.query(`UPDATE staff_member SET language = 'de'`);
  for (const [size, viewport] of Object.entries({ phone: PHONE, desk: DESKTOP })) {
    await page.setViewportSize(viewport);
    await page.goto(`${live}/rehearsals/${failed?.id}`);
    await page.getByText('Der Dienst wurde mittendrin angehalten.').waitFor();
    await look(`rehearsal-failed-german-${size}`);
    await page.getByRole('link', { name: 'Noch einmal proben' }).click();
    await page.locator('#country-FR').waitFor();
    await page.locator('summary').click();
    await look(`rehearsals-german-${size}`);
    expect(await fitsWidth(page)).toBe(true);
    await page.getByRole('link', { name: 'Aurora Jacket' }).last().click();
    await page.locator('.figures').waitFor();
    await look(`rehearsal-done-german-${size}`);
    expect(await fitsWidth(page)).toBe(true);
    await page.goto(`${live}-test/clock`);
    await page.locator('.card').first().waitFor();
    await look(`clock-german-${size}`);
    expect(await fitsWidth(page)).toBe(true);
  }
});

test('no page broke its policy or failed', () => {
  expect(problemsOf(open).filter((problem) => !problem.includes('net::ERR_FAILED'))).toEqual([]);
});
