import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { preorderOf, sellAndRelease } from '../support/charges.ts';
import type { Core } from '../support/core.ts';
import { payOn } from '../support/pay-link.ts';
import { moveDates } from '../support/promises.ts';
import { createSizes, type Sizes } from '../support/sizes.ts';
import { tokenFor } from '../support/status-client.ts';
import { checkLook, headingOf, openStatus, type StatusStage } from '../support/status-page.ts';
import { serveStore, startSystem } from '../support/system.ts';

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
const LOOKS: [string, BrowserContextOptions][] = [
  ['phone-light', { viewport: PHONE, colorScheme: 'light' }],
  ['desk-dark', { viewport: DESKTOP, colorScheme: 'dark' }],
];

const PRICES: [number, number, number] = [9_900, 12_900, 14_900];

async function buy(offer: Sizes, quantity = 1): Promise<string> {
  await core.db.query('UPDATE waitlist SET show_position = true WHERE id = $1', [offer.waitlistId]);
  return buyFrom(core, offer, { email: EMAIL, quantity });
}

/** Opens the page of that pre-order for its signed-in customer. */
async function open(offer: Sizes, reference: string, context: BrowserContextOptions = {}) {
  const token = await tokenFor(core, offer.storeId, { email: EMAIL });
  const status = await openStatus(browser, { ...stage, storeKey: offer.storeKey }, { ...context, token });
  await status.frame.click(`[id="${reference}"]`);
  await status.frame.waitForSelector('text=Place 1 in the queue');
  return status;
}

const read = ({ storeId }: Sizes, reference: string) => readPreorder(core.db, storeId, reference);
/** Waits for the mail of that kind about that pre-order. Quoted-printable breaks long lines with `=`. */
async function mailOf(reference: string, kind: string): Promise<string> {
  const id = `${reference.toLowerCase()}.${kind}.`;
  const find = async () => (await stage.system.mails()).find((mail) => mail.toLowerCase().includes(id));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return ((await find()) ?? '').replace(/=\r?\n/g, '');
}

const linkIn = (mail: string, purpose: string) =>
  new RegExp(`http\\S+?/links/${purpose}/[\\w.-]+`).exec(mail)?.[0] ?? '';

const focused = (frame: { evaluate<T>(script: () => T): Promise<T> }) =>
  frame.evaluate(() => document.activeElement?.id);

describe.each(LOOKS)('%s', (name, context) => {
  test('swaps the size: shows the sizes left with their costs, and the result', async () => {
    const offer = await createSizes(core, { prices: PRICES, units: [3, 5, 0] });
    const reference = await buy(offer, 2);
    const status = await open(offer, reference, context);
    const { frame } = status;
    await checkLook(status, `own-${name}`);
    await frame.click('text=Change Medium');
    await frame.waitForSelector('text=Sold out');
    await checkLook(status, `swap-${name}`);
    await frame.click('.actions >> text=Change it');
    await frame.waitForSelector('text=Choose one first.');
    expect(await focused(frame)).toBe('problem');
    await frame.click('label:has-text("Small")');
    await frame.waitForSelector('text=You get €30.00 back the way you paid.');
    await checkLook(status, `swap-chosen-${name}`);
    await frame.click('.actions >> text=Change it');
    await frame.waitForSelector('#note');
    expect(await focused(frame)).toBe('note');
    await checkLook(status, `swapped-${name}`);
    expect((await read(offer, reference)).lines.map(({ variantTitle }) => variantTitle)).toEqual(['Small', 'Medium']);
    expect(status.problems).toEqual([]);
    await status.close();
  });

  test('swaps to a dearer size, which another page charges before anything changes', async () => {
    const offer = await createSizes(core, { prices: PRICES });
    const reference = await buy(offer);
    const status = await open(offer, reference, context);
    const { frame } = status;
    await frame.click('text=Change Medium');
    await frame.click('label:has-text("Large")');
    await frame.click('text=Go on to pay €20.00');
    await frame.waitForSelector('#page a');
    expect(await frame.getAttribute('#page a', 'href')).toContain('/links/pay/');
    expect(await frame.getAttribute('#page a', 'rel')).toBe('noopener noreferrer');
    await checkLook(status, `swap-pay-${name}`);
    expect((await read(offer, reference)).lines[0]?.variantTitle).toBe('Medium');
    const [paying] = await Promise.all([status.page.context().waitForEvent('page'), frame.click('#page a')]);
    await paying.waitForSelector('#cardNumber');
    await expectAccessible(paying);
    await takeScreenshot(paying, `status-swap-paying-${name}`);
    await payOn(paying, 'succeeds');
    await paying.waitForSelector('h1:has-text("It is paid")');
    await paying.close();
    await expect
      .poll(async () => (await read(offer, reference)).lines[0])
      .toMatchObject({ variantTitle: 'Large', paid: 15_390 });
    // Back in the first tab the customer sees the result without a reload.
    await frame.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await frame.waitForSelector('.lines >> text=1 × Large');
    expect(await frame.$('#page')).toBeNull();
    await status.close();
  });

  test('warns that a deposit is kept, and shows the card for the balance', async () => {
    const plan = { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false } as const;
    const offer = await createSizes(core, { prices: PRICES, plan });
    const reference = await buy(offer);
    const status = await open(offer, reference, context);
    const { frame } = status;
    await frame.waitForSelector('text=Due before it ships');
    await frame.waitForSelector('text=Use another card');
    expect(await frame.textContent('.amounts__later')).toMatch(/€[\d.]+ − €[\d.]+ paid = €[\d.]+, expected on/);
    await frame.waitForSelector('text=If your bank declines it then');
    await checkLook(status, `deposit-${name}`);
    await frame.click('text=Use another card');
    await frame.waitForSelector('#page a[href*="/links/card/"]');
    await frame.click('text=Change Medium');
    await frame.click('label:has-text("Large")');
    await frame.waitForSelector('text=€20.00 more is due before it ships.');
    await frame.click('text=Keep it as it is');
    await frame.click('.quiet');
    await frame.waitForSelector('text=The deposit of €26.78 is not returned.');
    await checkLook(status, `deposit-cancel-${name}`);
    await frame.click('.actions >> text=Cancel it');
    await expect.poll(() => focused(frame)).toBe('cancelled');
    await status.close();
  });

  test('changes the address, with errors beside their fields', async () => {
    const offer = await createSizes(core);
    const reference = await buy(offer);
    const status = await open(offer, reference, context);
    const { frame } = status;
    await frame.click('text=Change the address');
    await frame.waitForSelector('#postalCode');
    await frame.click('text=Save the address');
    await frame.waitForSelector('text=Nothing was changed.');
    expect(await frame.isVisible('text=A mail confirms it.')).toBe(false);
    await frame.click('text=Change the address');
    await frame.waitForSelector('#postalCode');
    await checkLook(status, `address-${name}`);
    await frame.fill('#postalCode', 'ABC');
    await frame.click('text=Save the address');
    await frame.waitForSelector('#postalCode-error');
    expect(await focused(frame)).toBe('postalCode');
    await checkLook(status, `address-wrong-${name}`);
    await frame.fill('#postalCode', '10119');
    await frame.fill('#line1', 'Torstraße 1');
    await frame.click('text=Save the address');
    await frame.waitForSelector('text=The address is changed');
    await frame.waitForSelector('address >> text=Torstraße 1');
    await checkLook(status, `address-saved-${name}`);
    await status.close();
  });

  test('sends a message to the store, shows the receipt, and keeps both when the session ends', async () => {
    const offer = await createSizes(core);
    const reference = await buy(offer);
    const status = await open(offer, reference, context);
    const { frame, page } = status;
    await frame.click('text=Is it wrong? Write to the store');
    await frame.waitForSelector('text=The answer comes to ada@mail.example.');
    await frame.click('.actions >> text=Send');
    await frame.waitForSelector('#message-error');
    await frame.fill('#message', 'Can it be blue?\nAda');
    await checkLook(status, `write-${name}`);
    await frame.click('.actions >> text=Send');
    await frame.waitForSelector('text=The store answers by mail.');
    const mail = await mailOf(reference, 'message');
    expect(mail).toMatch(/^To: .*help@shop\.example/im);
    expect(mail).toMatch(/^Reply-To: .*ada@mail\.example/im);
    expect(mail).toContain('Can it be blue?');
    const [receipt] = await Promise.all([page.context().waitForEvent('page'), frame.click('text=Receipt')]);
    await expect.poll(() => receipt.textContent('body')).toContain('North & Pine GmbH');
    await expectAccessible(receipt);
    await takeScreenshot(receipt, `status-receipt-${name}`);
    for (const format of ['A4', 'Letter']) {
      const sheets = (await receipt.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      expect(sheets, format).toHaveLength(1);
    }
    await receipt.close();
    await page.route('**/details?*', (route) =>
      route.fulfill({ status: 401, json: { meta: {}, error: { code: 'session_ended' } } }),
    );
    await frame.click('text=All pre-orders');
    await frame.click(`[id="${reference}"]`);
    await frame.waitForSelector('text=Your session has ended');
    expect(await frame.$('text=Change Medium')).toBeNull();
    await status.close();
  });

  test('shows a moved date: the question, the answer, and all dates in order', async () => {
    const offer = await createSizes(core);
    const reference = await buy(offer);
    await moveDates({ core, offer }, ['2030-09-01', '2030-09-10']);
    const status = await open(offer, reference, context);
    const { frame } = status;
    await frame.waitForSelector('text=Do you want to wait?');
    await frame.waitForSelector('.notice:has-text("Do you want to wait?") + .lines'); // before all else
    await checkLook(status, `question-${name}`);
    await frame.click('text=I will wait');
    await frame.waitForSelector('#note');
    await frame.waitForSelector('.history >> text=You chose to wait.');
    await frame.waitForSelector('.notice--info >> text=You are waiting');
    expect(await frame.locator('text=Do you want to wait?').count()).toBe(0);
    await checkLook(status, `question-answered-${name}`);
    await status.close();
  });

  test('shows beside the date since when it is the present one, and why', async () => {
    const offer = await createSizes(core);
    const reference = await buy(offer);
    await moveDates({ core, offer }, ['2030-06-01', '2030-06-05']); // earlier: nobody is asked
    const status = await open(offer, reference, context);
    await status.frame.waitForSelector('.when + .muted');
    const [date, since] = await status.frame.locator('.when, .when + .muted').allTextContents();
    expect(date).toMatch(/^Ships 1.{1,3}5 June 2030$/);
    expect(since).toMatch(/^New date since \d+ \w+ 20\d\d · .+/);
    await checkLook(status, `date-changed-${name}`);
    await status.close();
  });

  test('shows a failed charge: the amount, the deadline, and the link to pay', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const { offer, reference } = sold;
    const { email = '' } = (await preorderOf(core, sold)).contact ?? {};
    const token = await tokenFor(core, offer.storeId, { email });
    const status = await openStatus(browser, { ...stage, storeKey: offer.storeKey }, { ...context, token });
    const { frame } = status;
    await frame.click(`[id="${reference}"]`);
    const missing = frame.locator('.notice--warning');
    await missing.waitFor();
    expect(await missing.textContent()).toMatch(
      /€107\.12 could not be charged\.Pay by \w+,? \d+ \w+ \d{4} at \d\d:\d\d [A-Z]/,
    );
    await frame.waitForSelector('.notice--warning + .lines'); // before all else
    await checkLook(status, `payment-due-${name}`);
    await frame.click('text=Pay now');
    expect(await frame.locator('#page a').getAttribute('href')).toContain('/links/pay/');
    await status.close();
  });

  test('sends a guest a link that opens everything', async () => {
    const offer = await createSizes(core, { prices: PRICES });
    const reference = await buy(offer);
    const status = await openStatus(browser, { ...stage, storeKey: offer.storeKey }, context);
    const { frame } = status;
    await frame.fill('#reference', reference);
    await frame.fill('#place', '10115');
    await frame.click('form button');
    await frame.click('text=Show all details');
    expect(await headingOf(frame)).toBe('Is it you?');
    await frame.click('text=Back');
    await frame.click('text=Change Medium');
    expect(await headingOf(frame)).toBe('Is it you?');
    // A mistyped address gets no link: then the store helps.
    await frame.waitForSelector(`text=/Write to .+ at help@shop.example and name ${reference}/`);
    await checkLook(status, `confirm-${name}`);
    await frame.click('text=Send me the link');
    await frame.waitForSelector('#note');
    await checkLook(status, `confirm-sent-${name}`);
    await status.close();
    const mail = await mailOf(reference, 'manage_link');
    const { page, problems, close } = await openPage(browser, linkIn(mail, 'manage'), context);
    await expectAccessible(page);
    await takeScreenshot(page, `status-manage-link-${name}`);
    await page.click('button');
    await page.waitForSelector('text=Place 1 in the queue');
    await expectAccessible(page);
    await takeScreenshot(page, `status-manage-${name}`);
    await page.click('text=Change Medium');
    await page.click('label:has-text("Small")');
    await page.click('.actions >> text=Change it');
    await page.waitForSelector('#note');
    expect((await read(offer, reference)).lines[0]?.variantTitle).toBe('Small');
    expect(problems).toEqual([]);
    await close();
  });
});
