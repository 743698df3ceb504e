import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advanceLines, type Stage } from '../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { postponeRefunds } from '../support/charges.ts';
import { type Core, createOffer, type Offer } from '../support/core.ts';
import { tokenFor } from '../support/status-client.ts';
import { headingOf, checkLook as look, openStatus, type StatusStage } from '../support/status-page.ts';
import { serveStore, startSystem } from '../support/system.ts';

let browser: Browser;
let core: Core;
let offer: Offer;
let stage: StatusStage;
const EMAIL = 'ada@mail.example';
const DELAYED = 'grace@mail.example';
const references: string[] = [];
/** The browser settings of each look. */
const delayed: Record<string, string> = {};

beforeAll(async () => {
  browser = await launchBrowser();
  const pages = {};
  const [system, site] = [await startSystem(), await serveStore(pages)];
  core = { ...system.deps, stop: async () => {} };
  offer = await createOffer(core, { allocation: 100 });
  stage = { system, storeKey: offer.storeKey, site: { ...site, pages } };
  for (let count = 0; count < 12; count += 1) {
    const lineItemProperties = count === 11 ? { Engraving: 'For Ada' } : null;
    references.unshift(await buyFrom(core, offer, { email: EMAIL, quantity: 1 + (count % 3), lineItemProperties }));
  }
  for (const name of Object.keys(LOOKS)) delayed[name] = await buyFrom(core, offer, { email: DELAYED });
  await move(references[1] ?? '', 'released');
  await move(references[2] ?? '', 'released');
  await move(references[2] ?? '', 'fulfilled');
});
afterAll(async () => {
  await browser.close();
  await stage.site.close();
  await stage.system.stop();
});

async function move(reference: string, to: Stage): Promise<void> {
  const { id } = await readPreorder(core.db, offer.storeId, reference);
  await advanceLines(core, { storeId: offer.storeId, preorderId: id, to, lineIds: null });
}

const token = (email = EMAIL, age = 0) => tokenFor(core, offer.storeId, { email, age });

const LOOKS: Record<string, BrowserContextOptions> = {
  'phone-light': { viewport: PHONE, colorScheme: 'light' },
  'desk-dark': { viewport: DESKTOP, colorScheme: 'dark' },
};

describe.each(Object.entries(LOOKS))('%s: every state can be seen, read and used', (name, context) => {
  const open = async (email?: string) => openStatus(browser, stage, { ...context, token: await token(email) });

  test('the list, its second page, one pre-order, and the form to cancel a line item', async () => {
    const status = await open();
    const { frame } = status;
    expect(await headingOf(frame)).toBe('Your pre-orders');
    await look(status, `list-${name}`);
    expect(await frame.textContent('.card')).toMatch(/Ships 10\s–\s15 June 2030/);
    await frame.click('text=Show more');
    await frame.waitForFunction(() => document.querySelectorAll('.card').length === 12);
    await look(status, `list-more-${name}`);
    await frame.click(`[id="${references[0]}"]`);
    await frame.waitForSelector('text=Engraving: For Ada');
    await look(status, `detail-${name}`);
    await frame.click('.quiet');
    await frame.waitForSelector('.consequences');
    await look(status, `cancel-${name}`);
    await frame.click('.stepper button:last-child');
    await frame.waitForSelector('text=/Cancel and get €/');
    expect(await frame.textContent('.stepper [role=status]')).toBe('1');
    await look(status, `cancel-chosen-${name}`);
    expect(status.problems).toEqual([]);
    await status.close();
  });

  test('a sent pre-order, and how to return it', async () => {
    const status = await open();
    const { frame } = status;
    await frame.click(`[id="${references[2]}"]`);
    await frame.click('text=Arrange return');
    await frame.waitForSelector('#return');
    await look(status, `return-${name}`);
    expect(await frame.textContent('#return address')).toContain('Hauptstraße 1');
    await status.close();
  });

  test('a refund that the provider has refused for now', async () => {
    const reference = delayed[name] ?? '';
    const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
    await postponeRefunds(core, preorderId);
    await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds: null });
    const status = await open(DELAYED);
    const { frame } = status;
    await frame.click(`[id="${reference}"]`);
    await frame.waitForSelector('text=Your refund is delayed');
    expect(await frame.textContent('.notice')).toContain('€133.90 is not back with you yet. The store knows');
    await look(status, `delayed-${name}`);
    expect(status.problems).toEqual([]);
    await status.close();
  });

  test('an empty list', async () => {
    const status = await open('new@mail.example');
    expect(await headingOf(status.frame)).toBe('No pre-orders yet');
    await look(status, `empty-${name}`);
    await status.close();
  });

  test('an invalid token', async () => {
    const status = await openStatus(browser, stage, { ...context, token: 'nonsense' });
    expect(await headingOf(status.frame)).toBe('Sign in again');
    expect(status.problems.join()).toContain('the token of this page was refused. It is not a compact JWT');
    await look(status, `sign-in-${name}`);
    await status.close();
  });

  test('an ended session, with the content still shown', async () => {
    const status = await openStatus(browser, stage, { ...context, token: await token(EMAIL, 3_594) });
    const { frame } = status;
    await frame.click(`[id="${references[0]}"]`);
    await frame.waitForSelector('text=Your session has ended', { timeout: 15_000 });
    expect(await frame.textContent('h1')).toBe('Aurora Jacket');
    expect(await frame.$('.quiet')).toBeNull();
    await look(status, `expired-${name}`);
    // A new token continues at the same place.
    await status.say({ t: 'open', mode: 'logged_in', token: await token() });
    await frame.waitForSelector('text=Your session has ended', { state: 'detached' });
    await frame.waitForSelector('.quiet');
    await status.close();
  });

  test('a failed request, and its retry', async () => {
    const status = await openStatus(browser, stage, context);
    const { frame, page } = status;
    await page.route('**/look-ups?*', (route) => route.abort());
    await frame.fill('#reference', references[3] ?? '');
    await frame.fill('#place', '10115');
    await frame.click('form button');
    await frame.waitForSelector('text=No answer from the service');
    await look(status, `failed-${name}`);
    await page.unroute('**/look-ups?*');
    await frame.click('.notice button');
    await frame.waitForSelector('.detail');
    await look(status, `guest-detail-${name}`);
    await status.close();
  });

  test('the form of a guest, with missing entries, an unknown reference, and the rate limit', async () => {
    const status = await openStatus(browser, stage, context);
    const { frame, page } = status;
    await look(status, `guest-${name}`);
    await frame.click('form button');
    await frame.waitForSelector('#reference-error');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('reference');
    await look(status, `guest-missing-${name}`);
    await frame.fill('#reference', references[3] ?? '');
    await frame.fill('#place', '99999');
    await frame.click('form button');
    await frame.waitForSelector('text=No pre-order found');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('problem');
    await look(status, `guest-not-found-${name}`);
    const limited = { meta: { result: 'error', request_id: 'x' }, error: { code: 'rate_limited', message: 'x' } };
    await page.route('**/look-ups?*', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '290' }, json: limited }),
    );
    await frame.click('form button');
    await frame.waitForSelector('text=Wait 5 minutes');
    await look(status, `guest-limited-${name}`);
    await status.close();
  });
});

test.each(Object.entries(LOOKS))('%s: a skeleton until the answer arrives', async (name, context) => {
  // The page has not sent a token yet.
  const source = `${stage.system.baseUrl}/frames/1/status?key=${offer.storeKey}&lang=en`;
  stage.site.pages['/silent'] = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>My account</title><main><h1>My account</h1><iframe title="Pre-orders" src="${source}" width="100%" height="320"></iframe></main>`;
  const { page, close } = await openPage(browser, `${stage.site.url}/silent`, context);
  const frame = page.frames()[1];
  await frame?.waitForSelector('[aria-busy=true]');
  await expectAccessible(page);
  await takeScreenshot(page, `status-loading-${name}`);
  await close();
});

test('a search in progress is shown and sent once', async () => {
  const status = await openStatus(browser, stage);
  const { frame, page } = status;
  let asked = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/look-ups?*', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await frame.fill('#reference', references[4] ?? '');
  await frame.fill('#place', '10115');
  await page.keyboard.press('Enter');
  await frame.waitForSelector('text=Searching…');
  await page.keyboard.press('Enter');
  await frame.click('form button', { force: true }); // the button is marked as disabled
  await expectAccessible(page);
  answer();
  await frame.waitForSelector('.detail');
  expect(asked).toBe(1);
  await status.close();
});

test('a status page without a store page explains where it belongs', async () => {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.goto(`${stage.system.baseUrl}/frames/1/status?key=${offer.storeKey}&lang=en`);
  expect(await page.textContent('h1')).toBe('This page belongs in a store');
  await expectAccessible(page);
  await page.context().close();
});

test('an unknown key is reported on the page, not on the console', async () => {
  const nobody = { ...stage, storeKey: '00000000-0000-4000-8000-000000000000' };
  const status = await openStatus(browser, nobody);
  expect(await headingOf(status.frame)).toBe('No pre-orders can be shown here');
  expect(status.problems).toEqual([]);
  await status.close();
});
