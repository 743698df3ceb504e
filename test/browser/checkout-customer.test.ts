import type { FrameLocator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { BUTTON, openStorePage, type PlacementPage, productPage, useStage } from '../support/placement-page.ts';

const stage = useStage();

const LOAD = "Service.load({ placementType: 'button', productId, skuId: variants[0] });";

const open = (script: string): Promise<PlacementPage> =>
  openStorePage(stage, productPage(stage, BUTTON, `${LOAD}\n${script}`));

/** Opens the checkout by a click on the button. */
async function openDialog({ page }: PlacementPage): Promise<FrameLocator> {
  await page.frameLocator('[data-service-placement-type] iframe').locator('#button').click();
  const checkout = page.frameLocator('dialog iframe');
  await checkout.getByRole('heading', { name: /Shipping|Payment/ }).waitFor();
  return checkout;
}

const GRACE = `{
  email: 'grace@shopper.example',
  consentedToMarketing: true,
  address: { firstName: 'Grace', lastName: 'Hopper', line1: 'Hafenstraße 9', city: 'Hamburg', postalCode: '20457', country: 'de', phoneNumber: '+49 40 123' },
}`;

const ADA = {
  'E-mail': 'ada@shopper.example',
  Name: 'Ada Lovelace',
  Street: 'Torstraße 1',
  Postcode: '10119',
  City: 'Berlin',
};

const LATE = `let answer;
  Service.setCustomerData(() => new Promise((resolve) => { answer = () => resolve(${GRACE}); }));`;

describe('the form has the data of setCustomerData', () => {
  test.each([
    ['as an object', GRACE],
    ['by a function', `() => (${GRACE})`],
    [
      'by an async function',
      `async () => { await new Promise((done) => requestAnimationFrame(done)); return ${GRACE}; }`,
    ],
  ])('%s', async (_, data) => {
    const store = await open(`Service.setCustomerData(${data});`);
    const checkout = await openDialog(store);
    await expect.poll(() => checkout.getByLabel('City').inputValue()).toBe('Hamburg');
    expect(await checkout.getByLabel('E-mail').inputValue()).toBe('grace@shopper.example');
    expect(await checkout.getByLabel('Country').inputValue()).toBe('DE');
    expect(await checkout.getByLabel('Postcode').inputValue()).toBe('20457');
    await checkout.getByRole('button', { name: 'Continue to payment' }).click();
    await checkout.getByRole('heading', { name: 'Payment' }).waitFor();
    expect(store.problems).toEqual([]);
    await store.close();
  });

  test('but keeps what the shopper has entered meanwhile', async () => {
    const store = await open(LATE);
    const checkout = await openDialog(store);
    await checkout.getByLabel('E-mail').fill('ada@shopper.example');
    await store.page.evaluate('answer()');
    await expect.poll(() => checkout.getByLabel('City').inputValue()).toBe('Hamburg');
    expect(await checkout.getByLabel('E-mail').inputValue()).toBe('ada@shopper.example');
    await store.close();
  });

  test('also when they come much later, while the step is shown', async () => {
    const store = await open(LATE);
    await store.page.clock.install();
    const checkout = await openDialog(store);
    await store.page.clock.runFor(600_000);
    await store.page.evaluate('answer()');
    await expect.poll(() => checkout.getByLabel('City').inputValue()).toBe('Hamburg');
    expect(await checkout.getByLabel('E-mail').inputValue()).toBe('grace@shopper.example');
    await store.close();
  });

  test('but not after the shopper has gone on', async () => {
    const store = await open(LATE);
    const checkout = await openDialog(store);
    await checkout.getByLabel('Country').selectOption('DE');
    for (const [label, text] of Object.entries(ADA)) await checkout.getByLabel(label).fill(text);
    await checkout.getByRole('button', { name: 'Continue to payment' }).click();
    await checkout.getByRole('heading', { name: 'Payment' }).waitFor();
    await store.page.evaluate('answer()');
    await checkout.getByRole('button', { name: 'Change' }).first().click();
    await checkout.getByRole('heading', { name: 'Shipping' }).waitFor();
    expect(await checkout.getByLabel('City').inputValue()).toBe('Berlin');
    expect(await checkout.getByLabel('Phone').count()).toBe(0);
    await store.close();
  });

  test.each([
    ['a function that throws', "() => { throw new Error('no'); }"],
    ['data that was cleared', `${GRACE}); Service.setCustomerData(null`],
  ])('and ignores %s', async (_, data) => {
    const store = await open(`Service.setCustomerData(${data});`);
    const checkout = await openDialog(store);
    // Whether or not the page has answered, the form has only the shopper's entries.
    await checkout.getByLabel('Country').selectOption('DE');
    await checkout.getByRole('button', { name: 'Continue to payment' }).click();
    expect(await checkout.getByRole('link', { name: 'Enter your e-mail address.' }).count()).toBe(1);
    expect(await checkout.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await store.close();
  });
});

describe('in the store’s dialog', () => {
  test('Escape closes the checkout, the button gets the focus, and reopening continues it', async () => {
    // A new address, because one e-mail may have only a few live holds in a store.
    const store = await open(`Service.setCustomerData(${GRACE.replace('grace@', 'escape@')});`);
    const { page } = store;
    const checkout = await openDialog(store);
    await expect.poll(() => checkout.getByLabel('City').inputValue()).toBe('Hamburg');
    await takeScreenshot(page, 'dialog-shipping');
    await checkout.getByRole('button', { name: 'Continue to payment' }).click();
    await checkout.getByRole('heading', { name: 'Payment' }).waitFor();
    // Not awaited: the frame is removed while it handles the key, so the browser may never confirm the key.
    page.keyboard.press('Escape').catch(() => {});
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    const button = page.frameLocator('[data-service-placement-type] iframe').locator('#button');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await openDialog(store);
    await checkout.getByRole('heading', { name: 'Payment' }).waitFor();
    expect(await checkout.locator('.review').textContent()).toContain('escape@shopper.example');
    await store.close();
  });
});

describe('an e-mail address with a slip in its provider', () => {
  test('is asked about at the field once it was left, and mended by one press, at a phone’s width too', async () => {
    const store = await open('');
    await store.page.setViewportSize(PHONE);
    const checkout = await openDialog(store);
    const field = checkout.getByLabel('E-mail');
    const heightOfHint = () => checkout.locator('#email-hint').evaluate((hint) => hint.getBoundingClientRect().height);
    const before = await heightOfHint();
    await field.fill('ada.king@gmial.com');
    const offer = checkout.getByRole('button', { name: 'Did you mean ada.king@gmail.com?' });
    expect(await offer.count()).toBe(0);
    await field.press('Tab');
    await offer.waitFor();
    expect(await heightOfHint()).toBe(before);
    await expectAccessible(store.page);
    await takeScreenshot(store.page, 'checkout-email-meant');
    await offer.press('Enter');
    expect(await field.inputValue()).toBe('ada.king@gmail.com');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await offer.count()).toBe(0);
    await store.close();
  });

  test('may be right all the same', async () => {
    const store = await open(`Service.setCustomerData(${GRACE});`);
    const checkout = await openDialog(store);
    await expect.poll(() => checkout.getByLabel('City').inputValue()).toBe('Hamburg');
    await checkout.getByLabel('E-mail').fill('grace@gmaill.com');
    await checkout.getByRole('button', { name: 'Continue to payment' }).click();
    await checkout.getByRole('heading', { name: 'Payment' }).waitFor();
    await store.close();
  });
});
