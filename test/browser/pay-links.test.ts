import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import { expectSoundBooks } from '../support/books.ts';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { moneyOf, type Sold, sell, sellAndRelease } from '../support/charges.ts';
import type { Core } from '../support/core.ts';
import { checkLook, coreOf, heading, openPayPage, payAddress, payOn } from '../support/pay-link.ts';
import { type System, startSystem } from '../support/system.ts';

let system: System;
let core: Core;
let browser: Browser;
beforeAll(async () => {
  system = await startSystem();
  core = coreOf(system.deps);
  browser = await launchBrowser();
});
afterAll(async () => {
  await expectSoundBooks(system.db);
  await browser.close();
  await system.stop();
});

const PAID = [{ state: 'released', paid: 13_390, refunded: 0 }];
const expectMoney = (sold: Sold) => expect.poll(() => moneyOf(core, sold));
const unpaid = () => sellAndRelease(core, { card: 'charge_declined' });

describe('the link to pay', () => {
  test('shows the amount due, its items and its deadline, and leads through the challenge', async () => {
    const sold = await unpaid();
    const { page, problems, close } = await openPayPage(browser, await payAddress(system.deps, sold), {
      viewport: PHONE,
    });
    expect(await heading(page)).toBe('Pay what is due');
    const said = (await page.textContent('main')) ?? '';
    expect(said).toContain(sold.reference);
    expect(said).toContain('€107.12');
    expect(said).toMatch(/Pay by \w+, \d+ \w+ \d{4} at \d\d:\d\d CES?T/);
    await checkLook(page, 'due');
    await payOn(page, 'second_step');
    await page.waitForSelector('text=Confirm your payment');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    await checkLook(page, 'second-step');
    await page.click('text=Approve');
    await page.waitForSelector('h1:has-text("It is paid")');
    await checkLook(page, 'paid');
    await expectMoney(sold).toEqual(PAID);
    expect(problems).toEqual([]);
    await close();
  });

  test('tells why a card was declined, and accepts another one', async () => {
    const sold = await unpaid();
    const { page, problems, close } = await openPayPage(browser, await payAddress(system.deps, sold));
    await page.click('button[type="submit"]');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cardNumber');
    await checkLook(page, 'nothing-entered');
    await payOn(page, 'insufficient_funds');
    await page.waitForSelector('#problem');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('problem');
    await checkLook(page, 'declined');
    await payOn(page, 'succeeds');
    await page.waitForSelector('h1:has-text("It is paid")');
    await expectMoney(sold).toEqual(PAID);
    expect(problems).toEqual([]);
    await close();
  });

  test('waits for a bank that answers late', async () => {
    const sold = await unpaid();
    const { page, close } = await openPayPage(browser, await payAddress(system.deps, sold));
    await payOn(page, 'late');
    await page.waitForSelector('text=Waiting for your bank');
    await checkLook(page, 'waiting');
    await page.waitForSelector('h1:has-text("It is paid")', { timeout: 20_000 });
    await expectMoney(sold).toEqual(PAID);
    await close();
  });

  test('in two tabs takes the money once', async () => {
    const sold = await unpaid();
    const address = await payAddress(system.deps, sold);
    const [one, other] = await Promise.all([openPayPage(browser, address), openPayPage(browser, address)]);
    await Promise.all([payOn(one.page, 'succeeds'), payOn(other.page, 'succeeds')]);
    for (const { page, close } of [one, other]) {
      await page.waitForSelector('h1:has-text("It is paid")');
      await close();
    }
    await expectMoney(sold).toEqual(PAID);
  });

  test('of a cancelled pre-order says so, and takes nothing', async () => {
    const sold = await unpaid();
    const address = await payAddress(system.deps, sold);
    const { page, close } = await openPayPage(browser, address);
    await cancelLines(core, {
      storeId: sold.storeId,
      preorderId: sold.preorderId,
      lineIds: null,
      reason: 'merchant',
    });
    await payOn(page, 'succeeds');
    await page.waitForSelector('h1:has-text("There is nothing left to pay")');
    await checkLook(page, 'over');
    await expectMoney(sold).toEqual([{ state: 'cancelled', paid: 2_678, refunded: 2_678 }]);
    await close();
  });

  test('shows the amount due and the way to pay without JavaScript', async () => {
    const address = await payAddress(system.deps, await unpaid());
    const { page, close } = await openPayPage(browser, address, { javaScriptEnabled: false, viewport: PHONE });
    expect(await page.textContent('main')).toContain('€107.12');
    expect(await page.isVisible('noscript p')).toBe(true);
    expect(await page.textContent('noscript')).toContain('switched off here');
    await close();
  });
});

describe('the link to another card', () => {
  test('names the present card, charges the new one at once, and works only once', async () => {
    const sold = await unpaid();
    const address = await payAddress(system.deps, sold, { purpose: 'card' });
    const { page, problems, close } = await openPayPage(browser, address, { viewport: PHONE });
    expect(await heading(page)).toBe('Use another card');
    expect(await page.textContent('main')).toContain('Visa ending in 6348');
    await checkLook(page, 'card');
    await payOn(page, 'charge_declined');
    await page.waitForSelector('#problem');
    await checkLook(page, 'card-declined');
    await payOn(page, 'succeeds');
    await page.waitForSelector('h1:has-text("Your new card is kept")');
    expect(await page.textContent('main')).toContain('4242');
    await checkLook(page, 'card-kept');
    await expectMoney(sold).toEqual(PAID);
    await page.reload();
    expect(await heading(page)).toBe('Your new card is kept');
    expect(problems).toEqual([]);
    await close();
  });

  test('takes nothing while nothing is due', async () => {
    const sold = await sell(core, {});
    const address = await payAddress(system.deps, sold, { purpose: 'card' });
    const { page, close } = await openPayPage(browser, address);
    expect(await page.textContent('main')).toContain('Nothing is charged now');
    await payOn(page, 'second_step');
    await page.click('text=Approve');
    await page.waitForSelector('h1:has-text("Your new card is kept")');
    await expectMoney(sold).toEqual([{ state: 'placed', paid: 2_678, refunded: 0 }]);
    await close();
  });
});

test.each(Object.keys(LANGUAGES))('fits in %s, narrow and dark', async (locale) => {
  const sold = await unpaid();
  await system.db.query('UPDATE preorder SET locale = $2 WHERE id = $1', [sold.preorderId, locale]);
  for (const purpose of ['pay', 'card'] as const) {
    const address = await payAddress(system.deps, sold, { purpose });
    const viewport = { width: 320, height: 700 };
    const { page, problems, close } = await openPayPage(browser, address, { viewport, colorScheme: 'dark' });
    await page.waitForSelector('#cardNumber');
    expect(await page.textContent('main')).not.toMatch(/\{\w+\}|pay\.|checkout\./);
    await checkLook(page, `${purpose}-${locale}`);
    expect(problems).toEqual([]);
    await close();
  }
});
