import { randomUUID } from 'node:crypto';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { makeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import type { CustomerData } from '../../src/protocol/wire/customer-data.ts';
import type { FromCheckout, ToCheckout } from '../../src/protocol/wire/frame-messages.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../src/protocol/wire/test-cards.ts';
import { launchBrowser, type OpenPage, openPage, type PageOptions } from './browser.ts';
import {
  createStoreWithWaitlist,
  type StoreOptions,
  type StoreSite,
  type StoreWithWaitlist,
  type System,
  serveStore,
  startSystem,
} from './system.ts';

/** The stage of the checkout tests: the service, a store in it, that store's site, and a browser. */
export type CheckoutStage = {
  system: System;
  store: StoreWithWaitlist;
  site: StoreSite & { pages: Record<string, string> };
  browser: Browser;
  close(): Promise<void>;
};

/** Opens a stage. A test file shares one; `stage.store` may differ in each test. */
export async function openCheckoutStage(options: StoreOptions = {}): Promise<CheckoutStage> {
  const browser = await launchBrowser();
  const pages = {};
  const [system, site] = [await startSystem(), await serveStore(pages)];
  return {
    system,
    browser,
    site: { ...site, pages },
    store: await createStoreWithWaitlist({ deps: system.deps }, options),
    async close() {
      await browser.close();
      await site.close();
      await system.stop();
    },
  };
}

/** Opens a stage before the tests of a file, and closes it after them. Call it once, at the top; tests read it while they run. */
export function useCheckoutStage(): CheckoutStage {
  const stage = {} as CheckoutStage;
  beforeAll(async () => {
    Object.assign(stage, await openCheckoutStage());
  });
  afterAll(() => stage.close());
  return stage;
}

/** The messages of the checkout to its page, in order. */
export type CheckoutMessage = Extract<FromCheckout, { t: 'event' }> | { t: 'close' };

export type CheckoutPage = OpenPage & {
  frame: Frame;
  told(): Promise<CheckoutMessage[]>;
  /** Reloads the page, which replaces `frame`. */
  reload(): Promise<void>;
};

export type CheckoutOptions = PageOptions & {
  variantId?: string | null;
  lineItemProperties?: Record<string, string>;
  customer?: CustomerData;
  productId?: string;
  /** The language of the page; English by default. */
  lang?: string;
};

// Exists in the page only.
declare const told: CheckoutMessage[];

/**
 * Opens a store page that does only what the SDK does for the checkout: it creates the frame, takes its hello, opens the
 * checkout and records its messages. Tests of the checkout alone use it; tests of the whole path use the SDK.
 */
export async function openCheckout(
  { system, store, site, browser }: CheckoutStage,
  options: CheckoutOptions = {},
): Promise<CheckoutPage> {
  const {
    variantId = store.product.variants[0]?.externalId ?? null,
    lineItemProperties,
    customer,
    productId,
    lang = 'en',
    ...context
  } = options;
  const opening: ToCheckout[] = [
    { t: 'open', variantId, lineItemProperties: lineItemProperties ?? null },
    { t: 'customer', data: customer ?? null },
  ];
  const product = productId ?? store.product.externalId;
  const source = `${system.baseUrl}/frames/1/checkout?key=${store.storeKey}&product=${encodeURIComponent(product)}&lang=${lang}`;
  const path = `/checkout-${Object.keys(site.pages).length}`;
  site.pages[path] = hostPage(source, opening);
  const opened = await openPage(browser, site.url + path, context);
  const { page } = opened;
  const checkout: CheckoutPage = {
    ...opened,
    frame: await checkoutFrame(opened),
    told: () => page.evaluate(() => told),
    async reload() {
      await page.reload();
      checkout.frame = await checkoutFrame(opened);
    },
  };
  return checkout;
}

/** `country`: Germany by default, where a sentence takes the place of the box for the terms. France has the box. */
export type Entries = { email?: string; quantity?: number; postalCode?: string; country?: 'DE' | 'FR' };

/** Fills in the Shipping step. */
export async function enterShipping(frame: Frame, entries: Entries = {}): Promise<void> {
  const { email = 'ada@shopper.example', quantity, postalCode = '10119', country = 'DE' } = entries;
  if (quantity !== undefined) await frame.fill('#quantity', String(quantity));
  await frame.fill('#email', email);
  await frame.selectOption('#country', country);
  await frame.fill('#lastName', 'Ada Lovelace');
  await frame.fill('#line1', 'Torstraße 1');
  await frame.fill('#postalCode', postalCode);
  await frame.fill('#city', 'Berlin');
}

/** Completes the Shipping step and waits for the Payment step. */
export async function reachPayment(frame: Frame, entries: Entries = {}): Promise<void> {
  await enterShipping(frame, entries);
  await frame.click('.step > button[type=submit]');
  await frame.waitForSelector('#cardNumber');
}

/** Ticks the box for the terms where there is one: in some countries a sentence at the button is enough. */
export async function agreeToTerms(frame: Frame): Promise<void> {
  await frame.waitForSelector('#terms, #agreed');
  if (await frame.isVisible('#terms')) await frame.check('#terms');
}

/** Enters a test card and agrees to the terms. */
export async function enterCard(frame: Frame, behaviour: TestCardBehaviour): Promise<void> {
  const card = TEST_CARDS.find((one) => one.behaviour === behaviour);
  await frame.fill('#cardNumber', card?.number ?? '');
  await frame.fill('#cardExpiry', '1239');
  await frame.fill('#cardCode', '123');
  await agreeToTerms(frame);
}

export async function pay(frame: Frame, behaviour: TestCardBehaviour): Promise<void> {
  await enterCard(frame, behaviour);
  await frame.click('.pay button[type=submit]');
}

/** Waits for the confirmation and resolves with its reference. */
export async function confirmedReference(frame: Frame): Promise<string> {
  const code = await frame.waitForSelector('.reference__code');
  return (await code.textContent()) ?? '';
}

/** Holds units for another shopper. Resolves with the checkout's id. */
export function holdByAnother({ system, store }: CheckoutStage, quantity: number): Promise<string> {
  const [variant] = store.product.variants;
  const address = { firstName: 'Eve', lastName: 'Other', line1: 'Hafen 2', line2: '', city: 'Hamburg', region: '' };
  return makeCheckout(
    system.deps,
    {
      key: store.storeKey,
      variantId: variant?.externalId ?? '',
      quantity,
      locale: 'en',
      lineItemProperties: null,
      email: `${randomUUID()}@shopper.example`,
      address: { ...address, postalCode: '20457', country: 'DE', phoneNumber: '' },
    },
    { clientAddress: '192.0.2.77', idempotencyKey: randomUUID() },
  );
}

/** Resolves with the frame once it shows a step. */
async function checkoutFrame({ page, problems }: OpenPage): Promise<Frame> {
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('the frame has no document');
  await frame.waitForSelector('#heading:not(.visually-hidden)', { timeout: 10_000 }).catch((error: unknown) => {
    throw new Error(`the checkout showed nothing: ${problems.join('\n')}`, { cause: error });
  });
  return frame;
}

function hostPage(source: string, opening: ToCheckout[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fjord Outdoor</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; background: light-dark(#9aa0a8, #000) }
  main, iframe { display: block; box-sizing: border-box; inline-size: 100vw; block-size: 100dvh; border: 0 }
  @media (min-width: 60rem) {
    main { padding: calc(50vh - 420px) calc(50vw - 496px) }
    iframe { inline-size: 992px; block-size: 840px; border-radius: 12px }
  }
</style>
<main><h1 hidden>Aurora Jacket</h1></main>
<script>
  const told = [];
  const nonce = Math.random().toString(36);
  addEventListener('message', ({ data, origin, source, ports: [port] }) => {
    if (source !== iframe.contentWindow || data.nonce !== nonce) return;
    iframe.title = data.title;
    port.onmessage = (event) => told.push(event.data);
    for (const message of ${JSON.stringify(opening)}) port.postMessage(message);
  });
  const iframe = document.createElement('iframe');
  iframe.title = 'Checkout';
  iframe.src = ${JSON.stringify(source)} + '#' + encodeURIComponent(JSON.stringify({ n: nonce, o: location.origin }));
  document.querySelector('main').append(iframe);
</script>
</html>`;
}
