import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DESKTOP, expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { type HeldAnswers, holdAnswers } from '../support/held-answer.ts';
import { type PictureSite, servePictures } from '../support/pictures.ts';
import { BUTTON, frameOf, openStage, openStorePage, productPage, type Stage } from '../support/placement-page.ts';

// What a shopper sees between the click and the form, on a line that is slow in the middle of the checkout's document.

const DATA = '<script type="application/json" id="data">';

let stage: Stage;
let pictures: PictureSite;
beforeAll(async () => {
  stage = await openStage();
  pictures = await servePictures();
  await stage.system.db.query('UPDATE product SET image_url = $2 WHERE store_id = $1', [
    stage.store.storeId,
    pictures.url,
  ]);
});
afterAll(async () => {
  await stage.close();
  await pictures.close();
});

type Opening = { viewport: { width: number; height: number }; context?: BrowserContextOptions };

async function openHeld({ viewport, context }: Opening) {
  const answers: HeldAnswers = await holdAnswers(stage.system.baseUrl, '/frames/1/checkout', DATA);
  onTestFinished(() => answers.close());
  const near = { ...stage, system: { ...stage.system, baseUrl: answers.url } };
  const html = productPage(near, BUTTON, "Service.load({ placementType: 'button', productId, skuId: variants[1] });");
  const opened = await openStorePage(near, html, { viewport, ...context });
  onTestFinished(() => opened.close());
  await opened.hears('PlacementLoaded');
  await watchShifts(opened.page);
  await (await frameOf(opened.page, 'button')).click('#button');
  const frame = await frameOf(opened.page, 'checkout');
  return { ...opened, frame, answers };
}

const PARTS = [
  '.header',
  '.header__store',
  '.steps',
  '.header__close',
  'h1',
  '.summary',
  '.summary__toggle img',
  '.summary__line',
  '.summary__total',
  '.product',
  '.product img',
  '.amounts > div',
];

/** Where the parts are that the first drawing has. */
const drawnIn = (frame: Frame) =>
  frame.evaluate(
    (parts) =>
      Object.fromEntries(
        parts.map((part) => {
          const { x, y, width, height } = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
          return [part, [x, y, width, height]];
        }),
      ),
    PARTS,
  );

/** Adds up the layout shifts of all documents that load from now on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { by: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.by += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { seen });
  });

describe.each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
])('on %s', (name, viewport) => {
  test('the store, the product, its price and its date are there before the form, and nothing moves when it comes', async () => {
    const { page, frame, answers, problems } = await openHeld({ viewport });
    await frame.waitForFunction(() => document.body.innerText.includes('€149.00'));
    expect(await page.locator('dialog iframe').isVisible()).toBe(true);
    await frame.waitForFunction((width) => innerWidth === width, Math.min(992, viewport.width));
    const before = await drawnIn(frame);
    const text = await frame.innerText('body');
    for (const part of ['Fjord Outdoor', 'Aurora Jacket', 'Size 1', 'Ships 10', 'Shipping'])
      expect(text).toContain(part);
    const painted = () => [...document.images].some((image) => image.checkVisibility() && image.naturalWidth > 0);
    await frame.waitForFunction(painted);
    await takeScreenshot(page, `checkout-opening-${name}-first`);
    await expectAccessible(page);
    // Before a desk's shopper sees the frame, it gets the size of the panel. A phone's frame has its size from the beginning.
    const unseen = viewport === DESKTOP ? await frame.evaluate<number>('seen.by') : 0;
    answers.release();
    await frame.waitForSelector('#email');
    await frame.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await takeScreenshot(page, `checkout-opening-${name}-form`);
    expect(await drawnIn(frame)).toEqual(before);
    expect(await frame.evaluate('seen.by')).toBe(unseen);
    expect(problems).toEqual([]);
  });
});

test.each([
  ['by a press', (frame: Frame) => frame.click('#again')],
  ['when the browser is back online', (frame: Frame) => frame.evaluate("dispatchEvent(new Event('online'))")],
])('a document that does not come says so, and is loaded again %s', async (_, loadAgain) => {
  const { page, frame, answers, problems } = await openHeld({ viewport: PHONE });
  await frame.waitForFunction(() => document.body.innerText.includes('€149.00'));
  expect(await frame.isVisible('#slow')).toBe(false);
  await frame.waitForSelector('#slow', { state: 'visible', timeout: 10_000 });
  expect(await frame.innerText('#slow')).toContain('This takes longer than usual.');
  await takeScreenshot(page, 'checkout-opening-slow');
  await expectAccessible(page);
  answers.holdNoMore();
  await loadAgain(frame);
  await frame.waitForSelector('#email');
  expect(await frame.innerText('.summary__line')).toContain('Size 1');
  expect(problems).toEqual([]);
});

test('what has been drawn first is closed by its button and by Escape', async () => {
  const { page, frame } = await openHeld({ viewport: PHONE });
  const closed = () => page.waitForSelector('dialog[open]', { state: 'detached' });
  await frame.click('.header__close');
  await closed();
  await (await frameOf(page, 'button')).click('#button');
  await frame.press('.header__close', 'Escape', { noWaitAfter: true }).catch(() => {});
  await closed();
});
