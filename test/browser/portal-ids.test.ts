import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapIds } from '../../src/core/catalog/commands/map-ids.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { launchBrowser, type OpenPage } from '../support/browser.ts';
import { createCatalog, exportOf, SHIRT, type TestCatalog } from '../support/catalog.ts';
import {
  becomeOwner,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  saveAfterOther,
  startPortalSystem,
} from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let catalog: TestCatalog;
let path: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  catalog = await createCatalog(stage.db);
  await catalog.load(exportOf(...SHIRT));
  path = `${stage.portalUrl}/stores/${(await readStore(stage.db, catalog.storeId)).slug}/products`;
  open = await becomeOwner(browser, stage);
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const look = (name: string) => lookEverywhere(page, `portal-ids-${name}`);

async function check(id: string, as = 'product'): Promise<void> {
  await page.getByLabel('The id of your page').fill(id);
  await page.getByLabel('Given as').selectOption(as);
  await page.getByRole('button', { name: 'Look it up' }).click();
}

test('an id that shows nothing is explained, with what to do', async () => {
  await page.goto(path);
  await page.getByText('The service made ids for some of your products').waitFor();
  await look('made');
  await page.getByRole('link', { name: 'Give them their ids' }).click();
  await check('');
  await page.locator('#id-error').getByText('This cannot be an id.').waitFor();
  await check('8123456789012');
  await page.getByText('Nothing has the id 8123456789012').waitFor();
  await page.getByText(/^The service made the ids of this catalogue/).waitFor();
  await look('unknown');
  await check('SH-M', 'variant');
  await page.getByText(/^It is no id but a SKU of /).waitFor();
  await check('shirt');
  await page.getByText(/^It is no id but the code of /).waitFor();
});

test('a product and its variants get their ids in its page', async () => {
  await page.getByRole('link', { name: 'Open the product' }).click();
  await page.getByText('Your pages cannot name this product by the id of your platform yet').waitFor();
  await look('product');
  await page.getByRole('button', { name: 'Change the ids' }).click();
  const window = page.getByRole('dialog', { name: 'Change the ids' });
  await window.getByLabel('Id of the product').fill('');
  await window.getByRole('button', { name: 'Save' }).click();
  await window.getByText('An id cannot be empty.').first().waitFor();
  await look('change');
  await window.getByLabel('Id of the product').fill('8123456789012');
  await window.getByLabel('Id of S').fill('441');
  await window.getByLabel('Id of M').fill('441');
  await window.getByRole('button', { name: 'Save' }).click();
  await window.getByText('Another variant here has this id.').first().waitFor();
  expect(await window.getByLabel('Id of M').getAttribute('aria-invalid')).toBe('true');
  expect((await catalog.idsOf('shirt'))[0]).not.toBe('8123456789012');
  await window.getByLabel('Id of M').fill('442');
  const [small] = (await catalog.product('shirt')).variants;
  const variants = [{ id: small?.id ?? '', externalId: '440' }];
  await mapIds(stage.deps, catalog.storeId, { products: [], variants, handles: [] });
  const said = await saveAfterOther(page, window.getByRole('button', { name: 'Save' }));
  expect(await said.innerText()).toContain('Id of S – now: 440, yours: 441');
  await window.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The ids are changed.').waitFor();
  await page
    .getByText(/^Earlier: \d{15}$/)
    .first()
    .waitFor();
  expect(await catalog.idsOf('shirt')).toEqual(['8123456789012', '441', '442']);
});

const chooseFile = (text: string) =>
  page.locator('[data-file=ids]').setInputFiles({ name: 'ids.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a list is saved, filled in, tried and then done', async () => {
  await page.goto(`${path}/ids?id=8123456789012`);
  await page.getByText(/^8123456789012 is the product /).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the list as CSV' }).click();
  const list = await readFile(await (await saved).path(), 'utf8');
  expect(list).toContain('"shirt","Shirt","8123456789012","441","S","SH-S","441"');
  await chooseFile('product;product_id\nshirt;8.12346E+12\n');
  await page.getByText(/Line 2: a spreadsheet has rounded 8\.12346E\+12/).waitFor();
  await chooseFile(list.replaceAll('"8123456789012"', '"900"').replace('"SH-S","441"', '"SH-S","901"'));
  await page.getByText('ids.csv: nothing is done yet').waitFor();
  expect((await catalog.idsOf('shirt'))[0]).toBe('8123456789012');
  await look('tried');
  await page.getByRole('button', { name: 'Give 3 ids' }).click();
  await page.getByText('Changed products: 1. Changed variants: 1.').waitFor();
  expect(await catalog.idsOf('shirt')).toEqual(['900', '901', '442']);
});

test('it speaks German, and nothing broke', async () => {
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(`${path}/ids?id=8123456789012`);
  await page.getByText('Es ist eine frühere ID. Sie gilt weiter; jetzt ist die ID 900.').waitFor();
  await chooseFile('product;product_id\nshirt;8.12346E+12\n');
  await page.getByText(/^Zeile 2: Eine Tabellenkalkulation hat 8\.12346E\+12 gerundet/).waitFor();
  await look('german');
  // The picture of the imported product is nowhere.
  expect(problemsOf(open).filter((problem) => !problem.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([]);
});
