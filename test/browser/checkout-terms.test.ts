import type { Frame } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  confirmedReference,
  enterCard,
  openCheckout,
  reachPayment,
  useCheckoutStage,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

// The stage's store ships to Germany, where a sentence at the button is enough, and to France, where the shopper ticks a box.
const SENTENCE = '#agreed';
const BOX = '#terms';
const PAY = '.pay button[type=submit]';

const stage = useCheckoutStage();
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system);
});

/** What the pre-order keeps as agreed to. */
const keptText = async (frame: Frame) =>
  (await readPreorder(stage.system.db, stage.store.storeId, await confirmedReference(frame))).consentText;

const counts = (frame: Frame) => Promise.all([SENTENCE, BOX].map((each) => frame.locator(each).count()));

describe('where a sentence is enough', () => {
  test.each(['en', 'de', 'ar', 'ja'])(
    'it stands at the button, names it, and is kept word for word, in %s',
    async (lang) => {
      const checkout = await openCheckout(stage, { viewport: PHONE, lang });
      const { frame, page } = checkout;
      await reachPayment(frame);
      expect(await counts(frame)).toEqual([1, 0]);
      const shown = await frame.innerText(SENTENCE);
      expect(shown).toContain(await frame.innerText(PAY));
      expect(await frame.getAttribute(PAY, 'aria-describedby')).toBe(SENTENCE.slice(1));
      // Nothing but the links to what it names stands between them.
      const [sentence, button] = await Promise.all([SENTENCE, PAY].map((each) => frame.locator(each).boundingBox()));
      expect((button?.y ?? 0) - (sentence?.y ?? 0) - (sentence?.height ?? 0)).toBeLessThan(80);
      await expectAccessible(page);
      await frame.locator(PAY).scrollIntoViewIfNeeded();
      await takeScreenshot(page, `checkout-terms-sentence-${lang}`);
      await enterCard(frame, 'succeeds');
      await frame.click(PAY);
      expect(await keptText(frame)).toBe(shown);
      expect(checkout.problems).toEqual([]);
      await checkout.close();
    },
  );
});

test('a store that wants a tick everywhere gets it there too', async () => {
  stage.store = await createStoreWithWaitlist(stage.system, { store: { termsBox: 'always' } });
  const checkout = await openCheckout(stage, { viewport: PHONE });
  const { frame } = checkout;
  await reachPayment(frame);
  expect(await counts(frame)).toEqual([0, 1]);
  await enterCard(frame, 'succeeds'); // ticks the box too
  await frame.click(PAY);
  expect(await keptText(frame)).not.toContain('By pressing');
  await checkout.close();
});

describe('elsewhere', () => {
  test('the button waits for a tick, and the text beside it is kept word for word', async () => {
    const checkout = await openCheckout(stage, { viewport: PHONE });
    const { frame, page } = checkout;
    await reachPayment(frame, { country: 'FR' });
    expect(await counts(frame)).toEqual([0, 1]);
    const shown = await frame.innerText(`label[for=${BOX.slice(1)}]`);
    expect(shown).toMatch(/^I agree to the terms of sale/);
    await frame.fill('#cardNumber', '4242424242424242');
    await frame.fill('#cardExpiry', '1239');
    await frame.fill('#cardCode', '123');
    await frame.click(PAY);
    await frame.waitForSelector('text=Please agree to go on.');
    await takeScreenshot(page, 'checkout-terms-box');
    await frame.check(BOX);
    await frame.click(PAY);
    expect(await keptText(frame)).toBe(shown);
    await checkout.close();
  });
});

test('another country changes the form, and what is kept is what was read last', async () => {
  const checkout = await openCheckout(stage, { viewport: PHONE });
  const { frame } = checkout;
  await reachPayment(frame, { country: 'FR' });
  expect(await counts(frame)).toEqual([0, 1]);
  await frame.check(BOX);
  await frame.click('text=Back');
  await reachPayment(frame, { country: 'DE' });
  expect(await counts(frame)).toEqual([1, 0]);
  const shown = await frame.innerText(SENTENCE);
  await enterCard(frame, 'succeeds');
  await frame.click(PAY);
  expect(await keptText(frame)).toBe(shown);
  await checkout.close();
});
