import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { expectAccessible, launchBrowser, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createOffer, type Offer } from '../support/core.ts';
import { cancelLinkIn } from '../support/mails.ts';
import { tokenFor } from '../support/status-client.ts';
import { headingOf, openStatus, type StatusStage } from '../support/status-page.ts';
import { serveStore, startSystem } from '../support/system.ts';

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

const linkIn = (recipient: string) => cancelLinkIn(stage.system, recipient);
const read = (reference: string) => readPreorder(core.db, offer.storeId, reference);
const token = (email: string) => tokenFor(core, offer.storeId, { email });
// The frame polls for the change.
const SOON = { timeout: 10_000 };
const focused = (frame: Frame) => frame.evaluate(() => document.activeElement?.id);

test('a customer cancels a line item by keyboard alone, after seeing the refund', async () => {
  const email = 'keys@mail.example';
  const reference = await buyFrom(core, offer, { email, quantity: 2 });
  const { lines } = await read(reference);
  const status = await openStatus(browser, stage, { token: await token(email) });
  const { frame, page } = status;
  // A frame does not take the focus from the page when it loads.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(frame)).toBe(reference);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(frame)).toBe('heading');
  await tabTo(frame, 'Cancel');
  await page.keyboard.press('Enter');
  await expect.poll(() => headingOf(frame)).toBe(`Cancel ${reference}`);
  await tabTo(frame, 'Cancel it');
  await page.keyboard.press('Enter');
  await frame.waitForSelector('text=Choose at least one item.');
  await frame.focus('input[type=number]');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await frame.waitForSelector('text=€131.45 goes back the way you paid.');
  expect((await read(reference)).lines.every(({ state }) => state === 'placed')).toBe(true);
  await tabTo(frame, 'Cancel and get €131.45 back');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(frame)).toBe('cancelled');
  await expect
    .poll(() => status.told())
    .toEqual([
      { t: 'event', name: 'PreorderCancelled', payload: { preorderReference: reference, lineItemIds: [lines[0]?.id] } },
    ]);
  await expectAccessible(page);
  await takeScreenshot(page, 'status-cancelled');
  await expect.poll(async () => (await read(reference)).lines.map(({ refunded }) => refunded)).toEqual([13_145, 0]);
  await tabTo(frame, 'All pre-orders', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(frame)).toBe(reference);
  expect(status.problems).toEqual([]);
  await status.close();

  async function tabTo(within: Frame, name: string, key = 'Tab'): Promise<void> {
    const at = () => within.evaluate(() => document.activeElement?.textContent?.trim());
    for (let presses = 0; presses < 20 && (await at()) !== name; presses += 1) await page.keyboard.press(key);
    expect(await at()).toBe(name);
  }
});

test('a guest on a phone cancels by the link in the mail, and the first page shows it', async () => {
  const reference = await buyFrom(core, offer, { email: 'guest@mail.example' });
  const [line] = (await read(reference)).lines;
  const status = await openStatus(browser, stage, { viewport: PHONE, hasTouch: true });
  const { frame, page } = status;
  await frame.fill('#reference', ` ${reference.toLowerCase()} `);
  await frame.fill('#place', '10 115');
  await page.keyboard.press('Enter');
  await frame.waitForSelector('.detail');
  expect(await frame.textContent('main')).not.toMatch(/Lovelace|Invaliden|guest@/);
  await frame.click('.quiet');
  await frame.waitForSelector('text=/Nothing is cancelled before you open it/');
  await expectAccessible(page);
  await takeScreenshot(page, 'status-guest-cancel');
  await frame.click('text=Send me the link');
  await expect.poll(() => focused(frame)).toBe('sent');
  await expectAccessible(page);
  await takeScreenshot(page, 'status-link-sent');
  await frame.click('text=Check again');
  await expect.poll(() => frame.textContent('[role=status]')).toBe('Nothing has been cancelled yet.');
  expect(await status.told()).toEqual([]);

  const url = await linkIn('guest@mail.example');
  const mail = await page.context().newPage();
  await mail.goto(url);
  expect(await mail.textContent('h1')).toBe('Cancel your pre-order?');
  await expectAccessible(mail);
  await takeScreenshot(mail, 'status-link');
  expect((await read(reference)).state).toBe('placed');
  await mail.click('button');
  await mail.waitForSelector('text=It is cancelled');
  await expectAccessible(mail);
  await takeScreenshot(mail, 'status-link-done');
  expect((await read(reference)).state).toBe('cancelled');
  await mail.close();

  // Without a click: the focused element is gone, so the focus moves to its replacement.
  const payload = { preorderReference: reference, lineItemIds: [line?.id] };
  await expect.poll(() => status.told(), SOON).toEqual([{ t: 'event', name: 'PreorderCancelled', payload }]);
  await expect.poll(() => focused(frame)).toBe('cancelled');
  await expectAccessible(page);
  expect(status.problems).toEqual([]);
  await status.close();
});

test.each([
  { name: 'who chooses again', button: '.quiet', focus: 'input[type=number]', after: 'cancelled' },
  { name: 'who does something else', button: 'text=Write to the store', focus: '#heading', after: 'heading' },
])('a guest $name sees that a link was used on another device', async ({ name, button, focus, after }) => {
  const email = `${name.replaceAll(' ', '-')}@mail.example`;
  const reference = await buyFrom(core, offer, { email, quantity: 2 });
  const status = await openStatus(browser, stage);
  const { frame, page } = status;
  await frame.fill('#reference', reference);
  await frame.fill('#place', '10115');
  await page.keyboard.press('Enter');
  await frame.click('.quiet');
  await frame.click('text=Choose everything');
  await frame.click('text=Send me the link');
  await frame.waitForSelector('#sent');
  const url = await linkIn(email);
  await frame.click(button);
  await frame.focus(focus);
  expect((await fetch(url, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  // A return to the tab shows it at once; an open tab shows it soon.
  if (after === 'heading') await frame.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const wait = after === 'heading' ? {} : SOON;
  await expect.poll(() => status.told(), wait).toMatchObject([{ name: 'PreorderCancelled' }]);
  await expect.poll(() => focused(frame)).toBe(after);
  await expectAccessible(page);
  if (after === 'heading') expect(await frame.textContent('[role=status]')).toBe('Cancelled');
  expect(status.problems).toEqual([]);
  await status.close();
});

test('a guest types a number and clicks at once: the number counts, and the button does not move', async () => {
  const reference = await buyFrom(core, offer, { email: 'typing@mail.example', quantity: 3 });
  const status = await openStatus(browser, stage, { viewport: PHONE });
  const { frame, page } = status;
  await frame.fill('#reference', reference);
  await frame.fill('#place', '10115');
  await page.keyboard.press('Enter');
  await frame.waitForSelector('.detail');
  await frame.click('.quiet');
  const button = frame.locator('text=Send me the link');
  const before = await button.boundingBox();
  await frame.focus('input[type=number]');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('2');
  await frame.waitForSelector('text=/€2[0-9.]+ goes back the way you paid/');
  expect(await focused(frame)).toBe(await frame.getAttribute('input[type=number]', 'id'));
  expect(await button.boundingBox()).toEqual(before);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('9');
  await button.click(); // also leaves the field, which lowers the number to 3
  await expect.poll(() => focused(frame)).toBe('sent');
  const links = await core.db.query<{ detail: { lineIds: string[] } }>(
    `SELECT l.detail FROM link l JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
     WHERE p.reference = $1 AND l.purpose = 'cancel'`,
    [reference],
  );
  expect(links.map(({ detail }) => detail.lineIds.length)).toEqual([3]);
  expect(status.problems).toEqual([]);
  await status.close();
});

test('a line item that is sent meanwhile is not cancelled, and the customer is told', async () => {
  const email = 'late@mail.example';
  const reference = await buyFrom(core, offer, { email });
  const status = await openStatus(browser, stage, { token: await token(email) });
  const { frame, page } = status;
  await frame.click(`[id="${reference}"]`);
  await frame.click('.quiet');
  const { id } = await read(reference);
  for (const to of ['released', 'fulfilled'] as const) {
    await advanceLines(core, { storeId: offer.storeId, preorderId: id, to, lineIds: null });
  }
  await frame.click('text=/Cancel and get/');
  await expect.poll(() => focused(frame)).toBe('problem');
  expect(await frame.textContent('#problem')).toContain('Nothing was cancelled.');
  expect(await frame.textContent('[aria-current=step] .progress__name')).toBe('On its way');
  await expectAccessible(page);
  expect(await status.told()).toEqual([]);
  await frame.click('text=Arrange return');
  await frame.waitForSelector('#return');
  await expect
    .poll(() => status.told())
    .toEqual([{ t: 'event', name: 'ArrangeReturnClicked', payload: { preorderReference: reference } }]);
  await status.close();
});

test('a page with a listener for returns gets the event, and the address is not shown', async () => {
  const email = 'return@mail.example';
  const reference = await buyFrom(core, offer, { email });
  const { id } = await read(reference);
  for (const to of ['released', 'fulfilled'] as const) {
    await advanceLines(core, { storeId: offer.storeId, preorderId: id, to, lineIds: null });
  }
  const status = await openStatus(browser, stage, { token: await token(email), returnsHeard: true });
  await status.frame.click(`[id="${reference}"]`);
  await status.frame.click('text=Arrange return');
  await expect.poll(async () => (await status.told()).length).toBe(1);
  expect(await status.frame.$('#return')).toBeNull();
  await status.close();
});

test('no cookie, storage or address keeps the token', async () => {
  const email = 'traces@mail.example';
  await buyFrom(core, offer, { email });
  const signed = await token(email);
  const urls: string[] = [];
  const status = await openStatus(browser, stage, { token: signed });
  status.page.on('request', (request) => urls.push(request.url()));
  await status.frame.click('.card__open');
  await status.say({ t: 'open', mode: 'logged_in', token: signed });
  await expect.poll(() => urls.some((url) => new URL(url).pathname.endsWith('/sessions'))).toBe(true);
  expect(urls.join()).not.toContain(signed);
  expect(status.frame.url()).not.toContain(signed);
  expect(await status.page.context().cookies()).toEqual([]);
  const kept = await status.frame.evaluate(() => [localStorage.length, sessionStorage.length]);
  expect(kept).toEqual([0, 0]);
  await status.close();
});

test('the page of a link cannot be framed', async () => {
  const reference = await buyFrom(core, offer, { email: 'framed@mail.example' });
  const status = await openStatus(browser, stage);
  await status.frame.fill('#reference', reference);
  await status.frame.fill('#place', '10115');
  await status.page.keyboard.press('Enter');
  await status.frame.click('.quiet');
  await status.frame.click('text=Send me the link');
  const url = await linkIn('framed@mail.example');
  const framed = await status.page.evaluate(async (source) => {
    const frame = document.createElement('iframe');
    frame.src = source;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    return frame.contentDocument === null;
  }, url);
  expect(framed).toBe(true); // Chromium's own error page, which is another origin
  await expect.poll(() => status.problems.join()).toContain("frame-ancestors 'none'");
  await status.close();
});
