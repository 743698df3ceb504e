import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  confirmedReference,
  enterCard,
  openCheckout,
  pay,
  reachPayment,
  useCheckoutStage,
} from '../support/checkout-page.ts';

const stage = useCheckoutStage();

const covered = (frame: Frame) => frame.waitForSelector('.pay [data-covered]');
const inSight = (frame: Frame) => frame.waitForSelector('.pay :not([data-covered]) > button[type=submit]');

test('a click on the pay button takes no money while the page covers it', async () => {
  const { page, frame, told, close } = await openCheckout(stage, { viewport: PHONE });
  await reachPayment(frame);
  await enterCard(frame, 'succeeds');
  await frame.locator('.pay button[type=submit]').scrollIntoViewIfNeeded();
  // A hostile page shows something else, and the click goes through to our frame.
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.id = 'cover';
    cover.style.cssText = 'position:fixed;inset:0;z-index:9;background:#fff;pointer-events:none';
    document.body.append(cover);
  });
  await covered(frame);
  await frame.click('.pay button[type=submit]');
  await frame.waitForSelector('#problem:has-text("Something covers this button")');
  expect(await told()).not.toContainEqual(expect.objectContaining({ name: 'PreorderCheckoutSubmitted' }));

  await page.evaluate(() => document.getElementById('cover')?.remove());
  await takeScreenshot(page, 'checkout-covered');
  await expectAccessible(page);
  await frame.locator('.pay button[type=submit]').scrollIntoViewIfNeeded();
  await inSight(frame);
  await frame.click('.pay button[type=submit]');
  expect(await confirmedReference(frame)).toMatch(/^PO-/);
  await close();
});

test('a key works while the button is covered, because the shopper has focused it', async () => {
  const { page, frame, close } = await openCheckout(stage, { viewport: PHONE });
  await reachPayment(frame);
  await enterCard(frame, 'succeeds');
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position:fixed;inset:auto 0 0;height:60%;z-index:9;background:#fff;pointer-events:none';
    document.body.append(cover);
  });
  await frame.locator('.pay button[type=submit]').scrollIntoViewIfNeeded();
  await covered(frame);
  await frame.press('.pay button[type=submit]', 'Enter');
  expect(await confirmedReference(frame)).toMatch(/^PO-/);
  await close();
});

test('a click on a visible button pays at once', async () => {
  const { frame, close } = await openCheckout(stage, { viewport: PHONE });
  await reachPayment(frame);
  await pay(frame, 'succeeds');
  expect(await confirmedReference(frame)).toMatch(/^PO-/);
  await close();
});
