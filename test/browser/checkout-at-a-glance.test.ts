import { describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  agreeToTerms,
  type CheckoutPage,
  confirmedReference,
  enterShipping,
  openCheckout,
  pay,
  reachPayment,
  useCheckoutStage,
} from '../support/checkout-page.ts';
import { createStoreWithWaitlist, type StoreOptions } from '../support/system.ts';

const stage = useCheckoutStage();

const SIZES = Object.entries({ phone: PHONE, desk: DESKTOP });

/** Opens a checkout that knows no country before the shopper chooses one. */
async function open(viewport: typeof PHONE | typeof DESKTOP, store: StoreOptions = {}): Promise<CheckoutPage> {
  stage.store = await createStoreWithWaitlist(stage.system, store);
  return openCheckout(stage, { viewport });
}

/** Returns how often the screen says that this is a test store. */
async function testsSaid({ frame }: CheckoutPage): Promise<number> {
  return (await frame.innerText('body')).split(/test store/i).length - 1;
}

/** Returns which of the elements can be seen without scrolling. */
function seen({ frame }: CheckoutPage, selectors: string[]): Promise<string[]> {
  return frame.evaluate(
    (each) =>
      each.filter((selector) => {
        const { top, bottom, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return height > 0 && top >= 0 && bottom <= innerHeight;
      }),
    selectors,
  );
}

describe.each(SIZES)('on a %s', (size, viewport) => {
  test('the test store is said once a screen, and the card comes before its test cards', async () => {
    const checkout = await open(viewport);
    const { frame } = checkout;
    expect(await testsSaid(checkout)).toBe(1);
    await reachPayment(frame);
    expect(await testsSaid(checkout)).toBe(1);
    const needed = ['#cardNumber', '#cardExpiry', '#cardCode', '.test-cards > summary'];
    expect(await seen(checkout, needed)).toEqual(needed);
    expect(await frame.locator('.test-card').first().isVisible()).toBe(false);
    await frame.click('.test-cards > summary');
    await expectAccessible(checkout.page);
    await takeScreenshot(checkout.page, `glance-${size}-test-cards`);
    await frame.click('.test-card:has-text("the bank asks again") >> nth=0');
    expect(await frame.inputValue('#cardNumber')).toBe('4000 0025 0000 3155');
    await agreeToTerms(frame);
    await frame.click('.pay button[type=submit]');
    await frame.click('text=Approve');
    await confirmedReference(frame);
    expect(await testsSaid(checkout)).toBe(1);
    await checkout.close();
  });

  test('the ship date is seen without opening anything, and stands at the button', async () => {
    const checkout = await open(viewport);
    const { frame } = checkout;
    const place = size === 'phone' ? '.summary__toggle' : '.summary__content';
    const SHIPS = /Ships 10\s–\s15 June 2030/;
    expect(await seen(checkout, [place])).toEqual([place]);
    expect(await frame.innerText(place)).toMatch(SHIPS);
    expect(await frame.innerText('.step > .ships')).toMatch(SHIPS);
    await reachPayment(frame);
    expect(await frame.innerText(place)).toMatch(SHIPS);
    expect(await frame.innerText('.pay')).toMatch(SHIPS);
    await checkout.close();
  });

  test('contact and address are folded into one line that can be read to its end, and lead back', async () => {
    const checkout = await open(viewport);
    const { frame } = checkout;
    await reachPayment(frame, { email: `${'ada.lovelace'.repeat(4)}@shopper.example` });
    const review = frame.locator('.review');
    expect(await review.innerText()).toMatch(/lovelace@shopper.*Torstraße 1.*Germany/s);
    const lines = await review
      .locator('dl')
      .evaluate(({ clientHeight, scrollWidth, clientWidth, firstElementChild }) => ({
        count: clientHeight / Number.parseFloat(getComputedStyle(firstElementChild ?? document.body).lineHeight),
        isCut: scrollWidth > clientWidth,
      }));
    expect(lines.isCut).toBe(false);
    expect(lines.count).toBeLessThan(size === 'phone' ? 5 : 4);
    await takeScreenshot(checkout.page, `glance-${size}-review`);
    await review.getByRole('button', { name: 'Change Contact, Deliver to' }).click();
    await frame.waitForSelector('#email');
    expect(await frame.inputValue('#line1')).toBe('Torstraße 1');
    await checkout.close();
  });

  test('a declined card is told at the card, with the cure', async () => {
    const checkout = await open(viewport);
    const { frame } = checkout;
    await reachPayment(frame);
    await pay(frame, 'declined');
    await frame.waitForSelector('fieldset:has(#cardNumber) #problem');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('problem');
    expect(await frame.innerText('#problem')).toContain('Please try another card.');
    expect(await seen(checkout, ['#problem', '#cardNumber'])).toEqual(['#problem', '#cardNumber']);
    await takeScreenshot(checkout.page, `glance-${size}-declined`);
    await expectAccessible(checkout.page);
    await checkout.close();
  });

  test('the total says that delivery comes on top, until the country is known', async () => {
    const checkout = await open(viewport);
    const { frame } = checkout;
    const place = size === 'phone' ? '.summary__total' : '.amounts__total dd';
    expect((await frame.innerText(place)).split(/\s*\n\s*/)).toEqual(['€129.00', '+ delivery']);
    await takeScreenshot(checkout.page, `glance-${size}-open-total`);
    await expectAccessible(checkout.page);
    await frame.selectOption('#country', 'DE');
    expect(await frame.innerText(place)).toBe('€133.90');
    await checkout.close();
    const taxed = await open(viewport, { store: { pricesIncludeTax: false } });
    expect(await taxed.frame.innerText(place)).toContain('+ delivery and tax');
    await enterShipping(taxed.frame);
    expect(await taxed.frame.innerText(place)).not.toContain('+');
    await taxed.close();
  });
});

test('at twice the text size no text is cut, and each line has room for words', async () => {
  const checkout = await open(PHONE);
  const { frame, page } = checkout;
  await frame.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  const narrowOrCut = () =>
    frame.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.header__store, .summary__title, .review__facts')]
        .filter((element) => element.scrollHeight > element.clientHeight + 1 || element.clientWidth < 100)
        .map(({ className, clientWidth }) => `${className}: ${clientWidth} px`),
    );
  const widerThanThePhone = () => frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await enterShipping(frame);
  expect([await narrowOrCut(), await widerThanThePhone()]).toEqual([[], 0]);
  await frame.click('.step > button[type=submit]');
  await frame.waitForSelector('#cardNumber');
  expect([await narrowOrCut(), await widerThanThePhone()]).toEqual([[], 0]);
  await takeScreenshot(page, 'glance-large-payment');
  await pay(frame, 'succeeds');
  await confirmedReference(frame);
  expect([await narrowOrCut(), await widerThanThePhone()]).toEqual([[], 0]);
  await expectAccessible(page);
  await checkout.close();
});
