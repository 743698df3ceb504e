import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, launchBrowser, openPage, PHONE } from '../support/browser.ts';
import { commandLine } from '../support/command-line.ts';
import { type System, serveStore, startSystem } from '../support/system.ts';
import { testData, testDataFile } from '../support/test-data.ts';

// Follows the guide with its commands, its page and a shopper, on a real export if TEST_DATA has one.

let system: System;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  system = await startSystem({ standIn: true });
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'first-waitlist-'));
});
afterAll(async () => {
  await browser.close();
  await system.stop();
  await rm(folder, { recursive: true });
});

const PRODUCT = 'ocean-blue-shirt';
const OWN_EXPORT = `Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price
${PRODUCT},Ocean Blue Shirt,partners-demo,Title,Default Title,,50.00`;

test('from a catalogue export to a pre-order in a bare page', async () => {
  const guide = await readFile(new URL('../../docs/guides/first-waitlist.md', import.meta.url), 'utf8');
  const cli = commandLine({ DATABASE_URL: system.db.url, DATA_DIR: folder, BASE_URL: system.baseUrl });
  const create = /\.\/service (stores create .*?)\n```/s.exec(guide)?.[1] ?? '';
  const words = [...create.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  const store = await cli.json(...words.map((word) => word[1] ?? word[2] ?? word[3] ?? ''));
  expect(store.code).toBe(0);

  const file = join(folder, 'products.csv');
  await writeFile(file, testData ? await readFile(testDataFile('catalogue/shopify-apparel.csv')) : OWN_EXPORT);
  expect(await cli.json('catalog', 'import', file, '--store', 'fjord')).toMatchObject({ code: 0 });
  const product = await cli.json('products', 'show', PRODUCT, '--store', 'fjord');
  const made = await cli.json(
    'waitlists',
    'create',
    '--store',
    'fjord',
    '--product',
    PRODUCT,
    '--all',
    '5',
    '--ships-from',
    '2031-06-10',
    '--ships-until',
    '2031-06-15',
  );
  expect((await cli.json('waitlists', 'open', made.data.id, '--store', 'fjord')).code).toBe(0);

  const html = (/```html\n(.*?)```/s.exec(guide)?.[1] ?? '')
    .replaceAll('http://127.0.0.1:4000', system.baseUrl)
    .replace('PUBLIC KEY', store.data.public_key)
    .replace('ID OF THE PRODUCT', product.data.id)
    .replace('ID OF SMALL', product.data.variants[0].id);
  const site = await serveStore({ '/page.html': html });
  const { page, problems, close } = await openPage(browser, `${site.url}/page.html`, { viewport: PHONE });
  // The export's pictures are on the platform's servers, to which no test sends requests.
  const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route(/^https:/, (route) => route.fulfill(picture));
  await page.getByLabel('Size').selectOption({ label: 'Small' });
  const button = page.frameLocator('[data-service-placement-type="button"] iframe').locator('#button');
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  const checkout = page.frameLocator('dialog iframe');
  await checkout.getByLabel('E-mail').fill('ada@example.com');
  await checkout.getByLabel('Country').selectOption({ label: 'Germany' });
  await checkout.getByLabel('Last name').fill('Lovelace');
  await checkout.getByLabel('Street address').fill('Invalidenstraße 116');
  await checkout.getByLabel('Postcode').fill('10115');
  await checkout.getByLabel('City').fill('Berlin');
  await checkout.getByRole('button', { name: 'Continue to payment' }).click();
  await checkout
    .frameLocator('iframe[title="Card"]')
    .getByRole('button', { name: /4242 4242/ })
    .click();
  await checkout.getByRole('checkbox').first().check();
  await checkout.getByRole('button', { name: /^Pay / }).click();
  const reference = await checkout.getByText(/^PO-/).first().textContent();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await close();
  await site.close();

  await expect.poll(async () => (await system.mails()).join('\n')).toContain(reference);
  await expect
    .poll(async () => (await cli.run('preorders', 'show', reference ?? '', '--store', 'fjord')).out)
    .toMatch(/payment by \S+ +1 +54\.90 EUR +done/);
});
