import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  type CheckoutStage,
  confirmedReference,
  enterCard,
  enterShipping,
  openCheckout,
  openCheckoutStage,
  pay,
  reachPayment,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let stage: CheckoutStage;
beforeAll(async () => {
  stage = await openCheckoutStage();
});
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system);
});
afterAll(() => stage.close());

const open = (options: CheckoutOptions = {}) => openCheckout(stage, options);

async function eventsOf(checkout: CheckoutPage) {
  return (await checkout.told()).flatMap((message) => (message.t === 'event' ? [message] : []));
}

const namesOf = async (checkout: CheckoutPage) => (await eventsOf(checkout)).map(({ name }) => name);

const failuresOf = async (checkout: CheckoutPage) =>
  (await eventsOf(checkout)).flatMap(({ name, payload }) => (name === 'PreorderFailed' ? [payload] : []));

describe('a pre-order', () => {
  test('is placed on a phone, and every step is an event with its exact payload', async () => {
    const checkout = await open({ viewport: PHONE, lineItemProperties: { engraving: 'Ada' } });
    await reachPayment(checkout.frame, { quantity: 2 });
    await pay(checkout.frame, 'succeeds');
    const reference = await confirmedReference(checkout.frame);
    const [variant] = stage.store.product.variants;
    const skuId = variant?.externalId;
    const counted = { t: 'event', releaseId: stage.store.waitlistId };
    await expect
      .poll(() => eventsOf(checkout))
      .toEqual([
        { ...counted, name: 'PreorderCheckoutStep', payload: { stepName: 'Shipping', stepNumber: 0 } },
        { ...counted, name: 'PreorderCheckoutStep', payload: { stepName: 'Payment', stepNumber: 1 } },
        { ...counted, name: 'PreorderCheckoutSubmitted', payload: { skuId, releaseId: stage.store.waitlistId } },
        { ...counted, name: 'PreorderCheckoutStep', payload: { stepName: 'Confirmation', stepNumber: 2 } },
        {
          ...counted,
          name: 'PreorderCreated',
          payload: {
            reference,
            email: 'ada@shopper.example',
            shippingAddress: {
              firstName: 'Ada',
              lastName: 'Lovelace',
              addressLine1: 'Torstraße 1',
              addressLine2: '',
              city: 'Berlin',
              postalCode: '10119',
              country: 'DE',
            },
            lineItems: [1, 2].map(() => ({
              id: expect.any(String),
              sku: 'AUR-0',
              skuId,
              properties: { engraving: 'Ada' },
            })),
            total: { amount: 262.9, currency: 'EUR' },
            releaseId: stage.store.waitlistId,
          },
        },
      ]);
    expect(await checkout.frame.textContent('main')).toContain('€262.90');
    await checkout.frame.click('text=Back to the store');
    await expect.poll(async () => (await checkout.told()).at(-1)).toEqual({ t: 'close' });
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });

  test('is placed by keyboard alone', async () => {
    const checkout = await open({ viewport: DESKTOP });
    const { frame, page } = checkout;
    const focused = () => frame.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    const tabTo = async (id: string) => {
      for (let presses = 0; presses < 40 && (await focused()) !== id; presses += 1) await page.keyboard.press('Tab');
      expect(await focused()).toBe(id);
    };
    const write = async (id: string, text: string) => {
      await tabTo(id);
      await page.keyboard.type(text);
    };
    await page.focus('iframe');
    await write('email', 'ada@shopper.example');
    await write('country', 'Germany');
    await write('lastName', 'Lovelace');
    await write('line1', 'Torstraße 1');
    await write('postalCode', '10119');
    await write('city', 'Berlin');
    await page.keyboard.press('Enter');
    await frame.waitForSelector('#cardNumber');
    expect(await focused()).toBe('heading');
    await write('cardNumber', '4242424242424242');
    await write('cardExpiry', '1239');
    await write('cardCode', '123');
    await tabTo('Pay €133.90 and pre-order');
    await page.keyboard.press('Enter');
    await confirmedReference(frame);
    expect(await focused()).toBe('heading');
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await checkout.told()).at(-1)).toEqual({ t: 'close' });
    await checkout.close();
  });

  test('shows missing entries beside each field, in a list of links, and to screen readers', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await frame.selectOption('#country', 'DE');
    await frame.click('text=Continue to payment');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('errors');
    expect(await frame.innerText('#errors')).toMatch(
      /^Please check 5 fields\s+Enter your e-mail address\.\s+Still missing:/,
    );
    // What is missing is only named: the sentence stands beside each field.
    expect(await frame.locator('#errors li').allTextContents()).toEqual([
      'Enter your e-mail address.',
      'Name',
      'Street address',
      'Postcode',
      'City',
    ]);
    expect(await frame.textContent('#lastName-error')).toBe('Name is needed for the delivery.');
    await frame.click('#errors a:has-text("Postcode")');
    const described = await frame.evaluate(() => {
      const field = document.activeElement;
      const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
      const text = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      return { id: field?.id, invalid: field?.getAttribute('aria-invalid'), text };
    });
    expect(described).toEqual({ id: 'postalCode', invalid: 'true', text: 'Postcode is needed for the delivery.' });
    await frame.fill('#postalCode', '1011');
    await frame.focus('#city');
    expect(await frame.textContent('#postalCode-error')).toBe(
      'Postcode does not fit Germany. It looks like 26133. If the address is in another country, choose that country.',
    );
    await frame.selectOption('#country', 'FR');
    expect(await frame.textContent('#postalCode-error')).toContain('does not fit France');
    await checkout.close();
  });

  test('needs the terms and a test card, and emits no event before the payment', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame, { country: 'FR' });
    expect(await frame.isChecked('#terms')).toBe(false);
    await frame.fill('#cardNumber', '5555 5555 5555 4444');
    await frame.click('.pay button[type=submit]');
    expect(await frame.locator('#errors li').allTextContents()).toEqual([
      expect.stringContaining('Never enter a real card here'),
      expect.stringContaining('month and year'),
      'Enter the three or four digits.',
      'Please agree to go on.',
    ]);
    expect(await namesOf(checkout)).not.toContain('PreorderCheckoutSubmitted');
    await checkout.close();
  });
});

describe('the bank', () => {
  test('declines: another card pays within the hold, and the page gets an event of every decline', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame);
    await pay(frame, 'declined');
    await frame.waitForSelector('#problem');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('problem');
    expect(await frame.textContent('#problem')).toContain('Your card was declined');
    expect(await frame.inputValue('#cardNumber')).toBe('');
    await pay(frame, 'insufficient_funds');
    await frame.waitForSelector('#problem:has-text("insufficient funds")');
    await pay(frame, 'succeeds');
    await confirmedReference(frame);
    await expect
      .poll(() => failuresOf(checkout))
      .toEqual([
        { errorMessage: expect.stringContaining('declined') },
        { errorMessage: expect.stringContaining('insufficient funds') },
      ]);
    const submitted = async () => (await namesOf(checkout)).filter((name) => name === 'PreorderCheckoutSubmitted');
    await expect.poll(submitted).toHaveLength(3);
    await checkout.close();
  });

  test('asks for a challenge: a refusal is a decline, an approval places the pre-order', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame);
    await pay(frame, 'second_step');
    await frame.click('text=Refuse');
    await frame.waitForSelector('#problem:has-text("not approved at your bank")');
    await expect.poll(() => failuresOf(checkout)).toHaveLength(1);
    await pay(frame, 'second_step');
    await frame.click('text=Approve');
    await confirmedReference(frame);
    await expect.poll(() => failuresOf(checkout)).toHaveLength(1);
    await checkout.close();
  });

  test('answers late: the shopper waits and sees the result', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame);
    await pay(frame, 'late_declined');
    await frame.waitForSelector('text=Waiting for your bank');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('heading');
    await frame.waitForSelector('#problem');
    await pay(frame, 'late');
    await frame.waitForSelector('text=Waiting for your bank');
    await confirmedReference(frame);
    await expect.poll(() => failuresOf(checkout)).toHaveLength(1);
    await checkout.close();
  });

  test('never answers: after a while the shopper can cancel, and nothing is charged', async () => {
    const checkout = await open();
    const { page } = checkout;
    await page.clock.install();
    await checkout.reload();
    await reachPayment(checkout.frame);
    await pay(checkout.frame, 'never_answers');
    await checkout.frame.waitForSelector('text=Waiting for your bank');
    await page.clock.runFor(20_000);
    await checkout.frame.click('text=Cancel this payment');
    await checkout.frame.waitForSelector('text=Your time to pay is up');
    await expect.poll(() => failuresOf(checkout)).toHaveLength(1);
    expect(await stage.system.db.query('SELECT 1 FROM hold WHERE store_id = $1', [stage.store.storeId])).toEqual([]);
    await checkout.close();
  });
});

describe('the customer data of the page', () => {
  const customer = {
    email: 'grace@shopper.example',
    address: {
      firstName: 'Grace',
      lastName: 'Hopper',
      line1: 'Hafenstraße 9',
      city: 'Hamburg',
      postalCode: '20457',
      country: 'DE',
      phoneNumber: '+49 40 123456',
    },
  };
  const textIn = (frame: Frame, id: string) => frame.inputValue(`#${id}`);

  test('fill in the form', async () => {
    const checkout = await open({ customer });
    const { frame } = checkout;
    await expect.poll(() => textIn(frame, 'city')).toBe('Hamburg');
    expect(await textIn(frame, 'email')).toBe('grace@shopper.example');
    expect(await textIn(frame, 'country')).toBe('DE');
    await frame.click('text=Continue to payment');
    await enterCard(frame, 'succeeds');
    await frame.click('.pay button[type=submit]');
    await confirmedReference(frame);
    await checkout.close();
  });

  test('may be incomplete: the shopper enters the rest', async () => {
    const checkout = await open({ customer: { email: 'grace@shopper.example', address: { country: 'US' } } });
    const { frame } = checkout;
    await expect.poll(() => textIn(frame, 'email')).toBe('grace@shopper.example');
    expect(await textIn(frame, 'country')).toBe('');
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('#cardNumber');
    await checkout.close();
  });
});
