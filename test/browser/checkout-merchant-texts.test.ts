import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutStage,
  confirmedReference,
  openCheckout,
  openCheckoutStage,
  pay,
  reachPayment,
} from '../support/checkout-page.ts';

// What a merchant has written is read in its own direction, whatever the direction of the page is.

const TEXTS = {
  store: 'متجر الفيورد (Hamburg)',
  product: 'سترة الشفق (2030)',
  variant: 'متوسط / أخضر (M)',
  description: 'تُخاط في بورتو، وتُشحن بالترتيب.',
  engraving: 'نقش: ليلى (1)',
};

let stage: CheckoutStage;
beforeAll(async () => {
  stage = await openCheckoutStage();
  const { db } = stage.system;
  const { storeId, waitlistId } = stage.store;
  await db.query('UPDATE store SET name = $2 WHERE id = $1', [storeId, TEXTS.store]);
  await db.query('UPDATE product SET title = $2 WHERE store_id = $1', [storeId, TEXTS.product]);
  await db.query('UPDATE variant SET title = $2 WHERE store_id = $1', [storeId, TEXTS.variant]);
  await db.query('UPDATE waitlist SET description = $3 WHERE store_id = $1 AND id = $2', [
    storeId,
    waitlistId,
    TEXTS.description,
  ]);
});
afterAll(() => stage.close());

test('every text of the merchant has a direction of its own in the checkout', async () => {
  const [name = '', value = ''] = TEXTS.engraving.split(': ');
  const checkout = await openCheckout(stage, { viewport: PHONE, lineItemProperties: { [name]: value } });
  const { frame } = checkout;
  await frame.click('.summary__toggle');
  // The smallest elements with the text, and which direction it has there.
  const found = (text: string) =>
    frame.evaluate(
      (wanted) =>
        [...document.querySelectorAll('body *')]
          .filter((element) => element.textContent?.trim() === wanted && element.childElementCount === 0)
          .map((element) => {
            const own = element.closest('[dir=auto], bdi');
            return own ? getComputedStyle(own).direction : `none of its own: ${element.outerHTML}`;
          }),
      text,
    );
  for (const text of Object.values(TEXTS)) {
    const directions = await found(text);
    expect([text, directions.length > 0]).toEqual([text, true]);
    expect([text, new Set(directions)]).toEqual([text, new Set(['rtl'])]);
  }
  await takeScreenshot(checkout.page, 'checkout-merchant-texts');
  await reachPayment(frame);
  await pay(frame, 'second_step');
  await frame.waitForSelector('.bank');
  expect(await found(TEXTS.store)).toEqual(['rtl', 'rtl']);
  await frame.click('text=Approve');
  await confirmedReference(frame);
  await checkout.close();
});
