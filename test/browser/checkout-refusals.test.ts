import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderError } from '../../src/integrations/payments/port.ts';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { createCheckoutClient, shippingStep } from '../support/checkout-client.ts';
import {
  type CheckoutPage,
  type CheckoutStage,
  confirmedReference,
  enterShipping,
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
afterAll(() => stage.close());

async function open(store: StoreOptions = {}): Promise<CheckoutPage> {
  stage.store = await createStoreWithWaitlist(stage.system, { prices: [12_900], ...store });
  return openCheckout(stage, { viewport: PHONE });
}

/** Expects an accessible message that has the focus. */
async function isTold({ frame, page }: CheckoutPage, title: string, text: string): Promise<void> {
  await frame.waitForSelector(`#problem:has-text("${title}")`);
  expect(await frame.textContent('#problem')).toContain(text);
  expect(await frame.evaluate(() => document.activeElement?.id)).toBe('problem');
  await takeScreenshot(page, `checkout-refused-${title.toLowerCase().replaceAll(/\W+/g, '-')}`);
  await expectAccessible(page);
}

/** Makes the payment provider unreachable for that call, until the returned function is called. */
function unreachable(call: 'create' | 'read'): () => void {
  const { deps } = stage.system;
  const { payments } = deps;
  const refuse = () => Promise.reject(new ProviderError('unreachable', 'no answer'));
  deps.payments = (name, storeId) => ({ ...payments(name, storeId), [call]: refuse });
  return () => {
    deps.payments = payments;
  };
}

/** The answer of the service while it is overloaded. */
const tooOften = {
  status: 429,
  headers: { 'retry-after': '20' },
  json: {
    meta: { result: 'error', request_id: 'x' },
    error: { code: 'rate_limited', message: 'Too many requests.', data: { retry_after: 20 } },
  },
};

describe('the units are not held', () => {
  test('because this e-mail has too many checkouts; it goes on once one is abandoned', async () => {
    const checkout = await open({ store: { liveHoldsPerEmailMax: 1 } });
    const { frame } = checkout;
    const client = createCheckoutClient(stage.system);
    const other = await client.hold(shippingStep(stage.store, { email: 'ada@shopper.example' }));
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    await isTold(checkout, 'Too many checkouts are open right now', 'Go on with the one that you have open');
    await client.abandon(other);
    await frame.click('button:has-text("Try again")');
    await frame.waitForSelector('#cardNumber');
    await checkout.close();
  });

  test('because of the rate limit; a later try succeeds', async () => {
    const checkout = await open();
    const { frame, page } = checkout;
    await page.route('**/api/checkouts?key=*', (route) => route.fulfill(tooOften));
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    await isTold(checkout, 'Too many tries', 'Nothing was charged.');
    await page.unroute('**/api/checkouts?key=*');
    await frame.click('button:has-text("Try again")');
    await frame.waitForSelector('#cardNumber');
    await checkout.close();
  });

  test('at first under load: the checkout retries by itself with the same key and shows no error', async () => {
    const checkout = await open();
    const { frame, page } = checkout;
    const { sales } = stage.system.deps;
    const { hold } = sales;
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/api/checkouts')) keys.push(request.headers()['idempotency-key']);
    });
    let turnedAway = 0;
    sales.hold = async (request) => {
      if (turnedAway === 2) return hold(request);
      turnedAway += 1;
      return { kind: 'busy' };
    };
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('#cardNumber');
    sales.hold = hold;
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    await checkout.close();
  });

  test('because the service fails; the entries stay, and later they are', async () => {
    const checkout = await open();
    const { frame } = checkout;
    const { sales } = stage.system.deps;
    const { hold } = sales;
    sales.hold = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    await enterShipping(frame);
    await frame.click('text=Continue to payment');
    await isTold(checkout, 'This does not work right now', 'Nothing was charged.');
    sales.hold = hold;
    expect(await frame.inputValue('#line1')).toBe('Torstraße 1');
    await frame.click('button:has-text("Try again")');
    await frame.waitForSelector('#cardNumber');
    await checkout.close();
  });

  test('again while a payment is in progress: the checkout waits for its end', async () => {
    const checkout = await open();
    const { frame } = checkout;
    const client = createCheckoutClient(stage.system);
    await reachPayment(frame);
    const held = await frame.evaluate(() => {
      const stored = Object.values({ ...sessionStorage }).find((value) => value.includes('secret'));
      return JSON.parse(stored ?? '{}').checkout as { id: string; secret: string };
    });
    const { data: view } = await client.read(held as never);
    await frame.click('text=Back to shipping');
    await frame.fill('#quantity', '2');
    // Meanwhile the same shopper pays in another tab.
    expect((await client.pay(view, 'late')).data.outcome).toBe('processing');
    // The change of quantity would end that attempt, but its state is unknown.
    const reachable = unreachable('read');
    await frame.click('text=Continue to payment');
    await frame.waitForSelector('text=Waiting for your bank');
    reachable();
    await takeScreenshot(checkout.page, 'checkout-refused-payment-in-progress');
    await expectAccessible(checkout.page);
    await confirmedReference(frame);
    await expect.poll(async () => (await checkout.told()).at(-1)).toMatchObject({ name: 'PreorderCreated' });
    await checkout.close();
  });
});

describe('the payment is not taken', () => {
  test('because the payment provider is unreachable; a retry continues the payment', async () => {
    const checkout = await open();
    const { frame } = checkout;
    await reachPayment(frame);
    const reachable = unreachable('create');
    await pay(frame, 'succeeds');
    await isTold(checkout, 'This does not work right now', 'Nothing was charged.');
    reachable();
    await frame.click('button:has-text("Try again")');
    await confirmedReference(frame);
    const rows = await stage.system.db.query('SELECT 1 FROM attempt WHERE store_id = $1', [stage.store.storeId]);
    expect(rows).toHaveLength(1);
    await checkout.close();
  });

  test('because of the rate limit; a later try succeeds', async () => {
    const checkout = await open();
    const { frame, page } = checkout;
    await reachPayment(frame);
    await page.route('**/payments?key=*', (route) => route.fulfill(tooOften));
    await pay(frame, 'succeeds');
    await isTold(checkout, 'Too many tries', 'Nothing was charged.');
    await page.unroute('**/payments?key=*');
    await frame.click('button:has-text("Try again")');
    await confirmedReference(frame);
    await checkout.close();
  });

  test('because another one is in progress, which counts', async () => {
    const checkout = await open();
    const { frame, page } = checkout;
    const client = createCheckoutClient(stage.system);
    await reachPayment(frame);
    // The first request reaches the service just after another tab has paid.
    await page.route('**/payments?key=*', async (route) => {
      const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
      const secret = (await route.request().headerValue('authorization'))?.slice('Bearer '.length) ?? '';
      const { data: view } = await client.read({ id, secret } as never);
      expect((await client.pay(view, 'late')).data.outcome).toBe('processing');
      await route.continue();
    });
    await pay(frame, 'succeeds');
    await frame.waitForSelector('text=Waiting for your bank');
    await confirmedReference(frame);
    const told = async () => (await checkout.told()).map((one) => ('name' in one ? one.name : one.t));
    await expect.poll(told).toContain('PreorderCreated');
    expect((await told()).filter((name) => name === 'PreorderCreated')).toHaveLength(1);
    expect(await told()).not.toContain('PreorderFailed');
    await checkout.close();
  });
});
