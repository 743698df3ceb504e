import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { SdkEventName } from '../../src/protocol/wire/sdk-events.ts';
import { launchBrowser, type OpenPage, openPage } from './browser.ts';
import {
  createStoreWithWaitlist,
  type StoreOptions,
  type StoreSite,
  type StoreWithWaitlist,
  type System,
  serveStore,
  startSystem,
  storePage,
} from './system.ts';

/** One event that the page received. */
export type HeardEvent = { name: SdkEventName; payload: Record<string, unknown> };

export type PlacementPage = OpenPage & {
  /** Returns the payloads of the events so far, in order. */
  heard(name?: SdkEventName): Promise<HeardEvent['payload'][]>;
  /** Waits for `count` events of that name. Resolves with their payloads. */
  hears(name: SdkEventName, count?: number): Promise<HeardEvent['payload'][]>;
  /** The addresses of all requests of the page to other hosts. */
  requests: string[];
};

export type Stage = {
  browser: Browser;
  system: System;
  store: StoreWithWaitlist;
  site: StoreSite & { pages: Record<string, string> };
  close(): Promise<void>;
};

/** Starts a browser, the service with a store, and the store's own site, which sends `headers` with each page. */
export async function openStage(headers: Record<string, string> = {}, options: StoreOptions = {}): Promise<Stage> {
  const browser = await launchBrowser();
  const system = await startSystem();
  const pages = {};
  const site = { ...(await serveStore(pages, headers)), pages };
  const store = await createStoreWithWaitlist(system, options);
  return {
    browser,
    system,
    site,
    store,
    async close() {
      await browser.close();
      await site.close();
      await system.stop();
    },
  };
}

/** Starts a stage before the tests of a file, and ends it after them. Call it once, at the top; tests read it while they run. */
export function useStage(): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    Object.assign(stage, await openStage());
  });
  afterAll(() => stage.close());
  return stage;
}

export const BUTTON = '<div data-service-placement-type="button"></div>';
export const PRICE = '<div data-service-placement-type="price"></div>';

const EVENTS: SdkEventName[] = [
  'PlacementLoaded',
  'PlacementFailed',
  'ButtonClicked',
  'PreorderCheckoutStep',
  'PreorderCheckoutSubmitted',
  'PreorderCreated',
  'PreorderFailed',
];

declare const heard: HeardEvent[];

/** Returns a product page with the SDK, `body` and `script`. It initialises the SDK and records every event. */
export function productPage({ system, store }: Pick<Stage, 'system' | 'store'>, body: string, script: string): string {
  return storePage(
    system,
    `${body}
<script>
const heard = [];
for (const name of ${JSON.stringify(EVENTS)}) Service.on(name, (payload) => heard.push({ name, payload }));
Service.init({ apiKey: ${JSON.stringify(store.storeKey)} });
const productId = ${JSON.stringify(store.product.externalId)};
const variants = ${JSON.stringify(store.product.variants.map(({ externalId }) => externalId))};
${script}
</script>`,
  );
}

/** Opens HTML as a page of the store's own site. */
export async function openStorePage(
  { browser, site }: Pick<Stage, 'browser' | 'site'>,
  html: string,
  options: BrowserContextOptions = {},
): Promise<PlacementPage> {
  const path = `/page-${Object.keys(site.pages).length}`;
  site.pages[path] = html;
  const requests: string[] = [];
  const opened = await openPage(browser, 'about:blank', options);
  const { page } = opened;
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) requests.push(request.url());
  });
  await page.goto(site.url + path);
  const heardOf = (name?: SdkEventName) =>
    page.evaluate((wanted) => heard.filter((one) => !wanted || one.name === wanted).map((one) => one.payload), name);
  return {
    ...opened,
    requests,
    heard: heardOf,
    async hears(name, count = 1) {
      await page.waitForFunction(
        ([wanted, least]) => heard.filter((one) => one.name === wanted).length >= Number(least),
        [name, count] as const,
        { timeout: 10_000 },
      );
      return heardOf(name);
    },
  };
}

/** Resolves with the first frame of that type. */
export async function frameOf(page: Page, type: string): Promise<Frame> {
  const handle = await page.waitForSelector(`iframe[src*="/frames/1/${type}"]`, { state: 'attached' });
  const frame = await handle.contentFrame();
  if (!frame) throw new Error(`the ${type} has no document`);
  return frame;
}

/**
 * Closes the dialog with Escape. Waits until it, or the frame that is given, has the focus: the focus moves between processes, and
 * a key pressed meanwhile is lost. The frame is hidden while it handles the key, so the browser may never confirm the key;
 * this waits for the end of the dialog instead.
 */
export async function closeByEscape(page: Page, frame?: Frame): Promise<void> {
  const isInDialog = () => document.querySelector('dialog[open]')?.contains(document.activeElement);
  await expect.poll(() => (frame ? frame.evaluate(() => document.hasFocus()) : page.evaluate(isInDialog))).toBe(true);
  page.keyboard.press('Escape').catch(() => {});
  await page.waitForSelector('dialog[open]', { state: 'detached' });
}
