import { afterAll, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { startWithdrawals } from '../support/withdrawals.ts';

const browser = await launchBrowser();
const world = await startWithdrawals();
const { api, core } = world;
afterAll(async () => {
  await browser.close();
  await world.stop();
});

test('a dead link leads to the pre-order, by reference and postcode, without a page of the store', async () => {
  const { storeId, reference } = await world.sold(1);
  const { publicKey, name } = await readStore(core.db, storeId);
  const { id, contact } = await readPreorder(core.db, storeId, reference);
  const url = `${api.baseUrl}/links/preorder/${publicKey}/${id}.x`;
  const { page, problems, close } = await openPage(browser, url, { viewport: PHONE });
  await page.getByText(name).first().waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'dead-link');
  await page.getByRole('link', { name: 'Find your pre-order' }).click();
  await page.getByRole('heading', { name: 'Find your pre-order' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'look-up-alone');
  await page.getByRole('textbox', { name: 'Reference' }).fill('PO-0000-0000-0');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('10115');
  await page.getByRole('button', { name: 'Find it' }).click();
  await page.getByText('No pre-order found').waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await page.getByRole('textbox', { name: 'Postcode' }).fill(contact?.address.postalCode ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('Placed').first().waitFor();
  expect(await page.locator('.code').first().textContent()).toBe(reference);
  await expectAccessible(page);
  await takeScreenshot(page, 'look-up-found');
  await page.getByRole('button', { name: 'Find another pre-order' }).click();
  await page.getByRole('heading', { name: 'Find your pre-order' }).waitFor();
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await close();
});
