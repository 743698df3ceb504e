import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setSafety } from '../../src/core/catalog/commands/safety.ts';
import { DESKTOP, expectAccessible, openPage, takeScreenshot } from '../support/browser.ts';
import { openCheckout, reachPayment, useCheckoutStage } from '../support/checkout-page.ts';

// Who made a product, who answers for it in the EU, and its warnings, as shoppers read them before they order.

const stage = useCheckoutStage();
const NARROW = { width: 320, height: 700 };
const MAKER = {
  name: 'Aurora Manufacturing Co., Ltd.',
  address: '88 Binjiang Road\nHangzhou 310051\nChina',
  contact: 'product-safety-and-compliance@aurora-manufacturing.example',
};
const RESPONSIBLE = {
  name: 'Fjord Handelsgesellschaft mbH',
  address: 'Am Sandtorkai 1\n20457 Hamburg\nGermany',
  contact: 'https://fjord.example/product-safety',
};
const WARNINGS = {
  en: 'Not suitable for children under 3 years: small parts can be swallowed.\nKeep away from open fire.',
  ar: 'غير مناسب للأطفال دون 3 سنوات.',
};

const know = () =>
  setSafety(
    stage.system.deps,
    { storeId: stage.store.storeId, productId: stage.store.product.id },
    { maker: MAKER, responsible: RESPONSIBLE, warnings: WARNINGS },
  );

/** Expects the whole text inside of the width, without anything to press before. */
async function expectInSight(frame: Frame | Page, texts: readonly string[]): Promise<void> {
  const section = frame.locator('.safety');
  const shown = (await section.innerText()).replaceAll(/\s+/g, ' ');
  for (const text of texts) expect(shown).toContain(text.replaceAll(/\s+/g, ' '));
  expect(await section.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    `mailto:${MAKER.contact}`,
    RESPONSIBLE.contact,
  ]);
  expect(await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test.each([
  { name: 'narrow', viewport: NARROW, lang: 'en', words: ['Manufacturer', 'Hangzhou 310051', 'small parts'] },
  { name: 'narrow-ar', viewport: NARROW, lang: 'ar', words: ['الشركة المصنّعة', 'Hamburg', WARNINGS.ar] },
  {
    name: 'desktop-de',
    viewport: DESKTOP,
    lang: 'de',
    words: ['Hersteller', 'Fjord Handelsgesellschaft', 'small parts'],
  },
])('the checkout shows the safety of its product in both steps: $name', async ({ name, viewport, lang, words }) => {
  await know();
  const checkout = await openCheckout(stage, { viewport, lang });
  await expectInSight(checkout.frame, words);
  await checkout.frame.locator('.safety').scrollIntoViewIfNeeded();
  await takeScreenshot(checkout.page, `safety-checkout-${name}`);
  await expectAccessible(checkout.page);
  if (lang === 'en') {
    await reachPayment(checkout.frame);
    await expectInSight(checkout.frame, words);
  }
  expect(checkout.problems).toEqual([]);
  await checkout.close();
});

test.each(['en', 'ar'])('learn more shows it on a narrow phone: %s', async (lang) => {
  await know();
  const { storeKey, product } = stage.store;
  const query = new URLSearchParams({ key: storeKey, product: product.externalId, lang });
  const address = `${stage.system.baseUrl}/frames/1/learn-more?${query}`;
  const { page, close } = await openPage(stage.browser, address, { viewport: NARROW });
  await expectInSight(page, [MAKER.name, '20457 Hamburg', WARNINGS[lang as 'en']]);
  await page.locator('.safety').scrollIntoViewIfNeeded();
  await takeScreenshot(page, `safety-learn-more-${lang}`);
  await expectAccessible(page);
  await close();
});
