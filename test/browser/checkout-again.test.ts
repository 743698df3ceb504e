import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  confirmedReference,
  enterCard,
  enterShipping,
  openCheckout,
  pay,
  reachPayment,
  useCheckoutStage,
} from '../support/checkout-page.ts';
import { viewCheckout } from '../support/checkout-view.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const stage = useCheckoutStage();
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system);
});

const open = (options: CheckoutOptions = {}) => openCheckout(stage, options);

/** Counts the store's rows: checkouts made, units held, pre-orders placed. */
async function countsOf() {
  const [row] = await stage.system.db.query(
    `SELECT (SELECT count(*)::int FROM checkout WHERE store_id = $1) AS checkouts,
            (SELECT coalesce(sum(quantity), 0)::int FROM hold WHERE store_id = $1) AS held,
            (SELECT count(*)::int FROM preorder WHERE store_id = $1) AS preorders`,
    [stage.store.storeId],
  );
  return row;
}

async function toldTimes(checkout: CheckoutPage, name: string): Promise<number> {
  return (await checkout.told()).filter((message) => message.t === 'event' && message.name === name).length;
}

const CHECKOUTS = '**/frames/1/api/checkouts?key=*';
const PAYMENTS = '**/frames/1/api/checkouts/*/payments?key=*';

/** Lets the service handle the request but drops its answer, `times` times. */
async function loseAnswers(page: Page, address: string, times: number): Promise<{ keys: string[] }> {
  const keys: string[] = [];
  await page.route(
    address,
    async (route: Route) => {
      keys.push((await route.request().headerValue('idempotency-key')) ?? '');
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times },
  );
  return { keys };
}

describe('only one pre-order is placed', () => {
  test('after a double click', async () => {
    const checkout = await open();
    const { frame, page } = checkout;
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
    await enterShipping(frame);
    await frame.dblclick('text=Continue to payment');
    await frame.waitForSelector('#cardNumber');
    await enterCard(frame, 'succeeds');
    await frame.dblclick('.pay button[type=submit]');
    await confirmedReference(frame);
    expect(posts).toEqual(['/frames/1/api/checkouts', expect.stringMatching(/payments$/)]);
    expect(await countsOf()).toEqual({ checkouts: 1, held: 0, preorders: 1 });
    await checkout.close();
  });

  test('when the answer to the hold is lost', async () => {
    const checkout = await open();
    const { keys } = await loseAnswers(checkout.page, CHECKOUTS, 2);
    await reachPayment(checkout.frame);
    expect(await countsOf()).toEqual({ checkouts: 1, held: 1, preorders: 0 });
    expect(new Set(keys).size).toBe(1);
    await checkout.close();
  });

  test('when the answer to the payment is lost, once or always', async () => {
    const checkout = await open();
    const { frame, page } = checkout;
    await reachPayment(frame);
    const { keys } = await loseAnswers(page, PAYMENTS, 4);
    await pay(frame, 'succeeds');
    await frame.waitForSelector('text=No connection. Trying again…');
    await frame.waitForSelector('text=you will not be charged twice');
    expect(await toldTimes(checkout, 'PreorderFailed')).toBe(0);
    await frame.click('#problem button');
    await confirmedReference(frame);
    expect(new Set(keys).size).toBe(1);
    expect(await countsOf()).toEqual({ checkouts: 1, held: 0, preorders: 1 });
    await expect.poll(() => toldTimes(checkout, 'PreorderCheckoutSubmitted')).toBe(1);
    await expect.poll(() => toldTimes(checkout, 'PreorderCreated')).toBe(1);
    await checkout.close();
  });

  test('after a reload before the answer to the hold arrived', async () => {
    const checkout = await open();
    // The route stays: a page may hang if routes change while it reloads.
    let asked = 0;
    await checkout.page.route(CHECKOUTS, async (route) => {
      asked += 1;
      await (asked === 1 ? route.fetch() : route.continue());
    });
    await enterShipping(checkout.frame);
    await checkout.frame.click('text=Continue to payment');
    await expect.poll(countsOf).toEqual({ checkouts: 1, held: 1, preorders: 0 });
    await checkout.reload();
    await checkout.frame.waitForSelector('#cardNumber');
    expect(await countsOf()).toEqual({ checkouts: 1, held: 1, preorders: 0 });
    await checkout.close();
  });

  test('after a reload while the bank does not answer', async () => {
    const checkout = await open();
    await reachPayment(checkout.frame);
    await pay(checkout.frame, 'late');
    await checkout.frame.waitForSelector('text=Waiting for your bank');
    await checkout.reload();
    await checkout.frame.waitForSelector('text=Waiting for your bank');
    const reference = await confirmedReference(checkout.frame);
    // The page was reloaded, so it has no earlier events.
    await expect.poll(() => toldTimes(checkout, 'PreorderCreated')).toBe(1);
    await checkout.reload();
    expect(await confirmedReference(checkout.frame)).toBe(reference);
    expect(await toldTimes(checkout, 'PreorderCreated')).toBe(0);
    expect(await countsOf()).toEqual({ checkouts: 1, held: 0, preorders: 1 });
    await checkout.close();
  });
});

describe('the shopper goes back', () => {
  test('and on again: the entries and the hold stay', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame);
    await frame.click('text=Back to shipping');
    expect(await frame.inputValue('#email')).toBe('ada@shopper.example');
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('#cardNumber');
    expect(await countsOf()).toEqual({ checkouts: 1, held: 1, preorders: 0 });
    await checkout.close();
  });

  test('to change quantity and address: the hold is replaced, and the new amount is due', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame);
    await frame.click('.review button');
    await frame.click('[aria-label="One more"]');
    await frame.selectOption('#country', 'FR');
    await frame.fill('#postalCode', '75001');
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('text=Pay €267.90 and pre-order');
    expect(await frame.textContent('.review')).toContain('France');
    expect(await countsOf()).toEqual({ checkouts: 1, held: 2, preorders: 0 });
    await pay(frame, 'succeeds');
    await confirmedReference(frame);
    await checkout.close();
  });
});

test('and an amount that changed in another tab is shown before the payment', async () => {
  const checkout = await open();
  const { frame } = checkout;
  await reachPayment(frame, { country: 'FR' });
  const [row] = await stage.system.db.query<{ id: string }>('SELECT id FROM checkout WHERE store_id = $1', [
    stage.store.storeId,
  ]);
  const { variantId, email, address } = await viewCheckout(stage.system.deps, row?.id ?? '');
  await changeCheckout(
    stage.system.deps,
    { key: stage.store.storeKey, variantId, quantity: 2, email, address, locale: 'en', lineItemProperties: null },
    { storeId: stage.store.storeId, checkoutId: row?.id ?? '', clientAddress: '192.0.2.7' },
  );
  await pay(frame, 'succeeds');
  await frame.waitForSelector('text=The amount has changed');
  // The shopper agreed to another consent text.
  expect(await frame.isChecked('#terms')).toBe(false);
  await frame.check('#terms');
  await frame.click('text=Pay €267.90 and pre-order');
  await confirmedReference(frame);
  expect(await countsOf()).toEqual({ checkouts: 1, held: 0, preorders: 1 });
  await checkout.close();
});

describe('the shopper comes back', () => {
  test('after a reload at the payment: to the payment', async () => {
    const checkout = await open();
    await reachPayment(checkout.frame, { quantity: 2 });
    await checkout.reload();
    await checkout.frame.waitForSelector('text=Pay €262.90 and pre-order');
    expect(await checkout.frame.textContent('.review')).toContain('ada@shopper.example');
    expect(await countsOf()).toEqual({ checkouts: 1, held: 2, preorders: 0 });
    await checkout.close();
  });

  test('after a decline and a reload: to the payment, and the decline is not reported twice', async () => {
    const checkout = await open();
    await reachPayment(checkout.frame);
    await pay(checkout.frame, 'declined');
    await checkout.frame.waitForSelector('#problem');
    await checkout.reload();
    await checkout.frame.waitForSelector('#cardNumber');
    expect(await toldTimes(checkout, 'PreorderFailed')).toBe(0);
    await pay(checkout.frame, 'succeeds');
    await confirmedReference(checkout.frame);
    await checkout.close();
  });

  test('without a connection: no new checkout begins before the state of the last one is known', async () => {
    const checkout = await open();
    const { page } = checkout;
    await page.clock.install();
    await checkout.reload();
    await reachPayment(checkout.frame);
    await pay(checkout.frame, 'late');
    await checkout.frame.waitForSelector('text=Waiting for your bank');
    const READS = '**/frames/1/api/checkouts/*';
    await page.route(READS, (route) => route.abort('internetdisconnected'));
    await page.reload();
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new Error('frame without a document');
    await frame.waitForSelector('.trouble');
    await page.clock.runFor(10_000);
    await frame.waitForSelector('text=You were in the middle of a pre-order');
    await page.unroute(READS);
    await frame.click('text=Try again');
    await confirmedReference(frame);
    expect(await countsOf()).toEqual({ checkouts: 1, held: 0, preorders: 1 });
    await checkout.close();
  });

  test('after a closed confirmation: to a new checkout', async () => {
    const checkout = await open();
    await reachPayment(checkout.frame);
    await pay(checkout.frame, 'succeeds');
    await confirmedReference(checkout.frame);
    await checkout.frame.click('text=Back to the store');
    await checkout.reload();
    await checkout.frame.waitForSelector('#email');
    expect(await checkout.frame.inputValue('#email')).toBe('');
    await checkout.close();
  });

  test('after a reload before the hold: what was typed of contact and address is there, and goes with the hold', async () => {
    const checkout = await open();
    await enterShipping(checkout.frame);
    await checkout.reload();
    expect(await checkout.frame.inputValue('#email')).toBe('ada@shopper.example');
    expect(await checkout.frame.inputValue('#country')).toBe('DE');
    expect(await checkout.frame.inputValue('#line1')).toBe('Torstraße 1');
    await reachPayment(checkout.frame);
    await enterCard(checkout.frame, 'succeeds');
    const kept = await checkout.frame.evaluate(() => JSON.stringify(sessionStorage));
    expect(kept).not.toMatch(/ada@|Torstra|4242/);
    await checkout.close();
  });
});
