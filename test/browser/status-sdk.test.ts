import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createOffer, type Offer } from '../support/core.ts';
import { tokenFor } from '../support/status-client.ts';
import { expectFittingHeight } from '../support/status-page.ts';
import { type StoreSite, type System, serveStore, startSystem, storePage } from '../support/system.ts';

// The frame and the SDK together, in a page like that of the guide.
let browser: Browser;
let system: System;
let site: StoreSite;
let core: Core;
let offer: Offer;
const pages: Record<string, string> = {};

beforeAll(async () => {
  browser = await launchBrowser();
  system = await startSystem();
  site = await serveStore(pages);
  core = { ...system.deps, stop: async () => {} };
  offer = await createOffer(core, { allocation: 100 });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await system.stop();
});

// Exists in the page only.
declare const heard: [name: string, payload: unknown][];

async function open(path: string, load: string, listeners: string[] = ['PreorderCancelled']) {
  pages[path] = storePage(
    system,
    `<div data-service-placement-type="pre-order-status-placement"></div>
<script>
  const heard = [];
  for (const name of ${JSON.stringify(listeners)}) Service.on(name, (payload) => heard.push([name, payload]));
  Service.init({ apiKey: '${offer.storeKey}' });
  Service.loadPreorderStatusPage(${load});
</script>`,
  );
  const opened = await openPage(browser, site.url + path);
  return { ...opened, frame: await statusFrame(opened.page), heard: () => opened.page.evaluate(() => heard) };
}

async function statusFrame(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('[data-service-placement-type] iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('frame without a document');
  await frame.waitForSelector('h1:not(.visually-hidden)');
  return frame;
}

test('a signed-in customer cancels, and the page gets the event', async () => {
  const email = 'ada@mail.example';
  const reference = await buyFrom(core, offer, { email });
  const token = await tokenFor(core, offer.storeId, { email });
  const status = await open('/account', `{ mode: 'logged_in', token: '${token}' }`);
  const { frame, page } = status;
  await expectFittingHeight(page, frame);
  await frame.click(`[id="${reference}"]`);
  await frame.waitForSelector('.detail');
  await expectFittingHeight(page, frame);
  await frame.click('.quiet');
  await frame.click('text=/Cancel and get/');
  await frame.waitForSelector('#cancelled');
  const [line] = (await readPreorder(core.db, offer.storeId, reference)).lines;
  expect(line?.state).toBe('cancelled');
  const payload = { preorderReference: reference, lineItemIds: [line?.id] };
  await expect.poll(status.heard).toEqual([['PreorderCancelled', payload]]);
  expect(status.problems).toEqual([]);
  await status.close();
});

test('a guest arranges a return: the address is shown only without a listener', async () => {
  const reference = await buyFrom(core, offer);
  const { id } = await readPreorder(core.db, offer.storeId, reference);
  for (const to of ['released', 'fulfilled'] as const) {
    await advanceLines(core, { storeId: offer.storeId, preorderId: id, to, lineIds: null });
  }
  for (const listeners of [[], ['ArrangeReturnClicked']]) {
    const status = await open(`/guest-${listeners.length}`, `{ mode: 'guest' }`, listeners);
    const { frame } = status;
    await frame.fill('#reference', reference);
    await frame.fill('#place', '10115');
    await frame.click('form button');
    await frame.click('.action--return');
    if (listeners.length === 0) {
      await frame.waitForSelector('#return');
      await expectFittingHeight(status.page, frame);
    } else {
      await expect.poll(status.heard).toEqual([['ArrangeReturnClicked', { preorderReference: reference }]]);
      expect(await frame.$('#return')).toBeNull();
    }
    expect(status.problems).toEqual([]);
    await status.close();
  }
});

test('works in an isolated page that allows no foreign styles and cookies', async () => {
  const email = 'strict@mail.example';
  await buyFrom(core, offer, { email });
  const token = await tokenFor(core, offer.storeId, { email });
  const load = `Service.init({ apiKey: '${offer.storeKey}' }); Service.loadPreorderStatusPage({ mode: 'logged_in', token: '${token}' })`;
  const markup = storePage(
    system,
    `<div data-service-placement-type="pre-order-status-placement"></div><script nonce="n">${load}</script>`,
  );
  const strict = await serveStore(
    { '/': markup.replace('<script src', '<script nonce="n" src') },
    {
      'content-security-policy': `default-src 'none'; script-src 'nonce-n'; style-src 'none'; frame-src ${system.baseUrl}; require-trusted-types-for 'script'; trusted-types 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  );
  const { page, problems, close } = await openPage(browser, strict.url);
  const frame = await statusFrame(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await frame.click('.card__open');
  await frame.waitForSelector('.detail');
  expect(problems).toEqual([]);
  await close();
  await strict.close();
});

test('opens for a live store only on registered origins', async () => {
  const live = await createOffer(core, { allocation: 1 });
  await core.db.query('ALTER TABLE store DISABLE TRIGGER store_mode_fixed');
  await core.db.query("UPDATE store SET mode = 'live' WHERE id = $1", [live.storeId]);
  await core.db.query('ALTER TABLE store ENABLE TRIGGER store_mode_fixed');
  await core.db.query("INSERT INTO store_origin (store_id, origin) VALUES ($1, 'https://shop.example')", [
    live.storeId,
  ]);
  const source = `${system.baseUrl}/frames/1/status?key=${live.storeKey}&lang=en`;
  pages['/foreign'] = `<!doctype html><title>Foreign</title><iframe src="${source}"></iframe>`;
  const foreign = await openPage(browser, `${site.url}/foreign`);
  const inside = await (await foreign.page.waitForSelector('iframe')).contentFrame();
  expect(await inside?.evaluate(() => [document.body.innerText, document.body.childElementCount])).toEqual(['', 2]);
  await foreign.close();

  // Without a referrer only the browser refuses the frame.
  pages['/silent'] = `<!doctype html><title>Silent</title>
    <iframe referrerpolicy="no-referrer" src="${source}"></iframe>`;
  const silent = await openPage(browser, `${site.url}/silent`);
  await expect.poll(() => silent.problems.join()).toContain('frame-ancestors https://shop.example');
  await silent.close();

  pages['/unregistered'] = storePage(
    system,
    `<div data-service-placement-type="pre-order-status-placement"></div>
<script>
  const heard = [];
  Service.on('PlacementFailed', (payload) => heard.push(['PlacementFailed', payload]));
  Service.init({ apiKey: '${live.storeKey}' });
  Service.loadPreorderStatusPage({ mode: 'guest' });
</script>`,
  );
  const unregistered = await openPage(browser, `${site.url}/unregistered`);
  await expect
    .poll(() => unregistered.page.evaluate(() => heard))
    .toMatchObject([
      ['PlacementFailed', { placementType: 'pre-order-status-placement', reason: 'origin_not_allowed' }],
    ]);
  expect(await unregistered.page.locator('iframe').getAttribute('style')).toContain('display: none');
  expect(unregistered.problems).toEqual([]);
  await unregistered.close();
});
