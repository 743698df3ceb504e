import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_STORE } from '../../demo/catalogue.ts';
import { seedDemo } from '../../demo/seed.ts';
import { type DemoStore, startDemoStore } from '../../demo/server.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { findStoreByKey } from '../../src/core/stores/queries.ts';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { HANDS, type Hand } from '../support/shopper.ts';
import { type System, startSystem } from '../support/system.ts';

let system: System;
let store: DemoStore;
let browser: Browser;

beforeAll(async () => {
  system = await startSystem({ standIn: true, webhookPrivateTargets: true }); // so that mails get pictures
  store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: system.baseUrl });
  await seedDemo(system.deps, store.url);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await store.close();
  await system.stop();
});

const preorderButton = (page: Page) =>
  page.frameLocator('[data-service-placement-type="button"] iframe').getByRole('button', { name: /Pre-order/ });
const checkoutOf = (page: Page) => page.frameLocator('dialog iframe');

/** Reads the events that the page shows, oldest first. */
async function events(page: Page): Promise<string[]> {
  const names = await page.locator('[data-events] strong').allTextContents();
  return names.reverse().filter((name) => !name.startsWith('Placement') && name !== 'Service:Ready');
}

async function payload(page: Page, name: string): Promise<Record<string, unknown>> {
  const text = await page.locator('[data-events] li', { hasText: name }).first().locator('code').textContent();
  return JSON.parse(text ?? 'null');
}

type Shopper = { page: Page; hand: Hand; checkout: FrameLocator };

async function sendShipping({ hand, checkout }: Shopper, email: string): Promise<void> {
  await hand.write(checkout.getByLabel('E-mail'), email);
  await hand.choose(checkout.getByLabel('Country'), 'Germany');
  await hand.write(checkout.getByLabel('Name', { exact: true }), 'Maya Lindqvist');
  await hand.write(checkout.getByLabel('Street address'), 'Lindenstraße 12');
  await hand.write(checkout.getByLabel('Postcode'), '10969');
  await hand.write(checkout.getByLabel('City'), 'Berlin');
  await hand.press(checkout.getByRole('button', { name: 'Continue to payment' }));
}

/** Enters a card into the form of the stand-in for Stripe, which is in its own frame. */
async function enterCard({ hand, checkout }: Shopper, number: string): Promise<void> {
  const form = checkout.frameLocator('iframe[title="Card"]');
  await hand.write(form.getByLabel('Card number'), number);
  await hand.write(form.getByLabel('Expires'), '1239');
  await hand.write(form.getByLabel('Security code'), '123');
}

const payButton = ({ checkout }: Shopper) => checkout.getByRole('button', { name: /^Pay .* and pre-order$/ });

async function reference({ checkout }: Shopper): Promise<string> {
  await checkout.getByRole('heading', { name: 'Your pre-order is placed' }).waitFor();
  return (await checkout.locator('.reference').textContent())?.match(/PO-[\w-]+/)?.[0] ?? '';
}

async function stored(placed: string) {
  const demo = await findStoreByKey(system.db, DEMO_STORE.publicKey);
  return { storeId: demo?.id ?? '', ...(await readPreorder(system.db, demo?.id ?? '', placed)) };
}

const VIEWPORTS = { '390': PHONE, '1440': DESKTOP };
const WAYS = Object.keys(VIEWPORTS).flatMap((width) =>
  (['mouse', 'keyboard'] as const).map((hand) => [width as keyof typeof VIEWPORTS, hand] as const),
);

// The last blanket is given back for the next run.
const blankets: string[] = [];
afterEach(async () => {
  for (const placed of blankets.splice(0)) {
    const { storeId, id } = await stored(placed);
    await cancelLines(system.deps, { storeId, preorderId: id, lineIds: null });
  }
});

// A whole purchase with axe in every state takes some seconds, and much longer on a busy machine.
const timeout = 180_000;

describe.each(WAYS)('at %s px by %s', { timeout }, (width, handName) => {
  // The result of axe is the same by mouse and keyboard.
  const inspect = handName === 'mouse' ? expectAccessible : async () => {};
  async function visit(path: string) {
    const opened = await openPage(browser, store.url + path, { viewport: VIEWPORTS[width] });
    const shopper: Shopper = {
      page: opened.page,
      hand: HANDS[handName](opened.page),
      checkout: checkoutOf(opened.page),
    };
    return { ...opened, ...shopper };
  }

  test('buys an engraved lantern after a declined card', async () => {
    const shopper = await visit('/products/halla-lantern');
    const { page, hand, checkout } = shopper;
    const email = `lantern-${width}-${handName}@example.com`;
    await hand.check(page.getByRole('radio', { name: 'Graphite' }));
    await hand.write(page.getByLabel(/Engraving/), 'Cabin 7, Inari');
    await preorderButton(page).waitFor();
    await inspect(page);
    await hand.press(preorderButton(page));
    await checkout.getByRole('heading', { name: 'Shipping' }).waitFor();
    await inspect(page);
    await takeScreenshot(page, `demo-shipping-${width}-${handName}`);
    await sendShipping(shopper, email);
    await checkout.getByRole('heading', { name: 'Payment' }).waitFor();
    await inspect(page);
    await enterCard(shopper, '4000000000000002');
    await hand.press(payButton(shopper));
    await checkout.getByText('Your card was declined').first().waitFor();
    await inspect(page);
    await takeScreenshot(page, `demo-declined-${width}-${handName}`);
    await enterCard(shopper, '4242424242424242');
    await hand.press(payButton(shopper));
    const placed = await reference(shopper);
    await inspect(page);
    await takeScreenshot(page, `demo-done-${width}-${handName}`);
    await hand.press(checkout.getByRole('button', { name: 'Back to the store' }));
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    const focused = () =>
      preorderButton(page).evaluate((button) => document.hasFocus() && document.activeElement === button);
    await expect.poll(focused).toBe(true);

    expect(await events(page)).toEqual([
      'ButtonClicked',
      'PreorderCheckoutStep',
      'PreorderCheckoutStep',
      'PreorderCheckoutSubmitted',
      'PreorderFailed',
      'PreorderCheckoutSubmitted',
      'PreorderCheckoutStep',
      'PreorderCreated',
    ]);
    expect(await payload(page, 'PreorderCreated')).toMatchObject({
      reference: placed,
      email,
      lineItems: [{ sku: 'HAL-GRA', properties: { Engraving: 'Cabin 7, Inari' } }],
      total: { amount: 131.9, currency: 'EUR' },
    });
    expect(await stored(placed)).toMatchObject({
      state: 'placed',
      locale: 'en-GB', // the page's locale: dates are equal on the button, in the checkout and in the mail
      contact: { email },
      lines: [{ sku: 'HAL-GRA', properties: { Engraving: 'Cabin 7, Inari' } }],
    });
    const mails = async () => (await system.mails()).filter((mail) => mail.includes(placed));
    await expect.poll(mails).not.toEqual([]);
    // The picture of the product travels with it, beside the store's logo.
    expect((await mails())[0]).toMatch(/^Content-Type: image\/jpeg.*\n.*Content-ID: <[0-9a-f]+@pictures>/ms);
    expect(shopper.problems).toEqual([]);
    await shopper.close();
  });

  test('buys a tent with a deposit and a code, and shows the balance', async () => {
    const shopper = await visit('/products/skjul-tent');
    const { page, hand, checkout } = shopper;
    await hand.press(preorderButton(page));
    await sendShipping(shopper, `tent-${width}-${handName}@example.com`);
    await hand.press(checkout.getByRole('button', { name: 'I have a discount code' }));
    await hand.write(checkout.getByLabel('Discount code'), DEMO_STORE.discountCode.toLowerCase());
    await hand.press(checkout.getByRole('button', { name: 'Apply' }));
    await checkout.getByText('−€42.00').first().waitFor();
    await enterCard(shopper, '4242424242424242');
    expect(await checkout.locator('#agreed').textContent()).toContain(
      '€77.18 now and €308.72 when it is ready to ship',
    );
    await hand.press(payButton(shopper));
    const placed = await reference(shopper);
    await takeScreenshot(page, `demo-deposit-${width}-${handName}`);
    expect(await payload(page, 'PreorderCreated')).toMatchObject({ total: { amount: 385.9, currency: 'EUR' } });
    expect(await stored(placed)).toMatchObject({
      total: 38_590,
      dueNow: 7_718,
      discount: 4_200,
      paymentPlan: 'deposit',
    });
    expect(shopper.problems).toEqual([]);
    await shopper.close();
  });

  test('charges nothing when another shopper takes the last blanket meanwhile', async () => {
    const slow = await visit('/products/tarn-blanket');
    await slow.hand.press(preorderButton(slow.page));
    await slow.checkout.getByRole('heading', { name: 'Shipping' }).waitFor();

    const fast = await visit('/products/tarn-blanket');
    await fast.hand.press(preorderButton(fast.page));
    await sendShipping(fast, `fast-${width}-${handName}@example.com`);
    await enterCard(fast, '4242424242424242');
    await fast.hand.press(payButton(fast));
    blankets.push(await reference(fast));

    await sendShipping(slow, `slow-${width}-${handName}@example.com`);
    await slow.checkout.getByText('Sold out').first().waitFor();
    await inspect(slow.page);
    await takeScreenshot(slow.page, `demo-sold-out-${width}-${handName}`);
    await slow.page.reload();
    await slow.page
      .frameLocator('[data-service-placement-type="button"] iframe')
      .getByRole('button', { name: 'Sold Out' })
      .waitFor();
    // The browser itself logs the refused request; nothing else is on the console.
    expect(slow.problems).toEqual([expect.stringContaining('409')]);
    await slow.close();
    await fast.close();
  });
});
