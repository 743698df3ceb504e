import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLink, linkAddress } from '../../src/core/links/commands.ts';
import { setFont, setLogo, updateBrand } from '../../src/core/stores/commands/brand.ts';
import { pngOf, woff2Of } from '../support/asset-files.ts';
import { DESKTOP, expectAccessible, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { type Sold, sell, sellAndRelease } from '../support/charges.ts';
import { type CheckoutPage, enterShipping } from '../support/checkout-page.ts';
import type { Core } from '../support/core.ts';
import { coreOf, payAddress } from '../support/pay-link.ts';
import { BUTTON, frameOf, openStorePage, PRICE, productPage } from '../support/placement-page.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';
import { openStatus } from '../support/status-page.ts';
import { framedBy } from '../support/wallet.ts';
import { ONE_WALLET, openWalletStage, type WalletStage } from '../support/wallet-stage.ts';

// The look of a store, as a browser shows it on every screen that has it.

const BRAND = { accent: '#a8481f', ground: '#faf7f2', groundDark: '#15171b', radius: 4 };
const ACCENT = 'rgb(168, 72, 31)';
const GROUND = { light: 'rgb(250, 247, 242)', dark: 'rgb(21, 23, 27)' };

let stage: WalletStage;
let core: Core;
beforeAll(async () => {
  stage = await openWalletStage();
  core = coreOf(stage.checkouts.system.deps);
  await stage.offer(ONE_WALLET);
});
afterAll(() => stage.close());

/** Gives a store its look. The logo is wide, so that no name stands beside it. */
async function dress(storeId: string): Promise<void> {
  const { deps } = stage.checkouts.system;
  await updateBrand(deps, storeId, BRAND);
  await setLogo(deps, storeId, pngOf(200, 40));
  await setFont(deps, storeId, woff2Of());
}

type Around = Page | Frame;

/** What a screen has of the look: of the first element that the selector finds. */
async function lookOf(around: Around, { ground = 'body', button = '.button--primary' } = {}) {
  await around.waitForFunction(() => [...document.fonts].every(({ status }) => status !== 'loading'));
  return around.evaluate(
    ([on, of]) => {
      const styleOf = (selector = '') => getComputedStyle(document.querySelector(selector) ?? document.body);
      const { backgroundColor, borderTopLeftRadius } = styleOf(of);
      const logo = document.querySelector<HTMLImageElement>('.logo');
      return {
        ground: styleOf(on).backgroundColor,
        button: backgroundColor,
        radius: borderTopLeftRadius,
        font: styleOf(of).fontFamily.split(',')[0],
        fonts: [...document.fonts].map(({ family, status }) => `${family} ${status}`),
        logo: logo && [logo.naturalWidth, logo.width, logo.height],
      };
    },
    [ground, button],
  );
}

const dressed = { button: ACCENT, radius: '4px', font: 'Brand', fonts: ['Brand loaded'], logo: [200, 160, 32] };

const LOOKS = [
  ['phone', 'light', PHONE],
  ['phone', 'dark', PHONE],
  ['desk', 'light', DESKTOP],
  ['desk', 'dark', DESKTOP],
] as const;

describe.each(LOOKS)('on a %s that is %s', (size, colorScheme, viewport) => {
  async function openDressed(lang = 'en'): Promise<CheckoutPage> {
    const checkout = await stage.open({ viewport, colorScheme, lang });
    await dress(stage.checkouts.store.storeId);
    await checkout.reload();
    return checkout;
  }

  test('the checkout has it in both steps, with the card form of the provider', async () => {
    const checkout = await openDressed();
    await framedBy(checkout.frame, 'Google Pay');
    const expected = { ...dressed, ...(colorScheme === 'dark' && { button: expect.not.stringMatching(ACCENT) }) };
    expect(await lookOf(checkout.frame)).toEqual({ ...expected, ground: GROUND[colorScheme] });
    expect(await checkout.frame.locator('.header__store').count()).toBe(0);
    expect(await checkout.frame.getAttribute('.logo', 'alt')).not.toBe('');
    await expectAccessible(checkout.page);
    await takeScreenshot(checkout.page, `brand-checkout-${size}-${colorScheme}`);
    await enterShipping(checkout.frame);
    await checkout.frame.click('.step > button[type=submit]');
    const card = await framedBy(checkout.frame, 'Card');
    const field = await lookOf(card, { ground: '#number', button: '#number' });
    expect(field).toEqual({
      ...dressed,
      ground: GROUND[colorScheme],
      button: GROUND[colorScheme],
      logo: null,
    });
    // The form is transparent: axe cannot see the dark page behind it and assumes white.
    if (colorScheme === 'light') await expectAccessible(checkout.page);
    await takeScreenshot(checkout.page, `brand-payment-${size}-${colorScheme}`);
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });
});

describe('the look is also that of', () => {
  let sold: Sold;
  beforeAll(async () => {
    sold = await sell(core, {});
    await dress(sold.storeId);
  });

  const address = (path: string) => stage.checkouts.system.baseUrl + path;
  const open = (url: string) => openPage(stage.checkouts.browser, url, { viewport: PHONE });

  async function expectLook(page: Page, name: string, where: Parameters<typeof lookOf>[1] = {}) {
    expect(await lookOf(page, where)).toEqual({ ...dressed, ground: GROUND.light });
    await expectAccessible(page);
    await takeScreenshot(page, `brand-${name}`);
  }

  test('learn more', async () => {
    const { storeKey, storeId } = sold.offer;
    const [product] = await stage.db.query<{ id: string }>(
      'SELECT external_id AS id FROM product WHERE store_id = $1',
      [storeId],
    );
    const { page, close } = await open(address(`/frames/1/learn-more?key=${storeKey}&product=${product?.id}&lang=en`));
    await page.waitForSelector('h2');
    const { button: _, radius: __, ...expected } = dressed;
    expect(await lookOf(page)).toMatchObject({ ...expected, ground: GROUND.light });
    await expectAccessible(page);
    await takeScreenshot(page, 'brand-learn-more');
    await close();
  });

  test('the status page, which has no logo within a page of the store', async () => {
    const { system, site, browser } = stage.checkouts;
    const status = await openStatus(browser, { system, site, storeKey: sold.offer.storeKey }, { viewport: PHONE });
    expect(await lookOf(status.frame, { ground: '.page' })).toEqual({ ...dressed, ground: GROUND.light, logo: null });
    await expectAccessible(status.page);
    await takeScreenshot(status.page, 'brand-status');
    await status.close();
  });

  test('pages behind mailed links, and the status page that they open', async () => {
    const { db, deps } = stage.checkouts.system;
    const { id } = await createLink(db, { ...sold, purpose: 'manage', minutes: 60 });
    const { page, close } = await open(await linkAddress(deps, id, 'manage'));
    await expectLook(page, 'manage', { button: 'button' });
    await page.click('button');
    await page.waitForSelector('.lines');
    const { button: _, radius: __, ...expected } = dressed;
    expect(await lookOf(page, { ground: '.page' })).toMatchObject({ ...expected, ground: GROUND.light });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(GROUND.light);
    await expectAccessible(page);
    await takeScreenshot(page, 'brand-status-alone');
    await close();
  });

  test('the page that pays', async () => {
    const owing = await sellAndRelease(core, { card: 'charge_declined' });
    await dress(owing.storeId);
    const { page, close } = await open(await payAddress(stage.checkouts.system.deps, owing));
    await page.waitForSelector('#cardNumber');
    await expectLook(page, 'pay');
    await close();
  });

  test('the receipt, which is one file', async () => {
    const { system } = stage.checkouts;
    const [contact] = await system.db.query<{ email: string }>(
      'SELECT email FROM preorder_contact WHERE store_id = $1 AND preorder_id = $2',
      [sold.storeId, sold.preorderId],
    );
    const token = await tokenFor(system.deps, sold.storeId, { email: contact?.email ?? '' });
    const { data } = await createStatusClient(system).signIn(sold.offer.storeKey, token);
    const response = await fetch(address(`/frames/1/api/status/preorders/${sold.reference}/receipt`), {
      headers: { authorization: `Bearer ${data.session}` },
    });
    const { page, problems, close } = await open('about:blank');
    await page.setContent(await response.text());
    expect(await lookOf(page)).toMatchObject({
      ground: GROUND.light,
      font: 'Brand',
      fonts: ['Brand loaded'],
    });
    expect(await page.evaluate(() => [...document.fonts][0]?.display)).toBe('block');
    expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
    await takeScreenshot(page, 'brand-receipt');
    expect(problems).toEqual([]);
    await close();
  });
});

test('button and price on the page of the store are in its font, unless the page sets another', async () => {
  await (await stage.open()).close();
  const { checkouts } = stage;
  await dress(checkouts.store.storeId);
  const load = `Service.load({ placementType: 'price', productId, skuId: variants[0] });
    Service.load({ placementType: 'button', productId, skuId: variants[0], style: { fontFamily: own } });`;
  for (const own of [undefined, 'monospace']) {
    const html = productPage(checkouts, PRICE + BUTTON, `const own = ${JSON.stringify(own)}; ${load}`);
    const { page, hears, problems, close } = await openStorePage(checkouts, html);
    await hears('PlacementLoaded', 2);
    const [button, price] = [await frameOf(page, 'button'), await frameOf(page, 'price')];
    expect(await lookOf(button, { button: '#button' })).toMatchObject({ font: own ?? 'Brand', radius: '8px' });
    expect(await lookOf(price, { button: '#price' })).toMatchObject({ font: 'Brand', fonts: ['Brand loaded'] });
    await takeScreenshot(page, `brand-placements-${own ?? 'store'}`);
    expect(problems).toEqual([]);
    await close();
  }
});
