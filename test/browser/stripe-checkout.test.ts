import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, expectAccessible, openPage, PHONE } from '../support/browser.ts';
import { createCheckoutClient, shippingStep } from '../support/checkout-client.ts';
import {
  agreeToTerms,
  type CheckoutOptions,
  type CheckoutPage,
  type CheckoutStage,
  confirmedReference,
  enterShipping,
  openCheckout,
  openCheckoutStage,
} from '../support/checkout-page.ts';
import { coreOf, openPayPage, payAddress } from '../support/pay-link.ts';
import { frameOf } from '../support/placement-page.ts';
import { releaseAll } from '../support/release.ts';
import { openStripe, type StandIn } from '../support/stripe.ts';
import { connectStore } from '../support/stripe-store.ts';
import { serveStore, storePage } from '../support/system.ts';

// Stripe.js itself does not run here: the stand-in's script answers the same calls, with a form in its own frame.
let stage: CheckoutStage;
let standIn: StandIn;
beforeAll(async () => {
  stage = await openCheckoutStage();
  standIn = await openStripe(stage.system.db);
});
beforeEach(async () => {
  stage.store = (await connectStore(stage.system, standIn)).store;
});
afterAll(async () => {
  await standIn.stop();
  await stage.close();
});

const open = (options: CheckoutOptions = {}) => openCheckout(stage, options);

/** Goes to the Payment step and resolves with the provider's form. */
async function reachCard({ frame }: CheckoutPage): Promise<Frame> {
  await enterShipping(frame);
  await frame.click('.step > button[type=submit]');
  const handle = await frame.waitForSelector('iframe[title=Card]');
  const form = await handle.contentFrame();
  if (!form) throw new Error('the card form has no document');
  await form.waitForSelector('[name=number]');
  return form;
}

async function payWith(checkout: CheckoutPage, form: Frame, number: string): Promise<void> {
  await form.fill('[name=number]', number);
  await form.fill('[name=expiry]', '12/39');
  await form.fill('[name=cvc]', '123');
  await agreeToTerms(checkout.frame);
  await checkout.frame.click('.pay button[type=submit]');
}

describe('the checkout of a store that is paid through Stripe', () => {
  test('takes a card in the provider’s form without passing it through us', async () => {
    const checkout = await open({ viewport: PHONE });
    const sent: string[] = [];
    checkout.page.on('request', (request) => {
      if (request.url().startsWith(stage.system.baseUrl)) sent.push(request.url() + (request.postData() ?? ''));
    });
    const form = await reachCard(checkout);
    await expectAccessible(checkout.page);
    await payWith(checkout, form, '4242424242424242');
    expect(await confirmedReference(checkout.frame)).toMatch(/^PO-/);
    expect(sent.join('\n')).not.toMatch(/4242424242|12\/39/);
    expect(sent.some((text) => /"token":"ctoken_/.test(text))).toBe(true);
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });

  test('shows missing entries and why a card is declined, and accepts the next one', async () => {
    const checkout = await open({ viewport: DESKTOP });
    const form = await reachCard(checkout);
    await checkout.frame.click('.pay button[type=submit]');
    const named = checkout.frame.locator('#errors li');
    await expect.poll(() => named.allTextContents()).toEqual(['Complete the card details.']);
    await expectAccessible(checkout.page);
    await named.getByText('Complete').click();
    await form.waitForFunction(() => document.activeElement?.id === 'number');
    await payWith(checkout, form, '4242');
    await expect.poll(() => named.allTextContents()).toEqual(['Complete the card details.']);
    await form.waitForSelector('text=This card number is not complete');
    await payWith(checkout, form, '4000000000009995');
    await checkout.frame.waitForSelector('text=Your card has insufficient funds.');
    await payWith(checkout, form, '4242424242424242');
    await confirmedReference(checkout.frame);
    await checkout.close();
  });

  test.each([
    ['Approve', true],
    ['Refuse', false],
  ] as const)('shows the bank’s second step: %s', async (answer, placed) => {
    const checkout = await open({ viewport: DESKTOP });
    const form = await reachCard(checkout);
    await payWith(checkout, form, '4000002760003184');
    const handle = await checkout.frame.waitForSelector('iframe[title="Test bank"]');
    const bank = await handle.contentFrame();
    await bank?.click(`text=${answer}`);
    if (placed) await confirmedReference(checkout.frame);
    else await checkout.frame.waitForSelector('.notice >> text=not approved at your bank');
    await checkout.close();
  });

  test('has a policy that allows only the provider’s needs, and is not isolated', async () => {
    const url = `${stage.system.baseUrl}/frames/1/checkout?key=${stage.store.storeKey}&product=${stage.store.product.externalId}`;
    const { headers } = await fetch(url);
    const policy = headers.get('content-security-policy') ?? '';
    const { origin } = new URL(standIn.stripe.url);
    const wallets = `${stage.system.baseUrl}/frames/1/wallets.js`;
    expect(policy).toMatch(new RegExp(`script-src( 'sha256-[^ ]+'){2} ${wallets} ${origin}(;|$)`));
    expect(policy).toContain(`frame-src ${origin}`);
    expect(policy).toContain(`connect-src 'self' ${origin}`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('trusted-types');
    expect(headers.get('cross-origin-embedder-policy')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('offers a retry when the provider’s script does not load', async () => {
    const checkout = await open({ viewport: DESKTOP });
    await checkout.page.route('**/v3/', (route) => route.abort());
    await checkout.reload(); // the wallets have loaded it already
    await enterShipping(checkout.frame);
    await checkout.frame.click('.step > button[type=submit]');
    await checkout.frame.waitForSelector('.notice button');
    await expectAccessible(checkout.page);
    await checkout.page.unroute('**/v3/');
    await checkout.frame.click('.notice button');
    const handle = await checkout.frame.waitForSelector('iframe[title=Card]');
    const form = await handle.contentFrame();
    if (!form) throw new Error('the card form has no document');
    await payWith(checkout, form, '4242424242424242');
    await confirmedReference(checkout.frame);
    await checkout.close();
  });
});

describe('the page of a mailed link, in a store that is paid through Stripe', () => {
  test('takes the failed balance of the kept card, with a challenge by the bank', async () => {
    const { system } = stage;
    const { store } = await connectStore(system, standIn, { waitlist: { plan: { plan: 'pay_later' } } });
    const api = createCheckoutClient(system);
    const checkout = await api.hold(shippingStep(store));
    // A test card that can be kept, but every charge is declined.
    const paid = await api.pay(checkout, 'succeeds', { token: 'pm_card_chargeCustomerFail' });
    expect(paid.data?.outcome, paid.text).toBe('completed');
    const reference = paid.data.checkout.preorder?.reference ?? '';
    const { id: preorderId } = await readPreorder(system.db, store.storeId, reference);
    const [variant] = store.product.variants;
    await releaseAll(
      coreOf(system.deps),
      {
        ...store,
        productId: store.product.id,
        variantId: variant?.id ?? '',
        variantExternalId: variant?.externalId ?? '',
      },
      1,
    );
    const lines = async () =>
      (await readPreorder(system.db, store.storeId, reference)).lines.map(({ state, paid: net }) => [state, net]);
    await expect.poll(lines, { timeout: 20_000 }).toEqual([['payment_due', 0]]);

    const address = await payAddress(system.deps, { storeId: store.storeId, preorderId });
    const { page, problems, close } = await openPayPage(stage.browser, address, { viewport: PHONE });
    const handle = await page.waitForSelector('iframe[title=Card]');
    const form = await handle.contentFrame();
    await form?.waitForSelector('[name=number]');
    await expectAccessible(page);
    await form?.fill('[name=number]', '4000002760003184');
    await form?.locator('[name=expiry]').pressSequentially('12 / 2039');
    expect(await form?.inputValue('[name=expiry]')).toBe('12 / 39');
    await form?.fill('[name=cvc]', '123');
    await page.click('button[type=submit]');
    const bank = await (await page.waitForSelector('iframe[title="Test bank"]')).contentFrame();
    await bank?.click('text=Approve');
    await page.waitForSelector('h1:has-text("It is paid")');
    await expect.poll(lines, { timeout: 20_000 }).toEqual([['released', checkout.total]]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a store whose pages are isolated', () => {
  test('sends its shopper to a page of ours, where the provider’s form can run, and gets them back', async () => {
    const { system, store } = stage;
    const [variant] = store.product.variants;
    const { externalId } = store.product;
    const html = storePage(
      system,
      `<div data-service-placement-type="button"></div>
<script>
Service.init({ apiKey: '${store.storeKey}' });
Service.load({ placementType: 'button', productId: '${externalId}', skuId: '${variant?.externalId}' });
</script>`,
    );
    const isolation = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    };
    const site = await serveStore({ '/': html }, isolation);
    const { page, close } = await openPage(stage.browser, `${site.url}/`, { viewport: DESKTOP });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const handle = await page.waitForSelector('iframe');
    const button = await handle.contentFrame();
    await button?.click('#button');
    await (await frameOf(page, 'isolated')).click('a[href*="variant="]');
    await page.waitForURL(`${system.baseUrl}/checkout?**`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await expectAccessible(page);
    const frame = page.mainFrame();
    await enterShipping(frame);
    await frame.click('.step > button[type=submit]');
    const form = await (await frame.waitForSelector('iframe[title=Card]')).contentFrame();
    await form?.fill('[name=number]', '4242424242424242');
    await form?.fill('[name=expiry]', '12/39');
    await form?.fill('[name=cvc]', '123');
    await agreeToTerms(frame);
    await frame.click('.pay button[type=submit]');
    expect(await confirmedReference(frame)).toMatch(/^PO-/);
    await frame.click('text=Back to the store');
    await page.waitForURL(`${site.url}/`);
    await close();
    await site.close();
  });

  test('has a page that cannot be framed', async () => {
    const { system, store } = stage;
    const response = await fetch(
      `${system.baseUrl}/checkout?key=${store.storeKey}&product=${store.product.externalId}`,
    );
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('cross-origin-embedder-policy')).toBeNull();
  });
});
