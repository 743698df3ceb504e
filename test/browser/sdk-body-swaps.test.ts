import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BUTTON,
  closeByEscape,
  frameOf,
  openStage,
  openStorePage,
  productPage,
  type Stage,
} from '../support/placement-page.ts';

// Astro's ClientRouter: it fetches the next page, puts its attributes on `<html>`, and its `<body>` in the place of the old one.
const ASTRO = `
  let index = 0;
  history.replaceState({ index, scrollX, scrollY }, '');
  async function swap() {
    const next = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    const html = document.documentElement;
    for (const { name } of [...html.attributes]) html.removeAttribute(name);
    for (const { name, value } of next.documentElement.attributes) html.setAttribute(name, value);
    document.body.replaceWith(next.body);
    for (const old of document.body.querySelectorAll('script')) {
      const script = document.createElement('script');
      script.textContent = old.textContent;
      old.replaceWith(script);
    }
  }
  function visit(address) {
    history.pushState({ index: ++index, scrollX: 0, scrollY: 0 }, '', address);
    return swap();
  }
  addEventListener('popstate', ({ state }) => {
    if (!state) return;
    index = state.index;
    swap();
  });`;

// Livewire's navigate: Back brings the markup that the page had when it was left.
const LIVEWIRE = `
  const left = new Map();
  let at = location.pathname;
  const put = (markup) => {
    const next = new DOMParser().parseFromString(markup, 'text/html');
    const html = document.documentElement;
    for (const { name, value } of next.documentElement.attributes) html.setAttribute(name, value);
    document.body.replaceWith(next.body);
    for (const old of document.body.querySelectorAll('script')) {
      const script = document.createElement('script');
      script.textContent = old.textContent;
      old.replaceWith(script);
    }
    at = location.pathname;
  };
  async function visit(address) {
    const markup = await (await fetch(address)).text();
    left.set(at, document.documentElement.outerHTML);
    history.pushState({ alpine: address }, '', address);
    put(markup);
  }
  addEventListener('popstate', () => {
    left.set(at, document.documentElement.outerHTML);
    put(left.get(location.pathname));
  });`;

let stage: Stage;
const scripts: Record<string, { head: string; visit: string }> = {};
beforeAll(async () => {
  stage = await openStage();
  const read = (file: string) => readFile(createRequire(import.meta.url).resolve(file), 'utf8');
  scripts.Turbo = { head: await read('@hotwired/turbo/dist/turbo.es2017-umd.js'), visit: `Turbo.visit('/next')` };
  scripts.htmx = {
    head: await read('htmx.org/dist/htmx.min.js'),
    visit: `document.querySelector('#boosted').click()`,
  };
  scripts.Astro = { head: ASTRO, visit: `visit('/next')` };
  scripts.Livewire = { head: LIVEWIRE, visit: `visit('/next')` };
});
afterAll(() => stage.close());

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;

/** Returns a page of a site whose every page has one head, as a router wants it. */
function pageOf(head: string, title: string, body: string): string {
  const [, setUp = ''] = /<script>([\s\S]*)<\/script>/.exec(productPage(stage, '', '').split('<body>')[1] ?? '') ?? [];
  return productPage(stage, '', '')
    .replace(/<body>[\s\S]*<\/body>/, () => `<body hx-boost="true"><h1>${title}</h1>${body}</body>`)
    .replace('</head>', () => `<script>${setUp}</script><script>${head}</script></head>`);
}

async function openRouted(name: string) {
  const { head = '', visit = '' } = scripts[name] ?? {};
  stage.site.pages['/next'] = pageOf(head, 'Next', '<p>Nothing is sold here.</p>');
  const body = `<a id="boosted" href="/next">Next</a>${BUTTON}<p style="height: 3000px"></p><script>${LOAD}</script>`;
  const opened = await openStorePage(stage, pageOf(head, 'Aurora', body));
  await opened.hears('PlacementLoaded');
  return { ...opened, visit };
}

const shows = (page: Page, title: string) =>
  page.waitForFunction((wanted) => document.querySelector('h1')?.textContent === wanted, title);

const checkoutFrames = (page: Page) => page.frames().filter((frame) => frame.url().includes('/frames/1/checkout'));

async function expectAlive(page: Page): Promise<void> {
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  await expect.poll(() => checkoutFrames(page)).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('visible');
}

async function openedCheckout(page: Page) {
  await (await frameOf(page, 'button')).click('#button');
  const checkout = await frameOf(page, 'checkout');
  await checkout.waitForSelector('#email');
  return checkout;
}

const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  open: openedCheckout,
  warm: async (page) => (await frameOf(page, 'button')).hover('#button').then(() => frameOf(page, 'checkout')),
  closed: async (page) => closeByEscape(page, await openedCheckout(page)),
};

describe.each(['Turbo', 'htmx', 'Astro', 'Livewire'])('a page whose body %s replaces', (name) => {
  test.each(Object.keys(STATES))('while the checkout is %s goes on, there and back', async (state) => {
    const { page, visit, problems, close } = await openRouted(name);
    await STATES[state]?.(page);
    await page.evaluate(`void ${visit}`);
    await shows(page, 'Next');
    await expectAlive(page);
    await page.goBack();
    await shows(page, 'Aurora');
    await page.waitForSelector('[data-service-state=ready] iframe');
    await expectAlive(page);
    expect(await page.locator('[data-service-placement-type] > *').count()).toBe(1);
    await openedCheckout(page);
    expect(await page.locator('dialog').count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });
});

test('a container that the page renders any number of times keeps its button', async () => {
  const { page, hears, heard, close } = await openStorePage(
    stage,
    productPage(stage, `<div id="app">${BUTTON}</div>`, LOAD),
  );
  await hears('PlacementLoaded');
  await page.evaluate(async (markup) => {
    const app = document.querySelector('#app');
    // On a slow machine the service would still answer for frames of long ago when the last one asks.
    const end = performance.now() + 8_000;
    for (let times = 0; times < 400 && app && performance.now() < end; times++) {
      app.innerHTML = markup;
      await new Promise(requestAnimationFrame);
    }
  }, BUTTON);
  await page.waitForSelector('[data-service-state=ready] iframe');
  await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
  expect((await hears('PlacementLoaded', 2)).at(-1)).toMatchObject({ sku: 'AUR-1' });
  expect(await heard('PlacementFailed')).toEqual([]);
  await close();
});
