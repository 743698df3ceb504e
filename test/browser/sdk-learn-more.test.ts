import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSafety } from '../../src/core/catalog/commands/safety.ts';
import { setGuaranteeLabel, setGuaranteeNotice } from '../../src/core/stores/commands/guarantee-files.ts';
import { pngOf } from '../support/asset-files.ts';
import { DESKTOP, expectAccessible, PHONE, resize, takeScreenshot } from '../support/browser.ts';
import {
  BUTTON,
  closeByEscape,
  frameOf,
  openStage,
  openStorePage,
  productPage,
  type Stage,
} from '../support/placement-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const description =
    'Made **to order** in Inari.\n\n- Wool\n- [Care](https://fjord.example/care)\n\n<img src=x onerror=alert(1)> [no](javascript:alert(1))';
  stage.store = await createStoreWithWaitlist(stage.system, { waitlist: { description } });
});
afterAll(() => stage.close());

const open = async () => {
  const html = productPage(
    stage,
    BUTTON,
    `window.learned = []; Service.on('LearnMoreClicked', (payload) => learned.push(payload));
     Service.load({ placementType: 'button', productId, skuId: variants[0] });`,
  );
  const opened = await openStorePage(stage, html);
  await opened.hears('PlacementLoaded');
  const button = await frameOf(opened.page, 'button');
  await button.click('#learn');
  const learn = await frameOf(opened.page, 'learn-more');
  await learn.waitForSelector('#order:visible');
  return { ...opened, button, learn };
};

test('learn more shows the merchant’s text escaped, is accessible, and gives the focus back', async () => {
  const { page, button, learn, requests, problems, close } = await open();
  expect(await page.evaluate('learned')).toMatchObject([
    { placementType: 'button', sku: 'AUR-0', releaseId: stage.store.waitlistId },
  ]);
  expect(await learn.textContent('strong')).toBe('to order');
  expect(await learn.locator('li').allTextContents()).toEqual(['Wool', 'Care']);
  expect(await learn.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'https://fjord.example/care',
    expect.stringMatching(/^\/withdraw\/[^/]+\/instructions\?lang=en$/),
  ]);
  expect(await learn.locator('img').count()).toBe(0);
  expect(await learn.textContent('main')).toContain('<img src=x onerror=alert(1)> [no](javascript:alert(1))');
  await expectAccessible(page);
  // A reader has not come near the button, so no checkout is loaded.
  expect(requests.filter((address) => address.includes('/checkout'))).toEqual([]);
  await closeByEscape(page, learn);
  await expect.poll(() => button.evaluate(() => document.hasFocus() && document.activeElement?.id)).toBe('learn');
  expect(await page.locator('dialog:visible').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('learn more leads to the checkout, which leaves the page unchanged', async () => {
  const { page, learn, hears, problems, close } = await open();
  // Its document is removed while it handles the click, so the test waits for the effect.
  learn.click('#order').catch(() => {});
  const checkout = await frameOf(page, 'checkout');
  await checkout.waitForSelector('#heading');
  expect(await hears('ButtonClicked')).toMatchObject([{ sku: 'AUR-0' }]);
  expect(await page.locator('dialog').count()).toBe(1);
  await closeByEscape(page, checkout);
  expect(await page.evaluate(() => document.documentElement.getAttribute('style') ?? '')).toBe('');
  expect(problems).toEqual([]);
  await close();
});

test('learn more shows the official files and the safety of a product whole, on a phone and on a desk', async () => {
  const { storeId, product } = stage.store;
  const official = { productId: product.id, bytes: pngOf(400, 560) };
  await setGuaranteeNotice(stage.system, storeId, { language: 'en', country: null, bytes: pngOf(600, 850) });
  await setGuaranteeLabel(stage.system, storeId, official);
  const maker = {
    name: 'Aurora Manufacturing Co., Ltd.',
    address: '88 Binjiang Road\nHangzhou 310051\nChina',
    contact: 'safety@aurora.example',
  };
  const warnings = { en: 'Not suitable for children under 3 years.' };
  const safety = { maker, responsible: { ...maker, name: 'Fjord Handelsgesellschaft mbH' }, warnings };
  await setSafety(stage.system.deps, { storeId, productId: product.id }, safety);
  const { page, learn, problems, close } = await open();
  for (const [name, size] of Object.entries({ phone: PHONE, desk: DESKTOP })) {
    await resize(page, size);
    await learn.locator('h1, h2').first().scrollIntoViewIfNeeded();
    await takeScreenshot(page, `learn-more-${name}`);
    for (const part of ['.official', '.safety']) {
      await learn.locator(part).last().scrollIntoViewIfNeeded();
      // The page outside scrolls, and is drawn a moment later.
      await expect
        .poll(async () => ((await learn.locator(part).last().boundingBox())?.y ?? size.height) < size.height)
        .toBe(true);
      await takeScreenshot(page, `learn-more-${part.slice(1)}-${name}`);
    }
    expect(await learn.locator('.official img').count()).toBe(2);
    expect(await learn.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
  await close();
});
