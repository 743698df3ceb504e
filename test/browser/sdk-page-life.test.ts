import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE } from '../support/browser.ts';
import { BUTTON, frameOf, openStorePage, PRICE, productPage, useStage } from '../support/placement-page.ts';

const stage = useStage();

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;
const open = (body: string, script: string, options = {}) =>
  openStorePage(stage, productPage(stage, body, script), options);

test('a container that is moved with its state keeps its frame without a reload', async () => {
  const { page, hears, heard, requests, close } = await open(
    `<div id="here">${BUTTON}</div><div id="there"></div>`,
    LOAD,
  );
  await hears('PlacementLoaded');
  const before = requests.length;
  await page.evaluate(`document.querySelector('iframe').mark = 1; there.moveBefore(here.firstChild, null)`);
  await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
  expect(await hears('PlacementLoaded', 2)).toMatchObject([{}, { sku: 'AUR-1' }]);
  expect(await page.evaluate(`document.querySelector('#there iframe').mark`)).toBe(1);
  expect(requests).toHaveLength(before);
  expect(await heard('PlacementFailed')).toEqual([]);
  await close();
});

test('a placement that failed without a network loads when the network returns', async () => {
  const { page, hears, close } = await open(BUTTON + PRICE, '');
  await page.context().setOffline(true);
  await page.evaluate(`${LOAD} Service.load({ placementType: 'price', productId })`);
  await hears('PlacementFailed', 2);
  expect(await page.locator('iframe:visible').count()).toBe(0);
  await page.context().setOffline(false);
  await hears('PlacementLoaded', 2);
  await (await frameOf(page, 'button')).waitForSelector('#button:enabled');
  expect(await page.locator('iframe:visible').count()).toBe(2);
  await close();
});

test('a tab goes on after an hour of sleep', async () => {
  const { page, hears, heard, problems, close } = await open(BUTTON, '');
  await page.clock.install();
  await page.evaluate(LOAD);
  await hears('PlacementLoaded');
  await page.clock.fastForward('01:00:00');
  await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
  await page.clock.runFor(1000);
  expect(await hears('PlacementLoaded', 2)).toMatchObject([{}, { sku: 'AUR-1' }]);
  await (await frameOf(page, 'button')).click('#button');
  await page.waitForSelector('dialog[open]');
  expect(await heard('PlacementFailed')).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('a second script of another version leaves the first one active', async () => {
  const script = await (await fetch(`${stage.system.baseUrl}/api/v1/service.js`)).text();
  const { page, hears, requests, problems, close } = await open(BUTTON, LOAD);
  await hears('PlacementLoaded');
  await page.route('**/older/service.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.older = true;${script}` }),
  );
  const before = requests.length;
  await page.evaluate(`new Promise((resolve) => {
    window.first = Service;
    addEventListener('Service:Ready', () => { window.readyAgain = true; });
    const second = document.createElement('script');
    second.src = '${stage.system.baseUrl}/older/service.js';
    second.onload = resolve;
    document.head.append(second);
  })`);
  expect(await page.evaluate('[older, Service === first, window.readyAgain]')).toEqual([true, true, undefined]);
  await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
  expect(await hears('PlacementLoaded', 2)).toMatchObject([{}, { sku: 'AUR-1' }]);
  expect(requests).toHaveLength(before + 1);
  expect(problems).toEqual([]);
  await close();
});

// The driver disables prerendering, so the page simulates it: it reports itself as not shown yet, and loads no frame of
// another site until it is.
test('a prerendered page has its button once it is shown, and no failure before', async () => {
  const early = `<script>Object.defineProperty(document, 'prerendering', { value: true, configurable: true })</script>`;
  const { page, hears, heard, problems, close } = await openStorePage(
    stage,
    productPage(stage, BUTTON, '').replace('<head>', `<head>${early}`),
  );
  await page.clock.install();
  const held: (() => Promise<void>)[] = [];
  await page.route('**/frames/1/button*', (route) => void held.push(() => route.continue()));
  await page.evaluate(LOAD);
  await expect.poll(() => held.length).toBe(1);
  await page.clock.runFor(60_000);
  expect(await heard('PlacementFailed')).toEqual([]);
  await page.evaluate(`Object.defineProperty(document, 'prerendering', { value: false })`);
  await held[0]?.();
  expect(await hears('PlacementLoaded')).toMatchObject([{ sku: 'AUR-0', disabled: false }]);
  await page.clock.runFor(60_000);
  expect(await heard('PlacementFailed')).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

describe('placements', () => {
  // 200 % zoom on the same window halves the page's width, like in browsers.
  test('are fully visible at 200 % zoom', async () => {
    const half = { width: PHONE.width / 2, height: PHONE.height / 2 };
    const { page, hears, close } = await open(
      PRICE + BUTTON,
      `Service.load({ placementType: 'price', productId }); ${LOAD}`,
      {
        viewport: half,
        deviceScaleFactor: 2,
      },
    );
    await hears('PlacementLoaded', 2);
    for (const type of ['button', 'price']) {
      const frame = await frameOf(page, type);
      const inside = () =>
        frame.evaluate(() => {
          const { scrollHeight, scrollWidth } = document.documentElement;
          return { lost: scrollHeight - innerHeight, wide: scrollWidth - innerWidth };
        });
      await expect.poll(inside).toEqual({ lost: 0, wide: 0 });
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await close();
  });

  test('keep their text in print', async () => {
    const { page, hears, close } = await open(
      PRICE + BUTTON,
      `Service.load({ placementType: 'price', productId }); ${LOAD}`,
      {
        colorScheme: 'dark',
      },
    );
    await hears('PlacementLoaded', 2);
    await page.emulateMedia({ media: 'print' });
    for (const [type, selector] of [
      ['button', '#button'],
      ['price', 'body > *'],
    ] as const) {
      const seen = await (await frameOf(page, type)).evaluate((name) => {
        const element = document.querySelector(name) as HTMLElement;
        return { isSeen: element.checkVisibility({ visibilityProperty: true }), text: element.innerText };
      }, selector);
      expect(seen.isSeen).toBe(true);
      expect(seen.text).toMatch(/Pre-order|€/);
    }
    await close();
  });
});
