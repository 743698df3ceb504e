import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { watchShifts } from '../support/layout-shift.ts';
import { frameOf, openStage, type Stage } from '../support/placement-page.ts';
import { renderBlock } from '../support/shopify-liquid.ts';
import { tokenFor } from '../support/status-client.ts';

// The app blocks in a page like that of a Shopify theme: its form, its variant picker and its sections.
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  stage.site.pages['/extension/assets/preorder.js'] = await readFile(
    new URL('../../extensions/shopify-theme/assets/preorder.js', import.meta.url),
    'utf8',
  );
});
afterAll(() => stage.close());

async function loaderOf({ system, store }: Stage): Promise<string> {
  return renderBlock('preorder-loader', { settings: { base_url: `${system.baseUrl}/`, api_key: store.storeKey } });
}

async function themePage(body: string): Promise<string> {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Aurora Jacket</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { font-family: sans-serif; margin: 16px; max-width: 480px } [type=submit] { width: 100%; height: 48px }</style>
${await loaderOf(stage)}</head><body><main><h1>Aurora Jacket</h1>${body}</main></body></html>`;
}

/** Returns a section that sells the product, as the themes of Shopify make it. Its picker sets the form's variant by script. */
async function productSection(): Promise<string> {
  const [first, second] = stage.store.product.variants.map(({ externalId }) => externalId);
  const product = {
    id: stage.store.product.externalId,
    has_only_default_variant: false,
    selected_or_first_available_variant: { id: first },
  };
  return `<div class="shopify-section">
${await renderBlock('preorder-price', { settings: { product } })}
<form action="/cart/add" method="post">
<input type="hidden" name="product-id" value="${product.id}"><input type="hidden" name="id" value="${first}">
<label>Size <select id="size"><option value="${first}">S</option><option value="${second}">M</option></select></label>
<button type="submit" disabled>Sold out</button>
</form>
${await renderBlock('preorder-button', { settings: { product } })}
<script>document.querySelector('#size').onchange = (e) => { document.querySelector('[name=id]').value = e.target.value };</script>
</div>`;
}

test('nothing moves when the blocks are filled', async () => {
  const below = '<p style="height: 500px; background: #ddd">Below</p>';
  stage.site.pages['/products/still'] = await themePage((await productSection()).replace('disabled>', '>') + below);
  const { page, close } = await openPage(stage.browser, 'about:blank', { viewport: PHONE });
  const moved = await watchShifts(page);
  await page.goto(`${stage.site.url}/products/still`);
  await page.waitForFunction(() => document.querySelectorAll('[data-service-state=ready]').length === 2);
  expect(await moved()).toBeLessThan(0.01);
  await close();
});

test('button and price follow the variant of the theme, and its sold-out button steps back', async () => {
  stage.site.pages['/products/aurora'] = await themePage(await productSection());
  const { page, problems, close } = await openPage(stage.browser, `${stage.site.url}/products/aurora`, {
    viewport: PHONE,
  });
  const textOf = async (type: string) => (await frameOf(page, type)).evaluate(() => document.body.innerText);
  await expect.poll(() => textOf('price')).toContain('€129.00');
  await expect.poll(() => textOf('button')).toContain('Pre-order');
  await expect.poll(() => page.isVisible('[type=submit]')).toBe(false);
  await takeScreenshot(page, 'shopify-theme-product');
  await expectAccessible(page);
  await page.selectOption('#size', { label: 'M' });
  await expect.poll(() => textOf('price')).toContain('€149.00');
  await (await frameOf(page, 'button')).click('button');
  const checkout = await frameOf(page, 'checkout');
  await expect.poll(() => checkout.evaluate(() => document.body.innerText)).toContain('€149.00');
  expect(problems).toEqual([]);
  await close();
});

test("a theme's own button stays where there is stock", async () => {
  const section = await productSection();
  stage.site.pages['/products/in-stock'] = await themePage(
    section.replace('<button type="submit" disabled>', '<button type="submit">'),
  );
  const { page, close } = await openPage(stage.browser, `${stage.site.url}/products/in-stock`);
  await (await frameOf(page, 'button')).waitForSelector('button:not([disabled])');
  expect(await page.isVisible('[type=submit]')).toBe(true);
  await close();
});

test('the section that a theme renders anew has its placements again', async () => {
  const section = await productSection();
  stage.site.pages['/products/again'] = await themePage(section);
  const { page, close } = await openPage(stage.browser, `${stage.site.url}/products/again`);
  await (await frameOf(page, 'button')).waitForSelector('button:not([disabled])');
  await page.evaluate((html) => {
    const old = document.querySelector('.shopify-section');
    if (old) old.outerHTML = html;
  }, section);
  await expect
    .poll(async () => (await frameOf(page, 'button')).evaluate(() => document.body.innerText))
    .toContain('Pre-order');
  await close();
});

test('a signed-in customer sees their pre-orders, everybody else the page of guests', async () => {
  const { deps } = stage.system;
  const { storeId } = stage.store;
  const token = await tokenFor(deps, storeId, { email: 'ada@mail.example' });
  stage.site.pages['/apps/preorders/status-token'] = `\n  ${token}\n`;
  const customer = { email: 'ada@mail.example' };
  stage.site.pages['/pages/signed-in'] = await themePage(
    await renderBlock('preorder-status', { customer, settings: { proxy: '/apps/preorders' } }),
  );
  stage.site.pages['/pages/guest'] = await themePage(await renderBlock('preorder-status', {}));
  const headings = [];
  for (const path of ['/pages/signed-in', '/pages/guest']) {
    const { page, problems, close } = await openPage(stage.browser, stage.site.url + path);
    const frame = await frameOf(page, 'status');
    headings.push(await (await frame.waitForSelector('h1:not(.visually-hidden)')).innerText());
    expect(problems).toEqual([]);
    await close();
  }
  expect(headings).toEqual(['No pre-orders yet', 'Find your pre-order']);
});

test('the page is as it was while the service is away', async () => {
  const page = await themePage(await productSection());
  stage.site.pages['/products/away'] = page.replaceAll(stage.system.baseUrl, 'http://127.0.0.1:9');
  const opened = await openPage(stage.browser, `${stage.site.url}/products/away`);
  expect(await opened.page.isVisible('[type=submit]')).toBe(true);
  expect(await opened.page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
  await opened.close();
});
