import { describe, expect, test } from 'vitest';
import { expectAccessible, takeScreenshot } from '../support/browser.ts';
import { enterShipping } from '../support/checkout-page.ts';
import { createTestProduct, createTestStore, createTestWaitlist } from '../support/merchant.ts';
import {
  BUTTON,
  closeByEscape,
  frameOf,
  openStorePage,
  PRICE,
  productPage,
  useStage,
} from '../support/placement-page.ts';
import { serveStore } from '../support/system.ts';

const stage = useStage();

const LOAD_BOTH = `
  Service.load({ placementType: 'price', productId, skuId: variants[0], style: { fontSize: '20px', width: '300px' } });
  Service.load({ placementType: 'button', productId, skuId: variants[0], style: { color: 'rgb(251 252 253)', height: '56px' } });`;

/** Opens the page on a site that sends `headers`, with a nonce on every script tag. */
async function openUnder(headers: Record<string, string>) {
  const pages = {};
  const site = { ...(await serveStore(pages, headers)), pages };
  const html = productPage(stage, PRICE + BUTTON, LOAD_BOTH).replaceAll('<script', '<script nonce="n0nce"');
  const opened = await openStorePage({ ...stage, site }, html);
  return {
    ...opened,
    async close() {
      await opened.close();
      await site.close();
    },
  };
}

describe('a page with the strictest policy', () => {
  test('that allows only us runs everything without a violation', async () => {
    const service = stage.system.baseUrl;
    const { page, hears, problems, close } = await openUnder({
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'nonce-n0nce'",
        "style-src 'none'",
        `frame-src ${service}`,
        `connect-src ${service}`,
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'payment=(), publickey-credentials-get=()',
    });
    expect(await hears('PlacementLoaded', 2)).toMatchObject([{ disabled: false }, { disabled: false }]);
    const button = await frameOf(page, 'button');
    expect(await page.locator('iframe').last().boundingBox()).toMatchObject({ height: 80 });
    expect(await page.locator('iframe').first().boundingBox()).toMatchObject({ width: 300 });
    await button.click('#button');
    const checkout = await frameOf(page, 'checkout');
    await checkout.waitForSelector('#heading');
    expect(await page.locator('dialog iframe').boundingBox()).toMatchObject({ width: 992, height: 840 });
    await closeByEscape(page, checkout);
    expect(problems).toEqual([]);
    await close();
  });

  test('that does not allow us stays unchanged, and gets the reason', async () => {
    const { page, hears, heard, close } = await openUnder({
      'content-security-policy': `script-src 'nonce-n0nce'; frame-src 'none'`,
    });
    const failed = await hears('PlacementFailed', 2);
    expect(failed.map(({ placementType, reason }) => [placementType, reason]).sort()).toEqual([
      ['button', 'frame_unavailable'],
      ['price', 'frame_unavailable'],
    ]);
    expect(await page.locator('iframe:visible').count()).toBe(0);
    expect(await page.locator('[data-service-state=failed]').count()).toBe(2);
    expect(await heard('PlacementLoaded')).toEqual([]);
    await close();
  });
});

test('a page without an origin, sandboxed or from a file, gets no message', async () => {
  const { hears, problems, close } = await openUnder({ 'content-security-policy': 'sandbox allow-scripts' });
  expect(await hears('PlacementFailed', 2)).toMatchObject([
    { reason: 'frame_unavailable' },
    { reason: 'frame_unavailable' },
  ]);
  expect(problems).toEqual([expect.stringContaining('this page has no origin')]);
  await close();
});

describe('a page that is isolated from other origins', () => {
  const openIsolated = () =>
    openUnder({ 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' });

  test('has its button and price, and leads to a checkout page with the chosen variant', async () => {
    const { page, hears, heard, problems, close } = await openIsolated();
    await hears('PlacementLoaded', 2);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const lineItemProperties = { engraving: 'Cabin 7, Ínari #1' };
    await page.evaluate((given) => {
      window.Service?.update({ placementType: 'button', lineItemProperties: given });
    }, lineItemProperties);
    const button = await frameOf(page, 'button');
    await button.click('#button');
    const card = await frameOf(page, 'isolated');
    await card.waitForSelector('a[href*="variant="]');
    await expectAccessible(page);
    await takeScreenshot(page, 'isolated');
    await closeByEscape(page, card);
    await button.waitForFunction(() => document.activeElement?.id === 'button');
    await button.click('#button');
    await hears('ButtonClicked', 2);
    expect(await heard('PlacementFailed')).toEqual([]);
    const [variant] = stage.store.product.variants;
    await (await frameOf(page, 'isolated')).click('a[href*="variant="]');
    await page.waitForURL(`${stage.system.baseUrl}/checkout?**`);
    await page.waitForSelector('#email');
    const { searchParams, hash } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      key: stage.store.storeKey,
      product: stage.store.product.externalId,
      variant: variant?.externalId,
    });
    expect(hash).toBe('');
    await page.reload();
    await page.waitForSelector('#email');
    const [asked] = await Promise.all([
      page.waitForRequest(
        (request) => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/checkouts'),
      ),
      enterShipping(page.mainFrame()).then(() => page.click('.step > button[type=submit]')),
    ]);
    expect(asked.postDataJSON()).toMatchObject({ variantId: variant?.externalId, lineItemProperties });
    expect(problems).toEqual([]);
    await close();
  });

  test('closes the card when its shopper comes back', async () => {
    const { page, hears, close } = await openIsolated();
    await hears('PlacementLoaded', 2);
    await (await frameOf(page, 'button')).click('#button');
    const card = await frameOf(page, 'isolated');
    await card.waitForSelector('a[href*="variant="]');
    // An automated browser has no back-forward cache; this is the event that a frame gets from it.
    // The frame is removed while it handles the event, so the driver may never confirm it.
    const event = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`;
    card.evaluate(event).catch(() => {});
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    await close();
  });
});

describe('a service that', () => {
  test('is down leaves the page unchanged', async () => {
    const html = productPage(stage, `${PRICE}${BUTTON}<p id="below">What stands below.</p>`, '');
    const { page, hears, close } = await openStorePage(stage, html);
    await page.route('**/frames/**', (route) => route.abort());
    const top = () => page.locator('#below').evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await page.evaluate(`const one = variants[0]; ${LOAD_BOTH}`);
    await hears('PlacementFailed', 2);
    expect(await top()).toBe(before);
    expect(await page.locator('iframe:visible').count()).toBe(0);
    await close();
  });

  test('answers late is reported as failed, and shown when it answers', async () => {
    const html = productPage(stage, BUTTON, '');
    const { page, hears, heard, close } = await openStorePage(stage, html);
    await page.clock.install();
    const held: (() => Promise<void>)[] = [];
    await page.route('**/frames/1/button*', (route) => void held.push(() => route.continue()));
    await page.evaluate(`Service.load({ placementType: 'button', productId, skuId: variants[0] })`);
    await expect.poll(() => held.length).toBe(1);
    expect(await heard('PlacementFailed')).toEqual([]);
    await page.clock.fastForward(15_000);
    expect(await hears('PlacementFailed')).toMatchObject([{ reason: 'frame_unavailable' }]);
    await held[0]?.();
    expect(await hears('PlacementLoaded')).toMatchObject([{ sku: 'AUR-0', disabled: false }]);
    expect(await page.locator('iframe:visible').count()).toBe(1);
    await close();
  });

  test('did not answer is asked again by the next load, which alone is reported as loaded', async () => {
    const { page, hears, heard, close } = await openStorePage(stage, productPage(stage, BUTTON, ''));
    await page.route('**/frames/1/button*', (route) => route.abort(), { times: 1 });
    const load = (index: number) =>
      page.evaluate(`Service.load({ placementType: 'button', productId, skuId: variants[${index}] })`);
    await load(0);
    await hears('PlacementFailed');
    await load(1);
    await hears('PlacementLoaded');
    await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[0] })`);
    await hears('PlacementLoaded', 2);
    expect((await heard('PlacementLoaded')).map(({ sku }) => sku)).toEqual(['AUR-1', 'AUR-0']);
    await close();
  });
});

test('messages of other origins are no hello', async () => {
  const html = productPage(stage, BUTTON, `Service.load({ placementType: 'button', productId, skuId: variants[0] });`);
  const { page, hears, problems, close } = await openStorePage(stage, html);
  await hears('PlacementLoaded');
  await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    const fragment = JSON.parse(decodeURIComponent(new URL(frame?.src ?? '').hash.slice(1)));
    const view = { height: 5, label: 0, disabled: true, ref: {}, refused: [] };
    // The page's own origin with the right nonce, and malformed messages of all kinds.
    postMessage({ service: 1, nonce: fragment.n, title: 'x', view }, '*', [new MessageChannel().port2]);
    for (const nonsense of [null, 5, 'x', [], { service: 1 }, { service: 1, nonce: fragment.n }])
      postMessage(nonsense, '*');
  });
  await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
  expect(await hears('PlacementLoaded', 2)).toMatchObject([{}, { sku: 'AUR-1', disabled: false }]);
  expect(await page.locator('iframe').getAttribute('title')).toBe('Pre-order: Aurora Jacket');
  expect(problems).toEqual([]);
  await close();
});

test('a live store opens its checkout only on registered origins', async () => {
  const { db } = stage.system;
  const storeId = await createTestStore(db, { mode: 'live', origins: ['https://fjord.example'] });
  const product = await createTestProduct(db, storeId);
  await createTestWaitlist(db, { storeId, product });
  // The test provider serves no live store, so the command would refuse.
  await db.query(`UPDATE waitlist SET state = 'OPEN', opened_at = app_now() WHERE store_id = $1`, [storeId]);
  const [{ key } = { key: '' }] = await db.query<{ key: string }>(
    'SELECT public_key::text AS key FROM store WHERE id = $1',
    [storeId],
  );
  const store = { ...stage.store, storeKey: key, product };
  const html = productPage(
    { ...stage, store },
    BUTTON,
    `Service.load({ placementType: 'button', productId, skuId: variants[0] });`,
  );
  const { page, hears, heard, requests, problems, close } = await openStorePage(stage, html);
  await hears('PlacementLoaded');
  const button = await frameOf(page, 'button');
  expect(await button.textContent('#label')).not.toContain('Test store');
  await button.hover('#button');
  await button.click('#button');
  expect(await hears('PlacementFailed')).toMatchObject([
    { placementType: 'button', instanceId: undefined, reason: 'origin_not_allowed' },
  ]);
  expect(await heard('ButtonClicked')).toEqual([]);
  expect(requests.filter((address) => address.includes('/checkout'))).toEqual([]);
  expect(problems).toEqual([]);
  await expectAccessible(page);
  await close();
});
