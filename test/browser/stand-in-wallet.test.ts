import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { callStripe, openStripe, type StandIn } from '../support/stripe.ts';
import { serveStore } from '../support/system.ts';
import { changeDetails, framedBy, openWallet, pressWithMouse } from '../support/wallet.ts';

// The Express Checkout Element of the stand-in, in a page that knows nothing of the service.

let database: TestDatabase;
let standIn: StandIn;
let browser: Browser;
let site: Awaited<ReturnType<typeof serveStore>>;
const pages: Record<string, string> = {};
beforeAll(async () => {
  database = await createTestDatabase();
  standIn = await openStripe(database.db);
  browser = await launchBrowser();
  site = await serveStore(pages);
});
beforeEach(() => offer({ 'offered[0]': 'google_pay', card: '4242424242424242' }));
afterAll(async () => {
  await browser.close();
  await site.close();
  await standIn.stop();
  await database.drop();
});

const offer = (given: Record<string, string>) => standIn.stripe.act('wallets', { account: standIn.account, ...given });

type Logged = [name: string, ...more: unknown[]];
declare const log: Logged[];

const RATE = `{ id: 'flat', amount: 490, displayName: 'Delivery' }`;
const CONFIRM = `
  await elements.submit();
  const made = await stripe.createConfirmationToken({ elements });
  log.push(['token', made.confirmationToken?.id ?? null, made.error?.code ?? null]);`;

type Shop = { click?: string; moved?: string; confirm?: string; create?: string };

/** Returns a page that offers wallets. Its parts are what the page does at each event. */
const paymentPage = ({
  click = `event.resolve({ lineItems: [{ name: 'Jacket', amount: 12000 }], shippingRates: [{ id: 'flat', amount: 0, displayName: 'Delivery' }] })`,
  moved = `elements.update({ amount: 12490 }); event.resolve({ shippingRates: [${RATE}] })`,
  confirm = CONFIRM,
  create = `{ emailRequired: true, shippingAddressRequired: true, allowedShippingCountries: ['DE', 'FR'], buttonHeight: 48 }`,
}: Shop) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shop</title><main><h1>Jacket</h1><div id="place"></div></main><script src="${standIn.stripe.url}/v3/"></script><script>
const log = [];
const stripe = Stripe('${standIn.keys.publishableKey}', { locale: 'en' });
const elements = stripe.elements({ mode: 'payment', amount: 12000, currency: 'eur', captureMethod: 'manual' });
const express = elements.create('expressCheckout', ${create});
express.on('ready', (event) => log.push(['ready', event.availablePaymentMethods ?? null]));
express.on('click', (event) => { log.push(['click', event.expressPaymentType]); ${click} });
express.on('shippingaddresschange', (event) => { log.push(['moved', event.address]); ${moved} });
express.on('confirm', async (event) => {
  log.push(['confirm', event.billingDetails, event.shippingAddress, event.shippingRate]); ${confirm} });
express.on('cancel', () => log.push(['cancel']));
express.mount('#place');
</script></html>`;

async function openShop(parts: Shop = {}, options = {}) {
  const path = `/shop-${Object.keys(pages).length}`;
  pages[path] = paymentPage(parts);
  const opened = await openPage(browser, site.url + path, options);
  const told = (name: string) => opened.page.evaluate((of) => log.filter(([each]) => each === of), name);
  await expect.poll(() => told('ready')).toHaveLength(1);
  return { ...opened, told };
}

describe('a wallet of the stand-in', () => {
  test.each([1, 1.5, 2, 3])('pays when its sheet is pressed at a scale factor of %s', async (deviceScaleFactor) => {
    const { page, told, problems, close } = await openShop({}, { deviceScaleFactor, viewport: PHONE });
    const sheet = await openWallet(page, page);
    await expect.poll(() => sheet.textContent('#total')).toBe('€124.90');
    await expectAccessible(page);
    await takeScreenshot(page, `wallet-sheet-${deviceScaleFactor}`);
    await pressWithMouse(page, sheet.locator('#approve'));
    await expect.poll(() => told('token')).toEqual([['token', expect.stringMatching(/^ctoken_/), null]]);
    expect(await told('moved')).toEqual([
      ['moved', { city: 'Berlin', state: '', postal_code: '10119', country: 'DE' }],
    ]);
    const address = {
      city: 'Berlin',
      state: '',
      postal_code: '10119',
      country: 'DE',
      line1: 'Torstraße 1',
      line2: null,
    };
    expect(await told('confirm')).toEqual([
      [
        'confirm',
        { name: 'Ada Lovelace', email: 'ada@wallet.example', address },
        { name: 'Ada Lovelace', address },
        { id: 'flat', amount: 490, displayName: 'Delivery' },
      ],
    ]);
    await page.waitForSelector('dialog', { state: 'detached' });
    expect(problems).toEqual([]);
    await close();
  });

  test('pays with the card that the account says, and its token can be confirmed', async () => {
    await offer({ 'offered[0]': 'apple_pay', 'offered[1]': 'link', card: '4000000000000002' });
    const { page, told, close } = await openShop();
    expect(await told('ready')).toEqual([
      ['ready', { amazonPay: false, klarna: false, paypal: false, applePay: true, googlePay: false, link: true }],
    ]);
    const buttons = await framedBy(page, 'Apple Pay, Link');
    await pressWithMouse(page, buttons.getByRole('button', { name: 'Link' }));
    const sheet = await (await page.waitForSelector('dialog iframe')).contentFrame();
    await sheet?.click('#approve:enabled');
    await expect.poll(() => told('token')).toHaveLength(1);
    const [[, token] = []] = await told('token');
    const form = `amount=12490&currency=eur&confirm=true&confirmation_token=${token}&return_url=https://shop.example`;
    const paid = await callStripe(standIn.stripe.url, {
      key: standIn.keys.secretKey,
      path: '/v1/payment_intents',
      form,
    });
    expect([paid.status, paid.text]).toEqual([402, expect.stringContaining('generic_decline')]);
    await close();
  });

  test('says that it was cancelled, and opens again', async () => {
    const { page, told, close } = await openShop();
    const sheet = await openWallet(page, page);
    await pressWithMouse(page, sheet.locator('#cancel'));
    await expect.poll(() => told('cancel')).toHaveLength(1);
    const again = await openWallet(page, page);
    await again.focus('#approve');
    // The sheet that hears the key is gone at once, and Chromium may then never say that it was pressed.
    page.keyboard.press('Escape').catch(() => {});
    await expect.poll(() => told('cancel')).toHaveLength(2);
    expect(await told('confirm')).toEqual([]);
    await close();
  });

  test('refuses addresses to which the page does not deliver, and those that it rejects', async () => {
    const moved = `event.address.country === 'FR' ? event.reject() : event.resolve({ shippingRates: [${RATE}] })`;
    const click = `elements.update({ amount: 12490 }); event.resolve({ shippingRates: [${RATE}] })`;
    const { page, told, close } = await openShop({ click, moved });
    const sheet = await openWallet(page, page);
    for (const country of ['(US)', '(FR)']) {
      const option = sheet.locator('#person option', { hasText: country });
      await sheet.selectOption('#person', (await option.getAttribute('value')) ?? '');
      await sheet.waitForSelector('text=The store does not deliver to this address.');
      expect(await sheet.isDisabled('#approve')).toBe(true);
    }
    expect((await told('moved')).map(([, address]) => Object(address).country)).toEqual(['DE', 'FR']);
    await changeDetails(sheet, { country: 'DE' });
    await sheet.waitForSelector('#approve:enabled');
    await close();
  });

  test('stays open when the payment fails, with the page’s words, and can be approved again', async () => {
    const confirm = `if (log.filter(([name]) => name === 'confirm').length === 1)
      return event.paymentFailed({ reason: 'invalid_shipping_address', message: 'No such street.' }); ${CONFIRM}`;
    const { page, told, close } = await openShop({ confirm });
    const sheet = await openWallet(page, page);
    await sheet.click('#approve');
    await sheet.waitForSelector('text=No such street.');
    await expectAccessible(page);
    await sheet.click('#approve:enabled');
    await expect.poll(() => told('token')).toHaveLength(1);
    await close();
  });

  test('is not offered when the account has none, nor with an unknown key', async () => {
    await offer({});
    const { told, close } = await openShop();
    expect(await told('ready')).toEqual([['ready', null]]);
    await close();
    const unknown = await callStripe(standIn.stripe.url, {
      method: 'GET',
      path: '/fake/wallet-buttons?key=pk_test_no',
    });
    expect(unknown.status).toBe(404);
  });
});

describe('a page that uses the wallet wrongly', () => {
  test.each([
    ['answers later than a second', { click: 'setTimeout(() => event.resolve({}), 1100)' }, /within 1 second/],
    ['answers twice', { click: `event.reject(); event.resolve({})` }, /answered before/],
    ['asks for an address without rates', { click: 'event.resolve({})' }, /specify shippingRates/],
    ['gives an unknown option', { click: 'event.resolve({ items: [] })' }, /takes no items/],
    [
      'shows lines that cost more than the whole',
      { click: `event.resolve({ lineItems: [{ name: 'A', amount: 12001 }], shippingRates: [${RATE}] })` },
      /amount \(12000\) is less than the total amount of the line items/,
    ],
    ['makes a token without submit', { confirm: 'await stripe.createConfirmationToken({ elements })' }, /submit/],
    ['gives an unknown reason', { confirm: `event.paymentFailed({ reason: 'no' })` }, /has no reason no/],
  ] as const)('gets an error when it %s', async (_, parts, message) => {
    const { page, problems, close } = await openShop(parts);
    const buttons = await framedBy(page, 'Google Pay');
    await buttons.click('button');
    if ('confirm' in parts) {
      const sheet = await (await page.waitForSelector('dialog iframe')).contentFrame();
      await sheet?.click('#approve:enabled');
    }
    await expect.poll(() => problems.join()).toMatch(message);
    await close();
  });

  test.each([
    `{ shippingRate: [] }`,
    `{ buttonHeight: 60 }`,
    `{ paymentMethods: { link: 'always' } }`,
    `{ allowedShippingCountries: ['Germany'] }`,
    `{ lineItems: [{ name: 'A', amount: 1.5 }] }`,
  ])('gets an error for the options %s', async (create) => {
    pages['/wrong'] = paymentPage({ create });
    const { page, problems, close } = await openPage(browser, `${site.url}/wrong`);
    await expect.poll(() => problems.join()).toContain('IntegrationError');
    expect(await page.evaluate(() => log)).toEqual([]);
    await close();
  });
});

describe('the stand-in’s page of the bank', () => {
  test.each([1, 1.5, 2, 3])(
    'is answered when Approve is pressed at a scale factor of %s',
    async (deviceScaleFactor) => {
      const { publishableKey, secretKey } = standIn.keys;
      const form =
        'amount=12900&currency=eur&confirm=true&payment_method=pm_card_authenticationRequired&use_stripe_sdk=true&return_url=https://shop.example';
      const made = await callStripe(standIn.stripe.url, { key: secretKey, path: '/v1/payment_intents', form });
      const { client_secret: clientSecret, status } = JSON.parse(made.text);
      expect(status).toBe('requires_action');
      pages['/bank'] =
        `<!doctype html><html lang="en"><title>Shop</title><script src="${standIn.stripe.url}/v3/"></script><script>
const log = [];
Stripe('${publishableKey}', { locale: 'en' }).handleNextAction({ clientSecret: '${clientSecret}' })
  .then(({ paymentIntent }) => log.push(['paid', paymentIntent.status]));</script></html>`;
      const { page, close } = await openPage(browser, `${site.url}/bank`, { deviceScaleFactor, viewport: PHONE });
      const bank = await framedBy(page, 'Test bank');
      await pressWithMouse(page, bank.getByRole('button', { name: 'Approve' }));
      await expect.poll(() => page.evaluate(() => log)).toEqual([['paid', 'succeeded']]);
      await close();
    },
  );
});
