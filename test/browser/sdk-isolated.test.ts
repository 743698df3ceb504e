import type { Frame, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { expectAccessible, openPage } from '../support/browser.ts';
import { confirmedReference, enterCard, reachPayment } from '../support/checkout-page.ts';
import { blockStorage } from '../support/engines/chromium.ts';
import { BUTTON, frameOf, openStage, openStorePage, productPage, type Stage } from '../support/placement-page.ts';
import { createStoreWithWaitlist, type StoreSite, type StoreWithWaitlist, serveStore } from '../support/system.ts';

type Site = StoreSite & { pages: Record<string, string> };

const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

let stage: Stage;
let isolated: Site;
beforeAll(async () => {
  stage = await openStage({}, { allocation: 50 }); // a retried test buys again
  const pages = {};
  isolated = { ...(await serveStore(pages, ISOLATED)), pages };
});
afterAll(async () => {
  await isolated.close();
  await stage.close();
});

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0], lineItemProperties: { Engraving: 'Cabin 7, Ínari #1' } });`;
const RELAYS = '/frames/1/api/relays';

const tells = (request: Request, what: string) =>
  request.url().includes(RELAYS) && request.postData()?.includes(what) === true;

const open = (site: Site = isolated, store: StoreWithWaitlist = stage.store) =>
  openStorePage({ ...stage, site }, productPage({ ...stage, store }, BUTTON, LOAD));

/** Clicks the button and waits for the card whose link has the handover. */
async function openCard(page: Page): Promise<Frame> {
  await (await frameOf(page, 'button')).click('#button');
  const card = await frameOf(page, 'isolated');
  await card.waitForSelector('a[href*="relay="]');
  return card;
}

let shoppers = 0;

/** Pays with a declined card, then a good one. Uses a new e-mail, because one may have only a few live holds. */
async function buy(frame: Frame): Promise<void> {
  await reachPayment(frame, { email: `ada-${++shoppers}@shopper.example` });
  await enterCard(frame, 'declined');
  await frame.click('.pay button[type=submit]');
  await frame.waitForSelector('#problem');
  await enterCard(frame, 'succeeds');
  await frame.click('.pay button[type=submit]');
  await confirmedReference(frame);
}

declare const heard: { name: string; payload: Record<string, unknown> }[];

/** Lists the events of the checkout in order, without values that differ each time. */
async function toldBy(page: Page) {
  const events = await page.evaluate(() => heard.filter(({ name }) => name.startsWith('Preorder')));
  return events.map(({ name, payload }) => {
    if (name !== 'PreorderCreated') return { name, payload };
    const [line] = payload.lineItems as { id: string }[];
    expect(payload.reference).toMatch(/^PO-/);
    expect(line?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(payload.email).toBe(`ada-${shoppers}@shopper.example`);
    return { name, payload: { ...payload, reference: '', email: '', lineItems: [{ ...line, id: '' }] } };
  });
}

describe('a page that is isolated from other origins gets the events of its checkout', () => {
  test('once its shopper is back, identical to those of any other page', async () => {
    const plain = await open(stage.site);
    await (await frameOf(plain.page, 'button')).click('#button');
    const dialog = await frameOf(plain.page, 'checkout');
    await dialog.waitForSelector('#email');
    await buy(dialog);
    await plain.hears('PreorderCreated');
    const usual = await toldBy(plain.page);
    await plain.close();
    expect(usual.map(({ name }) => name)).toEqual([
      'PreorderCheckoutStep',
      'PreorderCheckoutStep',
      'PreorderCheckoutSubmitted',
      'PreorderFailed',
      'PreorderCheckoutSubmitted',
      'PreorderCheckoutStep',
      'PreorderCreated',
    ]);

    const { page, hears, problems, close } = await open();
    await (await openCard(page)).click('#go');
    await page.waitForURL(`${stage.system.baseUrl}/checkout?**`);
    await page.waitForSelector('#email');
    expect(new URL(page.url()).hash).toBe('');
    await buy(page.mainFrame());
    await page.click('text=Back to the store');
    await hears('PreorderCreated');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await toldBy(page)).toEqual(usual);
    // The card is not visible, and no event comes twice.
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await expectAccessible(page);
    await page.reload();
    await hears('PlacementLoaded');
    await frameOf(page, 'isolated').then((card) => card.waitForLoadState('networkidle'));
    expect(await toldBy(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  test('while it is open beside the checkout, where the service is on its own site', async () => {
    const pages: Record<string, string> = isolated.pages;
    const sameSite = { ...isolated, pages, url: isolated.url.replace('localhost', '127.0.0.1') };
    const { page, hears, close } = await open(sameSite);
    const card = await openCard(page);
    const [checkout] = await Promise.all([
      page.context().waitForEvent('page'),
      card.click('#go', { modifiers: ['ControlOrMeta'] }),
    ]);
    await checkout.waitForSelector('#email');
    expect(await hears('PreorderCheckoutStep')).toEqual([{ stepName: 'Shipping', stepNumber: 0 }]);
    await buy(checkout.mainFrame());
    expect(await hears('PreorderCreated')).toMatchObject([{ email: `ada-${shoppers}@shopper.example` }]);
    await close();
  });

  test('when it becomes visible again, if it stayed open and the service is on another site', async () => {
    const { page, hears, heard: heardSoFar, close } = await open();
    const card = await openCard(page);
    const [checkout] = await Promise.all([
      page.context().waitForEvent('page'),
      card.click('#go', { modifiers: ['ControlOrMeta'] }),
    ]);
    await checkout.waitForSelector('#email');
    const told = checkout.waitForResponse((response) => tells(response.request(), 'PreorderCreated'));
    await buy(checkout.mainFrame());
    await told;
    await checkout.close();
    expect(await heardSoFar('PreorderCreated')).toEqual([]);
    await card.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await hears('PreorderCreated');
    expect(await toldBy(page)).toHaveLength(7);
    await close();
  });
});

test('an isolated page gets the events of a checkout beside it where its frames have no storage', async () => {
  const { page, hears, close } = await open();
  await page.context().addInitScript(blockStorage);
  await page.reload();
  await hears('PlacementLoaded');
  const card = await openCard(page);
  const [checkout] = await Promise.all([page.context().waitForEvent('page'), card.click('#go')]);
  await checkout.waitForSelector('#email');
  const told = checkout.waitForResponse((response) => tells(response.request(), 'PreorderCreated'));
  await buy(checkout.mainFrame());
  await told;
  const closed = checkout.waitForEvent('close');
  // It closes the tab, which would take the driver's answer along.
  await checkout.locator('text=Back to the store').evaluate((back: HTMLElement) => void setTimeout(() => back.click()));
  await closed;
  await card.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await hears('PreorderCreated');
  expect(await toldBy(page)).toHaveLength(7);
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await close();
});

test('an isolated page gets the events of its checkout after a rate limit', async () => {
  const { relayed } = stage.system.deps.limits;
  const { page, hears, close } = await open();
  await (await openCard(page)).click('#go');
  await page.waitForSelector('#email');
  // For four seconds the limit allows no event.
  for (let told = 0; told < REQUEST_LIMITS.relayed.burst + 40; told += 1) relayed.count('127.0.0.1');
  const answered = (status: number, what: string) =>
    page.waitForResponse((response) => response.status() === status && tells(response.request(), what));
  const [refused, taken] = [answered(429, ''), answered(202, 'PreorderCreated')];
  await buy(page.mainFrame());
  await refused;
  await taken;
  await page.click('text=Back to the store');
  await hears('PreorderCreated');
  expect(await toldBy(page)).toHaveLength(7);
  await close();
});

test.each(['in the address', 'in the history'])(
  'what the version before brought along %s reaches the checkout',
  async (where) => {
    const { storeKey: key, storeId, product } = stage.store;
    const lineItemProperties = { Engraving: `Ínari & Söhne #1, ${where}` };
    const query = new URLSearchParams({
      key,
      product: product.externalId,
      variant: product.variants[0]?.externalId ?? '',
    });
    const address = `${stage.system.baseUrl}/checkout?${query}`;
    const inAddress = where === 'in the address';
    const hash = inAddress ? `#${encodeURIComponent(JSON.stringify(lineItemProperties))}` : '';
    const { page, close } = await openPage(stage.browser, address + hash);
    if (!inAddress) {
      await page.evaluate((state) => history.replaceState(state, ''), lineItemProperties);
      await page.reload();
    }
    await reachPayment(page.mainFrame(), { email: `ada-${++shoppers}@shopper.example` });
    expect(new URL(page.url()).hash).toBe('');
    const [row] = await stage.system.db.query(
      'SELECT line_item_properties AS "lineItemProperties" FROM checkout WHERE store_id = $1 ORDER BY created_at DESC LIMIT 1',
      [storeId],
    );
    expect(row).toEqual({ lineItemProperties });
    await close();
  },
);

describe('the events of that checkout reach', () => {
  test('no page of another store in the same tab on the same site', async () => {
    const mine = await open();
    const { page } = mine;
    await (await openCard(page)).click('#go');
    await page.waitForSelector('#email');
    await buy(page.mainFrame());
    const other = await createStoreWithWaitlist(stage.system);
    isolated.pages['/other'] = productPage({ ...stage, store: other }, BUTTON, LOAD);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes(RELAYS) && asked.push(request.url()));
    await page.goto(`${isolated.url}/other`);
    await mine.hears('PlacementLoaded');
    await frameOf(page, 'isolated').then((card) => card.waitForLoadState('networkidle'));
    expect(asked).toEqual([]);
    expect(await toldBy(page)).toEqual([]);
    await mine.close();
  });

  test('no foreign page that links to the checkout with its own relay', async () => {
    const { baseUrl } = stage.system;
    const { storeKey: key, product } = stage.store;
    const variant = product.variants[0]?.externalId ?? '';
    const query = new URLSearchParams({ key, product: product.externalId, variant });
    const address = `${baseUrl}/checkout?${query}#relay=${encodeURIComponent(`${'A'.repeat(43)}=`)}&properties=null`;
    stage.site.pages['/elsewhere'] = `<!doctype html><title>Elsewhere</title><a href="${address}">Buy</a>`;
    const { page, close } = await openPage(stage.browser, `${stage.site.url}/elsewhere`);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes(RELAYS) && asked.push(request.url()));
    await page.click('a');
    await page.waitForSelector('#email');
    await buy(page.mainFrame());
    expect(asked).toEqual([]);
    await close();
  });
});
