import type { BrowserContextOptions, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  type CheckoutStage,
  confirmedReference,
  enterShipping,
  holdByAnother,
  openCheckout,
  openCheckoutStage,
  pay,
  reachPayment,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist, type StoreOptions } from '../support/system.ts';

const PICTURE = 'https://pictures.example/jacket.svg';
const SHIPPING = ['DE', 'US', 'GB', 'JP'].map((country, index) => ({ country, amount: index * 790 }));

let stage: CheckoutStage;
beforeAll(async () => {
  stage = await openCheckoutStage();
});
beforeEach(async () => {
  await stage.system.db.query('DELETE FROM clock_shift');
});
afterAll(() => stage.close());

async function open(options: CheckoutOptions & { store?: StoreOptions } = {}): Promise<CheckoutPage> {
  const { store, ...others } = options;
  stage.store = await createStoreWithWaitlist(stage.system, {
    prices: [12_900],
    store: { shipping: SHIPPING },
    ...store,
  });
  await stage.system.db.query('UPDATE product SET image_url = $2 WHERE store_id = $1', [stage.store.storeId, PICTURE]);
  return openCheckout(stage, others);
}

const drawPicture = (route: Route) =>
  route.fulfill({
    contentType: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#d9e4dd"/>
      <path d="M32 28l18-6 18 6 10 26-9 3-4-9v32H35V48l-4 9-9-3z" fill="#2f5d50"/></svg>`,
  });

/** Expects an accessible page without horizontal overflow, and takes a screenshot. */
async function look(checkout: CheckoutPage, name: string): Promise<void> {
  await takeScreenshot(checkout.page, `checkout-${name}`);
  await expectAccessible(checkout.page);
  const beyond = await checkout.frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, `${name} is too wide`).toBeLessThanOrEqual(0);
}

const LOOKS: Record<string, BrowserContextOptions> = {
  'phone-light': { viewport: PHONE, colorScheme: 'light' },
  'desk-dark': { viewport: DESKTOP, colorScheme: 'dark' },
};

describe.each(Object.entries(LOOKS))('%s: every state can be seen, read and used', (name, context) => {
  const end = (checkout: CheckoutPage) => checkout.frame.evaluate(() => scrollTo(0, document.body.scrollHeight));

  test('shipping', async () => {
    const checkout = await open({
      ...context,
      variantId: null,
      store: {
        prices: [12_900, 14_900],
        store: { shipping: SHIPPING },
        waitlist: { limitPerCustomer: 4, description: 'Made in small batches, one colour at a time.' },
      },
    });
    const { frame, page } = checkout;
    await page.route('https://pictures.example/**', drawPicture);
    await look(checkout, `variant-${name}`);
    await frame.selectOption('#variantId', { label: 'Size 0' });
    await look(checkout, `shipping-${name}`);
    await frame.selectOption('#country', 'US');
    await frame.click('text=Continue to payment');
    await look(checkout, `shipping-errors-${name}`);
    await end(checkout);
    await look(checkout, `shipping-errors-end-${name}`);
    await frame.selectOption('#country', 'JP');
    await end(checkout);
    await look(checkout, `shipping-japan-${name}`);
    for (const quantity of [4, 4, 2]) await holdByAnother(stage, quantity);
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('#problem');
    await look(checkout, `held-by-others-${name}`);
    await checkout.close();
  });

  test('payment', async () => {
    const checkout = await open(context);
    const { frame, page } = checkout;
    await page.route('https://pictures.example/**', drawPicture);
    await page.clock.install();
    await checkout.reload();
    await reachPayment(checkout.frame);
    await look(checkout, `payment-${name}`);
    await checkout.frame.click('.test-cards > summary');
    await checkout.frame.click('.pay button[type=submit]');
    await look(checkout, `payment-errors-${name}`);
    await end(checkout);
    await look(checkout, `payment-errors-end-${name}`);
    await pay(checkout.frame, 'declined');
    await checkout.frame.waitForSelector('#problem');
    await look(checkout, `declined-${name}`);
    await page.clock.runFor(8.4 * 60_000);
    await look(checkout, `hold-timer-${name}`);
    await pay(checkout.frame, 'second_step');
    await checkout.frame.waitForSelector('.bank');
    await look(checkout, `challenge-${name}`);
    await checkout.frame.click('text=Refuse');
    await checkout.frame.waitForSelector('#problem');
    await page.route('**/payments?key=*', (route) => route.abort());
    await pay(checkout.frame, 'succeeds');
    await checkout.frame.waitForSelector('.trouble');
    await look(checkout, `trouble-${name}`);
    await page.clock.runFor(6_000);
    await checkout.frame.waitForSelector('text=you will not be charged twice');
    await look(checkout, `network-${name}`);
    await page.unroute('**/payments?key=*');
    await pay(checkout.frame, 'never_answers');
    await checkout.frame.waitForSelector('text=Waiting for your bank');
    await look(checkout, `processing-${name}`);
    await page.clock.runFor(20_000);
    await checkout.frame.waitForSelector('text=Cancel this payment');
    await look(checkout, `processing-slow-${name}`);
    await checkout.frame.click('text=Cancel this payment');
    await checkout.frame.waitForSelector('text=Your time to pay is up');
    await look(checkout, `expired-${name}`);
    expect(frame.isDetached()).toBe(true);
    await checkout.close();
  });

  test('ends', async () => {
    const checkout = await open(context);
    const { frame, page } = checkout;
    await page.route('https://pictures.example/**', drawPicture);
    await reachPayment(frame, { quantity: 2 });
    await pay(frame, 'succeeds');
    await confirmedReference(frame);
    await look(checkout, `done-${name}`);
    await end(checkout);
    await look(checkout, `done-end-${name}`);
    await checkout.reload();
    await end(checkout);
    await look(checkout, `done-again-${name}`);
    await checkout.frame.click('text=Place another pre-order');
    await enterShipping(checkout.frame);
    await stage.system.db.query('UPDATE unit SET sold = allocated WHERE store_id = $1', [stage.store.storeId]);
    await checkout.frame.click('text=Continue to payment');
    await checkout.frame.waitForSelector('text=Sold out');
    await look(checkout, `sold-out-${name}`);
    const unavailable = await open({ ...context, productId: '999999' });
    await look(unavailable, `unavailable-${name}`);
    await unavailable.close();
    await checkout.close();
  });
});

test('a low stock is shown with its number', async () => {
  const checkout = await open();
  await holdByAnother(stage, 8);
  // The document shows it a moment later.
  await expect
    .poll(async () => {
      await checkout.reload();
      return checkout.frame.textContent('#quantity-hint');
    })
    .toBe('Only 2 left.');
  await look(checkout, 'few-left');
  await checkout.close();
});

describe('with aids and unusual screens', () => {
  test('at 200 % zoom nothing is cut off', async () => {
    const checkout = await open({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
    await look(checkout, 'zoom-shipping');
    await reachPayment(checkout.frame);
    await look(checkout, 'zoom-payment');
    await checkout.close();
  });

  test('on the narrowest phone nothing is cut off', async () => {
    const checkout = await open({ viewport: { width: 320, height: 568 } });
    await look(checkout, 'narrow-shipping');
    await reachPayment(checkout.frame);
    await look(checkout, 'narrow-payment');
    await pay(checkout.frame, 'succeeds');
    await confirmedReference(checkout.frame);
    await look(checkout, 'narrow-done');
    await checkout.close();
  });

  test('a product without variants and the arrow to its summary are on one line', async () => {
    stage.store = await createStoreWithWaitlist(stage.system, { prices: [12_900], store: { shipping: SHIPPING } });
    await stage.system.db.query(`UPDATE variant SET title = '' WHERE store_id = $1`, [stage.store.storeId]);
    const checkout = await openCheckout(stage, { viewport: PHONE });
    await look(checkout, 'phone-without-variants');
    const [title, arrow] = await Promise.all(
      ['.summary__title', '.summary__toggle svg'].map((part) => checkout.frame.locator(part).boundingBox()),
    );
    expect(arrow?.y).toBeGreaterThanOrEqual(title?.y ?? Number.NaN);
    expect(arrow?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    await checkout.close();
  });

  test.each([
    { width: 320, height: 568 },
    { width: 320, height: 256 },
  ])('at $width × $height no focused element is beneath the header', async (viewport) => {
    const checkout = await open({ viewport });
    const { frame, page } = checkout;
    await reachPayment(frame);
    await frame.locator('.pay button[type=submit]').focus();
    // Going backwards, the next element is above, where the header is.
    const sight = () =>
      frame.evaluate(() => {
        const { activeElement: focused } = document;
        const { top, bottom } = focused?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
        const shown = Math.max(bottom, 0) - Math.max(top, 0);
        const header = document.querySelector('.header');
        const free = header?.contains(focused) ? 0 : (header?.getBoundingClientRect().bottom ?? 0);
        return {
          name: focused?.id || focused?.textContent,
          isSeen: shown > 0 && bottom > free,
          isFirst: focused?.matches('.summary__toggle'),
        };
      });
    for (let seen = await sight(); !seen.isFirst; seen = await sight()) {
      expect(seen).toMatchObject({ isSeen: true });
      await page.keyboard.press('Shift+Tab');
    }
    await checkout.close();
  });

  test('in forced colours all elements keep their borders', async () => {
    const checkout = await open({ forcedColors: 'active' });
    await checkout.frame.click('text=Continue to payment');
    await look(checkout, 'forced-errors');
    await reachPayment(checkout.frame);
    await look(checkout, 'forced-payment');
    await checkout.close();
  });

  test('from right to left nothing overlaps or overflows', async () => {
    const checkout = await open({ viewport: PHONE });
    await checkout.frame.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await look(checkout, 'rtl-shipping');
    await reachPayment(checkout.frame);
    await look(checkout, 'rtl-payment');
    await checkout.close();
  });
});
