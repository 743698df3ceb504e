import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, launchBrowser } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, checkoutRequest, createOffer, type Offer, shiftClock } from '../support/core.ts';
import { cancelLinkIn } from '../support/mails.ts';
import { tokenFor } from '../support/status-client.ts';
import { expectFittingHeight, openStatus, type StatusPageHandle, type StatusStage } from '../support/status-page.ts';
import { serveStore, startSystem } from '../support/system.ts';

// Answers that arrive after the reader has gone on to another page.
let browser: Browser;
let core: Core;
let offer: Offer;
let stage: StatusStage;

beforeAll(async () => {
  browser = await launchBrowser();
  const pages = {};
  const [system, site] = [await startSystem(), await serveStore(pages)];
  core = { ...system.deps, stop: async () => {} };
  offer = await createOffer(core, { allocation: 100 });
  stage = { system, storeKey: offer.storeKey, site: { ...site, pages } };
});
afterAll(async () => {
  await browser.close();
  await stage.site.close();
  await stage.system.stop();
});

test('the answer about one pre-order is not shown on the page of another', async () => {
  const email = 'slow@mail.example';
  const first = await buyFrom(core, offer, { email });
  const { address } = checkoutRequest(offer);
  const second = await buyFrom(core, offer, { email, address: { ...address, line1: 'Hafenstraße 9' } });
  const status = await openStatus(browser, stage, { token: await tokenFor(core, offer.storeId, { email }) });
  const { frame, page } = status;
  const held: (() => Promise<void>)[] = [];
  await page.route(`**/${first}/address?*`, (route) => void held.push(() => route.continue()));
  await frame.click(`[id="${first}"]`);
  await frame.click('text=Change the address');
  await expect.poll(() => held.length).toBe(1);
  await frame.click('text=All pre-orders');
  await frame.click(`[id="${second}"]`);
  // Nothing is waited for any more.
  await frame.click('text=Change the address');
  expect(await frame.inputValue('#line1')).toBe('Hafenstraße 9');
  await held[0]?.();
  expect(await frame.textContent('main')).not.toContain(first);
  expect(status.problems).toEqual([]);
  await status.close();
});

test('a late answer does not take a guest back from a new search', async () => {
  const first = await buyFrom(core, offer, { email: 'guest@mail.example' });
  const second = await buyFrom(core, offer, { email: 'guest@mail.example' });
  const status = await openStatus(browser, stage);
  const { frame, page } = status;
  const lookUp = async (reference: string) => {
    await frame.fill('#reference', reference);
    await frame.fill('#place', '10115');
  };
  const held: (() => Promise<void>)[] = [];
  await page.route(`**/${first}/links?*`, (route) => void held.push(() => route.continue()));
  await lookUp(first);
  await page.keyboard.press('Enter');
  await frame.click('.quiet');
  await frame.click('text=Send me the link');
  await expect.poll(() => held.length).toBe(1);
  await frame.click('text=Keep everything');
  await frame.click('text=Find another pre-order');
  await lookUp(second);
  const late = page.waitForResponse(`**/${first}/links?*`);
  await held[0]?.();
  await late;
  await frame.click('form button');
  await frame.waitForSelector(`main >> text=${second}`);
  expect(await frame.$('#sent')).toBeNull();
  await status.close();
});

/** Opens the page of a guest who has got the link that cancels one of two line items. */
async function waitForLink(email: string): Promise<{ reference: string; status: StatusPageHandle }> {
  const reference = await buyFrom(core, offer, { email, quantity: 2 });
  const status = await openStatus(browser, stage);
  const { frame, page } = status;
  await frame.fill('#reference', reference);
  await frame.fill('#place', '10115');
  await page.keyboard.press('Enter');
  await frame.waitForSelector('.quiet');
  await expectFittingHeight(page, frame); // while the page gives the frame its height, the button moves
  await frame.click('.quiet');
  await frame.fill('input[type=number]', '1');
  await frame.click('text=Send me the link');
  await frame.waitForSelector('#sent');
  return { reference, status };
}

const comeBack = ({ frame }: StatusPageHandle) =>
  frame.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a change that is noticed during a request is announced once', async () => {
  const email = 'pressed@mail.example';
  const { reference, status } = await waitForLink(email);
  const { frame, page } = status;
  const held: (() => Promise<void>)[] = [];
  const asked = new Promise<void>((resolve) => {
    void page.route(
      `**/preorders/${reference}?*`,
      (route) => {
        held.push(() => route.continue());
        resolve();
      },
      { times: 1 },
    );
  });
  // Either the click or the regular poll sends the request; the other one notices the change.
  await frame.click('text=Check again');
  await asked;
  await fetch(await cancelLinkIn(stage.system, email), { method: 'POST', redirect: 'manual' });
  await comeBack(status);
  await frame.waitForSelector('#cancelled');
  await held[0]?.();
  // The other line item can be cancelled as well.
  await frame.click('.quiet');
  await frame.click('text=Send me the link');
  await frame.waitForSelector('#sent');
  expect(await status.told()).toMatchObject([{ name: 'PreorderCancelled' }]);
  expect(status.problems).toEqual([]);
  await status.close();
});

test('a message that is on its way is not sent again from the form that was opened once more', async () => {
  const email = 'twice@mail.example';
  const reference = await buyFrom(core, offer, { email });
  const status = await openStatus(browser, stage, { token: await tokenFor(core, offer.storeId, { email }) });
  const { frame, page } = status;
  const held: (() => Promise<void>)[] = [];
  await page.route(`**/${reference}/messages?*`, (route) => void held.push(() => route.continue()));
  await frame.click(`[id="${reference}"]`);
  await frame.click('text=Write to the store');
  await frame.fill('#message', 'x'.repeat(2_001));
  await frame.waitForSelector('#message-hint >> text=2,001 / 2,000');
  await frame.click('.actions >> text=Send');
  await frame.waitForSelector('#message-error >> text=At most 2,000 characters.');
  await frame.fill('#message', 'Can it be blue?');
  await frame.click('.actions >> text=Send');
  await expect.poll(() => held.length).toBe(1);
  await frame.click('.actions >> text=Back');
  await frame.click('text=Write to the store');
  const sending = frame.locator('.actions >> text=Sending…');
  await sending.click({ force: true }); // the button is marked as disabled
  await expectAccessible(page);
  await held[0]?.();
  await frame.waitForSelector('text=The store answers by mail.');
  expect(held.length).toBe(1);
  expect(status.problems).toEqual([]);
  await status.close();
});

// The last one, because it moves the clock on.
test('an ended session causes no more requests and no navigation', async () => {
  const { reference, status } = await waitForLink('ended@mail.example');
  const { frame, page } = status;
  await shiftClock(stage.system.db, 86_400);
  await comeBack(status);
  await frame.waitForSelector('text=Your session has ended');
  expect(await frame.evaluate(() => document.activeElement?.id)).toBe('sent');
  const asked: string[] = [];
  page.on('request', (request) => new URL(request.url()).pathname.endsWith(reference) && asked.push(request.url()));
  await comeBack(status);
  expect(await frame.textContent('[role=status]')).toBe('Your session has ended');
  expect(asked).toEqual([]);
  await status.close();
});
