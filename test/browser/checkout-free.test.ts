import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiscount } from '../../src/core/discounts/commands.ts';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutStage,
  confirmedReference,
  enterShipping,
  openCheckout,
  openCheckoutStage,
  pay,
} from '../support/checkout-page.ts';

let stage: CheckoutStage;
beforeAll(async () => {
  stage = await openCheckoutStage({ store: { shipping: ['DE', 'FR'].map((country) => ({ country, amount: 0 })) } });
  await createDiscount(stage.system.deps, stage.store.storeId, {
    code: 'GIFT',
    kind: 'percent',
    value: 10_000,
  });
});
afterAll(() => stage.close());

test('a pre-order that a code makes free needs no card, and needs one again without the code', async () => {
  const checkout = await openCheckout(stage, { viewport: PHONE });
  const { frame, page } = checkout;
  await enterShipping(frame, { country: 'FR' });
  await frame.click('.step > button[type=submit]');
  await frame.waitForSelector('#cardNumber');
  await frame.click('text=I have a discount code');
  await frame.fill('#discountCode', 'gift');
  await frame.click('text=Apply');
  await frame.waitForSelector('text=Place the pre-order');
  expect(await frame.locator('#cardNumber').count()).toBe(0);
  expect(await frame.textContent('.consent')).toContain('a pre-order that costs nothing');
  await expectAccessible(page);
  await takeScreenshot(page, 'checkout-free');
  await frame.click('text=Place the pre-order'); // the shopper has not agreed to the terms yet
  await frame.waitForSelector('text=Please agree to go on.');
  await frame.check('#terms');
  await frame.click('text=Place the pre-order');
  expect(await confirmedReference(frame)).toMatch(/^PO-/);
  await expectAccessible(page);
  expect(checkout.problems).toEqual([]);
  await checkout.close();

  const again = await openCheckout(stage, { viewport: PHONE });
  await enterShipping(again.frame, { email: 'grace@shopper.example' });
  await again.frame.click('.step > button[type=submit]');
  await again.frame.click('text=I have a discount code');
  await again.frame.fill('#discountCode', 'GIFT');
  await again.frame.click('text=Apply');
  await again.frame.waitForSelector('text=Place the pre-order');
  await again.frame.click('#discount-remove');
  await again.frame.waitForSelector('#cardNumber');
  await pay(again.frame, 'succeeds');
  expect(await confirmedReference(again.frame)).toMatch(/^PO-/);
  await again.close();
});
