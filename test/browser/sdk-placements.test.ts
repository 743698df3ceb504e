import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/browser.ts';
import {
  BUTTON,
  frameOf,
  openStage,
  openStorePage,
  type PlacementPage,
  PRICE,
  productPage,
  type Stage,
} from '../support/placement-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let stage: Stage;
let open: (body: string, script: string) => Promise<PlacementPage>;

beforeAll(async () => {
  stage = await openStage();
  open = (body, script) => openStorePage(stage, productPage(stage, body, script));
});
afterAll(() => stage.close());

const LOAD_BUTTON = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;

async function shows(page: PlacementPage['page'], type: string): Promise<{ text: string; height: number }> {
  const frame = await frameOf(page, type);
  const text = await frame.evaluate(() => document.body.innerText.trim().replace(/\s+/g, ' '));
  const height = await page.locator(`iframe[src*="/frames/1/${type}"]`).evaluate((element) => element.clientHeight);
  return { text, height };
}

test('the link to withdraw needs no product, follows its style, and opens the page of the store', async () => {
  const { page, hears, problems, close } = await open(
    '<footer data-service-placement-type="withdrawal"></footer>',
    "Service.load({ placementType: 'withdrawal', style: { fontSize: '14px', color: 'rgb(20, 90, 50)' } });",
  );
  expect(await hears('PlacementLoaded', 1)).toMatchObject([{ placementType: 'withdrawal', disabled: false }]);
  const { text, height } = await shows(page, 'withdrawal');
  expect(text).toBe('Withdraw from contract here');
  expect(height).toBeGreaterThan(14);
  const frame = await frameOf(page, 'withdrawal');
  expect(await frame.evaluate(() => getComputedStyle(document.querySelector('a') as HTMLElement).color)).toBe(
    'rgb(20, 90, 50)',
  );
  await expectAccessible(page);
  const opened = page.context().waitForEvent('page');
  await frame.getByRole('link').press('Enter');
  const withdrawal = await opened;
  await withdrawal.getByRole('heading', { name: 'Withdraw from contract here' }).waitFor();
  await withdrawal.close();
  expect(problems).toEqual([]);
  await close();
});

test('the link to withdraw of an unknown key is not there', async () => {
  const { page, hears, close } = await openStorePage(
    stage,
    productPage(
      { ...stage, store: { ...stage.store, storeKey: '00000000-0000-4000-8000-000000000000' } },
      '<footer data-service-placement-type="withdrawal"></footer>',
      "Service.load({ placementType: 'withdrawal' });",
    ),
  );
  await hears('PlacementLoaded', 1);
  expect((await shows(page, 'withdrawal')).height).toBe(0);
  await close();
});

describe('a product on an open waitlist', () => {
  test('has a button and a price with one script and a document each, and no other request', async () => {
    const { page, hears, requests, problems, close } = await open(
      PRICE + BUTTON,
      `Service.load({ placementType: 'price', productId, skuId: variants[1] }); ${LOAD_BUTTON}`,
    );
    const loaded = await hears('PlacementLoaded', 2);
    const ref = { releaseId: stage.store.waitlistId, disabled: false };
    const [first, second] = stage.store.product.variants.map(({ externalId }) => externalId);
    expect(loaded).toHaveLength(2);
    expect(loaded).toContainEqual({
      placementType: 'price',
      instanceId: undefined,
      sku: 'AUR-1',
      skuId: second,
      ...ref,
    });
    expect(loaded).toContainEqual({
      placementType: 'button',
      instanceId: undefined,
      sku: 'AUR-0',
      skuId: first,
      ...ref,
    });
    expect(await shows(page, 'price')).toEqual({ text: '€149.00', height: 24 });
    expect(await shows(page, 'button')).toEqual({
      text: 'Pre-order Ships 10 – 15 Jun 2030 Test store Learn more',
      height: 68,
    });
    expect(requests.map((address) => new URL(address).pathname)).toEqual([
      '/api/v1/service.js',
      '/frames/1/price',
      '/frames/1/button',
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  test('changes its variant without a request, with one event each time', async () => {
    const { page, hears, heard, requests, close } = await open(
      PRICE + BUTTON,
      `Service.load({ placementType: 'price', productId }); Service.load({ placementType: 'button', productId });`,
    );
    await hears('PlacementLoaded', 2);
    expect(await shows(page, 'price')).toMatchObject({ text: 'from €129.00' });
    // A disabled button tells why.
    expect(await shows(page, 'button')).toEqual({
      text: 'Pre-order Choose an option Test store Learn more',
      height: 68,
    });
    // Either may answer first.
    const disabled = (await heard('PlacementLoaded')).map((payload) => [payload.placementType, payload.disabled]);
    expect(disabled.sort()).toEqual([
      ['button', true],
      ['price', false],
    ]);
    const before = requests.length;
    await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
    await page.evaluate(`Service.update({ placementType: 'price', skuId: variants[1] })`);
    await hears('PlacementLoaded', 4);
    expect(await shows(page, 'price')).toMatchObject({ text: '€149.00' });
    await page.evaluate(`Service.update({ placementType: 'button', skuId: null })`);
    await page.evaluate(`Service.update({ placementType: 'button', lineItemProperties: { engraving: 'Ada' } })`);
    const loaded = await hears('PlacementLoaded', 6);
    expect(loaded.slice(-2)).toMatchObject([
      { disabled: true, sku: '' },
      { disabled: true, sku: '' },
    ]);
    expect(requests).toHaveLength(before);
    await close();
  });

  test('emits one PlacementLoaded for each of several consecutive calls', async () => {
    const { page, hears, heard, close } = await open(
      BUTTON,
      `${LOAD_BUTTON}
       Service.update({ placementType: 'button', skuId: variants[1] });
       Service.update({ placementType: 'button', skuId: variants[0] });
       Service.update({ placementType: 'button', skuId: variants[1] });`,
    );
    await hears('PlacementLoaded', 4);
    await page.evaluate(`${LOAD_BUTTON} ${LOAD_BUTTON}`);
    expect(await hears('PlacementLoaded', 6)).toHaveLength(6);
    expect((await heard('PlacementLoaded')).at(3)).toMatchObject({ sku: 'AUR-1' });
    expect(await page.locator('iframe').count()).toBe(1);
    await close();
  });

  test.each([
    ['a number', `productId: Number(productId), skuId: Number(variants[0])`],
    [
      'a global id',
      `productId: 'gid://shopify/Product/' + productId, skuId: 'gid://shopify/ProductVariant/' + variants[0]`,
    ],
    [
      'base64',
      `productId: btoa('gid://shopify/Product/' + productId), skuId: btoa('gid://shopify/ProductVariant/' + variants[0])`,
    ],
    ['its code', `productCode: code, skuId: variants[0]`],
    ['its SKU', `sku: 'AUR-0'`],
  ])('is identified by %s', async (_, name) => {
    const code = `const code = ${JSON.stringify(stage.store.product.handle)};`;
    const { hears, close } = await open(BUTTON, `${code} Service.load({ placementType: 'button', ${name} });`);
    expect(await hears('PlacementLoaded')).toMatchObject([{ sku: 'AUR-0', disabled: false }]);
    await close();
  });

  test('with one variant needs no choice', async () => {
    const store = await createStoreWithWaitlist(stage.system, { prices: [9_900] });
    const html = productPage({ ...stage, store }, BUTTON, `Service.load({ placementType: 'button', productId });`);
    const { hears, close } = await openStorePage(stage, html);
    const [variant] = store.product.variants;
    expect(await hears('PlacementLoaded')).toMatchObject([{ skuId: variant?.externalId, disabled: false }]);
    await close();
  });

  test('is disabled and sold out in a variant without units left', async () => {
    const store = await createStoreWithWaitlist(stage.system);
    const [, second] = store.product.variants;
    await stage.system.db.query('UPDATE unit SET sold = allocated WHERE store_id = $1 AND variant_id = $2', [
      store.storeId,
      second?.id,
    ]);
    const html = productPage({ ...stage, store }, BUTTON, LOAD_BUTTON.replace('[0]', '[1]'));
    const { page, hears, close } = await openStorePage(stage, html);
    expect(await hears('PlacementLoaded')).toMatchObject([{ skuId: second?.externalId, disabled: true }]);
    expect(await shows(page, 'button')).toEqual({ text: 'Sold Out Test store Learn more', height: 68 });
    await close();
  });
});

describe('nothing to show', () => {
  /** The reason is logged once for the page's developer, in a test store or on their own machine. */
  const hidden = async (script: string, store = stage.store) => {
    const html = productPage({ ...stage, store }, PRICE + BUTTON, script);
    const { page, hears, problems, close } = await openStorePage(stage, html);
    const loaded = await hears('PlacementLoaded', 2);
    expect(await page.locator('iframe').count()).toBe(2);
    expect(await page.locator('iframe:visible').count()).toBe(0);
    expect(await page.locator('[data-service-state=empty]').count()).toBe(2);
    expect(problems).toEqual([expect.stringMatching(/^warning: Service: nothing is shown/)]);
    await close();
    return loaded;
  };
  const both = (options: string) =>
    `for (const placementType of ['price', 'button']) Service.load({ placementType, ${options} });`;

  test.each([
    ['an unknown product', both(`productId: '404404'`)],
    ['an unknown code', both(`productCode: 'no-such-thing'`)],
    ['an unknown SKU', both(`sku: 'NO-SUCH-SKU'`)],
  ])('for %s', async (_, script) => {
    expect(await hidden(script)).toMatchObject([
      { sku: '', skuId: null, releaseId: null, disabled: true },
      { sku: '', skuId: null, releaseId: null, disabled: true },
    ]);
  });

  test.each(['not-a-key', '00000000-0000-4000-8000-000000000000'])('for the unknown key %s', async (storeKey) => {
    await hidden(both('productId'), { ...stage.store, storeKey });
  });

  test('for a product without a waitlist, unless the button’s fallback is sold out', async () => {
    const store = await createStoreWithWaitlist(stage.system);
    await stage.system.db.query(`UPDATE waitlist SET state = 'CLOSED', closed_at = app_now() WHERE store_id = $1`, [
      store.storeId,
    ]);
    const loaded = await hidden(both('productId, skuId: variants[0]'), store);
    expect(loaded).toMatchObject([{ sku: 'AUR-0', releaseId: null, disabled: true }, { disabled: true }]);

    const html = productPage(
      { ...stage, store },
      BUTTON,
      `Service.load({ placementType: 'button', productId, fallbackToSoldOut: true });`,
    );
    const { page, hears, close } = await openStorePage(stage, html);
    expect(await hears('PlacementLoaded')).toMatchObject([{ disabled: true, releaseId: null }]);
    expect(await shows(page, 'button')).toMatchObject({ text: 'Sold Out Test store' });
    expect(await page.locator('iframe:visible').count()).toBe(1);
    await page.evaluate(`Service.update({ placementType: 'button', fallbackToSoldOut: null })`);
    await hears('PlacementLoaded', 2);
    expect(await page.locator('iframe:visible').count()).toBe(0);
    await page.evaluate(`Service.update({ placementType: 'button', fallbackToSoldOut: true })`);
    await hears('PlacementLoaded', 3);
    expect(await shows(page, 'button')).toMatchObject({ height: 68 });
    await close();
  });
});
