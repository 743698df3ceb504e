import { expect, test } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { expectAccessible, takeScreenshot } from '../support/browser.ts';
import { frameOf, openStorePage, PRICE, productPage, useStage } from '../support/placement-page.ts';

// The lowest price of 30 days beside a struck price, where a shopper reads it.

const stage = useStage();
const TEXTS = {
  en: 'Lowest price of the 30 days before the reduction: €129.00',
  ar: 'أدنى سعر خلال 30 يومًا قبل التخفيض',
};

test.each(['en', 'ar'] as const)('a price says the lowest one on a narrow phone: %s', async (lang) => {
  const { system, store } = stage;
  const [first, second] = store.product.variants;
  await updateStore(system.deps, store.storeId, { lowestPrice: 'always' });
  await updateWaitlist(system.deps, store, {
    variants: [{ variantId: first?.id ?? '', price: 9_900, compareAtPrice: 12_900 }],
  });
  const html = productPage(
    stage,
    `<div style="inline-size: 9rem">${PRICE}</div>`,
    `document.documentElement.lang = '${lang}'; Service.load({ placementType: 'price', productId, skuId: variants[0] });`,
  );
  const { page, problems, close } = await openStorePage(stage, html, { viewport: { width: 320, height: 600 } });
  const price = await frameOf(page, 'price');
  await expect.poll(() => price.locator('#lowest').textContent()).toContain(TEXTS[lang]);
  const cut = () => price.evaluate(() => document.body.scrollHeight - innerHeight);
  await expect.poll(cut).toBeLessThanOrEqual(1);
  await takeScreenshot(page, `lowest-price-${lang}`);
  await expectAccessible(page);
  await page.evaluate(`Service.update({ placementType: 'price', skuId: '${second?.externalId}' })`);
  await expect.poll(() => price.locator('#lowest').isVisible()).toBe(false);
  expect(problems).toEqual([]);
  await close();
});
