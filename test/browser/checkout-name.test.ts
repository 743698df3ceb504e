import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  enterShipping,
  openCheckout,
  useCheckoutStage,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const stage = useCheckoutStage();

async function open(options: CheckoutOptions = {}): Promise<CheckoutPage> {
  const shipping = [{ country: 'DE', amount: 490 }];
  stage.store = await createStoreWithWaitlist(stage.system, { store: { shipping, country: 'DE' } });
  return openCheckout(stage, { viewport: PHONE, ...options });
}

const focusedId = (frame: Frame) => frame.evaluate(() => document.activeElement?.id);
const textIn = (frame: Frame, id: string) => frame.inputValue(`#${id}`);

describe('a name is one field', () => {
  const NAME = '#lastName';
  const parts = async (frame: Frame) => (await frame.textContent('[data-field=lastName] .field__hint'))?.split(' · ');
  const kept = async (checkout: CheckoutPage) => {
    await checkout.frame.click('.step > button[type=submit]');
    await checkout.frame.waitForSelector('#cardNumber');
    const [row] = await stage.system.db.query<{ names: string[] }>(
      `SELECT ARRAY[address ->> 'firstName', address ->> 'lastName'] AS names FROM checkout_contact WHERE store_id = $1`,
      [stage.store.storeId],
    );
    return row?.names;
  };

  test('whose parts are shown, and can be entered separately', async () => {
    const checkout = await open();
    const { frame, page } = checkout;
    await enterShipping(frame);
    await frame.fill(NAME, '');
    await frame.focus(NAME);
    await page.keyboard.type('Gabriel  García Márquez ');
    expect(await textIn(frame, 'lastName')).toBe('Gabriel  García Márquez '); // nothing moves under the hands
    expect(await parts(frame)).toEqual(['First name: Gabriel  García', 'Last name: Márquez Enter them separately']);
    await expectAccessible(page);
    await takeScreenshot(page, 'address-name');
    await frame.click('text=Enter them separately');
    await expect.poll(() => focusedId(frame)).toBe('lastName');
    await frame.fill('#firstName', 'Gabriel');
    await frame.fill(NAME, 'García Márquez');
    await expectAccessible(page);
    await takeScreenshot(page, 'address-name-apart');
    expect(await kept(checkout)).toEqual(['Gabriel', 'García Márquez']);
    await frame.click('.review button');
    expect(await textIn(frame, 'lastName')).toBe('Gabriel García Márquez');
    await frame.click('.step > button[type=submit]');
    await frame.waitForSelector('#cardNumber');
    expect(await frame.textContent('.review')).toContain('Gabriel García Márquez');
    await checkout.close();
  });

  test.each([
    ['of one word', '\u200fMadonna ', ['', 'Madonna']],
    ['of 200 letters', `Ada ${'x'.repeat(196)}`, ['Ada', 'x'.repeat(196)]],
    ['in another script', 'محمد الأمين', ['محمد', 'الأمين']],
  ])('%s', async (_, name, expected) => {
    const checkout = await open();
    await enterShipping(checkout.frame);
    await checkout.frame.fill(NAME, name);
    expect(await kept(checkout)).toEqual(expected);
    await checkout.close();
  });

  test('that the page knows, and a part that it knows alone', async () => {
    const address = { firstName: 'Maria Luisa', lastName: 'de la Cruz' };
    const checkout = await open({ customer: { address } as never });
    await expect.poll(() => textIn(checkout.frame, 'lastName')).toBe('Maria Luisa de la Cruz');
    expect(await parts(checkout.frame)).toEqual([
      'First name: Maria Luisa',
      'Last name: de la Cruz Enter them separately',
    ]);
    await checkout.close();
    const short = await open({ customer: { address: { firstName: 'Ada' } } as never });
    await expect.poll(() => textIn(short.frame, 'lastName')).toBe('Ada');
    await short.frame.fill('#email', 'ada@shopper.example');
    await short.frame.fill('#line1', 'Torstraße 1');
    await short.frame.fill('#postalCode', '10119');
    await short.frame.fill('#city', 'Berlin');
    expect(await kept(short)).toEqual(['', 'Ada']);
    await short.close();
  });

  test('in the order of the reader’s language, and named when it is missing', async () => {
    const checkout = await open({ lang: 'ja', locale: 'ja-JP' });
    await enterShipping(checkout.frame);
    await checkout.frame.fill(NAME, '山田 太郎');
    expect(await parts(checkout.frame)).toEqual(['姓: 山田', '名: 太郎 姓と名を分けて入力']);
    await checkout.frame.fill(NAME, '');
    await checkout.frame.click('.step > button[type=submit]');
    expect(await checkout.frame.locator('#errors .error-list--names').textContent()).toBe('お名前');
    expect(await checkout.frame.locator('#lastName-error').textContent()).toContain('お名前');
    await expectAccessible(checkout.page);
    await checkout.close();
  });
});
