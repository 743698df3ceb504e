import { beforeEach, describe, expect, test } from 'vitest';
import { endCheckout } from '../../src/core/checkouts/commands/end.ts';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { enterCard, holdByAnother, reachPayment, useCheckoutStage } from '../support/checkout-page.ts';
import {
  BUTTON,
  closeByEscape,
  frameOf,
  openStorePage,
  type PlacementPage,
  productPage,
} from '../support/placement-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const stage = useCheckoutStage();
const UNITS = 2;
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system, { allocation: UNITS });
});

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;
const open = (options = {}) => openStorePage(stage, productPage(stage, BUTTON, LOAD), options);

const HELD = /^Pre-order Others are buying the last ones, back from \d?\d:\d\d Test store Learn more$/;
async function shown(page: PlacementPage['page']): Promise<string> {
  return (await frameOf(page, 'button')).evaluate(() => document.body.innerText.trim().replace(/\s+/g, ' '));
}

/** Lets the button's document hear that the shopper looks at the tab again. */
async function lookAtTab(page: PlacementPage['page']): Promise<void> {
  await (await frameOf(page, 'button')).evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until another shopper's page gets that state of the first variant. */
async function serviceSays(state: string): Promise<void> {
  const { system, store } = stage;
  const query = new URLSearchParams({ key: store.storeKey, product: store.product.externalId, lang: 'en' });
  const address = `${system.baseUrl}/frames/1/button?${query}`;
  await expect
    .poll(async () => (await fetch(address)).text(), { timeout: 5_000 })
    .toMatch(`"sku":"AUR-0","state":"${state}"`);
}

describe('units that others are paying for', () => {
  test.each(['en', 'de'])('are not sold out, and are offered as soon as they are back (%s)', async (lang) => {
    const checkoutId = await holdByAnother(stage, UNITS);
    await serviceSays('held');
    const opened = await openStorePage(
      stage,
      productPage(stage, BUTTON, `document.documentElement.lang = '${lang}'; ${LOAD}`),
      {
        viewport: PHONE,
        timezoneId: 'Asia/Tokyo',
      },
    );
    const { page, hears, heard, problems, close } = opened;
    expect(await hears('PlacementLoaded')).toMatchObject([{ sku: 'AUR-0', disabled: true }]);
    const [hold] = await stage.system.db.query<{ until: Date }>(
      'SELECT expires_at AS until FROM hold WHERE store_id = $1',
      [stage.store.storeId],
    );
    const time = hold?.until.toLocaleTimeString(lang === 'en' ? 'en-GB' : lang, {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Asia/Tokyo',
    });
    expect(await shown(page)).toContain(
      lang === 'en' ? `the last ones, back from ${time}` : `kaufen gerade die letzten, ab ${time} Uhr wieder da`,
    );
    await expectAccessible(page);
    await takeScreenshot(page, `button-held-${lang}`);
    await endCheckout(stage.system.deps, { storeId: stage.store.storeId, checkoutId }, 'abandoned');
    await serviceSays('order');
    await lookAtTab(page);
    await expect.poll(() => shown(page), { timeout: 5_000 }).not.toContain(time);
    expect(await (await frameOf(page, 'button')).locator('#button').isEnabled()).toBe(true);
    expect(await heard('PlacementLoaded')).toHaveLength(1);
    expect(problems).toEqual([]);
    await close();
  });

  test('are asked for again when the first hold ends', async () => {
    await holdByAnother(stage, UNITS);
    await stage.system.db.query(`UPDATE hold SET expires_at = now() + interval '3 seconds' WHERE store_id = $1`, [
      stage.store.storeId,
    ]);
    const { page, hears, close } = await open();
    await hears('PlacementLoaded');
    expect(await shown(page)).toMatch(HELD);
    await expect.poll(() => shown(page), { timeout: 20_000 }).toMatch(/^Pre-order Ships/);
    await close();
  });

  test('stay as they are shown while the service does not answer', async () => {
    await holdByAnother(stage, UNITS);
    await serviceSays('held');
    const { page, hears, close } = await open();
    await hears('PlacementLoaded');
    await page.route('**/frames/1/button?*', (route) => route.fulfill({ status: 503, body: '{}' }));
    const asked = page.waitForResponse('**/frames/1/button?*');
    await lookAtTab(page);
    await asked;
    expect(await shown(page)).toMatch(HELD);
    await close();
  });
});

test('who holds the last units goes on after a reload of the page, and no other tab of the browser does', async () => {
  const opened = await open();
  const { page, hears, problems, close } = opened;
  await hears('PlacementLoaded');
  await (await frameOf(page, 'button')).locator('#button').click();
  await reachPayment(await frameOf(page, 'checkout'), { quantity: UNITS });
  await serviceSays('held');
  await page.reload();
  await hears('PlacementLoaded');
  const button = async () => (await frameOf(page, 'button')).locator('#button');
  await expect.poll(async () => (await button()).innerText(), { timeout: 5_000 }).toBe('Go on with your pre-order');
  expect(await shown(page)).toBe('Go on with your pre-order Test store Learn more');
  await expectAccessible(page);
  await takeScreenshot(page, 'button-held-own');
  await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
  await expect.poll(async () => (await button()).innerText(), { timeout: 5_000 }).toBe('Pre-order');
  await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[0] })`);
  await expect.poll(async () => (await button()).innerText(), { timeout: 5_000 }).toBe('Go on with your pre-order');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect.poll(() => shown(other), { timeout: 5_000 }).toMatch(HELD);
  await other.close();

  await (await button()).click();
  const checkout = await frameOf(page, 'checkout');
  await checkout.waitForSelector('#cardNumber');
  await closeByEscape(page);
  expect(await (await button()).innerText()).toBe('Go on with your pre-order');
  await (await button()).click();
  const again = await frameOf(page, 'checkout');
  await again.waitForSelector('#cardNumber');
  await enterCard(again, 'succeeds');
  await again.click('.pay button[type=submit]');
  await hears('PreorderCreated');
  await closeByEscape(page);
  await expect.poll(async () => (await button()).innerText(), { timeout: 10_000 }).toBe('Sold Out');
  expect(problems).toEqual([]);
  await close();
});
