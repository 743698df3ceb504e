import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { enterShipping, pay, reachPayment } from '../support/checkout-page.ts';
import { BUTTON, closeByEscape, frameOf, openStorePage, productPage, useStage } from '../support/placement-page.ts';

const stage = useStage();

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;
const SPY = `window.popped = []; addEventListener('popstate', ({ state }) => popped.push(state));`;

declare const popped: unknown[];

/** Opens a product page that the shopper has reached from another page. */
async function openFromHome(head = '', script = LOAD) {
  const opened = await openStorePage(stage, '<h1>Home</h1>');
  const path = `/product-${Object.keys(stage.site.pages).length}`;
  stage.site.pages[path] = productPage(stage, BUTTON, script).replace(
    '</head>',
    () => `<script>${SPY}${head}</script></head>`,
  );
  await opened.page.goto(stage.site.url + path);
  await opened.hears('PlacementLoaded');
  return opened;
}

async function openCheckout(page: Page): Promise<Frame> {
  await (await frameOf(page, 'button')).click('#button');
  const checkout = await frameOf(page, 'checkout');
  await checkout.waitForSelector('#heading:not(.visually-hidden)');
  return checkout;
}

const isOpen = (page: Page) => page.locator('dialog[open]').count();
const opened = (page: Page) => expect.poll(() => isOpen(page)).toBe(1);
const closed = (page: Page) => expect.poll(() => isOpen(page)).toBe(0);
const facts = (page: Page) => page.evaluate(() => [location.pathname, history.length, history.state, popped.length]);
const overflowOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
const step = (page: Page, by: number) => page.evaluate((steps) => history.go(steps), by);

async function back(page: Page) {
  await step(page, -1);
  await closed(page);
}

async function forward(page: Page) {
  await step(page, 1);
  await opened(page);
}

describe('the browser goes back', () => {
  test('and closes the checkout; forward shows it again, and a second time back leaves the page', async () => {
    const { page, hears, heard, problems, close } = await openFromHome(`history.replaceState({ mine: 1 }, '');`);
    const before = await facts(page);
    await openCheckout(page);
    expect(await page.evaluate(() => [location.pathname, history.state.mine])).toEqual([before[0], 1]);
    await back(page);
    await expect.poll(() => overflowOf(page)).toBe('visible');
    expect(await page.evaluate(() => [location.pathname, history.state, popped])).toEqual([before[0], { mine: 1 }, []]);
    await forward(page);
    expect(await hears('PreorderCheckoutStep', 2)).toHaveLength(2);
    expect(await heard('ButtonClicked')).toHaveLength(1);
    await back(page);
    await page.goBack();
    expect(await page.textContent('h1')).toBe('Home');
    expect(problems).toEqual([]);
    await close();
  });

  test('and the dialog that Forward shows again stays when the browser tells late that it was closed', async () => {
    const { page, close } = await openFromHome();
    await openCheckout(page);
    await back(page);
    await forward(page);
    await page.evaluate(() => document.querySelector('dialog[open]')?.dispatchEvent(new Event('close')));
    expect(await overflowOf(page)).toBe('hidden');
    expect(await page.evaluate(() => history.state.serviceDialog)).toBe(page.url());
    await back(page);
    await close();
  });

  test('twice at once and leaves the page', async () => {
    const { page, close } = await openFromHome();
    await openCheckout(page);
    // It goes after the driver has its answer, which the next page would take away.
    await Promise.all([page.waitForURL(/page-/), page.evaluate(() => void setTimeout(() => history.go(-2)))]);
    await page.locator('h1', { hasText: 'Home' }).waitFor();
    await close();
  });

  test('from learn more, which forward shows again', async () => {
    const { page, close } = await openFromHome();
    await (await frameOf(page, 'button')).click('#learn');
    await (await frameOf(page, 'learn-more')).waitForSelector('#order');
    await back(page);
    await forward(page);
    await back(page);
    expect((await facts(page))[3]).toBe(0);
    await close();
  });

  test('while it loads', async () => {
    const { page, close } = await openFromHome();
    await page.route('**/frames/1/checkout*', () => {});
    await (await frameOf(page, 'button')).click('#button');
    await page.getByRole('button', { name: 'Loading…' }).waitFor();
    await back(page);
    await close();
  });

  test('while the bank confirms, which it is asked about first', async () => {
    const { page, close } = await openFromHome();
    const checkout = await openCheckout(page);
    await reachPayment(checkout);
    await pay(checkout, 'second_step');
    await checkout.waitForSelector('text=Confirm your payment');
    await step(page, -1);
    await checkout.waitForSelector('text=Your payment is being confirmed');
    await expect.poll(() => checkout.evaluate(() => document.activeElement?.id)).toBe('problem');
    expect(await isOpen(page)).toBe(1);
    await expect.poll(() => page.evaluate(() => 'serviceDialog' in (history.state ?? {}))).toBe(true);
    await back(page);
    await close();
  });
});

describe('a closed checkout', () => {
  test.each([
    ['X', (page: Page, checkout: Frame) => checkout.click('[aria-label="Close"]').then(() => closed(page))],
    ['Escape', (page: Page, checkout: Frame) => closeByEscape(page, checkout)],
  ])('by %s leaves no entry behind', async (_, act) => {
    const { page, close } = await openFromHome();
    for (const _times of [1, 2]) {
      await act(page, await openCheckout(page));
      await expect.poll(() => page.evaluate(() => history.state)).toBe(null);
    }
    await page.goBack();
    expect(await page.textContent('h1')).toBe('Home');
    await close();
  });

  test.each([
    ['X', (checkout: Frame) => checkout.click('[aria-label="Close"]')],
    ['Escape', (checkout: Frame) => checkout.press('#email', 'Escape')],
  ])('by %s has what was typed when it is opened again, also for another variant', async (_, close) => {
    const shown = await openFromHome();
    const { page, hears, requests } = shown;
    const button = await frameOf(page, 'button');
    const checkout = await openCheckout(page);
    await enterShipping(checkout, { quantity: 2 });
    await close(checkout);
    await closed(page);
    await button.click('#button');
    expect(await hears('PreorderCheckoutStep', 2)).toHaveLength(2);
    expect(await checkout.inputValue('#line1')).toBe('Torstraße 1');
    expect(await checkout.inputValue('#quantity')).toBe('2');
    await closeByEscape(page, checkout);
    await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
    await hears('PlacementLoaded', 2);
    await button.click('#button');
    await checkout.waitForSelector('text=€149.00');
    expect(await checkout.inputValue('#line1')).toBe('Torstraße 1');
    expect(requests.filter((address) => address.includes('/checkout'))).toHaveLength(1);
    await shown.close();
  });

  test('leaves the entry of a router alone that has gone on meanwhile', async () => {
    const { page, close } = await openFromHome();
    const checkout = await openCheckout(page);
    await page.evaluate(() => history.pushState({ route: 2 }, '', '/thanks'));
    await checkout.click('[aria-label="Close"]');
    await closed(page);
    const told = () => page.evaluate(() => [location.pathname, popped.length]);
    expect(await told()).toEqual(['/thanks', 0]);
    // The router hears that its page is shown again.
    await step(page, -1);
    await expect.poll(told).toEqual([expect.stringContaining('/product'), 1]);
    expect(await isOpen(page)).toBe(0);
    await close();
  });

  test('leaves an entry alone that a router has replaced', async () => {
    const { page, close } = await openFromHome();
    const checkout = await openCheckout(page);
    await page.evaluate(() => history.replaceState({ ...history.state, variant: 2 }, '', '?variant=2'));
    await checkout.click('[aria-label="Close"]');
    await closed(page);
    expect(await page.evaluate(() => [location.search, popped])).toEqual(['?variant=2', []]);
    await close();
  });
});

test('a page that was loaded again with the checkout open keeps the entry as its own', async () => {
  const { page, hears, close } = await openFromHome();
  await openCheckout(page);
  await page.reload();
  await hears('PlacementLoaded');
  await expect.poll(() => page.evaluate(() => history.state?.serviceDialog)).toBeUndefined();
  await page.goBack();
  expect(await page.textContent('h1')).not.toBe('Home');
  await page.goBack();
  expect(await page.textContent('h1')).toBe('Home');
  await close();
});

test.each([
  ['an object', { mine: 1 }],
  ['nothing', null],
  ['a text', 'abc'],
  ['a list', [1, 2]],
  ['a number', 7],
])('a page that was loaded again with the checkout open has its own state, which is %s', async (_kind, own) => {
  const { page, hears, close } = await openFromHome();
  await page.evaluate((state) => history.replaceState(state, ''), own);
  await openCheckout(page);
  await page.reload();
  await hears('PlacementLoaded');
  expect(await page.evaluate(() => [history.state, Object.keys(history.state ?? {})])).toEqual([
    own,
    Object.keys(own ?? {}),
  ]);
  await close();
});

test('dialogs leave no style sheets behind', async () => {
  const { page, close } = await openFromHome();
  const button = await frameOf(page, 'button');
  const sheets = () => page.evaluate(() => document.adoptedStyleSheets.length);
  for (let times = 0; times < 3; times += 1) {
    await button.click('#learn');
    await (await frameOf(page, 'learn-more')).waitForSelector('#order');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    await back(page);
    expect(await sheets()).toBeLessThanOrEqual(1);
  }
  await close();
});

test('a checkout that is opened again after a reload closes by back and by Escape', async () => {
  const { page, hears, problems, close } = await openFromHome();
  for (let loads = 0; loads < 3; loads += 1) {
    await openCheckout(page);
    for (const by of [-1, 1, -1, 1]) {
      await step(page, by);
      await (by < 0 ? closed : opened)(page);
    }
    // The browser may load the frame again, and a key meanwhile is lost.
    await expect.poll(() => page.keyboard.press('Escape').then(() => isOpen(page)), { interval: 500 }).toBe(0);
    await expect.poll(() => page.evaluate(() => history.state?.serviceDialog)).toBeUndefined(); // it is back
    await page.reload();
    await hears('PlacementLoaded');
  }
  expect(problems).toEqual([]);
  await close();
});

test('init({ history: false }) makes no entry', async () => {
  const init = `Service.init({ apiKey: ${JSON.stringify('KEY')}, history: false });`;
  const { page, close } = await openFromHome('', `${init.replace('KEY', stage.store.storeKey)} ${LOAD}`);
  const before = await facts(page);
  await openCheckout(page);
  expect(await facts(page)).toEqual(before);
  await close();
});

describe('a router', () => {
  // Next's: it takes the pushes that have its own mark, and loads the page again for an entry without it.
  const NEXT = `
    window.reloads = 0; window.shown = 0;
    history.replaceState({ __NA: true, tree: 'product' }, '');
    const own = history.pushState.bind(history);
    history.pushState = (data, unused, address) => own(data?.__NA ? data : { ...data, __NA: true, tree: history.state?.tree }, unused, address);
    addEventListener('popstate', ({ state }) => { if (!state) return; if (!state.__NA) reloads++; else shown++; });`;

  test('of Next does not hear of the checkout', async () => {
    const { page, close } = await openFromHome(NEXT);
    await openCheckout(page);
    await back(page);
    await forward(page);
    await (await frameOf(page, 'checkout')).click('[aria-label="Close"]');
    await closed(page);
    await expect.poll(() => page.evaluate('history.state')).toEqual({ __NA: true, tree: 'product' });
    expect(await page.evaluate('[reloads, shown]')).toEqual([0, 0]);
    await close();
  });

  test('of Turbo keeps the page', async () => {
    const turbo = await readFile(
      createRequire(import.meta.url).resolve('@hotwired/turbo/dist/turbo.es2017-umd.js'),
      'utf8',
    );
    const { page, problems, close } = await openFromHome(turbo);
    await page.evaluate(`document.querySelector('h1').mine = true`);
    await openCheckout(page);
    await back(page);
    await forward(page);
    expect(await page.evaluate(`document.querySelector('h1').mine`)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});
