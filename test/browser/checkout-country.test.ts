import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  enterShipping,
  openCheckout,
  useCheckoutStage,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist, type StoreOptions } from '../support/system.ts';

// What a country decides besides its address: whether the store delivers there, and whether the carrier needs a phone number.

const stage = useCheckoutStage();

const SHIPPING = ['DE', 'US', 'KR'].map((country) => ({ country, amount: 490 }));

async function open(store: StoreOptions['store'], options: CheckoutOptions = {}): Promise<CheckoutPage> {
  stage.store = await createStoreWithWaitlist(stage.system, { store: { shipping: SHIPPING, ...store } });
  return openCheckout(stage, { viewport: PHONE, ...options });
}

test('a country of the customer that the store does not deliver to is said at the country', async () => {
  const customer = { email: 'ada@shopper.example', address: { country: 'br', city: 'Recife' } } as never;
  const checkout = await open({ country: 'DE' }, { locale: 'de-DE', customer });
  const { frame, page } = checkout;
  await frame.waitForSelector('text=The store does not deliver to Brazil.');
  expect(await frame.inputValue('#country')).toBe('DE');
  expect(await frame.inputValue('#email')).toBe('ada@shopper.example');
  expect(await frame.inputValue('#city')).toBe('');
  await takeScreenshot(page, 'address-unserved');
  await expectAccessible(page);
  await frame.selectOption('#country', 'US');
  expect(await frame.getByText('does not deliver').count()).toBe(0);
  await checkout.close();
});

describe('where the carrier needs a phone number', () => {
  test('the form asks for it and says why, and nowhere else', async () => {
    const checkout = await open({ country: 'DE', phoneCountries: ['US', 'BR'] });
    const { frame, page } = checkout;
    await enterShipping(frame);
    expect(await frame.locator('#phoneNumber').count()).toBe(0);
    await frame.selectOption('#country', 'US');
    const field = frame.getByRole('textbox', { name: 'Phone', exact: true });
    expect(await field.getAttribute('aria-required')).toBe('true');
    await frame.waitForSelector('text=The carrier needs it here, for customs and to announce the parcel.');
    await frame.fill('#line1', '350 5th Avenue');
    await frame.fill('#city', 'New York');
    await frame.selectOption('#region', 'NY');
    await frame.fill('#postalCode', '10118');
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('text=Phone is needed for the delivery.');
    await takeScreenshot(page, 'address-phone-needed');
    await expectAccessible(page);
    await field.fill('+1 202 555 0147');
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('.pay');
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });
});
