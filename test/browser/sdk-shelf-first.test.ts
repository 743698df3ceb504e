import { expect, test } from 'vitest';
import { saveProduct } from '../../src/core/catalog/commands/save-product.ts';
import { findProduct } from '../../src/core/catalog/queries.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { enterShipping, openCheckout, useCheckoutStage } from '../support/checkout-page.ts';
import { BUTTON, frameOf, openStorePage, PRICE, productPage } from '../support/placement-page.ts';

const stage = useCheckoutStage();

/** Tells the stock of the first variant as a connection to the platform would, and waits until pages can see it. */
async function platformCounts(inStock: number): Promise<void> {
  const { system, store } = stage;
  const product = await findProduct(system.db, store.storeId, { handle: store.product.handle });
  if (!product) throw new Error('the product is gone');
  const variants = product.variants.map((variant, index) => ({ ...variant, inStock: index === 0 ? inStock : 0 }));
  await saveProduct(system, store.storeId, { ...product, variants });
  const address = `${system.baseUrl}/api/v1/availability?api_key=${store.storeKey}&product_id=${store.product.externalId}`;
  await expect
    .poll(async () => (await (await fetch(address)).json()).data.variants[0].available_in_stock, { timeout: 2_000 })
    .toBe(inStock);
}

test('button and price step back while the shelf has units, and come again, without a reload of the page', async () => {
  await updateWaitlist(stage.system.deps, stage.store, { shelfFirst: true });
  await platformCounts(2);
  const load = `for (const placementType of ['price', 'button']) {
    Service.load({ placementType, productId, skuId: variants[0], fallbackToSoldOut: true });
  }`;
  const opened = await openStorePage(stage, productPage(stage, PRICE + BUTTON, load));
  const { page, heard, hears, problems } = opened;
  const heights = async () => [
    await page.locator('iframe[src*="/frames/1/price"]').evaluate((element) => element.clientHeight),
    await page.locator('iframe[src*="/frames/1/button"]').evaluate((element) => element.clientHeight),
  ];
  expect((await hears('PlacementLoaded', 2)).map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(await heights()).toEqual([0, 0]);
  await page.evaluate(
    `for (const placementType of ['price', 'button']) Service.update({ placementType, skuId: variants[1] })`,
  );
  const other = (await hears('PlacementLoaded', 4)).slice(2);
  expect(other.map(({ disabled }) => disabled)).toEqual([false, false]);
  await platformCounts(0);
  const button = async () => (await frameOf(page, 'button')).locator('#button');
  const loadAgain = async () => {
    const { length } = await heard('PlacementLoaded');
    await page.evaluate(load);
    await hears('PlacementLoaded', length + 2);
    return (await button()).innerText({ timeout: 1_000 });
  };
  // A browser may show the document that it has while it fetches the next one (`stale-while-revalidate`).
  await expect.poll(loadAgain, { interval: 500 }).toBe('Pre-order');
  expect(await (await button()).isEnabled()).toBe(true);
  await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  await opened.close();
});

test('a shopper whose shelf fills while they fill the form in is told to buy it from the store', async () => {
  await updateWaitlist(stage.system.deps, stage.store, { shelfFirst: true });
  await platformCounts(0);
  const checkout = await openCheckout(stage, { viewport: PHONE });
  await enterShipping(checkout.frame);
  await platformCounts(1);
  await checkout.frame.click('text=Continue to payment');
  await checkout.frame.waitForSelector('h1:has-text("In stock now")');
  expect(await checkout.frame.evaluate(() => document.activeElement?.id)).toBe('heading');
  await takeScreenshot(checkout.page, 'checkout-in-stock');
  await expectAccessible(checkout.page);
  await checkout.close();
});
