import type { Page } from 'playwright-core';
import { type BrowserStage, loadScript, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { keepWithin } from './limits.ts';

const MS_MOST = 150;
const TURNS = 3;

/**
 * Runs first in every frame. Records when the button was clicked and when the checkout's first field was usable, in
 * milliseconds of one clock. Animation frames only run in a visible frame, so the field was painted by the frame before.
 */
const WATCH = `
const now = () => performance.timeOrigin + performance.now();
addEventListener('click', () => { window.clickedAt ??= now() }, true);
const look = () => {
  const field = document.querySelector('form input, form select');
  const usable = field && !field.disabled && field.checkVisibility({ visibilityProperty: true });
  requestAnimationFrame(usable ? () => { window.usableAt = now() } : look);
};
if (location.pathname.endsWith('/checkout')) requestAnimationFrame(look);`;

type Times = { usableAt: number; from: number; until: number };

/** Returns the milliseconds from the click to the first field, without the network time of the checkout's document. */
async function clickToField(page: Page): Promise<number> {
  await page.waitForFunction('loaded');
  const button = page.frames().find((frame) => frame.url().includes('/button'));
  await button?.click('#button');
  const element = await page.waitForSelector('dialog iframe');
  const checkout = await element.contentFrame();
  const clickedAt = await button?.evaluate<number>('clickedAt');
  const answer = await checkout?.evaluate<Times>(`new Promise((resolve) => {
    const look = () => {
      if (!window.usableAt) return requestAnimationFrame(look);
      const [{ fetchStart, responseEnd }] = performance.getEntriesByType('navigation');
      const { timeOrigin } = performance;
      resolve({ usableAt, from: timeOrigin + fetchStart, until: timeOrigin + responseEnd });
    };
    look();
  })`);
  if (clickedAt === undefined || !answer) throw new Error('the checkout did not open');
  const network = Math.max(0, answer.until - Math.max(answer.from, clickedAt));
  return answer.usableAt - clickedAt - network;
}

function open(stage: BrowserStage): Promise<number> {
  const prepare = async (page: Page) => {
    await page.addInitScript(WATCH);
    await page.goto(`${stage.siteUrl}/product`);
  };
  return visit(stage, prepare, clickToField);
}

await withBrowserStage(async (stage) => {
  stage.pages['/product'] = productPage({
    head: `<script src="http://127.0.0.1:${stage.servicePort}/api/v1/service.js"></script>`,
    body: '<div data-service-placement-type="button"></div>',
    script: `var loaded = false; Service.on('PlacementLoaded', () => { loaded = true });
      ${loadScript(stage, [{ placementType: 'button' }])}`,
  });
  await keepWithin({
    what: 'From a click to the first field of the checkout, beside the network',
    unit: 'ms',
    most: MS_MOST,
    turns: TURNS,
    measure: () => open(stage),
  });
});
