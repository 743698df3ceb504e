import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, PHONE } from '../support/browser.ts';
import { agreeToTerms, confirmedReference, holdByAnother } from '../support/checkout-page.ts';
import { changeDetails, framedBy, pressWithMouse } from '../support/wallet.ts';
import { ONE_WALLET, openSheet, openWalletStage, type WalletStage } from '../support/wallet-stage.ts';

// Wallets that are cancelled, declined or refused, and answers that are lost.

let stage: WalletStage;
beforeAll(async () => {
  stage = await openWalletStage();
});
beforeEach(() => stage.offer(ONE_WALLET));
afterAll(() => stage.close());

describe('where the carrier needs a phone number', () => {
  const store = { store: { phoneCountries: ['DE'] } };
  const numberOf = async (reference: string) => (await stage.placed(reference)).address.phoneNumber;

  test('a wallet gives it', async () => {
    const checkout = await stage.open({ store });
    await (await openSheet(checkout)).click('#approve');
    expect(await numberOf(await confirmedReference(checkout.frame))).toBe('+1 202 555 0147');
    await checkout.close();
  });

  test('a wallet without one pays nothing, and the form asks for it', async () => {
    const checkout = await stage.open({ store });
    const { frame } = checkout;
    const sheet = await openSheet(checkout);
    await changeDetails(sheet, { phone: '' });
    await sheet.click('#approve:enabled');
    await sheet.waitForSelector('#problem:has-text("Phone is needed for the delivery.")');
    await sheet.click('#cancel');
    await frame.waitForSelector('text=Phone is needed for the delivery.');
    expect(await stage.attempts()).toEqual([]);
    await frame.fill('#phoneNumber', '030 1234567');
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('.pay');
    expect(await frame.textContent('.review')).toContain('ada@wallet.example');
    await checkout.close();
  });
});

describe('when a wallet does not pay', () => {
  test('a cancelled sheet leaves everything as it was', async () => {
    const checkout = await stage.open();
    const sheet = await openSheet(checkout);
    await sheet.click('#cancel');
    await checkout.frame.waitForSelector('dialog', { state: 'detached' });
    expect(await stage.attempts()).toEqual([]);
    await (await openSheet(checkout)).click('#approve');
    await confirmedReference(checkout.frame);
    await checkout.close();
  });

  test('a declined card ends in the Payment step, with contact and address filled in', async () => {
    await stage.offer({ 'offered[0]': 'google_pay', card: '4000000000009995' });
    const checkout = await stage.open({ viewport: PHONE });
    const { frame } = checkout;
    await (await openSheet(checkout)).click('#approve');
    await frame.waitForSelector('text=Your card has insufficient funds.');
    expect(await frame.textContent('main')).toContain('ada@wallet.example');
    await expectAccessible(checkout.page);
    expect(await stage.attempts()).toMatchObject([{ state: 'open' }]);
    const form = await framedBy(frame, 'Card');
    await form.fill('[name=number]', '4242424242424242');
    await form.fill('[name=expiry]', '12/39');
    await form.fill('[name=cvc]', '123');
    await agreeToTerms(frame);
    await frame.click('.pay button[type=submit]');
    const { consentText } = await stage.placed(await confirmedReference(frame));
    expect(consentText).toContain('€133.90 now');
    expect(await stage.attempts()).toHaveLength(1);
    await checkout.close();
  });

  test.each([1, 1.5, 2, 3])(
    'the bank asks, and Approve is pressed at a scale factor of %s',
    async (deviceScaleFactor) => {
      await stage.offer({ 'offered[0]': 'google_pay', card: '4000002760003184' });
      const checkout = await stage.open({ viewport: PHONE, deviceScaleFactor });
      await (await openSheet(checkout)).click('#approve');
      const bank = await framedBy(checkout.frame, 'Test bank');
      await pressWithMouse(checkout.page, bank.getByRole('button', { name: 'Approve' }));
      await confirmedReference(checkout.frame);
      await checkout.close();
    },
  );

  test('sold out meanwhile is said in the sheet and behind it, and nothing is charged', async () => {
    const checkout = await stage.open({ store: { allocation: 2 } });
    const sheet = await openSheet(checkout);
    await holdByAnother(stage.checkouts, 2);
    await sheet.click('#approve');
    await sheet.waitForSelector('#problem:not([hidden])');
    await expectAccessible(checkout.page);
    await sheet.click('#cancel');
    await checkout.frame.waitForSelector('#problem:focus');
    expect(await stage.attempts()).toEqual([]);
    await checkout.close();
  });

  test('an address or e-mail that we refuse is named in the sheet, and can be corrected by hand', async () => {
    const checkout = await stage.open();
    const sheet = await openSheet(checkout);
    await changeDetails(sheet, { postal_code: '1', email: 'ada@nowhere' });
    await sheet.click('#approve:enabled');
    await sheet.waitForSelector('#problem:not([hidden])');
    await sheet.click('#cancel');
    const named = checkout.frame.locator('#errors li');
    await expect.poll(() => named.count()).toBe(2);
    expect(await checkout.frame.inputValue('#line1')).toBe('Torstraße 1');
    await expectAccessible(checkout.page);
    await checkout.frame.fill('#postalCode', '10119');
    await checkout.frame.fill('#email', 'ada@shopper.example');
    await checkout.frame.click('.step > button[type=submit]');
    await checkout.frame.waitForSelector('iframe[title=Card]');
    expect(await stage.attempts()).toEqual([]);
    await checkout.close();
  });

  test('a country that the store has stopped shipping to is refused within the sheet', async () => {
    const checkout = await stage.open();
    const sheet = await openSheet(checkout);
    await stage.db.query('DELETE FROM store_shipping_rate WHERE store_id = $1 AND country = $2', [
      stage.checkouts.store.storeId,
      'FR',
    ]);
    await sheet.selectOption('#person', '1');
    await sheet.waitForSelector('text=The store does not deliver to this address.');
    expect(await sheet.isDisabled('#approve')).toBe(true);
    await checkout.close();
  });

  test('an amount that changed since the sheet showed it is not charged', async () => {
    const checkout = await stage.open();
    const sheet = await openSheet(checkout);
    await stage.db.query('UPDATE store_shipping_rate SET amount = 990 WHERE store_id = $1', [
      stage.checkouts.store.storeId,
    ]);
    await sheet.click('#approve');
    await checkout.frame.waitForSelector('#problem >> text=The amount has changed');
    expect(await stage.attempts()).toEqual([]);
    await checkout.close();
  });
});

describe('nobody is charged twice by a wallet', () => {
  test('a page that is reloaded after Approve finds its payment', async () => {
    const checkout = await stage.open({ viewport: DESKTOP });
    const sheet = await openSheet(checkout);
    let paid = 0;
    await checkout.page.route('**/payments?*', async (route) => {
      // The payment is made, and its answer is lost with the page.
      await route.fetch();
      paid += 1;
    });
    await sheet.click('#approve');
    await expect.poll(() => paid).toBe(1);
    await checkout.page.unrouteAll({ behavior: 'ignoreErrors' });
    await checkout.reload();
    const reference = await confirmedReference(checkout.frame);
    const { total } = await stage.placed(reference);
    await expect.poll(stage.money).toEqual({ taken: total, back: 0 });
    expect(await stage.attempts()).toHaveLength(1);
    await checkout.close();
  });

  test('a lost answer is asked for again with the same key', async () => {
    const checkout = await stage.open();
    const sheet = await openSheet(checkout);
    const keys: (string | undefined)[] = [];
    await checkout.page.route('**/payments?*', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await sheet.dblclick('#approve');
    const { total } = await stage.placed(await confirmedReference(checkout.frame));
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
    await expect.poll(stage.money).toEqual({ taken: total, back: 0 });
    expect(await stage.attempts()).toHaveLength(1);
    await checkout.close();
  });
});
