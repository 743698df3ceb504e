import { describe, expect, test } from 'vitest';
import {
  BUTTON,
  frameOf,
  openStorePage,
  type PlacementPage,
  PRICE,
  productPage,
  useStage,
} from '../support/placement-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const stage = useStage();
const open = (body: string, script: string) => openStorePage(stage, productPage(stage, body, script));

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;

describe('a container that the page', () => {
  test('replaces gets its button again with the last update', async () => {
    const { page, hears, heard, close } = await open(`<div id="app">${BUTTON}</div>`, LOAD);
    await hears('PlacementLoaded');
    await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
    await hears('PlacementLoaded', 2);
    await page.evaluate((markup) => {
      const app = document.querySelector('#app');
      if (app) app.innerHTML = markup;
    }, BUTTON);
    await page.waitForSelector('[data-service-state=ready]');
    await page.evaluate(`Service.update({ placementType: 'button' })`);
    expect(await hears('PlacementLoaded', 3)).toMatchObject([{ sku: 'AUR-0' }, { sku: 'AUR-1' }, { sku: 'AUR-1' }]);
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await heard('PlacementFailed')).toEqual([]);
    await close();
  });

  test('replaces and updates in one task is updated', async () => {
    const { page, hears, close } = await open(`<div id="app">${BUTTON}</div>`, LOAD);
    await hears('PlacementLoaded');
    await page.evaluate(
      `document.querySelector('#app').innerHTML = ${JSON.stringify(BUTTON)};
       Service.update({ placementType: 'button', skuId: variants[1] });`,
    );
    expect(await hears('PlacementLoaded', 2)).toMatchObject([{}, { sku: 'AUR-1' }]);
    await close();
  });

  test('empties gets its button again', async () => {
    const { page, hears, close } = await open(BUTTON, LOAD);
    await hears('PlacementLoaded');
    await page.evaluate(() => document.querySelector('[data-service-placement-type]')?.replaceChildren());
    await (await frameOf(page, 'button')).waitForSelector('#button:enabled');
    await close();
  });

  test('moves keeps its button with its updates', async () => {
    const { page, hears, close } = await open(`<div id="here">${BUTTON}</div><div id="there"></div>`, LOAD);
    await hears('PlacementLoaded');
    await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
    await hears('PlacementLoaded', 2);
    await page.evaluate(`there.append(here.firstChild)`);
    await page.evaluate(`Service.update({ placementType: 'button' })`);
    expect(await hears('PlacementLoaded', 3)).toMatchObject([{}, {}, { sku: 'AUR-1' }]);
    expect(await page.locator('#there iframe').count()).toBe(1);
    await close();
  });

  test('removes is released, and a later update reports that', async () => {
    const { page, hears, requests, close } = await open(BUTTON, LOAD);
    await hears('PlacementLoaded');
    const before = requests.length;
    await page.evaluate(() => document.querySelector('[data-service-placement-type]')?.remove());
    await expect(page.evaluate(`Service.update({ placementType: 'button' })`)).rejects.toThrow('not_loaded');
    expect(requests).toHaveLength(before);
    await close();
  });

  test('removes before it loaded is reported as a failure', async () => {
    const { hears, heard, close } = await open(
      BUTTON,
      `${LOAD} document.querySelector('[data-service-placement-type]').remove();`,
    );
    expect(await hears('PlacementFailed')).toMatchObject([{ placementType: 'button', reason: 'container_removed' }]);
    expect(await heard('PlacementLoaded')).toEqual([]);
    await close();
  });

  test('repeatedly removes our frame from is left alone after some tries', async () => {
    const { page, close } = await open(
      BUTTON,
      `new MutationObserver(() => document.querySelector('iframe')?.remove()).observe(document, { childList: true, subtree: true });
       ${LOAD}`,
    );
    // The page still responds: there is no endless loop.
    expect(await page.evaluate(() => 1 + 1)).toBe(2);
    await page.waitForFunction(() => document.querySelectorAll('iframe').length === 0);
    await close();
  });
});

describe('several placements of one type', () => {
  const two = ['a', 'b'].map((id) => BUTTON.replace('>', ` data-service-instance-id='${id}"]'>`)).join('');

  test('are identified by exact instance ids, and each emits its own events', async () => {
    const { page, hears, close } = await open(
      two,
      `for (const [index, id] of ['a"]', 'b"]'].entries())
         Service.load({ placementType: 'button', instanceId: id, productId, skuId: variants[index] });`,
    );
    const loaded = await hears('PlacementLoaded', 2);
    expect(loaded).toContainEqual(expect.objectContaining({ instanceId: 'a"]', sku: 'AUR-0' }));
    expect(loaded).toContainEqual(expect.objectContaining({ instanceId: 'b"]', sku: 'AUR-1' }));
    await page.evaluate(`Service.update({ placementType: 'button', instanceId: 'b"]', skuId: variants[0] })`);
    expect((await hears('PlacementLoaded', 3)).at(-1)).toMatchObject({ instanceId: 'b"]', sku: 'AUR-0' });
    const missing = page.evaluate(`Service.load({ placementType: 'button', instanceId: 'a', productId })`);
    await expect(missing).rejects.toThrow('container_not_found');
    await close();
  });

  test('without an id the first container is used', async () => {
    const { page, hears, close } = await open(two, LOAD);
    expect(await hears('PlacementLoaded')).toMatchObject([{ instanceId: 'a"]' }]);
    expect(await page.locator('div:first-of-type > iframe').count()).toBe(1);
    await close();
  });
});

test('another product is another document without a chosen variant', async () => {
  const other = await createStoreWithWaitlist(stage.system);
  const html = productPage({ ...stage, store: other }, BUTTON, LOAD);
  const { page, hears, requests, close } = await openStorePage(stage, html);
  await hears('PlacementLoaded');
  await page.evaluate(`Service.update({ placementType: 'button', productId: '404404' })`);
  expect((await hears('PlacementLoaded', 2)).at(-1)).toMatchObject({ skuId: null, disabled: true });
  await page.evaluate(`Service.update({ placementType: 'button', productId, skuId: variants[1] })`);
  expect((await hears('PlacementLoaded', 3)).at(-1)).toMatchObject({ sku: 'AUR-1', disabled: false });
  expect(requests.filter((address) => address.includes('/button'))).toHaveLength(3);
  // Frames add no entries to the shopper's history.
  expect(await page.evaluate(() => history.length)).toBe(2);
  await close();
});

describe('the page around', () => {
  /** Adds up all layout shifts since the start of the page, as Core Web Vitals count them. */
  const shifted = (page: PlacementPage['page']) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          const add = (entries: PerformanceEntryList) => {
            for (const entry of entries) sum += (entry as unknown as { value: number }).value;
          };
          const observer = new PerformanceObserver((list) => add(list.getEntries()));
          observer.observe({ type: 'layout-shift', buffered: true });
          const finish = () => {
            add(observer.takeRecords()); // what the observer has not been called with yet, which may take longer than two frames
            resolve(sum);
          };
          requestAnimationFrame(() => requestAnimationFrame(finish));
        }),
    );

  test('is seen to shift, where it does', async () => {
    const { page, hears, close } = await open(
      `${PRICE}<p>What stands below.</p>`,
      `Service.load({ placementType: 'price', productId, skuId: variants[0] });`,
    );
    await hears('PlacementLoaded');
    await page.evaluate(`document.querySelector('p').style.marginTop = '40px'`);
    expect(await shifted(page)).toBeGreaterThan(0);
    await close();
  });

  const styles = [
    '{}',
    `{ style: { fontSize: '20px' } }`,
    `{ style: { fontSize: '1.5rem', lineHeight: '1.2' } }`,
    `{ style: { height: '56px' } }`,
    `{ style: { height: '100%', width: '50%' } }`,
    `{ style: { height: 'fit-content' } }`,
  ];

  test.each(styles)('does not shift when placements load or change with %s', async (style) => {
    const options = `productId, skuId: variants[0], ...${style}`;
    const { page, hears, close } = await open(
      `${PRICE}${BUTTON}<p>What stands below.</p>`,
      `Service.load({ placementType: 'price', ${options} }); Service.load({ placementType: 'button', ${options} });`,
    );
    await hears('PlacementLoaded', 2);
    await page.evaluate(
      `Service.update({ placementType: 'price', skuId: null }); Service.update({ placementType: 'button', skuId: null })`,
    );
    await hears('PlacementLoaded', 4);
    expect(await shifted(page)).toBe(0);
    // The frame is as high as its content.
    const button = await frameOf(page, 'button');
    await expect.poll(() => button.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await close();
  });

  test('keeps the space of an empty visible placement, also when it is loaded again', async () => {
    const { page, hears, close } = await open(
      `${BUTTON}<p>What stands below.</p><div style="height:200vh"></div>`,
      `Service.load({ placementType: 'button', productId: '404404' });`,
    );
    const height = () => page.$eval('[data-service-placement-type]', ({ clientHeight }) => clientHeight);
    await hears('PlacementLoaded');
    const kept = await height();
    expect(kept).toBeGreaterThan(44);
    await page.evaluate(`Service.load({ placementType: 'button', productId: '404404' })`);
    expect(await page.locator('iframe:visible').count()).toBe(0);
    await hears('PlacementLoaded', 2);
    expect(await height()).toBe(kept);
    await page.evaluate(`scrollTo(0, document.body.scrollHeight)`);
    await expect.poll(height).toBe(0);
    await page.evaluate(`Service.load({ placementType: 'button', productId: '404404' })`);
    await hears('PlacementLoaded', 3);
    expect(await height()).toBe(0);
    expect(await shifted(page)).toBe(0);
    await close();
  });
});
