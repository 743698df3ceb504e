import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { DESKTOP, expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { frameOf, openStage, openStorePage, productPage, type Stage } from '../support/placement-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  stage.store = await createStoreWithWaitlist(stage.system, { prices: [12_900, 14_900, 9_900] });
  const [first, , third] = stage.store.product.variants;
  await updateWaitlist(stage.system.deps, stage.store, {
    variants: [
      { variantId: first?.id ?? '', compareAtPrice: 15_900 },
      { variantId: third?.id ?? '', allocation: 0 },
    ],
  });
});
afterAll(() => stage.close());

const STATES: [name: string, options: string][] = [
  ['can be ordered', 'skuId: variants[0]'],
  ['none chosen', ''],
  ['sold out', 'skuId: variants[2]'],
  [
    'in the merchant’s look',
    `skuId: variants[1], style: { backgroundColor: '#7c2d12', borderRadius: '999px', fontFamily: 'Georgia, serif', fontSize: '18px', letterSpacing: '0.02em' }, hoverStyle: { backgroundColor: '#9a3412' }`,
  ],
];

function gallery(scheme: string): string {
  const places = STATES.map(
    ([name], index) => `<section><h2>${name}</h2>
    <div data-service-placement-type="price" data-service-instance-id="${index}"></div>
    <div data-service-placement-type="button" data-service-instance-id="${index}"></div></section>`,
  );
  const loads = STATES.map(
    ([, options], index) => `for (const placementType of ['price', 'button'])
      Service.load({ placementType, instanceId: '${index}', productId, ...{ ${options} } });`,
  );
  return productPage(
    stage,
    `<style>:root { color-scheme: ${scheme}; font: 16px/1.5 system-ui; background: light-dark(#fff, #14161a) }
      h1, h2 { font-size: 13px; color: light-dark(#565d6b, #a8b0bd) }
      main { display: grid; gap: 24px; max-width: 400px; margin: 24px auto } section { display: grid; gap: 8px }
      h2 { margin: 0 }</style>${places.join('')}`,
    loads.join('\n'),
  );
}

test.each([
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
  ['dark', PHONE],
] as const)('in a %s page everybody can use every state', async (scheme, viewport) => {
  const { page, hears, close } = await openStorePage(stage, gallery(scheme), { viewport });
  await hears('PlacementLoaded', STATES.length * 2);
  // Frames are transparent: axe cannot see the page behind them and assumes white.
  if (scheme === 'light') await expectAccessible(page);
  await takeScreenshot(page, `sdk-states-${scheme}-${viewport.width}`);
  await page.keyboard.press('Tab');
  await takeScreenshot(page, `sdk-focus-${scheme}-${viewport.width}`);
  await close();
});

test('all text is readable in a dark page that declares no colour scheme', async () => {
  const dark =
    '<style>:root:root { color-scheme: normal; background: #14161a; color: oklch(0.95 0.01 260) }</style></head>';
  const { page, hears, close } = await openStorePage(stage, gallery('light').replace('</head>', dark));
  await hears('PlacementLoaded', STATES.length * 2);
  const colorOf = async (type: string, selector: string) => {
    const frame = page.frames().find((one) => one.url().includes(`/frames/1/${type}`));
    return frame?.locator(selector).evaluate((element) => getComputedStyle(element).color);
  };
  expect(await colorOf('price', '#price')).toBe('rgb(236, 238, 242)');
  expect(await colorOf('button', '#label')).toBe('rgb(168, 176, 189)');
  // A frame with another colour scheme than the page would have an opaque background.
  const [frame] = page.frames().filter((one) => one.url().includes('/frames/1/price'));
  expect(await frame?.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('normal');
  await takeScreenshot(page, 'sdk-states-dark-unsaid');
  await page.evaluate(() => {
    document.body.innerHTML = '<div data-service-placement-type="pre-order-status-placement"></div>';
    window.Service?.loadPreorderStatusPage({ mode: 'guest' });
  });
  const status = await frameOf(page, 'status');
  await status.waitForSelector('form');
  const grounds = await status.evaluate(() =>
    ['.page', '.button--primary'].map((part) => {
      const element = document.querySelector(part);
      return element && getComputedStyle(element).backgroundColor;
    }),
  );
  expect(grounds).toEqual(['rgb(22, 24, 29)', 'rgb(241, 243, 246)']);
  await expectAccessible(page);
  await takeScreenshot(page, 'status-dark-unsaid');
  await close();
});

test('in forced colours the button has a border, and a disabled button looks disabled', async () => {
  const { page, hears, close } = await openStorePage(stage, gallery('light'), { forcedColors: 'active' });
  await hears('PlacementLoaded', STATES.length * 2);
  const borders = await Promise.all(
    page
      .frames()
      .filter((frame) => frame.url().includes('/button'))
      .map((frame) => frame.locator('#button').evaluate((button) => getComputedStyle(button).borderTopColor)),
  );
  expect(borders).not.toContain('rgba(0, 0, 0, 0)');
  await takeScreenshot(page, 'sdk-states-forced');
  await close();
});
