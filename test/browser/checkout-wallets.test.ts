import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import { confirmedReference } from '../support/checkout-page.ts';
import { BUTTON, frameOf, openStorePage, productPage } from '../support/placement-page.ts';
import { framedBy, pressWithMouse } from '../support/wallet.ts';
import { ONE_WALLET, openSheet, openWalletStage, type WalletStage } from '../support/wallet-stage.ts';

// The wallets at the head of the checkout, with those of the stand-in for Stripe.

let stage: WalletStage;
beforeAll(async () => {
  stage = await openWalletStage();
});
beforeEach(() => stage.offer(ONE_WALLET));
afterAll(() => stage.close());

describe('a guest with a wallet', () => {
  test('pre-orders with four taps and one screen less than by the form', async () => {
    const checkout = await stage.open({ viewport: PHONE, hasTouch: true });
    const { frame } = checkout;
    let taps = 1; // the first one was on the button of the product page
    const tap = async (target: ReturnType<Frame['locator']>) => {
      taps += 1;
      await target.tap();
    };
    await tap(frame.locator('#walletTerms'));
    const buttons = await framedBy(frame, 'Google Pay');
    await tap(buttons.getByRole('button'));
    const sheet = await (await frame.waitForSelector('dialog iframe')).contentFrame();
    await sheet?.waitForSelector('#approve:enabled');
    expect(await sheet?.textContent('table')).toContain('Delivery€4.90');
    if (sheet) await tap(sheet.locator('#approve'));
    const reference = await confirmedReference(frame);
    expect(taps).toBeLessThanOrEqual(4);
    const steps = (await checkout.told()).flatMap((each) =>
      each.t === 'event' && each.name === 'PreorderCheckoutStep' ? [each.payload.stepName] : [],
    );
    expect(steps).toEqual(['Shipping', 'Confirmation']);
    const { email, address, consentText, total } = await stage.placed(reference);
    expect({ email, name: [address.firstName, address.lastName], city: address.city }).toEqual({
      email: 'ada@wallet.example',
      name: ['Ada', 'Lovelace'],
      city: 'Berlin',
    });
    expect(consentText).toMatch(/^I agree .* obligation to pay now the total that my wallet shows, .*; it ships /);
    await expect.poll(stage.money).toEqual({ taken: total, back: 0 });
    expect(checkout.problems).toEqual([]);
    await checkout.close();
  });

  test('saves taps: by the form they need nine at most, each field tapped', async () => {
    const checkout = await stage.open({ viewport: PHONE, hasTouch: true, locale: 'de-DE' });
    const { frame, page } = checkout;
    let taps = 1; // the first one was on the button of the product page
    const tap = async (target: ReturnType<Frame['locator']>, text = '') => {
      taps += 1;
      await target.tap();
      if (text) await page.keyboard.type(text);
    };
    const entries = { email: 'ada@shopper.example', lastName: 'Ada Lovelace', line1: 'Torstraße 1' };
    for (const [id, text] of Object.entries({ ...entries, postalCode: '10119', city: 'Berlin' })) {
      await tap(frame.locator(`#${id}`), text);
    }
    await tap(frame.locator('.step > button[type=submit]'));
    const form = await framedBy(frame, 'Card');
    // A field that is complete gives the focus to the next one.
    await tap(form.locator('[name=number]'), '42424242424242421239123');
    await tap(frame.locator('.pay button[type=submit]'));
    await confirmedReference(frame);
    expect(taps).toBeLessThanOrEqual(9);
    const steps = (await checkout.told()).flatMap((each) =>
      each.t === 'event' && each.name === 'PreorderCheckoutStep' ? [each.payload.stepName] : [],
    );
    expect(steps).toEqual(['Shipping', 'Payment', 'Confirmation']);
    await checkout.close();
  });

  test.each([1, 1.5, 2, 3])('approves in the sheet at a scale factor of %s', async (deviceScaleFactor) => {
    const checkout = await stage.open({ viewport: PHONE, deviceScaleFactor });
    const sheet = await openSheet(checkout);
    await pressWithMouse(checkout.page, sheet.locator('#approve'));
    await confirmedReference(checkout.frame);
    await checkout.close();
  });

  test.each([
    [{ plan: 'pay_later' }, /when it is ready to ship.*nothing is charged now.*charge to it then/, 0],
    [
      { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false },
      /the deposit now and the rest.*keeps the deposit/,
      2_678,
    ],
  ] as const)('pays by the plan %s, and the card is kept', async (plan, agreed, taken) => {
    const checkout = await stage.open({ store: { waitlist: { plan } } });
    const sheet = await openSheet(checkout);
    await takeScreenshot(checkout.page, `wallet-${plan.plan}`);
    expect(await sheet.textContent('table')).toMatch(/when it ships.*Ships 10\s?–\s?15 June 2030/s);
    await sheet.click('#approve');
    const { consentText, dueNow } = await stage.placed(await confirmedReference(checkout.frame));
    expect(consentText).toMatch(agreed);
    expect(dueNow).toBe(taken);
    const kept = await stage.db.query('SELECT 1 FROM payment_method WHERE store_id = $1', [
      stage.checkouts.store.storeId,
    ]);
    expect(kept).toHaveLength(1);
    await checkout.close();
  });

  test('gets the price of their country and quantity, and pays exactly that', async () => {
    const checkout = await stage.open();
    await checkout.frame.fill('#quantity', '2');
    const sheet = await openSheet(checkout);
    const total = async () => sheet.textContent('#total');
    expect(await total()).toBe('€262.90');
    await sheet.selectOption('#person', '1');
    await expect.poll(total).toBe('€267.90');
    await sheet.click('#approve:enabled');
    const { lines, total: paid, address } = await stage.placed(await confirmedReference(checkout.frame));
    expect([lines.length, paid, address.country]).toEqual([2, 26_790, 'FR']);
    await checkout.close();
  });
});

describe('before a wallet opens', () => {
  test('the shopper has to agree, and is shown where', async () => {
    const checkout = await stage.open({ viewport: PHONE });
    const { page, frame } = checkout;
    const buttons = await framedBy(frame, 'Google Pay');
    await expectAccessible(page);
    await takeScreenshot(page, 'wallet-head');
    await buttons.click('button');
    await frame.waitForSelector('#walletTerms[aria-invalid=true]:focus');
    expect(await frame.locator('dialog').count()).toBe(0);
    await expectAccessible(page);
    await checkout.close();
  });

  test('nothing is there when the account has no wallet, nor when its script is of another build', async () => {
    await stage.offer({});
    const without = await stage.open();
    expect(await without.frame.locator('.wallets:visible').count()).toBe(0);
    expect(without.problems).toEqual([]);
    await without.close();
    await stage.offer(ONE_WALLET);
    const { system, store } = stage.checkouts;
    const address = `${system.baseUrl}/frames/1/checkout?key=${store.storeKey}&product=${store.product.externalId}`;
    const html = await (await fetch(address)).text();
    const script = /"wallets":\{"src":"([^"]+)","integrity":"(sha256-[^"]+)"/.exec(html);
    expect(script?.[1]).toContain('/frames/1/wallets.js');
    const other = await stage.open();
    await other.page.route('**/wallets.js*', (route) => route.fulfill({ body: 'window.createWallets = () => 1' }));
    await other.reload();
    expect(await other.frame.locator('.wallets:visible').count()).toBe(0);
    await other.close();
  });

  test.each([
    ['a browser that may have wallets', true, PHONE],
    ['a browser that has none', false, DESKTOP],
  ] as const)(
    'the form of %s waits for no wallet, and late ones move nothing that the shopper sees',
    async (_, may, viewport) => {
      const checkout = await stage.open({ viewport });
      let go = () => {};
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      if (!may) await checkout.page.addInitScript('delete window.PaymentRequest');
      await checkout.page.route('**/wallets.js*', async (route) => {
        await held;
        await route.continue();
      });
      await checkout.reload();
      const { frame } = checkout;
      const field = frame.locator('#email');
      expect(await frame.locator('.wallets:visible').count()).toBe(0);
      const before = await field.boundingBox();
      go();
      await framedBy(frame, 'Google Pay');
      expect(await field.boundingBox()).toEqual(before);
      const wallets = await frame.locator('.wallets').boundingBox();
      const [buttons, terms] = [frame.locator('.wallets__buttons'), frame.locator('#walletTerms')];
      expect((await buttons.boundingBox())?.y).toBeLessThan((await terms.boundingBox())?.y ?? 0);
      const submit = await frame.locator('.step > button[type=submit]').boundingBox();
      if (may) expect(wallets?.y).toBeLessThan(before?.y ?? 0);
      else expect(wallets?.y).toBeGreaterThan(submit?.y ?? Number.POSITIVE_INFINITY);
      await expectAccessible(checkout.page);
      await takeScreenshot(checkout.page, `wallet-late-${may ? 'head' : 'end'}`);
      expect(checkout.problems).toEqual([]);
      await checkout.close();
    },
  );

  test('pointing at the button fetches the scripts and runs neither', async () => {
    await (await stage.open()).close();
    const load = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;
    const opened = await openStorePage(stage.checkouts, productPage(stage.checkouts, BUTTON, load));
    const { page, hears, requests, problems, close } = opened;
    await hears('PlacementLoaded');
    const button = (await frameOf(page, 'button')).locator('#button');
    await button.hover();
    const scripts = () => requests.filter((address) => /wallets\.js|\/v3\/$/.test(address));
    await expect.poll(() => scripts().length, { timeout: 5_000 }).toBe(2);
    const checkout = await frameOf(page, 'checkout');
    expect(await checkout.evaluate('[typeof Stripe, typeof createWallets]')).toEqual(['undefined', 'undefined']);
    expect(await page.context().cookies()).toEqual([]);
    await button.click();
    await checkout.waitForSelector('#email');
    await framedBy(checkout, 'Google Pay');
    expect(scripts()).toHaveLength(2);
    expect(problems).toEqual([]);
    await close();
  });

  test('a place without wallets closes before the shopper reads the form, and nothing jumps', async () => {
    await stage.offer({});
    // A busy machine takes longer than the moment after which a shopper counts as reading.
    const initScript =
      'const soon = setTimeout; setTimeout = (run, ms, ...given) => soon(run, ms === 1_500 ? 30_000 : ms, ...given)';
    const checkout = await stage.open({ viewport: PHONE, reducedMotion: 'no-preference', initScript });
    const { frame } = checkout;
    await expect.poll(() => frame.locator('.wallets').count()).toBe(0);
    const field = frame.locator('#email');
    const heading = await frame.locator('#heading').boundingBox();
    await expect.poll(async () => (await field.boundingBox())?.y).toBeLessThan((heading?.y ?? 0) + 200);
    const jumps = await frame.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      const entries = observer.takeRecords() as (PerformanceEntry & { value: number })[];
      return entries.reduce((sum, { value }) => sum + value, 0);
    });
    expect(jumps).toBeLessThan(0.02);
    await checkout.close();
  });

  test.each(['types', 'asked for less motion'])(
    'a place without wallets stays under the eyes of a shopper who %s, and goes once it is out of sight',
    async (does) => {
      await stage.offer({});
      const types = does === 'types';
      const viewport = { width: 390, height: 360 };
      const checkout = await stage.open({ viewport, reducedMotion: types ? 'no-preference' : 'reduce' });
      let go = () => {};
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      await checkout.page.route('**/wallets.js*', async (route) => {
        await held;
        await route.continue();
      });
      await checkout.page.evaluate(() => sessionStorage.clear());
      await checkout.frame.evaluate(() => sessionStorage.clear());
      await checkout.reload();
      if (types) await checkout.frame.locator('#email').pressSequentially('ada');
      const before = await checkout.frame.locator('#email').boundingBox();
      go();
      await expect.poll(() => checkout.frame.evaluate(() => sessionStorage.wallets)).toBe('none');
      expect(await checkout.frame.locator('#email').boundingBox()).toEqual(before);
      const places = () => checkout.frame.locator('.wallets').count();
      expect(await places()).toBe(1);
      await checkout.frame.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(places, { timeout: 10_000 }).toBe(0);
      await checkout.reload();
      expect(await places()).toBe(0); // there were none before
      await checkout.close();
    },
  );
});

describe('the wallets as they look', () => {
  test.each([
    ['phone', { viewport: PHONE }],
    ['desktop', { viewport: DESKTOP }],
    ['phone-dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['phone-arabic', { viewport: PHONE, lang: 'ar' }],
    ['desktop-arabic-dark', { viewport: DESKTOP, lang: 'ar', colorScheme: 'dark' }],
  ] as const)('%s', async (name, options) => {
    const checkout = await stage.open(options);
    await framedBy(checkout.frame, 'Google Pay');
    await expectAccessible(checkout.page);
    await takeScreenshot(checkout.page, `wallets-${name}`);
    await openSheet(checkout);
    await expectAccessible(checkout.page);
    await takeScreenshot(checkout.page, `wallets-${name}-sheet`);
    await checkout.close();
  });
});
