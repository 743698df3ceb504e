import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, launchBrowser, PHONE } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import type { Core } from '../support/core.ts';
import { holdFrom } from '../support/hold.ts';
import { checkLook as checkPage, payOn } from '../support/pay-link.ts';
import { createSizes, type Sizes } from '../support/sizes.ts';
import { tokenFor } from '../support/status-client.ts';
import { checkLook, openStatus, type StatusOptions, type StatusStage } from '../support/status-page.ts';
import { serveStore, startSystem } from '../support/system.ts';

// Swapping a variant of a product that has options.
let browser: Browser;
let core: Core;
let stage: StatusStage;

beforeAll(async () => {
  browser = await launchBrowser();
  const pages = {};
  const [system, site] = [await startSystem(), await serveStore(pages)];
  core = { ...system.deps, stop: async () => {} };
  stage = { system, storeKey: '', site: { ...site, pages } };
});
afterAll(async () => {
  await browser.close();
  await stage.site.close();
  await stage.system.stop();
});

const EMAIL = 'ada@mail.example';

/** Opens a waitlist for a parka in small and red, medium and red, and medium and blue. All are of wool. */
async function createOptions(units?: [number, number, number]): Promise<Sizes> {
  const offer = await createSizes(core, { prices: [9_900, 12_900, 14_900], ...(units && { units }) });
  const { small, medium, large } = offer.sizes;
  await core.db.query('UPDATE product SET option_names = $2 WHERE id = $1', [
    offer.productId,
    ['Size', 'Fabric', 'Colour'],
  ]);
  const values: [string, string[]][] = [
    [small.variantId, ['Small', 'Wool', 'Red']],
    [medium.variantId, ['Medium', 'Wool', 'Red']],
    [large.variantId, ['Medium', 'Wool', 'Blue']],
  ];
  for (const [id, of] of values) {
    await core.db.query('UPDATE variant SET option_values = $2, title = $3 WHERE id = $1', [id, of, of.join(' / ')]);
  }
  return offer;
}

async function openSwap({ quantity = 1, ...options }: StatusOptions & { quantity?: number }) {
  const offer = await createOptions();
  const reference = await buyFrom(core, offer, { email: EMAIL, quantity });
  const token = await tokenFor(core, offer.storeId, { email: EMAIL });
  const status = await openStatus(browser, { ...stage, storeKey: offer.storeKey }, { ...options, token });
  await status.frame.click(`[id="${reference}"]`);
  await status.frame.click('.action--swap');
  await status.frame.waitForSelector('.chip');
  const variantNow = async () => (await readPreorder(core.db, offer.storeId, reference)).lines[0]?.variantTitle;
  const variantsNow = async () =>
    (await readPreorder(core.db, offer.storeId, reference)).lines.map(({ variantTitle }) => variantTitle);
  return { ...status, offer, variantNow, variantsNow };
}

test.each([
  ['phone-light', { viewport: PHONE }],
  ['desk-dark', { viewport: DESKTOP, colorScheme: 'dark' as const }],
  ['phone-arabic', { viewport: PHONE, lang: 'ar' }],
])('%s: shows only the options that differ, with what the line item has', async (name, options) => {
  const status = await openSwap(options);
  const { frame } = status;
  expect(await frame.locator('legend').allTextContents()).toEqual(['Size', 'Colour']);
  expect(await frame.locator('.chip:has(:checked) bdi').allTextContents()).toEqual(['Medium', 'Red']);
  const sizes = await frame.$$eval('.chip', (chips) =>
    chips.map((chip) => [chip.clientWidth, chip.clientHeight, chip.getBoundingClientRect().height]),
  );
  for (const [width = 0, , height = 0] of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await checkLook(status, `options-${name}`);
  await status.frame.click('.chip:has-text("Small")');
  expect(await frame.locator('.chip:has(:disabled) bdi').allTextContents()).toEqual(['Blue']);
  await checkLook(status, `options-chosen-${name}`);
  await status.close();
});

test.each([
  ['phone-light', { viewport: PHONE }],
  ['desk-dark', { viewport: DESKTOP, colorScheme: 'dark' as const }],
  ['phone-arabic', { viewport: PHONE, lang: 'ar' }],
])('%s: says of units that others are paying for when they may be back', async (name, options) => {
  const offer = await createOptions([1, 10, 0]);
  const reference = await buyFrom(core, offer, { email: EMAIL });
  await holdFrom(core, offer, { variantId: offer.sizes.small.variantExternalId });
  const token = await tokenFor(core, offer.storeId, { email: EMAIL });
  const status = await openStatus(browser, { ...stage, storeKey: offer.storeKey }, { ...options, token });
  await status.frame.click(`[id="${reference}"]`);
  await status.frame.click('.action--swap');
  const held = status.frame.locator('.chip:has-text("Small")');
  expect(await held.locator('input').isDisabled()).toBe(true);
  const reason = await held.locator('.chip__reason').textContent();
  expect(reason).toMatch('lang' in options ? /\d/ : /^Others are buying the last ones, back from \d?\d:\d\d$/);
  await checkLook(status, `options-held-${name}`);
  await status.close();
});

test('is used by keyboard alone, and says the difference in price before anything is swapped', async () => {
  const status = await openSwap({});
  const { frame, page } = status;
  const chosen = () => frame.locator('.chip:has(:checked) bdi').allTextContents();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  expect(await chosen()).toEqual(['Small', 'Red']);
  expect(await frame.textContent('.consequences__sum')).toBe('Small €30.00 less'); // only what differs
  expect(await frame.textContent('.chip:has(:disabled)')).toBe('BlueNot available');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  expect(await chosen()).toEqual(['Medium', 'Blue']);
  expect(await frame.textContent('.consequences')).toContain('€20.00 more');
  await page.keyboard.press('ArrowRight');
  expect(await chosen()).toEqual(['Medium', 'Red']);
  expect(await frame.textContent('.consequences')).toContain('You have Medium / Wool / Red now.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  expect(await status.variantNow()).toBe('Medium / Wool / Red');
  await frame.click('.actions >> text=Change it');
  await frame.waitForSelector('#note');
  expect(await status.variantNow()).toBe('Small / Wool / Red');
  expect(status.problems).toEqual([]);
  await status.close();
});

test('of three equal ones the shopper says how many, with the price of all of them', async () => {
  const status = await openSwap({ viewport: PHONE, quantity: 3 });
  const { frame } = status;
  await frame.click('.chip:has-text("Small")');
  expect(await frame.textContent('label[for=swap-count]')).toContain('How many of 3?');
  expect(await frame.inputValue('#swap-count')).toBe('1');
  expect(await frame.textContent('.consequences__sum')).toContain('€30.00 less');
  await frame.click('[aria-label="One more"]');
  expect(await frame.textContent('.consequences__sum')).toContain('€60.00 less');
  await checkLook(status, 'swap-several-phone');
  await frame.click('.actions >> text=Change it');
  await frame.waitForSelector('#note');
  expect(await status.variantsNow()).toEqual(['Small / Wool / Red', 'Small / Wool / Red', 'Medium / Wool / Red']);
  await status.close();
});

test.each([
  ['phone-light', { viewport: PHONE }],
  ['desk-dark', { viewport: DESKTOP, colorScheme: 'dark' as const }],
  ['phone-arabic', { viewport: PHONE, lang: 'ar' }],
])('%s: of three equal ones that cost more, two are paid together on a page of ours', async (name, options) => {
  const status = await openSwap({ ...options, quantity: 3 });
  const { frame } = status;
  await frame.click('.chip:has-text("Blue")');
  await frame.click('.stepper button:last-of-type');
  expect(await frame.textContent('.consequences')).toMatch(
    'lang' in options ? /40/ : /You pay €40\.00 on a separate page/,
  );
  await checkLook(status, `swap-group-${name}`);
  await frame.click('.actions button >> nth=0');
  await frame.waitForSelector('#page a');
  await checkLook(status, `swap-group-pay-${name}`);
  expect(await status.variantsNow()).toEqual(Array(3).fill('Medium / Wool / Red'));
  const [paying] = await Promise.all([status.page.context().waitForEvent('page'), frame.click('#page a')]);
  await paying.waitForSelector('#cardNumber');
  expect(await paying.textContent('.rows')).toContain('2 ×');
  await checkPage(paying, `swap-group-${name}`);
  await payOn(paying, 'succeeds');
  await expect
    .poll(status.variantsNow)
    .toEqual(['Medium / Wool / Blue', 'Medium / Wool / Blue', 'Medium / Wool / Red']);
  await paying.close();
  // Back in the first tab the customer sees the result without a reload.
  await frame.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await frame.waitForSelector('.lines >> text=2 ×');
  await checkLook(status, `swap-group-done-${name}`);
  await status.close();
});

test('says that fewer are left than the shopper wanted, and how many', async () => {
  const status = await openSwap({ viewport: PHONE, quantity: 3 });
  const { frame } = status;
  await frame.click('.chip:has-text("Blue")');
  await frame.click('[aria-label="One more"]');
  await frame.click('[aria-label="One more"]');
  await core.db.query('UPDATE unit SET sold = allocated - 2 WHERE variant_id = $1', [
    status.offer.sizes.large.variantId,
  ]);
  await frame.click('.actions >> text=Go on to pay €60.00');
  await frame.waitForSelector('text=Fewer are left now');
  await frame.waitForSelector('text=Left of it: 2');
  expect(await frame.inputValue('#swap-count')).toBe('2');
  await checkLook(status, 'swap-fewer-left-phone');
  await frame.click('.actions >> text=Go on to pay €40.00');
  await frame.waitForSelector('#page a');
  await status.close();
});
