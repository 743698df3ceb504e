import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, PHONE } from '../support/browser.ts';
import { confirmedReference, enterShipping, pay } from '../support/checkout-page.ts';
import {
  BUTTON,
  closeByEscape,
  frameOf,
  openStage,
  openStorePage,
  type PlacementPage,
  productPage,
  type Stage,
} from '../support/placement-page.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const TALL = '<p style="height: 1500px">What stands above.</p>';
const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[1] });`;

type ModalPage = PlacementPage & { button: Frame };

async function openPageWith(
  script = LOAD,
  body = BUTTON,
  viewport: { width: number; height: number } = DESKTOP,
): Promise<ModalPage> {
  const opened = await openStorePage(stage, productPage(stage, body, script), { viewport });
  await opened.hears('PlacementLoaded');
  return { ...opened, button: await frameOf(opened.page, 'button') };
}

async function checkoutIn({ page }: Pick<PlacementPage, 'page'>): Promise<Frame> {
  const frame = await frameOf(page, 'checkout');
  await frame.waitForSelector('#heading');
  return frame;
}

describe('the checkout', () => {
  test('opens over the page, emits its events, and leaves the page unchanged', async () => {
    const shown = await openPageWith(LOAD, TALL + BUTTON + TALL);
    const { page, button, heard, problems } = shown;
    const geometry = () =>
      page.evaluate(() => ({
        scroll: scrollY,
        width: document.querySelector('main')?.getBoundingClientRect().width,
        html: document.documentElement.getAttribute('style') ?? '',
        // The closed checkout keeps what was typed.
        children: document.querySelectorAll('body > :not(dialog)').length,
      }));
    await page.locator('iframe').scrollIntoViewIfNeeded();
    const before = await geometry();
    expect(before.scroll).toBeGreaterThan(0);
    await button.click('#button');
    const checkout = await checkoutIn(shown);
    const [, second] = stage.store.product.variants;
    expect(await heard('ButtonClicked')).toEqual([
      {
        placementType: 'button',
        instanceId: undefined,
        sku: 'AUR-1',
        skuId: second?.externalId,
        releaseId: stage.store.waitlistId,
      },
    ]);
    expect(await shown.hears('PreorderCheckoutStep')).toEqual([{ stepName: 'Shipping', stepNumber: 0 }]);
    expect(await geometry()).toMatchObject({ scroll: before.scroll, width: before.width });
    expect(await page.locator('dialog').getAttribute('aria-label')).toBe('Pre-order checkout');
    expect(await page.locator('dialog iframe').getAttribute('title')).toContain('Fjord Outdoor');
    // The mouse wheel does not scroll the page behind it.
    await page.mouse.move(720, 450);
    await page.mouse.wheel(0, 300);
    expect(await checkout.evaluate(() => document.activeElement !== null)).toBe(true);
    expect((await geometry()).scroll).toBe(before.scroll);
    await closeByEscape(page, checkout);
    expect(await geometry()).toEqual(before);
    await expect.poll(() => button.evaluate(() => document.hasFocus() && document.activeElement?.id)).toBe('button');
    expect(problems).toEqual([]);
    await shown.close();
  });

  test('is opened, closed and opened again by keyboard alone', async () => {
    const shown = await openPageWith();
    const { page, hears } = shown;
    for (const times of [1, 2]) {
      if (times === 1) await page.keyboard.press('Tab');
      // The focus crosses processes, so it arrives after the key and after the end of the dialog.
      const focused = () => shown.button.evaluate(() => document.hasFocus() && document.activeElement?.id);
      await expect.poll(focused).toBe('button');
      await page.keyboard.press('Enter');
      const checkout = await checkoutIn(shown);
      expect(await hears('ButtonClicked', times)).toHaveLength(times);
      await closeByEscape(page, checkout);
    }
    await shown.close();
  });

  test('is opened once by a double click', async () => {
    const shown = await openPageWith();
    await shown.button.dblclick('#button');
    await checkoutIn(shown);
    expect(await shown.hears('PreorderCheckoutStep')).toHaveLength(1);
    expect(await shown.heard('ButtonClicked')).toHaveLength(1);
    expect(await shown.page.locator('dialog').count()).toBe(1);
    await shown.close();
  });

  test('stays open after a double click while it loads', async () => {
    const shown = await openPageWith();
    await shown.page.route('**/frames/1/checkout*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await shown.button.dblclick('#button');
    await checkoutIn(shown);
    await shown.close();
  });

  test.each([
    ['all of a phone', PHONE, { x: 0, y: 0, width: 390, height: 844 }],
    ['a panel in the middle of a desk', DESKTOP, { x: 224, y: 30, width: 992, height: 840 }],
  ])('fills %s', async (_, viewport, box) => {
    const shown = await openPageWith(LOAD, BUTTON, viewport);
    await shown.button.click('#button');
    await checkoutIn(shown);
    expect(await shown.page.locator('dialog iframe').boundingBox()).toEqual(box);
    await expectAccessible(shown.page);
    await shown.close();
  });

  test('is loaded once when the pointer comes near, and asks the page for data only when opened', async () => {
    const shown = await openPageWith(
      `window.asked = 0; Service.setCustomerData(() => { asked++; return {}; }); ${LOAD}`,
    );
    const { page, button, requests } = shown;
    expect(requests).toHaveLength(2);
    await button.hover('#button');
    await frameOf(page, 'checkout');
    await button.focus('#button');
    await page.mouse.move(0, 500);
    await button.hover('#button');
    expect(requests.filter((address) => address.includes('/checkout'))).toHaveLength(1);
    expect(await page.evaluate('asked')).toBe(0);
    expect(await page.locator('dialog').isVisible()).toBe(false);
    await button.click('#button');
    await checkoutIn(shown);
    expect(requests.filter((address) => address.includes('/checkout'))).toHaveLength(1);
    expect(await page.evaluate('asked')).toBe(1);
    await shown.close();
  });

  test('belongs to the clicked button, even if it was loaded for another', async () => {
    const two = ['a', 'b'].map((id) => BUTTON.replace('>', ` data-service-instance-id="${id}">`)).join('');
    const shown = await openPageWith(
      `for (const [index, instanceId] of ['a', 'b'].entries())
         Service.load({ placementType: 'button', instanceId, productId, skuId: variants[index] });`,
      two,
    );
    await shown.hears('PlacementLoaded', 2);
    await shown.button.hover('#button');
    await frameOf(shown.page, 'checkout');
    await shown.page.frameLocator('[data-service-instance-id=b] iframe').locator('#button').click();
    expect(await shown.hears('ButtonClicked')).toMatchObject([{ instanceId: 'b', sku: 'AUR-1' }]);
    const checkout = await checkoutIn(shown);
    expect(await checkout.textContent('body')).toContain('€149.00');
    expect(shown.requests.filter((address) => address.includes('/checkout'))).toHaveLength(1);
    await shown.close();
  });

  test('can be closed while it loads', async () => {
    const shown = await openPageWith();
    await shown.page.route('**/frames/1/checkout*', () => {});
    // A finger presses for longer than the focus takes to the page of another process. A click of the driver does not.
    await shown.button.focus('#button');
    await expect.poll(() => shown.page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await shown.button.click('#button');
    await shown.page.getByRole('button', { name: 'Loading…' }).waitFor();
    await expectAccessible(shown.page);
    await closeByEscape(shown.page);
    await shown.close();
  });
});

describe('the form of the checkout', () => {
  const emailAfter = async (script: string) => {
    const shown = await openPageWith(`${script} ${LOAD}`);
    await shown.button.click('#button');
    const checkout = await checkoutIn(shown);
    const email = () => checkout.inputValue('#email');
    return { ...shown, checkout, email };
  };

  test.each([
    ['an object', `Service.setCustomerData({ email: 'ada@example.com' });`],
    ['a function', `Service.setCustomerData(() => ({ email: 'ada@example.com' }));`],
    ['an async function', `Service.setCustomerData(async () => ({ email: 'ada@example.com' }));`],
    [
      'set again',
      `Service.setCustomerData({ email: 'eve@example.com' }); Service.setCustomerData({ email: 'ada@example.com' });`,
    ],
    [
      'set while the button is clicked',
      `Service.on('ButtonClicked', () => Service.setCustomerData({ email: 'ada@example.com' }));`,
    ],
    [
      'with fields that are of no use',
      `Service.setCustomerData({ email: 'ada@example.com', address: window, get consentedToMarketing() { throw 1 } });`,
    ],
  ])('is filled in from %s', async (_, script) => {
    const shown = await emailAfter(script);
    await expect.poll(shown.email).toBe('ada@example.com');
    expect(shown.problems).toEqual([]);
    await shown.close();
  });

  test.each([
    ['nothing', ''],
    ['null after something', `Service.setCustomerData({ email: 'ada@example.com' }); Service.setCustomerData(null);`],
    ['a function that throws', `Service.setCustomerData(() => { throw new Error('no') });`],
    ['a promise that is broken', `Service.setCustomerData(() => Promise.reject(new Error('no')));`],
    ['fields of another type', `Service.setCustomerData({ email: { toString: () => 'ada@example.com' } });`],
    ['a function that takes too long', `Service.setCustomerData(() => new Promise(() => {}));`],
  ])('stays empty with %s', async (_, script) => {
    const shown = await emailAfter(script);
    await shown.checkout.fill('#email', 'mine@example.com');
    expect(await shown.email()).toBe('mine@example.com');
    expect(shown.problems).toEqual([]);
    await shown.close();
  });
});

describe('line item properties', () => {
  test.each([
    ['an object', { engraving: 'Für Ada <3', gift: 'yes' }],
    ['a list', [{ name: 'engraving', value: 'Für Ada <3' }]],
  ])('given as %s come back in that shape with the pre-order', async (_, properties) => {
    const shown = await openPageWith(
      `const properties = ${JSON.stringify(properties)};
       ${LOAD.replace('productId', 'productId, lineItemProperties: properties')}
       properties.length = 0; delete properties.gift;`,
    );
    await shown.button.click('#button');
    const checkout = await checkoutIn(shown);
    await enterShipping(checkout);
    await checkout.click('text=Continue to payment');
    await pay(checkout, 'succeeds');
    const reference = await confirmedReference(checkout);
    const [second] = stage.store.product.variants.slice(1);
    expect(await shown.hears('PreorderCreated')).toEqual([
      {
        reference,
        email: expect.stringContaining('@'),
        shippingAddress: {
          firstName: 'Ada',
          lastName: 'Lovelace',
          addressLine1: 'Torstraße 1',
          addressLine2: '',
          city: 'Berlin',
          postalCode: expect.any(String),
          country: 'DE',
        },
        lineItems: [{ id: expect.any(String), sku: 'AUR-1', skuId: second?.externalId, properties }],
        total: { amount: 153.9, currency: 'EUR' },
        releaseId: stage.store.waitlistId,
      },
    ]);
    expect(await shown.heard('PreorderCheckoutSubmitted')).toEqual([
      { skuId: second?.externalId, releaseId: stage.store.waitlistId },
    ]);
    expect(shown.problems).toEqual([]);
    await shown.close();
  });
});
