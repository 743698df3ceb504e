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

/** The service, and a shop on a site of its own. */
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

/** One of our frames in the page. */
export const frame = (type: string): string => `iframe[src*="/frames/${PROTOCOL}/${type}"]`;

/** Runs first in each page. The page's own ears: not every engine tells its driver what its console says. */
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
  /** Of the `html` element. */
  attributes?: string;
  head?: string;
  body: string;
  script: string;
};

/** A page of the store that listens to itself. Its script knows `productId` and `variants`. */
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

/** A page of `test/engines/pages`, as its author wrote it, with the values of this store in their places. */
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
  /** Resolves with the payloads of the events of that name, once there are so many. */
  hears<Name extends SdkEventName>(name: Name, count?: number): Promise<SdkEvents[Name][]>;
  /** Resolves once the element is there to be seen. */
  sees(where: Where, selector: string): Promise<void>;
  text(where: Where, selector: string): Promise<string>;
  /** What the engine told its driver, and what the page heard itself. */
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
  // Where a press goes, a browser knows from what the page has drawn: one at a frame that has just come, or just grown,
  // would go to what is beneath. What the frame said of its size is on its way once the frame answers.
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

/** From the Shipping step to the Payment step, with every key that a shopper would press. `where` the checkout is: null for a page of its own. */
export async function reachPayment(page: WatchedPage, where: Where = CHECKOUT): Promise<void> {
  await page.sees(where, '#email');
  await page.type(where, '#email', 'ada@shopper.example');
  await page.choose(where, '#country', 'DE');
  await page.type(where, '#firstName', 'Ada');
  await page.type(where, '#lastName', 'Lovelace');
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
  if (!(await page.evaluate(where, `document.querySelector('#terms').checked`))) await page.click(where, '#terms');
  await page.click(where, '.pay button[type=submit]');
}
