import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectAccessible, launchBrowser, openPage, PHONE } from '../support/browser.ts';
import { commandLine } from '../support/command-line.ts';
import { type System, serveStore, startSystem } from '../support/system.ts';
import { testData, testDataFile } from '../support/test-data.ts';

// Follows the guide with its commands, its page and a shopper, on a real export if TEST_DATA has one. A second try begins anew.

let system: System;
let browser: Browser;
let folder: string;

beforeEach(async () => {
  system = await startSystem({ standIn: true });
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'first-waitlist-'));
});
afterEach(async () => {
  await browser.close();
  await system.stop();
  await rm(folder, { recursive: true });
});

const PRODUCT = 'classic-varsity-top';
const PLAIN_PRODUCT = 'ocean-blue-shirt';
const OWN_EXPORT = `Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price
${PRODUCT},Classic Varsity Top,partners-demo,Size,Small,,60.00
${PRODUCT},,,,Medium,,60.00
${PLAIN_PRODUCT},Ocean Blue Shirt,partners-demo,Title,Default Title,,50.00`;

test('from a catalogue export to a pre-order in the page that the command line prints', async () => {
  const guide = await readFile(new URL('../../docs/guides/first-waitlist.md', import.meta.url), 'utf8');
  const cli = commandLine({ DATABASE_URL: system.db.url, DATA_DIR: folder, BASE_URL: system.baseUrl });
  const create = /\.\/service (stores create .*?)\n```/s.exec(guide)?.[1] ?? '';
  const words = [...create.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  expect((await cli.run(...words.map((word) => word[1] ?? word[2] ?? word[3] ?? ''))).code).toBe(0);

  const file = join(folder, 'products.csv');
  await writeFile(file, testData ? await readFile(testDataFile('catalogue/shopify-apparel.csv')) : OWN_EXPORT);
  expect(await cli.json('catalog', 'import', file, '--store', 'fjord')).toMatchObject({ code: 0 });
  const ships = ['--ships-from', '2031-06-10', '--ships-until', '2031-06-15'];
  /** Opens a waitlist and returns what is printed from the beginning of the page on. */
  const openWaitlist = async (product: string) => {
    const made = await cli.json(
      'waitlists',
      'create',
      '--store',
      'fjord',
      '--product-id',
      product,
      '--all',
      '5',
      ...ships,
    );
    const { code, out } = await cli.run('waitlists', 'open', made.data.id, '--store', 'fjord');
    expect(code).toBe(0);
    return out.slice(out.indexOf('<!doctype html>'));
  };
  const site = await serveStore({
    '/page.html': await openWaitlist(PRODUCT),
    '/plain.html': await openWaitlist(PLAIN_PRODUCT),
  });
  const { page, problems, close } = await openPage(browser, `${site.url}/page.html`, { viewport: PHONE });
  // The export's pictures are on the platform's servers, to which no test sends requests.
  const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route(/^https:/, (route) => route.fulfill(picture));
  expect(await page.getByRole('heading').textContent()).toBe('Classic Varsity Top');
  await page.getByLabel('Size').selectOption({ label: 'Medium' });
  await page.frameLocator('[data-service-placement-type="price"] iframe').getByText('60.00').first().waitFor();
  const button = page.frameLocator('[data-service-placement-type="button"] iframe').locator('#button');
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  const checkout = page.frameLocator('dialog iframe');
  await checkout.getByLabel('E-mail').fill('ada@example.com');
  await checkout.getByLabel('Country').selectOption({ label: 'Germany' });
  await checkout.getByLabel('Name', { exact: true }).fill('Lovelace');
  await checkout.getByLabel('Street address').fill('Invalidenstraße 116');
  await checkout.getByLabel('Postcode').fill('10115');
  await checkout.getByLabel('City').fill('Berlin');
  await checkout.getByRole('button', { name: 'Continue to payment' }).click();
  const card = checkout.frameLocator('iframe[title="Card"]');
  await card.locator('summary').click();
  await card.getByRole('button', { name: /4242 4242/ }).click();
  await checkout.getByRole('button', { name: /^Pay / }).click();
  const reference = await checkout.getByText(/^PO-/).first().textContent();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await close();

  const plain = await openPage(browser, `${site.url}/plain.html`, { viewport: PHONE });
  const ready = plain.page.frameLocator('[data-service-placement-type="button"] iframe').locator('#button');
  await expect.poll(() => ready.isEnabled()).toBe(true);
  expect(await plain.page.locator('select').count()).toBe(0);
  await expectAccessible(plain.page);
  expect(plain.problems).toEqual([]);
  await plain.close();
  await site.close();

  await expect.poll(async () => (await system.mails()).join('\n')).toContain(reference);
  await expect
    .poll(async () => (await cli.run('preorders', 'show', reference ?? '', '--store', 'fjord')).out)
    .toMatch(/payment by \S+ +1 +64\.90 EUR +done/);
});
