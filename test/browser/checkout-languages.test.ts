import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, textDirection, translate } from '../../src/messages/catalogue.ts';
import { PSEUDO_LOCALE } from '../../src/messages/pseudo.ts';
import { DESKTOP, expectAccessible, PHONE, resize, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutPage,
  type CheckoutStage,
  confirmedReference,
  enterShipping,
  openCheckout,
  openCheckoutStage,
  pay,
  reachPayment,
} from '../support/checkout-page.ts';

const NARROW = { width: 320, height: 568 };
const SIZES = Object.entries({ narrow: NARROW, desk: DESKTOP, phone: PHONE });
const SHIPPING = ['DE', 'US', 'JP', 'AE', 'FR'].map((country, index) => ({ country, amount: index * 790 }));

let stage: CheckoutStage;
beforeAll(async () => {
  const store = { shipping: SHIPPING, liveHoldsPerEmailMax: 100, liveHoldsPerAddressMax: 100 };
  stage = await openCheckoutStage({ prices: [12_900], store, waitlist: { limitPerCustomer: null } });
  await stage.system.db.query('UPDATE unit SET allocated = 1000 WHERE store_id = $1', [stage.store.storeId]);
});
afterAll(() => stage.close());

/** Lists text that overflows the frame or is cut off in its own box. */
function cutOff(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body, body *')]
      .filter((element) => !element.closest('.visually-hidden') && element.offsetParent !== null)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isBeyond = left < -1 || right > document.documentElement.clientWidth + 1;
        // The store's name may end in an ellipsis, because it is shown in full elsewhere.
        const mayEnd = element.matches('.header__store');
        const isClipped = getComputedStyle(element).overflowX !== 'visible' && !mayEnd;
        return isBeyond || (isClipped && element.scrollWidth > element.clientWidth + 1);
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`),
  );
}

/** Checks each size, the phone's last. */
async function look({ page, frame }: CheckoutPage, name: string, sizes = SIZES): Promise<void> {
  for (const [size, viewport] of sizes) {
    await resize(page, viewport);
    await takeScreenshot(page, `checkout-${name}-${size}`);
    expect(await cutOff(frame), `${name} ${size}`).toEqual([]);
  }
}

const LOOKED_AT = ['de', 'fr', 'pl', 'ja', 'ar', 'he', PSEUDO_LOCALE];
const OTHERS = Object.keys(LANGUAGES).filter((lang) => !LOOKED_AT.includes(lang));

/** Pays and expects that the stored consent text equals the shown one. */
async function agree({ frame }: CheckoutPage, lang: string): Promise<void> {
  const shown = (await frame.textContent('#agreed')) ?? '';
  const button = (await frame.textContent('.pay button[type=submit]')) ?? '';
  expect(button).toContain(translate(lang, 'checkout.pay').split('{total}')[0]?.trim());
  await pay(frame, 'succeeds');
  const reference = await confirmedReference(frame);
  const [kept] = await stage.system.db.query<{ consent_text: string; locale: string }>(
    `SELECT t.text AS consent_text, o.locale FROM preorder o
     JOIN consent_text t ON t.store_id = o.store_id AND t.id = o.consent_text_id WHERE o.store_id = $1 AND o.reference = $2`,
    [stage.store.storeId, reference.replaceAll(/[^\w-]/g, '')],
  );
  expect(kept?.locale).toBe(lang);
  expect(shown).toContain(kept?.consent_text);
}

test.each(LOOKED_AT)('in %s every step is shown in full, and the consent text is kept', async (lang) => {
  const checkout = await openCheckout(stage, { lang });
  const { frame } = checkout;
  expect(await frame.getAttribute('html', 'dir')).toBe(textDirection(lang));
  await look(checkout, `${lang}-shipping`);
  await frame.selectOption('#country', 'US');
  await frame.click('.step > button[type=submit]');
  await frame.waitForSelector('#errors');
  await look(checkout, `${lang}-errors`);
  await expectAccessible(checkout.page);
  await reachPayment(frame);
  await look(checkout, `${lang}-payment`);
  await frame.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await look(checkout, `${lang}-pay`);
  await expectAccessible(checkout.page);
  await agree(checkout, lang);
  await look(checkout, `${lang}-done`);
  expect(checkout.problems).toEqual([]);
  await checkout.close();
});

test.each(OTHERS)('in %s no text is cut at 320 pixels, and the consent text is kept as shown', async (lang) => {
  const narrow: typeof SIZES = [['narrow', NARROW]];
  const checkout = await openCheckout(stage, { lang, viewport: NARROW });
  await look(checkout, `${lang}-shipping`, narrow);
  await reachPayment(checkout.frame);
  await look(checkout, `${lang}-payment`, narrow);
  await agree(checkout, lang);
  await look(checkout, `${lang}-done`, narrow);
  await checkout.close();
});

test('the box for the terms is not cut in any language either', async () => {
  for (const lang of Object.keys(LANGUAGES)) {
    const checkout = await openCheckout(stage, { lang, viewport: NARROW });
    await reachPayment(checkout.frame, { country: 'FR' });
    await checkout.frame.waitForSelector('#terms');
    expect(await cutOff(checkout.frame), lang).toEqual([]);
    await checkout.close();
  }
});

describe('the regions of a country', () => {
  const regions = (frame: Frame) => frame.locator('select#region option').allTextContents();

  test('are loaded once when it is chosen, in the reader’s language', async () => {
    const checkout = await openCheckout(stage, { lang: 'ja', locale: 'ja' });
    const { frame, page } = checkout;
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/regions') && asked.push(request.url()));
    await frame.selectOption('#country', 'JP');
    await expect.poll(() => regions(frame)).toHaveLength(48);
    expect((await regions(frame)).slice(1, 3)).toEqual(['北海道', '青森県']);
    await frame.selectOption('#country', 'US');
    await expect.poll(() => regions(frame)).toContain('California');
    await frame.selectOption('#country', 'JP');
    await frame.selectOption('#region', { label: '東京都' });
    expect(asked).toHaveLength(2);
    await checkout.close();
  });

  test('are preselected by the name that the page gave', async () => {
    const address = { country: 'US', region: 'california' };
    const checkout = await openCheckout(stage, { customer: { address } as never });
    await expect.poll(() => regions(checkout.frame)).toContain('California');
    await checkout.close();
  });

  test('can be typed by name or code if the list does not load', async () => {
    const checkout = await openCheckout(stage, { viewport: PHONE });
    const { frame, page } = checkout;
    await page.route('**/regions?**', (route) => route.fulfill({ status: 500, body: 'no' }));
    await enterShipping(frame);
    await frame.selectOption('#country', 'US');
    await frame.waitForSelector('input#region', { timeout: 20_000 });
    await frame.fill('#region', 'new york');
    await frame.fill('#postalCode', '10001');
    await frame.click('.step > button[type=submit]');
    await frame.waitForSelector('#cardNumber');
    const [{ region } = { region: '' }] = await stage.system.db.query<{ region: string }>(
      `SELECT contact.address ->> 'region' AS region FROM checkout_contact contact
       WHERE store_id = $1 AND contact.address ->> 'country' = 'US'`,
      [stage.store.storeId],
    );
    expect(region).toBe('NY');
    await checkout.close();
  });
});
