import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_STORE } from '../../demo/catalogue.ts';
import { readDemoSecret, seedDemo } from '../../demo/seed.ts';
import { type DemoStore, startDemoStore } from '../../demo/server.ts';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import { DESKTOP, launchBrowser, openPage, PHONE } from '../support/browser.ts';
import { watchShifts } from '../support/layout-shift.ts';
import { type StoreSite, type System, serveStore, startSystem } from '../support/system.ts';

// How far pages move when the service's script comes late: those of the demo store, and what the guides give to copy.

let system: System;
let browser: Browser;
let site: StoreSite;
let store: DemoStore;
const pages: Record<string, string> = {};
beforeAll(async () => {
  [system, browser] = [await startSystem(), await launchBrowser()];
  site = await serveStore(pages);
  const sharedSecret = () => readDemoSecret(system.deps);
  store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: system.baseUrl, sharedSecret });
  await seedDemo(system.deps, site.url);
});
afterAll(async () => {
  await browser.close();
  await store.close();
  await site.close();
  await system.stop();
});

const WIDE = { width: 1440, height: 900 };
const BELOW = '<p style="height: 500px; background: #ddd">Below</p>';

async function movedBy(url: string, viewport: typeof WIDE, isReady: (page: Page) => Promise<unknown>): Promise<number> {
  const { page, problems, close } = await openPage(browser, 'about:blank', { viewport });
  const moved = await watchShifts(page);
  await page.goto(url);
  await isReady(page);
  const by = await moved();
  expect(problems).toEqual([]);
  await close();
  return by;
}

const areReady = (count: number) => (page: Page) =>
  page.waitForFunction((all) => document.querySelectorAll('[data-service-state=ready]').length === all, count);

/** Waits until the status page shows its first screen at its own height. */
async function statusIsShown(page: Page): Promise<void> {
  const frame = await (await page.waitForSelector('[data-service-state=ready] iframe')).contentFrame();
  await frame?.waitForSelector('h1:not(.visually-hidden)');
}

test.each([PHONE, DESKTOP, WIDE])('the demo store does not move ($width px)', async (viewport) => {
  const handles = ['aurora-jacket', 'rune-kettle'];
  for (const handle of handles) {
    expect(await movedBy(`${store.url}/products/${handle}`, viewport, areReady(2)), handle).toBeLessThan(0.01);
  }
  expect(await movedBy(`${store.url}/account`, viewport, statusIsShown), 'account').toBeLessThan(0.01);
});

/** The blocks of HTML and of plain script in a guide, as a page that loads the script late. */
async function pageOf(file: string): Promise<string> {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  const own = text
    .replaceAll('http://127.0.0.1:4000', system.baseUrl)
    .replaceAll('YOUR PUBLIC KEY', DEMO_STORE.publicKey);
  const [block = ''] = [...own.matchAll(/^```html\n(.*?)^```/gms)]
    .map((match) => match[1] ?? '')
    .filter((each) => each.includes('data-service-placement-type') && !each.includes('{%'));
  return block;
}

const head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Guide</title>';
const late = () => `<script async src="${system.baseUrl}/api/v1/service.js"></script>`;

test.each([PHONE, WIDE])('what is to be copied keeps the room of price and button ($width px)', async (viewport) => {
  pages['/readme'] = `${head}<body>${await pageOf('README.md')}${BELOW}`;
  expect(await movedBy(`${site.url}/readme`, viewport, areReady(2)), 'README.md').toBeLessThan(0.01);
  const loads = `<script>addEventListener('Service:Ready', () => {
    Service.init({ apiKey: '${DEMO_STORE.publicKey}' });
    Service.load({ placementType: 'button', productId: '1001' });
  });</script>`;
  for (const file of ['docs/guides/loader.md', 'packages/loader/README.md']) {
    pages['/loader'] = `${head}<body>${await pageOf(file)}${BELOW}${loads}${late()}`;
    expect(await movedBy(`${site.url}/loader`, viewport, areReady(1)), file).toBeLessThan(0.01);
  }
});

/** The status page as its guide shows it, in this language. */
async function statusPage(language: string): Promise<string> {
  const load = `<script>addEventListener('Service:Ready', () => {
    Service.init({ apiKey: '${DEMO_STORE.publicKey}' });
    Service.loadPreorderStatusPage({ mode: 'guest' });
  });</script>`;
  const [markup = ''] = (await pageOf('docs/guides/status-page.md')).split('<script>');
  return `${head.replace('"en"', `"${language}"`)}<body>${markup}${BELOW}${load}${late()}`;
}

// On a phone the form has the most lines, in each language another number.
test.each([
  { viewport: PHONE, languages: Object.keys(LANGUAGES) },
  { viewport: WIDE, languages: ['en'] },
])(
  'what is to be copied keeps the room of the status page ($viewport.width px)',
  { timeout: 240_000 },
  async ({ viewport, languages }) => {
    for (const language of languages) {
      pages['/status'] = await statusPage(language);
      expect(await movedBy(`${site.url}/status`, viewport, statusIsShown), language).toBeLessThan(0.01);
    }
  },
);
