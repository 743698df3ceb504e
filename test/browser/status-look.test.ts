import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { sendLines } from '../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, launchBrowser, PHONE } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import type { Core } from '../support/core.ts';
import { type PictureSite, servePictures } from '../support/pictures.ts';
import { createSizes, type Sizes } from '../support/sizes.ts';
import { tokenFor } from '../support/status-client.ts';
import { checkLook, openStatus, type StatusStage } from '../support/status-page.ts';
import { serveStore, startSystem } from '../support/system.ts';

let browser: Browser;
let core: Core;
let pictures: PictureSite;
let stage: StatusStage;

beforeAll(async () => {
  browser = await launchBrowser();
  const pages = {};
  const [system, site] = [await startSystem(), await serveStore(pages)];
  pictures = await servePictures();
  core = { ...system.deps, stop: async () => {} };
  stage = { system, storeKey: '', site: { ...site, pages } };
});
afterAll(async () => {
  await browser.close();
  await pictures.close();
  await stage.site.close();
  await stage.system.stop();
});

const EMAIL = 'ada@mail.example';
const TRACKING = { carrier: 'UPS', number: '1Z999AA10123456784' };

async function offerWith(picture: string): Promise<Sizes> {
  const offer = await createSizes(core);
  await core.db.query('UPDATE product SET image_url = $2 WHERE id = $1', [offer.productId, picture]);
  return offer;
}

type Opening = BrowserContextOptions & { lang?: string };

/** Opens the list of the customer's pre-orders, in a page of that site. */
async function openList({ storeId, storeKey }: Sizes, options: Opening = {}, site = stage.site) {
  const token = await tokenFor(core, storeId, { email: EMAIL });
  return openStatus(browser, { ...stage, site, storeKey }, { ...options, token });
}

const hasPicture = () =>
  [...document.images].length > 0 &&
  [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0);

const LOOKS: [string, Opening][] = [
  ['phone-light', { viewport: PHONE, colorScheme: 'light' }],
  ['phone-dark', { viewport: PHONE, colorScheme: 'dark' }],
  ['desk-light', { viewport: DESKTOP, colorScheme: 'light' }],
  ['desk-dark', { viewport: DESKTOP, colorScheme: 'dark' }],
  ['phone-arabic', { viewport: PHONE, lang: 'ar' }],
  ['desk-arabic', { viewport: DESKTOP, lang: 'ar' }],
];

test.each(LOOKS)(
  '%s: the picture, the date as the largest text, how far it is, and where the parcel is',
  async (name, options) => {
    const offer = await offerWith(pictures.url);
    const { storeId } = offer;
    const reference = await buyFrom(core, offer, { email: EMAIL, quantity: 3 });
    const { id: preorderId, lines } = await readPreorder(core.db, storeId, reference);
    const [first = '', second = ''] = lines.map(({ id }) => id);
    await advanceLines(core, { storeId, preorderId, to: 'released', lineIds: [first, second] });
    await sendLines(core, { storeId, preorderId, lineIds: [first], tracking: TRACKING, key: null });
    const status = await openList(offer, options);
    const { frame } = status;
    await frame.waitForFunction(hasPicture);
    // One line in the list for each group of line items that are equally far.
    expect(await frame.locator('.card ol').count()).toBe(3);
    expect(await frame.locator('.card ol [aria-current=step]').count()).toBe(3);
    await checkLook(status, `way-list-${name}`);
    await frame.click(`[id="${reference}"]`);
    await frame.waitForSelector('.action--swap');
    await frame.waitForFunction(hasPicture);
    const sizes = await frame.evaluate(() => {
      const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
      const rest = [...document.querySelectorAll('main *')].filter((each) => !each.matches('.when'));
      return { date: sizeOf(document.querySelector('.when') as Element), rest: Math.max(...rest.map(sizeOf)) };
    });
    expect(sizes.date).toBeGreaterThan(sizes.rest);
    const sent = frame.locator('.line').first();
    expect(await sent.locator('ol li').count()).toBe(5);
    const steps = await frame.$$eval('.line ol', (lists) =>
      lists.map((list) => [...list.children].findIndex((step) => step.getAttribute('aria-current') === 'step')),
    );
    // The store's system may have the order of the second one already.
    expect([
      [3, 1, 0],
      [3, 2, 0],
    ]).toContainEqual(steps);
    expect(await sent.locator('time').first().getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
    const track = sent.locator('a');
    expect(await track.getAttribute('href')).toBe(`https://www.ups.com/track?tracknum=${TRACKING.number}`);
    expect(await track.getAttribute('rel')).toBe('noopener noreferrer');
    await checkLook(status, `way-${name}`);
    expect(status.problems).toEqual([]);
    await status.close();
  },
);

test('says in words what moved a line item, and when', async () => {
  const offer = await offerWith(pictures.url);
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { email: EMAIL });
  const { id: preorderId } = await readPreorder(core.db, storeId, reference);
  await advanceLines(core, { storeId, preorderId, to: 'released', lineIds: null });
  await sendLines(core, { storeId, preorderId, lineIds: null, tracking: {}, key: null });
  const status = await openList(offer);
  await status.frame.click(`[id="${reference}"]`);
  const said = status.frame.locator('.line ol li');
  expect(await said.nth(0).textContent()).toMatch(/^PlacedYou placed it on \d+ \w+ \d{4}$/);
  expect(await said.nth(1).textContent()).toMatch(/^Arrived at the storeThe store has had it since \d+ \w+ \d{4}$/);
  expect(await said.nth(3).textContent()).toMatch(/^On its wayIt left the store on \d+ \w+ \d{4}$/);
  expect(await said.nth(4).textContent()).toBe('With you');
  expect(await status.frame.textContent('.when')).toMatch(/^Sent on /);
  await status.close();
});

test('the actions are in the order of use, and cancelling is a quiet link after them', async () => {
  const offer = await offerWith(pictures.url);
  const reference = await buyFrom(core, offer, { email: EMAIL });
  const status = await openList(offer);
  const { frame } = status;
  await frame.click(`[id="${reference}"]`);
  await frame.waitForSelector('.action--swap');
  const buttons = await frame.$$eval('.actions-list :is(button, a), .quiet', (all) =>
    all.map((each) => each.textContent),
  );
  const changes = ['Change the address', 'Change Medium'];
  expect(buttons).toEqual([...changes, 'Add to your calendar', 'Write to the store', 'Receipt', 'Cancel']);
  const colours = await frame.$$eval('.detail button, .detail a', (all) =>
    all.map((each) => getComputedStyle(each).backgroundColor),
  );
  await frame.click('.quiet');
  const danger = await frame.$eval('.button--danger', (each) => getComputedStyle(each).backgroundColor);
  expect(await frame.textContent('.button--danger')).toContain('Cancel and get');
  expect(colours).not.toContain(danger);
  await status.close();
});

test('nothing moves when the picture comes, nor when it cannot be had', async () => {
  for (const source of [pictures.url, pictures.brokenUrl]) {
    const offer = await offerWith(source);
    const reference = await buyFrom(core, offer, { email: EMAIL });
    const letGo = pictures.hold();
    const status = await openList(offer, { viewport: PHONE });
    const { frame } = status;
    await frame.click(`[id="${reference}"]`);
    await frame.waitForSelector('.action--swap');
    const boxes = () =>
      frame.$$eval('main *:not(.picture *)', (all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
    const before = await boxes();
    letGo();
    if (source === pictures.url) await frame.waitForFunction(hasPicture);
    else await frame.waitForSelector('.picture svg');
    expect(await boxes()).toEqual(before);
    await status.close();
  }
});

test('a picture of another site is shown in an isolated page too', async () => {
  const pages = {};
  const isolated = await serveStore(pages, {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  const offer = await offerWith(pictures.url);
  await buyFrom(core, offer, { email: EMAIL });
  const status = await openList(offer, {}, { ...isolated, pages });
  expect(await status.page.evaluate(() => crossOriginIsolated)).toBe(true);
  await status.frame.waitForFunction(hasPicture);
  expect(status.problems).toEqual([]);
  await status.close();
  await isolated.close();
});

test('a cancelled line item has its day and no steps', async () => {
  const offer = await offerWith(pictures.url);
  const reference = await buyFrom(core, offer, { email: EMAIL });
  const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
  await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds: null });
  const status = await openList(offer);
  await status.frame.click(`[id="${reference}"]`);
  expect(await status.frame.textContent('.when')).toMatch(/^Cancelled on /);
  expect(await status.frame.locator('.line ol').count()).toBe(0);
  await checkLook(status, 'way-cancelled');
  await status.close();
});

test('a guest learns the carrier, and the parcel’s number only by the mailed link', async () => {
  const offer = await offerWith(pictures.url);
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { email: EMAIL });
  const { id: preorderId } = await readPreorder(core.db, storeId, reference);
  await advanceLines(core, { storeId, preorderId, to: 'released', lineIds: null });
  await sendLines(core, { storeId, preorderId, lineIds: null, tracking: TRACKING, key: null });
  const status = await openStatus(browser, { ...stage, storeKey: offer.storeKey }, { viewport: PHONE });
  const { frame } = status;
  await frame.fill('#reference', reference);
  await frame.fill('#place', '10115');
  await frame.click('form button');
  await frame.waitForSelector('.tracking');
  expect(await frame.textContent('.tracking')).toContain('UPS');
  expect(await frame.textContent('main')).not.toContain(TRACKING.number);
  await checkLook(status, 'way-guest');
  await frame.click('text=Track the parcel');
  await frame.waitForSelector('text=Is it you?');
  await status.close();
});
