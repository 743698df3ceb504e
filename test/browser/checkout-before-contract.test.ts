import { afterAll, beforeAll, expect, test } from 'vitest';
import { setGuaranteeNotice } from '../../src/core/stores/commands/guarantee-files.ts';
import { pngOf } from '../support/asset-files.ts';
import { DESKTOP, expectAccessible, resize, takeScreenshot } from '../support/browser.ts';
import { type CheckoutStage, openCheckout, openCheckoutStage, reachPayment } from '../support/checkout-page.ts';

// What the law wants shown before the contract stands before what the shopper agrees to, without a click.

let stage: CheckoutStage;
beforeAll(async () => {
  const store = { shipping: ['DE', 'US'].map((country) => ({ country, amount: 790 })) };
  stage = await openCheckoutStage({ prices: [12_900], store });
  const notice = { language: 'en', country: null, bytes: pngOf(300, 400) };
  await setGuaranteeNotice(stage.system, stage.store.storeId, notice);
});
afterAll(() => stage.close());

test('the notice and the instructions stand before the consent, at any width', async () => {
  const { page, frame } = await openCheckout(stage);
  await reachPayment(frame);
  for (const [name, size] of Object.entries({ narrow: { width: 320, height: 568 }, desk: DESKTOP })) {
    await resize(page, size);
    const picture = frame.locator('form > .official img');
    expect(await picture.getAttribute('alt')).toContain('your legal guarantee');
    const box = await picture.evaluate((img: HTMLImageElement) => ({
      drawn: img.naturalWidth,
      ratio: img.clientHeight / img.clientWidth,
      // Its words are read where it is, so it has all the width there is.
      ofColumn: img.offsetWidth / (img.closest('form') as HTMLElement).clientWidth,
    }));
    expect(box).toEqual({ drawn: 300, ratio: expect.closeTo(4 / 3, 1), ofColumn: expect.closeTo(1, 2) });
    expect(await frame.locator('form > .legal-links a[href*="/instructions?"]').count()).toBe(1);
    await expectAccessible(page);
    await picture.evaluate((img) => img.scrollIntoView({ block: 'end' }));
    await takeScreenshot(page, `checkout-before-contract-${name}`);
  }
});
