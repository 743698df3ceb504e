import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeDeletedStores } from '../../src/core/stores/commands/remove.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { shiftClock } from '../support/core.ts';
import { OWNER } from '../support/portal.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const go = (path: string) => page.goto(stage.portalUrl + path);
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

/** Enters the password where the portal asks whether it is still the same person. */
async function proveIfAsked(then: () => Promise<unknown>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await Promise.race([then(), dialog.waitFor()]);
  if (!(await dialog.isVisible())) return;
  await dialog.getByLabel('Password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await then();
}

/** Waits until what `save` sends is saved. */
async function saving(save: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await save();
  await saved;
}

describe('a new store', () => {
  test('is what the first page leads to', async () => {
    await page.getByRole('heading', { name: 'You have no store yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create a store' }).click();
    await heading('New store').waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-new-store-desk');
  });

  test('says what is wrong at its field', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Fjord & Fjell');
    expect(await page.getByLabel('Short name').inputValue()).toBe('fjord-fjell');
    await page.getByLabel('Legal name').fill('Fjord & Fjell GmbH');
    await page.getByLabel('Address', { exact: true }).fill('Hafenstraße 1\n20457 Hamburg');
    await page.getByLabel('Terms').fill('none');
    await page.getByLabel('Privacy policy').fill('https://fjord.example/privacy');
    await page.getByRole('button', { name: 'Create the store' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('terms_url');
    await expectAccessible(page);
  });

  test('is there once it is created, and its checklist says what is left', async () => {
    await page.getByLabel('Terms').fill('https://fjord.example/terms');
    await page.getByRole('button', { name: 'Create the store' }).click();
    await heading('Fjord & Fjell').waitFor();
    expect(new URL(page.url()).pathname).toBe('/stores/fjord-fjell');
    await page.getByRole('link', { name: 'Bring in your products' }).waitFor();
    await expectAccessible(page);
  });
});

const HEAD = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price';
const csv = (...rows: string[]) => ({
  name: 'products.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[HEAD, ...rows].join('\n')}\n`),
});

describe('products', () => {
  test('come from a file, after a look at what it would do', async () => {
    await go('/stores/fjord-fjell/products');
    await page.getByRole('heading', { name: 'No products yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Import a file' }).first().click();
    await heading('Import products').waitFor();
    await expectAccessible(page);
    await page
      .getByLabel('CSV file')
      .setInputFiles(
        csv(
          'jacket,Aurora Jacket,Size,S,AUR-S,129.00',
          'jacket,,,M,AUR-M,129.00',
          'boot,Boot,Title,Default Title,B,cheap',
        ),
      );
    await page.getByRole('heading', { name: 'What the import would do' }).waitFor();
    await page.getByText('1 new').first().waitFor();
    await page.getByRole('rowheader', { name: 'Row 4' }).waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-import-desk');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Your products are here').waitFor();
    await expectAccessible(page);
  });

  test('that cannot be read are refused with the reason', async () => {
    await page.getByLabel('CSV file').setInputFiles({ ...csv(), buffer: Buffer.from('a,b\n1,2\n') });
    await page.getByRole('alert').getByText('The file was not taken in').waitFor();
    await expectAccessible(page);
  });

  test('are found by title and SKU', async () => {
    await go('/stores/fjord-fjell/products');
    await page.getByRole('rowheader', { name: /Aurora Jacket/ }).waitFor();
    await page.getByLabel('Title, code or SKU').fill('nothing like that');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'No product is like that' }).waitFor();
    await expectAccessible(page);
    for (const text of ['aurora', 'AUR-M']) {
      await page.getByLabel('Title, code or SKU').fill(text);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('rowheader', { name: /Aurora Jacket/ }).waitFor();
    }
  });
});

describe('settings', () => {
  test('say where the store sends to, and what tax is there', async () => {
    await go('/stores/fjord-fjell/settings/delivery');
    await page.getByRole('heading', { name: 'You send nowhere yet' }).waitFor();
    await expectAccessible(page);
    await page.locator('#ship-country').selectOption('DE');
    await page.getByLabel('Amount in EUR').fill('4.90');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await page.getByRole('button', { name: /other countries of the European Union/ }).click();
    await page.getByRole('button', { name: 'Tick all' }).click();
    await page.getByRole('checkbox', { name: 'Germany' }).uncheck();
    await page.getByLabel('Amount for the 26 ticked countries, in EUR').fill('9.50');
    await page.getByRole('button', { name: 'Fill in', exact: true }).click();
    expect(await page.getByLabel('Shipping to Germany').inputValue()).toBe('4.90');
    expect(await page.getByLabel('Shipping to Spain').inputValue()).toBe('9.50');
    await page.getByRole('button', { name: 'Fill in', exact: true }).scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'portal-settings-one-amount');
    await page.getByLabel('Shipping to France').fill('cheap');
    await page.getByRole('button', { name: 'Save the shipping' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('ship-to-FR');
    expect(await page.getByLabel('Shipping to France').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.getByLabel('Shipping to France').fill('9,90');
    await page.locator('#ship-country').selectOption('CH');
    await page.getByLabel('Amount in EUR').fill('19.50');
    await saving(() => page.getByRole('button', { name: 'Save the shipping' }).click());
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.locator('#tax-country').selectOption('DE');
    await page.getByLabel('Percent').fill('nineteen');
    await page.getByRole('button', { name: 'Save the tax' }).click();
    await page.getByText('Write a number, such as 4.90.').first().waitFor();
    await page.getByLabel('Percent').fill('19');
    await saving(() => page.getByRole('button', { name: 'Save the tax' }).click());
    await page.getByRole('button', { name: /standard rates of 26 countries/ }).click();
    await page.getByLabel('Tax in Finland, in percent').fill('25,5');
    await takeScreenshot(page, 'portal-settings-rates');
    await saving(() => page.getByRole('button', { name: 'Save the tax' }).click());
    await page.reload();
    expect(await page.getByLabel('Tax in Finland, in percent').inputValue()).toBe('25.5');
    expect(await page.getByLabel('Tax in Austria, in percent').inputValue()).toBe('20');
    expect(await page.getByRole('button', { name: /standard rate/ }).count()).toBe(0);
    expect(await page.getByLabel('Shipping to Switzerland').inputValue()).toBe('19.50');
    expect(await page.getByLabel('Shipping to France').inputValue()).toBe('9.90');
    expect(await page.getByLabel('Tax in Germany, in percent').inputValue()).toBe('19');
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-delivery-desk');
  });

  test('say how a payment account is connected, and refuse wrong keys', async () => {
    await page.locator('.settings__nav').getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { name: 'Connect an account' }).waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-payments-desk');
    await page.getByLabel('Publishable key').fill('pk_live_1');
    await page.getByLabel('Secret or restricted key').fill('sk_live_1');
    await page.getByLabel('Signing secret of the webhook endpoint').fill('whsec_1');
    await shiftClock(stage.db, 601); // the sign-in is no fresh proof any more
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
    await expectAccessible(page);
    await proveIfAsked(() => page.locator('form [aria-invalid=true]').first().waitFor());
    expect(await page.getByLabel('Secret or restricted key').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
  });

  test('keep the rules of privacy and of the checkout', async () => {
    await page.getByRole('link', { name: 'Rules and privacy' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click(); // the wrong keys
    await page.getByLabel('Minutes in which a shopper pays').fill('900');
    await page.getByRole('button', { name: 'Save' }).nth(1).click();
    await expect
      .poll(() => page.getByLabel('Minutes in which a shopper pays').getAttribute('aria-invalid'))
      .toBe('true');
    await expectAccessible(page);
    await page.getByLabel('Minutes in which a shopper pays').fill('30');
    await saving(() => page.getByRole('button', { name: 'Save' }).nth(1).click());
    await page.getByLabel('Days to keep contacts after everything is sent or cancelled').fill('400');
    await saving(() => page.getByRole('button', { name: 'Save' }).first().click());
    await saving(() => page.getByRole('radio', { name: /^Ask/ }).check());
    await takeScreenshot(page, 'portal-rules-desk');
    await page.reload();
    await expect.poll(() => page.getByRole('radio', { name: /^Ask/ }).isChecked()).toBe(true);
  });

  test('show the shared secret to whom proves who they are, and change it with an overlap', async () => {
    await page.getByRole('link', { name: 'Keys and secrets' }).click();
    const copies = page.getByRole('button', { name: 'Copy the shared secret' });
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await proveIfAsked(() => copies.waitFor());
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make a new one' }).click();
    await page.getByText('Two secrets are valid').waitFor();
    expect(await copies.count()).toBe(2);
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-secrets-desk');
    await page.getByRole('button', { name: 'Retire the old one' }).click();
    await expect.poll(() => copies.count()).toBe(1);
  });
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  const parts = [
    'settings',
    'settings/delivery',
    'settings/payments',
    'settings/rules',
    'settings/keys',
    'settings/tokens',
  ];
  for (const path of [
    '/new-store',
    ...[...parts, 'settings/webhooks', 'settings/team', 'settings/activity', 'products/import'].map(
      (part) => `/stores/fjord-fjell/${part}`,
    ),
  ]) {
    await go(path);
    await page.locator('.card').first().waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `portal-set-up${path.replaceAll('/', '-')}-phone`);
    expect(await fitsWidth(page), path).toBe(true);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
});

test('a store is deleted by typing its name', async () => {
  await go('/stores/fjord-fjell/settings');
  await page.getByRole('button', { name: 'Delete the store' }).click();
  const dialog = page.getByRole('dialog', { name: /Delete Fjord & Fjell for good/ });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('typed-name');
  await expectAccessible(page);
  await dialog.getByLabel(/Type “Fjord & Fjell”/).fill('Fjord & Fjell');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await proveIfAsked(() => page.getByRole('heading', { name: 'You have no store yet' }).waitFor());
  await removeDeletedStores(stage.deps);
  expect(await stage.db.query('SELECT 1 FROM store')).toEqual([]);
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));
