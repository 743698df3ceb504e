import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addBatch } from '../../src/core/waitlists/commands/batch.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { expectAccessible } from '../support/browser.ts';
import {
  type CheckoutOptions,
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

let stage: CheckoutStage;
beforeAll(async () => {
  stage = await openCheckoutStage();
});
beforeEach(async () => {
  await stage.system.db.query('DELETE FROM clock_shift');
});
afterAll(() => stage.close());

async function open(options: CheckoutOptions & { store?: StoreOptions } = {}) {
  const { store, ...others } = options;
  stage.store = await createStoreWithWaitlist(stage.system, { prices: [12_900], ...store });
  return openCheckout(stage, others);
}

/** Sells all but `left` units to other shoppers. */
async function sellAllBut(left: number): Promise<void> {
  const { storeId, waitlistId } = stage.store;
  await stage.system.db.query(`UPDATE unit SET sold = allocated - $3 WHERE store_id = $1 AND waitlist_id = $2`, [
    storeId,
    waitlistId,
    left,
  ]);
}

describe('other shoppers were faster', () => {
  test('and bought everything: the checkout says so and ends', async () => {
    const checkout = await open();
    await enterShipping(checkout.frame);
    await sellAllBut(0);
    await checkout.frame.click('text=Continue to payment');
    await checkout.frame.waitForSelector('h1:has-text("Sold out")');
    expect(await checkout.frame.evaluate(() => document.activeElement?.id)).toBe('heading');
    await checkout.frame.click('text=Back to the store');
    await expect.poll(async () => (await checkout.told()).at(-1)).toEqual({ t: 'close' });
    await checkout.close();
  });

  test('and left fewer than the wanted units: one click takes those', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await enterShipping(frame, { quantity: 3 });
    await sellAllBut(2);
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('text=Only 2 are left');
    await frame.click('text=Take 2 instead');
    await frame.waitForSelector('text=Pay €262.90 and pre-order');
    await pay(frame, 'succeeds');
    await confirmedReference(frame);
    await checkout.close();
  });

  test('and hold the rest: the checkout says when units may come back, and can retry', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await holdByAnother(stage, 10);
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('text=Others are buying the last ones right now');
    expect(await frame.textContent('#problem')).toMatch(/from \d+:\d\d/);
    await stage.system.db.query('DELETE FROM hold WHERE store_id = $1', [stage.store.storeId]);
    await stage.system.db.query('UPDATE unit SET held = 0 WHERE store_id = $1', [stage.store.storeId]);
    await frame.click('text=Try again');
    await frame.waitForSelector('#cardNumber');
    await checkout.close();
  });
});

describe('the waitlist', () => {
  test('has closed meanwhile: the checkout says so', async () => {
    const checkout = await open();
    await enterShipping(checkout.frame);
    const { storeId, waitlistId } = stage.store;
    await changeWaitlistState(stage.system.deps, { storeId, waitlistId }, 'close');
    await checkout.frame.click('text=Continue to payment');
    await checkout.frame.waitForSelector('text=No pre-orders at the moment');
    await checkout.close();
  });

  test('has closed while the units are held: they can still be paid', async () => {
    const checkout = await open();
    await reachPayment(checkout.frame);
    const { storeId, waitlistId } = stage.store;
    await changeWaitlistState(stage.system.deps, { storeId, waitlistId }, 'close');
    await pay(checkout.frame, 'succeeds');
    await confirmedReference(checkout.frame);
    await checkout.close();
  });

  test('a quantity above the units left is lowered, and the form says so until the next change', async () => {
    const checkout = await open();
    const { frame } = checkout;
    const quantity = frame.locator('#quantity');
    const hint = frame.locator('#quantity-hint');
    await quantity.fill('999');
    await quantity.press('Tab');
    expect([await quantity.inputValue(), await hint.textContent()]).toEqual([
      '10',
      'Changed to 10: that is the most you can order.',
    ]);
    await quantity.fill('9');
    expect(await hint.textContent()).toBe('');
    await checkout.close();
  });

  test('limits the units of a customer, including earlier pre-orders', async () => {
    const checkout = await open({ store: { waitlist: { limitPerCustomer: 2 } } });
    const { frame } = checkout;
    expect(await frame.textContent('#quantity-hint')).toBe('At most 2 per customer.');
    await reachPayment(frame);
    await pay(frame, 'succeeds');
    await confirmedReference(frame);
    await frame.click('text=Back to the store');
    await checkout.reload();
    await enterShipping(checkout.frame, { quantity: 2 });
    await checkout.frame.click('text=Continue to payment');
    await checkout.frame.click('text=Take 1 instead');
    await checkout.frame.waitForSelector('#cardNumber');
    await checkout.close();
  });

  test('is missing: the document says so, without an error on the console', async () => {
    const checkout = await open({ productId: '999999' });
    expect(await checkout.frame.textContent('h1')).toBe('This checkout cannot be opened');
    expect(await checkout.frame.textContent('code')).toBe('product_not_found');
    await checkout.page.focus('iframe');
    await expect.poll(() => checkout.frame.evaluate(() => document.hasFocus())).toBe(true);
    await checkout.page.keyboard.press('Escape');
    await expect.poll(() => checkout.told()).toEqual([{ t: 'close' }]);
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });

  test('is opened without a store page: the document leads to the store', async () => {
    const checkout = await open();
    await checkout.page.goto(checkout.frame.url());
    expect(await checkout.page.textContent('h1')).toBe('This page belongs in a store');
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });

  test('has no chosen variant yet: the checkout asks for one', async () => {
    const checkout = await open({ variantId: null, store: { prices: [12_900, 14_900] } });
    const { frame } = checkout;
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    expect(await frame.locator('#errors li').allTextContents()).toEqual(['Choose an option.']);
    await frame.selectOption('#variantId', { label: 'Size 1' });
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('text=Pay €153.90 and pre-order');
    await checkout.close();
  });
});

describe('the hold', () => {
  const MINUTE_MS = 60_000;

  test('shows its remaining time in the last two minutes, and announces it at times', async () => {
    const checkout = await open();
    const { page } = checkout;
    await page.clock.install();
    await checkout.reload();
    await reachPayment(checkout.frame);
    expect(await checkout.frame.locator('.hold-timer').count()).toBe(0);
    // Just below the limit, because the seconds of the steps before count as well.
    await page.clock.runFor(8 * MINUTE_MS + 1_000);
    expect(await checkout.frame.textContent('.hold-timer')).toMatch(/Kept for you for1:5\d/);
    const said = checkout.frame.locator('p.visually-hidden[role=status]');
    expect(await said.textContent()).toContain('120 more seconds');
    await page.clock.runFor(MINUTE_MS);
    expect(await said.textContent()).toContain('60 more seconds');
    await checkout.close();
  });

  test('expires: nothing is charged, the entries stay, and one click starts again', async () => {
    const checkout = await open();
    const { page } = checkout;
    await page.clock.install();
    await checkout.reload();
    await reachPayment(checkout.frame);
    const { frame } = checkout;
    await stage.system.db.query("INSERT INTO clock_shift (shift) VALUES (interval '11 minutes')");
    await page.clock.runFor(10 * MINUTE_MS + 1_000);
    await frame.waitForSelector('text=Your time to pay is up');
    await frame.click('text=Try again');
    await frame.waitForSelector('text=Pay €133.90 and pre-order');
    expect(await frame.textContent('.review')).toContain('ada@shopper.example');
    await pay(frame, 'succeeds');
    await confirmedReference(frame);
    await checkout.close();
  });

  test('that expired during the payment is reported, and the page gets PreorderFailed', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame);
    await stage.system.db.query("INSERT INTO clock_shift (shift) VALUES (interval '11 minutes')");
    await pay(frame, 'succeeds');
    await frame.waitForSelector('text=Your time to pay is up');
    await expect
      .poll(() => checkout.told())
      .toContainEqual({
        t: 'event',
        name: 'PreorderFailed',
        releaseId: stage.store.waitlistId,
        payload: { errorMessage: 'Your time to pay is up' },
      });
    await checkout.close();
  });
});

test('of units of a later delivery shows both dates in the Payment step', async () => {
  const checkout = await open();
  const { frame } = checkout;
  const { storeId, waitlistId, product } = stage.store;
  await addBatch(
    stage.system.deps,
    { storeId, waitlistId },
    {
      shipWindow: { from: '2030-09-01', until: '2030-09-15' },
      variants: product.variants.map(({ id }) => ({ variantId: id, allocation: 5 })),
    },
  );
  await enterShipping(frame);
  await stage.system.db.query(
    `UPDATE unit SET sold = allocated FROM batch b
     WHERE b.id = unit.batch_id AND b.position = 1 AND unit.store_id = $1 AND unit.waitlist_id = $2`,
    [storeId, waitlistId],
  );
  await frame.click('text=Continue to payment');
  await frame.waitForSelector('.notice--info');
  const dates = ['1\u2009–\u200915 September 2030', '10\u2009–\u200915 June 2030'];
  for (const date of dates) expect(await frame.textContent('.notice--info')).toContain(date);
  expect(await frame.textContent('.product__ships')).toContain(dates[0]);
  await expectAccessible(checkout.page);
  await pay(frame, 'succeeds');
  await confirmedReference(frame);
  expect(await frame.textContent('body')).toContain(dates[0]);
  await checkout.close();
});
