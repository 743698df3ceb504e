import type { Frame } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import type { CustomerData } from '../../src/protocol/wire/customer-data.ts';
import { DESKTOP, expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  confirmedReference,
  enterCard,
  openCheckout,
  reachPayment,
  useCheckoutStage,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const stage = useCheckoutStage();
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system, { store: { marketingBox: 'collected' } });
});

const open = (options: CheckoutOptions = {}): Promise<CheckoutPage> => openCheckout(stage, options);
const EMAIL = 'grace@shopper.example';
const CONSENTED: CustomerData = { email: EMAIL, consentedToMarketing: true };
const BOX = '#marketing';

/** Opens the checkout with the page's customer data. */
async function toPayment({ frame }: CheckoutPage, email = EMAIL): Promise<void> {
  await reachPayment(frame, { email });
}

/** Pays and reads the stored consent. */
async function placed(frame: Frame) {
  await enterCard(frame, 'succeeds');
  await frame.click('.pay button[type=submit]');
  await confirmedReference(frame);
  const [row] = await stage.system.db.query(
    `SELECT o.marketing_consent AS agreed, k.marketing_by AS by, k.marketing_text AS text
     FROM preorder o JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id WHERE o.store_id = $1`,
    [stage.store.storeId],
  );
  return row;
}

const TEXT = 'E-mail me about new products and offers of Fjord Outdoor. I can unsubscribe at any time.';

describe('the box for marketing', () => {
  test('is missing if the store does not ask', async () => {
    await updateStore(stage.system.deps, stage.store.storeId, { marketingBox: 'off' });
    const checkout = await open({ customer: CONSENTED });
    await toPayment(checkout);
    expect(await checkout.frame.isVisible('#agreed')).toBe(true);
    expect(await checkout.frame.locator(BOX).count()).toBe(0);
    expect(await placed(checkout.frame)).toEqual({ agreed: false, by: null, text: null });
    await checkout.close();
  });

  test('is ticked only by the shopper if the store only asks, even if its page says otherwise', async () => {
    await updateStore(stage.system.deps, stage.store.storeId, { marketingBox: 'ask' });
    const checkout = await open({ customer: CONSENTED });
    await toPayment(checkout);
    expect(await checkout.frame.isChecked(BOX)).toBe(false);
    await checkout.frame.getByLabel(TEXT).check();
    // Going back to the first step keeps the tick.
    await checkout.frame.click('text=Back');
    await checkout.frame.click('.step > button[type=submit]');
    expect(await checkout.frame.isChecked(BOX)).toBe(true);
    expect(await placed(checkout.frame)).toEqual({ agreed: true, by: 'shopper', text: TEXT });
    await checkout.close();
  });

  test('starts ticked if the store collects consent and its page gives this customer’s', async () => {
    const checkout = await open({ customer: CONSENTED });
    await toPayment(checkout);
    expect(await checkout.frame.isChecked(BOX)).toBe(true);
    expect(await placed(checkout.frame)).toEqual({ agreed: true, by: 'store', text: TEXT });
    await checkout.close();
  });

  test.each<[string, CustomerData, string?]>([
    ['did not consent', { ...CONSENTED, consentedToMarketing: false }],
    ['is not known to have', { email: EMAIL }],
    ['turns out to be somebody else', CONSENTED, 'ada@shopper.example'],
  ])('starts without a tick if the customer %s', async (_, customer, email) => {
    const checkout = await open({ customer });
    await toPayment(checkout, email);
    expect(await checkout.frame.isChecked(BOX)).toBe(false);
    expect(await placed(checkout.frame)).toEqual({ agreed: false, by: 'shopper', text: TEXT });
    await checkout.close();
  });

  test('stays without a tick once the shopper has removed it', async () => {
    const checkout = await open({ customer: CONSENTED });
    await toPayment(checkout);
    await checkout.frame.uncheck(BOX);
    await checkout.frame.click('text=Back');
    await checkout.frame.click('.step > button[type=submit]');
    expect(await checkout.frame.isChecked(BOX)).toBe(false);
    expect(await placed(checkout.frame)).toEqual({ agreed: false, by: 'shopper', text: TEXT });
    await checkout.close();
  });

  test.each([
    ['phone', PHONE, 'light'],
    ['phone-dark', PHONE, 'dark'],
    ['desktop', DESKTOP, 'light'],
    ['desktop-dark', DESKTOP, 'dark'],
  ] as const)('reads well and is accessible: %s', async (name, viewport, colorScheme) => {
    const texts = {
      de: 'Ja, ich möchte den Newsletter von Fjord Outdoor. Abmelden geht jederzeit, mit dem Link in jeder E-Mail.',
    };
    await updateStore(stage.system.deps, stage.store.storeId, { marketingTexts: texts });
    const checkout = await open({ customer: CONSENTED, viewport, colorScheme, lang: 'de' });
    await toPayment(checkout);
    const box = checkout.frame.getByLabel(texts.de);
    expect(await box.isChecked()).toBe(true);
    await box.scrollIntoViewIfNeeded();
    await expectAccessible(checkout.page);
    await takeScreenshot(checkout.page, `checkout-marketing-${name}`);
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });
});
