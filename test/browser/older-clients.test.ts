import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  createStoreWithWaitlist,
  type StoreWithWaitlist,
  type System,
  serveStore,
  startSystem,
  storePage,
} from '../support/system.ts';

let system: System;
let store: StoreWithWaitlist;
let browser: Browser;
beforeAll(async () => {
  system = await startSystem();
  store = await createStoreWithWaitlist(system, { waitlist: { description: 'Knitted **to order**' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const valueProp = (query: string) =>
  `${system.baseUrl}/embedded-checkout/pre-order-value-prop?apiKey=${store.storeKey}${query}`;

test('a page with the calls of an older client says nothing on its console', async () => {
  const { baseUrl } = system;
  const scripts = ['learn-more', 'checkout', 'self-service', 'separate-bag'];
  const body = `
<script>
  window.calls = Promise.all([
    ...['track', 'error'].map((name) => fetch('${baseUrl}/api/v1/' + name, {
      method: 'POST', body: '{}', keepalive: true, headers: { 'content-type': 'application/json' },
    }).then(({ status }) => status)),
    fetch('${baseUrl}/api/v1/integration-settings?api_key=${store.storeKey}').then((answer) => answer.json()),
    fetch('${baseUrl}/api/v1/variants/preorder-state?api_key=${store.storeKey}&variant_id=${store.product.variants[0]?.externalId}&country=GB')
      .then((answer) => answer.json()).then(({ data }) => data),
    ...${JSON.stringify(scripts)}.map((name) => new Promise((resolve) => {
      const script = document.createElement('script');
      script.onload = () => resolve('loaded');
      script.onerror = () => resolve('failed');
      script.src = '${baseUrl}/api/v1/' + name + '.js';
      document.head.append(script);
    })),
  ]);
</script>
<iframe title="Learn more" src="${valueProp(`&productId=${store.product.externalId}`)}#!iframeId=d323029f"></iframe>
<iframe title="Checkout" src="${baseUrl}/embedded-checkout/combined-checkout?apiKey=${store.storeKey}"></iframe>`;
  const site = await serveStore({ '/': storePage(system, body) });
  const { page, problems, close } = await openPage(browser, site.url);
  expect(await page.evaluate('calls')).toEqual([
    204,
    204,
    { meta: { result: 'success' }, data: { flags: [] } },
    expect.objectContaining({
      product: expect.objectContaining({ handle: store.product.handle }),
      waitlist: expect.objectContaining({ units_left: 10, compatible_checkouts: ['service'] }),
    }),
    ...scripts.map(() => 'loaded'),
  ]);
  const learnMore = page.frameLocator('[title="Learn more"]');
  await learnMore.getByText('to order').waitFor();
  // Nothing around it could close it or open the checkout.
  expect(await learnMore.getByRole('button').count()).toBe(0);
  expect(await page.evaluate(`Service.cartContainsPreorderItems({ shopifyCart: { items: [{ id: 1 }] } })`)).toBe(false);
  expect(problems).toEqual([]);
  await close();
  await site.close();
});

test('the learn-more text is a page of its own', async () => {
  for (const [name, query, text] of [
    ['product', `&productId=${store.product.externalId}&noModal=true`, 'Knitted to order'],
    ['store', '', 'choose “Learn more” at its button'],
    ['store-arabic', '&lang=ar', 'يذكر كل منتج'],
  ] as const) {
    const { page, problems, close } = await openPage(browser, valueProp(query), { viewport: PHONE });
    await page.getByRole('main').getByText(text).waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `value-prop-${name}`);
    expect(problems).toEqual([]);
    await close();
  }
});
