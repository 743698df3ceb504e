import { readFile } from 'node:fs/promises';
import { PROTOCOL } from '../../../src/protocol/wire/frame-messages.ts';
import type { SdkEventName, SdkEvents } from '../../../src/protocol/wire/sdk-events.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../../src/protocol/wire/test-cards.ts';
import { createTestProduct } from '../merchant.ts';
import {
  createStoreWithWaitlist,
  type StoreSite,
  type StoreWithWaitlist,
  type System,
  serveStore,
  startSystem,
} from '../system.ts';
import { type Engine, type EnginePage, until, type Where } from './engine.ts';

/** The service, and a store on its own site. */
export type EngineStage = {
  system: System;
  store: StoreWithWaitlist;
  site: StoreSite & { pages: Record<string, string> };
};

export async function openEngineStage(): Promise<EngineStage & { close(): Promise<void> }> {
  const system = await startSystem();
  const pages = {};
  const site = { ...(await serveStore(pages)), pages };
  return {
    system,
    site,
    store: await createStoreWithWaitlist(system),
    async close() {
      await site.close();
      await system.stop();
    },
  };
}

/** Returns the selector of one of our frames. */
export const frame = (type: string): string => `iframe[src*="/frames/${PROTOCOL}/${type}"]`;

/** Runs first in each page and records console messages, because not every engine reports them to its driver. */
const WATCH = `
  const problems = [];
  const heard = [];
  addEventListener('error', ({ message, target }) => problems.push('uncaught: ' + (message ?? target.src)), true);
  addEventListener('unhandledrejection', ({ reason }) => problems.push('unhandled: ' + reason));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    problems.push('policy: ' + effectiveDirective + ' ' + blockedURI));
  for (const level of ['warn', 'error']) {
    const say = console[level];
    console[level] = (...words) => { problems.push(level + ': ' + words.join(' ')); say.apply(console, words); };
  }
  for (const name of ${JSON.stringify([
    'PlacementLoaded',
    'PlacementFailed',
    'LearnMoreClicked',
    'ButtonClicked',
    'PreorderCheckoutStep',
    'PreorderCheckoutSubmitted',
    'PreorderCreated',
    'PreorderFailed',
    'PreorderCancelled',
    'ArrangeReturnClicked',
  ] satisfies SdkEventName[])})
    addEventListener('Service:' + name, ({ detail }) => heard.push({ name, payload: detail }));`;

export type PageParts = {
  /** The attributes of the `html` element. */
  attributes?: string;
  head?: string;
  body: string;
  script: string;
};

/** Returns a store page that records its own events and console. Its script can use `productId` and `variants`. */
export function watchedPage({ system, store }: EngineStage, parts: PageParts): string {
  return `<!doctype html>
<html ${parts.attributes ?? 'lang="en"'}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Aurora Jacket</title>
${parts.head ?? ''}
<script>${WATCH}</script>
<script src="${system.baseUrl}/api/v1/service.js"></script>
</head>
<body>
<main>
<h1>Aurora Jacket</h1>
${parts.body}
</main>
<script>
const productId = ${JSON.stringify(store.product.externalId)};
const variants = ${JSON.stringify(store.product.variants.map(({ externalId }) => externalId))};
Service.init({ apiKey: ${JSON.stringify(store.storeKey)} });
${parts.script}
</script>
</body>
</html>`;
}

/** Reads a page of `test/engines/pages` and replaces its placeholders with the values of this store. */
export async function writtenPage({ system, store }: EngineStage, name: string): Promise<string> {
  const { product, storeKey, storeId } = store;
  const other = await createTestProduct(system.db, storeId);
  const values = {
    '{base_url}': system.baseUrl,
    '<API_KEY>': storeKey,
    '<PRODUCT_ID>': product.externalId,
    '<PRODUCT_WITHOUT_WAITLIST_ID>': other.externalId,
    '<VARIANT_A>': product.variants[0]?.externalId ?? '',
    '<VARIANT_B>': product.variants[1]?.externalId ?? '',
  };
  const html = await readFile(new URL(`../../engines/pages/${name}.html`, import.meta.url), 'utf8');
  return Object.entries(values).reduce((page, [place, value]) => page.replaceAll(place, value), html);
}

export type WatchedPage = EnginePage & {
  /** Waits for `count` events of that name. Resolves with their payloads. */
  hears<Name extends SdkEventName>(name: Name, count?: number): Promise<SdkEvents[Name][]>;
  /** Waits until the element is visible. */
  sees(where: Where, selector: string): Promise<void>;
  text(where: Where, selector: string): Promise<string>;
  /** Lists the problems that the engine reported and those that the page recorded. */
  complaints(): Promise<string[]>;
};

/** Opens HTML as a page of the store's own site, in a new page of the engine. */
export async function openWatched(
  engine: Pick<Engine, 'open'>,
  site: EngineStage['site'],
  html: string,
): Promise<WatchedPage> {
  const path = `/page-${Object.keys(site.pages).length}`;
  site.pages[path] = html;
  const page = await engine.open();
  await page.goto(site.url + path);
  // A browser routes a click by the last drawn picture, so a click on a new or just resized frame would hit the element
  // beneath it. Once the frame answers, its resize message is on its way.
  const settled = async (where: Where) => {
    await page.evaluate(where, 'true');
    return page.evaluate<true>(
      null,
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))',
    );
  };
  return {
    ...page,
    hears: (name, count = 1) =>
      until(`${count} × ${name}`, async () => {
        const payloads = await page.evaluate<SdkEvents[typeof name][]>(
          null,
          `heard.filter((one) => one.name === ${JSON.stringify(name)}).map((one) => one.payload)`,
        );
        return payloads.length >= count && payloads;
      }),
    async click(where, selector) {
      if (where !== null) await until(`${where} drawn`, () => settled(where));
      await page.click(where, selector);
    },
    async sees(where, selector) {
      const isVisible = `!!document.querySelector(${JSON.stringify(selector)})?.checkVisibility({ visibilityProperty: true })`;
      await until(`${selector} in ${where ?? 'the page'}`, () => page.evaluate(where, isVisible));
    },
    text: (where, selector) => page.evaluate(where, `document.querySelector(${JSON.stringify(selector)}).textContent`),
    complaints: async () => [...(await page.problems()), ...(await page.evaluate<string[]>(null, 'problems'))],
  };
}

const CHECKOUT = frame('checkout');

/**
 * Completes the Shipping step key by key. `where` is the checkout's frame, or null if the checkout is the page itself.
 */
export async function reachPayment(page: WatchedPage, where: Where = CHECKOUT): Promise<void> {
  await page.sees(where, '#email');
  await page.type(where, '#email', 'ada@shopper.example');
  await page.choose(where, '#country', 'DE');
  await page.type(where, '#lastName', 'Ada Lovelace');
  await page.type(where, '#line1', 'Torstraße 1');
  await page.type(where, '#postalCode', '10119');
  await page.type(where, '#city', 'Berlin');
  await page.click(where, 'form button[type=submit]');
  await page.sees(where, '#cardNumber');
}

/** Enters a test card in the Payment step and pays. */
export async function payByCard(
  page: WatchedPage,
  behaviour: TestCardBehaviour,
  where: Where = CHECKOUT,
): Promise<void> {
  const card = TEST_CARDS.find((one) => one.behaviour === behaviour);
  await page.type(where, '#cardNumber', card?.number ?? '');
  await page.type(where, '#cardExpiry', '1239');
  await page.type(where, '#cardCode', '123');
  // In some countries a sentence at the button takes the place of the box.
  if (await page.evaluate(where, `document.querySelector('#terms')?.checked === false`))
    await page.click(where, '#terms');
  await page.click(where, '.pay button[type=submit]');
}
