import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import { PSEUDO_LOCALE } from '../../src/messages/pseudo.ts';
import { expectAccessible, launchBrowser, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import type { Core } from '../support/core.ts';
import { moveDates } from '../support/promises.ts';
import { createSizes, type Sizes } from '../support/sizes.ts';
import { tokenFor } from '../support/status-client.ts';
import { openStatus, type StatusPageHandle, type StatusStage } from '../support/status-page.ts';
import { serveStore, startSystem } from '../support/system.ts';

let browser: Browser;
let core: Core;
let offer: Sizes;
let stage: StatusStage;
const EMAIL = 'ada@mail.example';

beforeAll(async () => {
  browser = await launchBrowser();
  const pages = {};
  const [system, site] = [await startSystem(), await serveStore(pages)];
  core = { ...system.deps, stop: async () => {} };
  offer = await createSizes(core);
  await core.db.query('UPDATE waitlist SET show_position = true WHERE id = $1', [offer.waitlistId]);
  stage = { system, storeKey: offer.storeKey, site: { ...site, pages } };
  await buyFrom(core, offer, { email: EMAIL, quantity: 2 });
  await moveDates({ core, offer }, ['2030-09-01', '2030-09-10']);
});
afterAll(async () => {
  await browser.close();
  await stage.site.close();
  await stage.system.stop();
});

const SMALL = { viewport: { width: 320, height: 640 } }; // equals a desktop page at 400 % zoom

async function open(lang: string, context: BrowserContextOptions = SMALL): Promise<StatusPageHandle> {
  const token = await tokenFor(core, offer.storeId, { email: EMAIL });
  return openStatus(browser, stage, { ...context, lang, token });
}

async function expectFits({ frame }: StatusPageHandle, what: string): Promise<void> {
  const beyond = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, `${what} is too wide`).toBeLessThanOrEqual(0);
}

/** Expects no raw message keys; a missing text would show its key. */
async function expectKnownTexts({ frame }: StatusPageHandle): Promise<void> {
  const keys = /\b(cancel|status|state|guest|on|swap|address|write|question|promise|history|card|confirm)\.[a-z_]+\b/;
  expect((await frame.textContent('main'))?.replaceAll(/\S+@\S+/g, '')).not.toMatch(keys);
}

test.each([...Object.keys(LANGUAGES), PSEUDO_LOCALE])(
  '%s fits into 320 pixels, and every text is there',
  async (lang) => {
    const status = await open(lang);
    const { frame, page } = status;
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe(lang);
    await expectFits(status, 'the list');
    await frame.click('.card__open');
    await frame.waitForSelector('.history');
    await expectFits(status, 'a pre-order');
    await expectKnownTexts(status);
    if (['ja', 'he', PSEUDO_LOCALE].includes(lang)) await takeScreenshot(page, `status-own-${lang}`);
    await frame.click('.quiet');
    await frame.waitForSelector('.consequences');
    await frame.click('.stepper button:last-child');
    await expectFits(status, 'cancelling');
    await expectAccessible(page);
    await expectKnownTexts(status);
    if (['ar', 'de', PSEUDO_LOCALE].includes(lang)) await takeScreenshot(page, `status-language-${lang}`);
    expect(status.problems).toEqual([]);
    await status.close();
  },
);

test.each([...Object.keys(LANGUAGES), PSEUDO_LOCALE])('%s: the forms for changes fit', async (lang) => {
  const status = await open(lang);
  const { frame, page } = status;
  await frame.click('.card__open');
  await frame.waitForSelector('.action--swap');
  await frame.click('.action--swap');
  await frame.click('.chip:last-child');
  await frame.waitForSelector('.consequences');
  await expectFits(status, 'a swap');
  await expectAccessible(page);
  await expectKnownTexts(status);
  if (['ar', 'de', PSEUDO_LOCALE].includes(lang)) await takeScreenshot(page, `status-swap-${lang}`);
  await frame.click('.actions .button--secondary');
  await frame.click('.action--address');
  await frame.waitForSelector('#postalCode');
  await expectFits(status, 'the address');
  await expectKnownTexts(status);
  await frame.click('.actions .button--secondary');
  await frame.click('.action--write');
  await frame.waitForSelector('#message');
  await expectFits(status, 'a message');
  await expectAccessible(page);
  await expectKnownTexts(status);
  expect(status.problems).toEqual([]);
  await status.close();
});

test.each([
  ['forced colours', { viewport: PHONE, forcedColors: 'active' as const }],
  ['no animation and more contrast', { viewport: PHONE, contrast: 'more' as const }],
])('%s: all text is readable', async (name, context) => {
  const status = await open('en', context);
  await status.frame.click('.card__open');
  await status.frame.waitForSelector('.detail');
  await expectAccessible(status.page);
  await takeScreenshot(status.page, `status-${name.replaceAll(' ', '-')}`);
  await status.close();
});
