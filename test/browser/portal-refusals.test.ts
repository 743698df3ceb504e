import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { createTestStore } from '../support/merchant.ts';
import { OWNER } from '../support/portal.ts';
import { becomeOwner, fitsWidth, type PortalStage, startPortalSystem } from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  await createTestStore(stage.db, { slug: 'fjord' });
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.waitForURL('**/stores/fjord');
  await stage.db.query("UPDATE staff_member SET language = 'de'");
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const go = (path: string) => page.goto(stage.portalUrl + path);
const errorOf = (label: string) =>
  page.locator('.field', { has: page.getByLabel(label, { exact: true }) }).locator('.field__error');

test('a refusal is in the language of the person', async () => {
  await go('/account');
  await page.getByLabel('Aktuelles Passwort').fill(OWNER.password);
  await page.getByLabel('Neues Passwort').fill('kurz');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect.poll(() => errorOf('Neues Passwort').innerText()).toBe('Nehmen Sie mindestens 12 Zeichen.');
  await expectAccessible(page);
  await page.getByLabel('Neues Passwort').fill('passwort123456');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await page.locator('#new-password-error').getByText('Das ist eines der ersten Passwörter').waitFor();
});

test('where the service says more, its English sentence follows, and is marked as English', async () => {
  await go('/stores/fjord/settings');
  const language = page.locator('form').filter({ has: page.locator('#locale') });
  await language.locator('#locale').fill('Deutsch (Sie)');
  await language.getByRole('button', { name: 'Speichern' }).click();
  const error = page.locator('.field__error');
  await error.waitFor();
  expect(await error.innerText()).toMatch(/^So geht das nicht\.\s\S/);
  expect(await error.locator('[lang=en]').innerText()).toContain('is not a language tag');
  await expectAccessible(page);
  await takeScreenshot(page, 'portal-refusal-desk');
  await page.setViewportSize(PHONE);
  await error.scrollIntoViewIfNeeded();
  expect(await fitsWidth(page)).toBe(true);
  await takeScreenshot(page, 'portal-refusal-phone');
});

test('what a number may be is said in the language of the person, and by no name of the API', async () => {
  await page.setViewportSize(DESKTOP);
  await go('/stores/fjord/settings/rules');
  for (const [typed, said] of [
    ['900', 'Schreiben Sie 60 oder weniger.'],
    ['0', 'Schreiben Sie 1 oder mehr.'],
    ['1.5', 'Schreiben Sie eine ganze Zahl nur aus Ziffern, etwa 1000.'],
    ['', 'Bitte ausfüllen.'],
  ]) {
    await page.getByLabel(/Minuten/).fill(typed ?? '');
    await page.getByRole('button', { name: 'Speichern' }).nth(1).click();
    await expect.poll(() => page.locator('.field__error').allInnerTexts()).toEqual([said]);
  }
  await expectAccessible(page);
});

test('a page whose code is coming says so, and one whose code does not come says what to do', async () => {
  const files = '**/*.js';
  let send = (): void => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.setViewportSize(DESKTOP);
  await go('/stores/fjord');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route(files, async (route) => {
    await sent;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Berichte' }).click();
  await page.getByRole('status').getByText('Wird geladen').waitFor();
  await expectAccessible(page);
  send();
  await page.getByRole('heading', { level: 1, name: 'Berichte' }).waitFor();
  await page.unroute(files);
  await page.route(files, (route) => route.abort());
  await page.getByRole('link', { name: 'Proben' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'portal-page-lost-desk');
  await page.keyboard.press('Control+k');
  await page.getByRole('status').getByText('Prüfen Sie Ihre Verbindung').waitFor();
  await page.unroute(files);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Proben' }).waitFor();
});
