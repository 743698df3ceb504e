import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  enterShipping,
  openCheckout,
  reachPayment,
  useCheckoutStage,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist, type StoreOptions } from '../support/system.ts';

const stage = useCheckoutStage();

const SHIPPING = ['DE', 'US', 'KR'].map((country) => ({ country, amount: 490 }));

async function open(store: StoreOptions['store'] = {}, options: CheckoutOptions = {}): Promise<CheckoutPage> {
  stage.store = await createStoreWithWaitlist(stage.system, { store: { shipping: SHIPPING, ...store } });
  return openCheckout(stage, { viewport: PHONE, ...options });
}

const focusedId = (frame: Frame) => frame.evaluate(() => document.activeElement?.id);
const textIn = (frame: Frame, id: string) => frame.inputValue(`#${id}`);

describe('the country is', () => {
  test.each([
    ['the browser’s region', { lang: 'en', locale: 'de-DE', country: 'KR' }, 'DE'],
    ['the store’s own, in a language without a region', { lang: 'ar', locale: 'ar', country: 'KR' }, 'KR'],
    ['the store’s own, if it does not ship to the region', { lang: 'ja', locale: 'ja-JP', country: 'US' }, 'US'],
    ['open, if the store ships to neither', { lang: 'en', locale: 'ja-JP', country: 'FI' }, ''],
  ])('%s', async (_, { country, ...reader }, expected) => {
    const checkout = await open({ country }, reader);
    expect(await textIn(checkout.frame, 'country')).toBe(expected);
    await checkout.close();
  });

  test('that of the customer, before any other', async () => {
    const checkout = await open(
      { country: 'KR' },
      { locale: 'de-DE', customer: { address: { country: 'us' } } as never },
    );
    await expect.poll(() => textIn(checkout.frame, 'country')).toBe('US');
    await checkout.close();
  });
});

describe('what few shoppers need is folded', () => {
  test('until it is asked for, and stays open while it is emptied', async () => {
    const checkout = await open({ country: 'DE' });
    const { frame, page } = checkout;
    expect(await frame.locator('#line2, #phoneNumber').count()).toBe(0);
    await takeScreenshot(page, 'address-folded');
    await frame.click('text=Add apartment, company…');
    await expect.poll(() => focusedId(frame)).toBe('line2');
    await page.keyboard.type('2nd floor');
    await frame.focus('text=Add phone number');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedId(frame)).toBe('phoneNumber');
    await expectAccessible(page);
    await takeScreenshot(page, 'address-unfolded');
    await frame.fill('#line2', '');
    expect(await frame.isVisible('#line2')).toBe(true);
    await frame.fill('#line2', 'Fjord Ltd');
    await reachPayment(frame);
    expect(await frame.textContent('.review')).toContain('Fjord Ltd');
    await frame.click('.review button');
    expect(await textIn(frame, 'line2')).toBe('Fjord Ltd');
    expect(await frame.locator('#phoneNumber').count()).toBe(0);
    await checkout.close();
  });

  test('but shown where it is prefilled, and where the country’s addresses need it', async () => {
    const address = { country: 'DE', line2: '3. OG', phoneNumber: '+49 40 123456' };
    const checkout = await open({}, { customer: { address } as never });
    const { frame } = checkout;
    await frame.waitForSelector('#phoneNumber');
    expect([await textIn(frame, 'line2'), await textIn(frame, 'phoneNumber')]).toEqual(['3. OG', '+49 40 123456']);
    await checkout.close();
    const korean = await open({ country: 'KR' });
    expect(await korean.frame.isVisible('#line2')).toBe(true);
    await korean.close();
  });
});

describe('an address is completed', () => {
  const typed = async ({ frame, page }: CheckoutPage, text: string) => {
    await frame.focus('#line1');
    await page.keyboard.type(text);
    await frame.waitForSelector('#places');
  };

  test('by keyboard: the list says where one is, Escape closes only the list', async () => {
    const checkout = await open({ country: 'DE', addressSearch: 'test' });
    const { frame, page } = checkout;
    await typed(checkout, 'Torstr');
    await expect.poll(() => frame.textContent('p.visually-hidden[role=status]')).toBe('2 addresses found');
    await expectAccessible(page);
    await takeScreenshot(page, 'address-places');
    await page.keyboard.press('ArrowUp');
    const street = frame.locator('#line1');
    expect(await street.getAttribute('aria-activedescendant')).toBe('place-1');
    await page.keyboard.press('ArrowDown');
    expect(await street.getAttribute('aria-activedescendant')).toBe('place-0');
    expect(await frame.getAttribute('#place-0', 'aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await street.getAttribute('aria-expanded')).toBe('false');
    expect((await checkout.told()).some(({ t }) => t === 'close')).toBe(false);
    await page.keyboard.type('a');
    await frame.waitForSelector('#places');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await frame.locator('#places').count()).toBe(0);
    expect(await frame.locator('#errors').count()).toBe(0); // Enter has not sent the form
    expect(await Promise.all(['line1', 'postalCode', 'city'].map((id) => textIn(frame, id)))).toEqual([
      'Torstraße 1',
      '10119',
      'Berlin',
    ]);
    expect(await focusedId(frame)).toBe('line1');
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });

  test.each([
    ['a phone, in the dark', { viewport: PHONE, colorScheme: 'dark', hasTouch: true }],
    ['a desktop', { viewport: DESKTOP }],
  ] as const)('by a press on %s, with its region', async (name, context) => {
    const checkout = await open({ country: 'US', addressSearch: 'test' }, context);
    const { frame, page } = checkout;
    await frame.waitForSelector('select#region');
    await typed(checkout, '350 fif');
    await takeScreenshot(page, `address-places-${name.replaceAll(/\W+/g, '-')}`);
    await frame.click('#place-0');
    expect(await textIn(frame, 'region')).toBe('NY');
    expect(await focusedId(frame)).toBe('line1');
    await frame.fill('#email', 'ada@shopper.example');
    await frame.fill('#lastName', 'Lovelace');
    await frame.click('.step > button[type=submit]');
    await frame.waitForSelector('#cardNumber');
    expect(await frame.textContent('.review')).toContain('350 Fifth Avenue');
    await checkout.close();
  });

  test('from right to left', async () => {
    const checkout = await open({ country: 'DE', addressSearch: 'test' }, { lang: 'ar', locale: 'ar' });
    await typed(checkout, 'Hafen');
    await expectAccessible(checkout.page);
    await takeScreenshot(checkout.page, 'address-places-ar');
    await checkout.close();
  });

  test('only if the store wants it, and a service that fails is not noticed', async () => {
    const checkout = await open({ country: 'DE' });
    const asked: string[] = [];
    checkout.page.on('request', (request) => request.url().includes('/addresses') && asked.push(request.url()));
    await enterShipping(checkout.frame);
    expect(await checkout.frame.getAttribute('#line1', 'role')).toBeNull();
    expect(asked).toEqual([]);
    await checkout.close();
    const broken = await open({ country: 'DE', addressSearch: 'http://127.0.0.1:1/api' });
    const answered = broken.page.waitForResponse('**/api/addresses?key=*');
    await broken.frame.focus('#line1');
    await broken.page.keyboard.type('Torstr');
    expect((await answered).status()).toBe(200);
    expect(await broken.frame.locator('#places').count()).toBe(0);
    await reachPayment(broken.frame);
    expect(broken.problems).toEqual([]);
    await broken.close();
  });
});

describe('what comes in', () => {
  const moving = (frame: Frame) =>
    frame.evaluate(() =>
      document.getAnimations().map((animation) => ({
        name: animation instanceof CSSAnimation ? animation.animationName : 'transition',
        ms: Number(animation.effect?.getComputedTiming().duration),
      })),
    );
  const seeMotion = (frame: Frame) =>
    frame.evaluate(() => {
      const seen: { target: string; ms: number }[] = [];
      Object.assign(window, { seen });
      document.addEventListener('animationstart', ({ target }) => {
        const [one] = (target as Element).getAnimations();
        seen.push({ target: (target as Element).className, ms: Number(one?.effect?.getComputedTiming().duration) });
      });
    });
  const seenIn = (frame: Frame) =>
    frame.evaluate(() => (window as unknown as { seen: { target: string; ms: number }[] }).seen);

  test('moves for less than 150 ms: steps, lists and folds', async () => {
    const checkout = await open({ country: 'DE' }, { reducedMotion: 'no-preference' });
    const { frame } = checkout;
    await seeMotion(frame);
    await frame.click('text=Add phone number');
    await frame.click('.summary__toggle');
    await reachPayment(frame);
    await frame.click('.test-cards > summary');
    await frame.click('.pay button[type=submit]');
    const wanted = ['field', 'summary__content', 'step', 'test-cards__list', 'notice'];
    const seen = async () => (await seenIn(frame)).filter(({ target }) => !target.includes('spinner'));
    const missing = async () => {
      const parts = (await seen()).map(({ target }) => target).join(' ');
      return wanted.filter((part) => !parts.includes(part));
    };
    await expect.poll(missing).toEqual([]);
    for (const { ms } of await seen()) expect(ms).toBeLessThan(150);
    await checkout.close();
  });

  test('moves for less than 150 ms: the dialog as it opens', async () => {
    const checkout = await open({ country: 'DE' }, { reducedMotion: 'no-preference' });
    await checkout.page.addInitScript(() => {
      const came: string[] = [];
      Object.assign(window, { came });
      document.addEventListener('animationstart', ({ target, animationName }) => {
        const ms = (target as Element)
          .getAnimations()
          .map(({ effect }) => Number(effect?.getComputedTiming().duration));
        came.push(`${animationName} ${(target as Element).className} ${Math.max(...ms) < 150}`);
      });
    });
    await checkout.reload();
    const came = () => checkout.frame.evaluate(() => (window as unknown as { came: string[] }).came);
    await expect
      .poll(came)
      .toEqual(expect.arrayContaining(['come header true', 'come summary true', 'come step true']));
    await checkout.close();
  });

  test.each([
    ['no-preference', '0.12s'],
    ['reduce', '0s'],
  ] as const)('on the status page and in learn more (%s)', async (reducedMotion, duration) => {
    const { storeKey, product } = await createStoreWithWaitlist(stage.system);
    for (const [type, part] of [
      ['status', '.page > section'],
      ['learn-more', 'main'],
    ]) {
      const frame = `${stage.system.baseUrl}/frames/1/${type}?key=${storeKey}&product=${product.externalId}&lang=en`;
      const state = encodeURIComponent(JSON.stringify({ n: 'once', o: stage.site.url }));
      stage.site.pages['/moves'] = `<!doctype html><title>Shop</title><iframe src="${frame}#${state}"></iframe>`;
      const { page, close } = await openPage(stage.browser, `${stage.site.url}/moves`, { reducedMotion });
      const within = await (await page.waitForSelector('iframe')).contentFrame();
      const moves = await within?.waitForSelector(part ?? '', { state: 'attached' });
      const style = await moves?.evaluate((element) => {
        const { animationName, animationDuration } = getComputedStyle(element);
        return [animationName, animationDuration];
      });
      expect([type, style]).toEqual([type, ['come', duration]]);
      await close();
    }
  });

  test('is there at once where less motion is asked for', async () => {
    const checkout = await open({ country: 'DE' }, { reducedMotion: 'reduce' });
    const { frame } = checkout;
    await frame.click('text=Add phone number');
    await reachPayment(frame);
    expect((await moving(frame)).filter(({ name, ms }) => name === 'come' && ms > 0)).toEqual([]);
    await checkout.close();
  });

  test('stands on the one scale of type and spacing', async () => {
    const checkout = await open({ country: 'DE' });
    const offScale = () =>
      checkout.frame.evaluate(() => {
        const SIZES = ['13px', '15px', '16px', '17px', '22px'];
        return [...document.querySelectorAll('body, body *')]
          .filter((element) => !element.closest('.visually-hidden, svg, option, [type=checkbox]'))
          .filter((element) => {
            const { fontSize, rowGap, paddingTop } = getComputedStyle(element);
            const gap = Number.parseFloat(rowGap) || 0;
            const padding = Number.parseFloat(paddingTop) || 0;
            const isOnGrid = [gap, padding].every((length) => length <= 1 || length % 4 === 0);
            return !SIZES.includes(fontSize) || !isOnGrid;
          })
          .map(({ tagName, className }) => `${tagName}.${className}`);
      });
    expect(await offScale()).toEqual([]);
    await reachPayment(checkout.frame);
    expect(await offScale()).toEqual([]);
    await checkout.close();
  });
});
