import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapIds } from '../../src/core/catalog/commands/map-ids.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { expectAccessible, PHONE, resize, takeScreenshot } from '../support/browser.ts';
import { createTestProduct, createTestStore, createTestWaitlist } from '../support/merchant.ts';
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
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const open = (body: string, script: string, store: StoreWithWaitlist = stage.store): Promise<PlacementPage> =>
  openStorePage(stage, productPage({ ...stage, store }, body, script));

const NAMED = '<div data-service-placement-type="button" data-service-instance-id="hero"></div>';

describe('the instance id in events', () => {
  test('is the loaded instance, also after an update that names none', async () => {
    const { page, hears, close } = await open(
      NAMED,
      `Service.load({ placementType: 'button', instanceId: 'hero', productId, skuId: variants[0] });`,
    );
    await hears('PlacementLoaded');
    await page.evaluate(`Service.update({ placementType: 'button', productId, skuId: variants[1] })`);
    expect((await hears('PlacementLoaded', 2)).at(-1)).toMatchObject({ instanceId: 'hero', sku: 'AUR-1' });
    await (await frameOf(page, 'button')).click('#button');
    expect(await hears('ButtonClicked')).toMatchObject([{ instanceId: 'hero', sku: 'AUR-1' }]);
    await close();
  });

  test('is the container’s own instance if the page gave none', async () => {
    const { page, hears, close } = await open(
      NAMED,
      `Service.load({ placementType: 'button', productId, skuId: variants[0] });`,
    );
    expect(await hears('PlacementLoaded')).toMatchObject([{ instanceId: 'hero' }]);
    await page.evaluate(`Service.update({ placementType: 'button', instanceId: null, skuId: variants[1] })`);
    expect((await hears('PlacementLoaded', 2)).at(-1)).toMatchObject({ instanceId: 'hero', sku: 'AUR-1' });
    await page.evaluate(`document.querySelector('[data-service-placement-type]').remove();
      document.body.insertAdjacentHTML('beforeend', '${NAMED.replace('hero', 'other')}');
      Service.load({ placementType: 'button', productId })`);
    expect((await hears('PlacementLoaded', 3)).at(-1)).toMatchObject({ instanceId: 'other' });
    await close();
  });
});

describe('a button with a fallback', () => {
  const FALLS_BACK = "placementType: 'button', fallbackToSoldOut: true";
  /** Returns the text beside the button. The badge has spaces around it, so that it stands apart when it is read aloud. */
  const labelOf = async (button: Frame) => (await button.innerText('#label')).replaceAll(/\s+/g, ' ').trim();

  test('is sold out for a product that was never imported', async () => {
    const { page, hears, problems, close } = await open(
      PRICE + BUTTON,
      `Service.load({ ${FALLS_BACK}, productId: '404404' });
       Service.load({ placementType: 'price', productId: '404404', fallbackToSoldOut: true });`,
    );
    await hears('PlacementLoaded', 2);
    const button = await frameOf(page, 'button');
    expect(await button.innerText('#button')).toBe('Sold Out');
    expect(await labelOf(button)).toBe('Test store');
    expect(await button.isDisabled('#button')).toBe(true);
    expect(await page.locator('iframe:visible').count()).toBe(1);
    await expectAccessible(page);
    await takeScreenshot(page, 'button-never-imported');
    expect(problems).toEqual([`warning: ${noProduct('404404')}`]);
    await close();
  });

  test('is not sold out before a launch, but names its date', async () => {
    const store = await createStoreWithWaitlist(stage.system, {
      waitlist: { shipWindow: { from: '2033-08-01', until: '2033-08-09' } },
    });
    await changeWaitlistState(stage.system.deps, store, 'close');
    // 22:30 UTC is the next day in Berlin, the store's time zone.
    const scheduled = await createTestWaitlist(stage.system.db, store, {
      launchesAt: new Date('2033-06-11T22:30:00Z'),
      shipWindow: { from: '2033-08-01', until: '2033-08-09' },
    });
    await changeWaitlistState(stage.system.deps, { ...store, waitlistId: scheduled }, 'schedule');
    const { page, hears, problems, close } = await open(
      BUTTON,
      `Service.load({ ${FALLS_BACK}, productId, skuId: variants[0] });`,
      store,
    );
    expect(await hears('PlacementLoaded')).toMatchObject([{ sku: 'AUR-0', releaseId: null, disabled: true }]);
    const button = await frameOf(page, 'button');
    expect(await button.innerText('#button')).toBe('Coming soon');
    expect(await labelOf(button)).toBe('From 12 Jun 2033 Test store');
    await page.evaluate(`Service.update({ placementType: 'button', skuId: null })`);
    await hears('PlacementLoaded', 2);
    expect(await button.innerText('#button')).toBe('Coming soon');
    await expectAccessible(page);
    await takeScreenshot(page, 'button-coming-soon');
    await resize(page, PHONE);
    await takeScreenshot(page, 'button-coming-soon-phone');
    expect(problems).toEqual([]);
    await close();
  });
});

const noProduct = (id: string) =>
  `Service: nothing is shown for productId ${id}, for this test store has no such product`;

describe('the console tells why nothing is shown', () => {
  const BOTH = (product: string) =>
    `for (const placementType of ['price', 'button']) Service.load({ placementType, productId: ${product} });`;

  test('once, in a test store', async () => {
    const { page, hears, problems, close } = await open(PRICE + BUTTON, BOTH(`'404404'`));
    await hears('PlacementLoaded', 2);
    await page.evaluate(`Service.update({ placementType: 'button', skuId: '5' })`);
    await hears('PlacementLoaded', 3);
    expect(problems).toEqual([`warning: ${noProduct('404404')}`]);
    await close();
  });

  test('for a product without a waitlist', async () => {
    const store = await createStoreWithWaitlist(stage.system);
    await changeWaitlistState(stage.system.deps, store, 'close');
    const { hears, problems, close } = await open(PRICE + BUTTON, BOTH('productId'), store);
    await hears('PlacementLoaded', 2);
    const text = `Service: nothing is shown for productId ${store.product.externalId}, for it has no open waitlist`;
    expect(problems).toEqual([`warning: ${text} (said in test stores only)`]);
    await close();
  });

  test('for ids that the service made, and for a variant of another id; earlier ids are found', async () => {
    const store = await createStoreWithWaitlist(stage.system);
    const [variant] = store.product.variants;
    await mapIds(stage.system.deps, store.storeId, {
      products: [{ id: store.product.id, externalId: '8123456789012' }],
      variants: [{ id: variant?.id ?? '', externalId: '44123456789012' }],
      handles: [],
    });
    const { page, hears, problems, close } = await open(
      BUTTON,
      `Service.load({ placementType: 'button', productId });`,
      store,
    );
    await hears('PlacementLoaded');
    await page.evaluate(`Service.update({ placementType: 'button', skuId: '${variant?.externalId}' })`);
    expect((await hears('PlacementLoaded', 2)).at(-1)).toMatchObject({ skuId: '44123456789012', disabled: false });
    await page.evaluate(`Service.update({ placementType: 'button', skuId: '5' })`);
    expect((await hears('PlacementLoaded', 3)).at(-1)).toMatchObject({ skuId: null, disabled: true });
    const other = `its variants have other ids: see ./service products show ${store.product.handle}`;
    expect(problems).toEqual([
      `warning: Service: no variant of ${store.product.handle} has the skuId 5, for ${other} (said in test stores only)`,
    ]);
    await close();
  });

  test('for an unknown key, on the developer’s own machine', async () => {
    const store = { ...stage.store, storeKey: '00000000-0000-4000-8000-000000000000' };
    const { hears, problems, close } = await open(PRICE + BUTTON, BOTH('productId'), store);
    await hears('PlacementLoaded', 2);
    expect(problems).toEqual(['warning: Service: nothing is shown, for no store has this apiKey']);
    await close();
  });

  test('for a page without an origin, which gets no message from a frame', async () => {
    const sandboxed = `<iframe sandbox="allow-scripts" srcdoc="${productPage(
      stage,
      BUTTON,
      `Service.load({ placementType: 'button', productId });`,
    ).replaceAll('"', '&quot;')}"></iframe>`;
    const { problems, close } = await open(sandboxed, '');
    await expect.poll(() => problems.filter((text) => text.includes('no origin'))).toHaveLength(1);
    await close();
  });

  test('but not in a live store', async () => {
    const { db } = stage.system;
    const storeId = await createTestStore(db, { mode: 'live', origins: [stage.site.url] });
    const product = await createTestProduct(db, storeId);
    const [row] = await db.query<{ key: string }>('SELECT public_key::text AS key FROM store WHERE id = $1', [storeId]);
    const store = { ...stage.store, storeId, product, storeKey: row?.key ?? '' };
    const { hears, problems, close } = await open(
      PRICE + BUTTON,
      `Service.load({ placementType: 'price', productId }); Service.load({ placementType: 'button', productId: '404404' });`,
      store,
    );
    await hears('PlacementLoaded', 2);
    expect(problems).toEqual([]);
    await close();
  });
});
