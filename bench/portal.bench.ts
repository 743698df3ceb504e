import { chromium, type Page } from 'playwright-core';
import { createOwnerLink } from '../src/core/staff/commands/links.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { buyFrom } from '../test/support/buy.ts';
import { chromiumLaunchOptions } from '../test/support/chromium.ts';
import { startCluster } from '../test/support/cluster.ts';
import { createOffer } from '../test/support/core.ts';
import { copyPreorder } from '../test/support/many-preorders.ts';
import { freePorts } from '../test/support/service-process.ts';
import { startSystem } from '../test/support/system.ts';
import { keepWithin } from './limits.ts';

// Checks how long the portal takes from a click in its navigation until the other page is drawn, with its data known: from a list of
// waitlists to one of pre-orders, to products, and back. It looks at the first page of a store with 1,000 pre-orders. The reference is what
// the browser needs to draw the same page anew, without a script of ours: a copy of it is put in its place.
//
//     npm run bench -- portal

const RATIO_MOST = 2.5;
const PREORDERS = 1_000;
const PAGES = ['waitlists', 'preorders', 'products'];

const cluster = await startCluster();
const [portalPort = 0] = await freePorts(1);
const portalUrl = `http://localhost:${portalPort}`;
const system = await startSystem({ cluster, portalPort, portalUrl });
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  const core = { ...system.deps, stop: async () => {} };
  const offer = await createOffer(core, { allocation: 2 * PREORDERS });
  const { storeId } = offer;
  await copyPreorder(core, { storeId, reference: await buyFrom(core, offer) }, PREORDERS);
  const { slug } = await readStore(system.db, storeId);
  const page = await signedIn();
  let turn = 0;
  await keepWithin({
    what: 'the portal shows another page, with its data known',
    measure: () => goTo(page, `/stores/${slug}/${PAGES[turn++ % PAGES.length]}`),
    reference: { name: 'the same page drawn anew', measure: () => drawAnew(page) },
    unit: 'ms',
    most: RATIO_MOST,
    turns: 4 * PAGES.length,
  });
} finally {
  await browser.close();
  await system.stop();
  await cluster.stop();
}

async function signedIn(): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const { url } = await createOwnerLink(system.deps, 'ada@merchant.example');
  await page.goto(url);
  await page.getByLabel('Your name').fill('Ada Byron');
  await page.getByLabel('New password').fill('seven grey herons');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.locator('nav a').first().waitFor();
  return page;
}

/** Presses the link to a page and resolves with the time until its first row has been drawn. */
function goTo(page: Page, href: string): Promise<number> {
  return page.evaluate(async (to) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const link = document.querySelector<HTMLAnchorElement>(`.sidebar nav a[href="${to}"]`);
    if (!link) throw new Error(`no link to ${to}`);
    const old = document.querySelector('.page');
    const began = performance.now();
    link.click();
    const isThere = () => document.querySelector('.page') !== old && document.querySelector('.page tbody tr') !== null;
    while (!isThere()) await frame();
    await frame(); // this one is drawn with the rows
    return performance.now() - began;
  }, href);
}

/** Puts a copy of the page in its place, as a click does, and resolves with the time until it has been drawn. */
function drawAnew(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const old = document.querySelector('.page');
    if (!old) throw new Error('no page');
    const began = performance.now();
    const copy = old.cloneNode(true) as Element;
    old.replaceWith(copy);
    await frame();
    await frame(); // as after a click
    const took = performance.now() - began;
    copy.replaceWith(old);
    await frame();
    return took;
  });
}
