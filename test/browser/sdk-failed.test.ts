import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { BUTTON, closeByEscape, frameOf, openStorePage, productPage, useStage } from '../support/placement-page.ts';

const stage = useStage();

/** Clicks where the service does not answer any more. */
async function openFailing() {
  const html = productPage(stage, BUTTON, "Service.load({ placementType: 'button', productId, skuId: variants[1] });");
  const opened = await openStorePage(stage, html, { viewport: PHONE });
  await opened.hears('PlacementLoaded');
  const button = await frameOf(opened.page, 'button');
  await opened.page.route('**/frames/1/checkout*', (route) => route.abort());
  await button.click('#button');
  return { ...opened, button };
}

const isBack = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))");

test.each([
  ['by a tap', (page: Page) => page.getByRole('button', { name: 'Try again' }).click()],
  ['when the browser is back online', isBack],
])('a checkout that cannot be loaded is tried again %s', async (_, tryAgain) => {
  const { page, heard, hears, close } = await openFailing();
  await hears('PlacementFailed');
  await takeScreenshot(page, 'sdk-failed');
  await tryAgain(page);
  // It fails once more, and says so once more.
  await hears('PlacementFailed', 2);
  await page.unroute('**/frames/1/checkout*');
  await tryAgain(page);
  const checkout = await frameOf(page, 'checkout');
  await checkout.waitForSelector('#email');
  expect(await heard('ButtonClicked')).toHaveLength(1);
  await closeByEscape(page, checkout);
  await isBack(page);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await close();
});

test('a checkout that cannot be loaded says so, can be closed, and opens at a later click', async () => {
  const { page, button, hears, close } = await openFailing();
  expect(await hears('PlacementFailed')).toMatchObject([{ placementType: 'button', reason: 'checkout_unavailable' }]);
  await page.getByRole('button', { name: 'This did not load. Try again.' }).waitFor();
  await expectAccessible(page);
  // A tap anywhere in the lower half works, not only on the text.
  await page.getByRole('button', { name: 'Close' }).click({ position: { x: 8, y: 8 } });
  await page.waitForSelector('dialog', { state: 'detached' });
  // A shopper who has closed it is not asked again.
  await isBack(page);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await page.unroute('**/frames/1/checkout*');
  await button.click('#button');
  await (await frameOf(page, 'checkout')).waitForSelector('#email');
  await close();
});
