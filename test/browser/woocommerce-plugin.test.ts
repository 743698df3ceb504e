import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readSharedSecrets } from '../../src/core/stores/queries.ts';
import { inWordPress, PHP, PLUGIN } from '../php/php.ts';
import { openPage, PHONE } from '../support/browser.ts';
import { watchShifts } from '../support/layout-shift.ts';
import { frameOf, useStage } from '../support/placement-page.ts';

// What the plugin prints, in a page like WooCommerce's, with a form that a script fills as jQuery does.
describe.skipIf(PHP === undefined)('a store with the plugin for WooCommerce', () => {
  const stage = useStage();

  async function pageWith(body: string, given: Record<string, unknown> = {}): Promise<string> {
    const { system, store, site } = stage;
    const [secret] = await readSharedSecrets(system.deps, store.storeId);
    const settings = { base_url: system.baseUrl, api_key: store.storeKey, secret: secret?.text, verified: 'yes' };
    const code = `$GLOBALS['product'] = new WooThing((int) $given['id'], 'variable');
      printed_by('wp_enqueue_scripts');
      return [printed_by('woocommerce_single_product_summary'), $wordpress['shortcodes']['preorder_status'](), $wordpress['inline']['preorders'][0], printed_by('wp_head')];`;
    const all = { settings, id: store.product.externalId, ...given };
    const [summary = '', status = '', inline = '', head = ''] = await inWordPress<string[]>(code, all);
    site.pages['/preorder.js'] = await readFile(`${PLUGIN}assets/preorder.js`, 'utf8');
    const html = body.replace('SUMMARY', summary).replace('STATUS', status);
    return `<!doctype html><html lang="de-AT"><head><meta charset="utf-8"><title>Aurora Jacket</title>
${head}<script>${inline}</script><script src="/preorder.js" defer></script></head><body><main>${html}</main></body></html>`;
  }

  test('shows price and button of the chosen variation', async () => {
    const [first, second] = stage.store.product.variants.map(({ externalId }) => externalId);
    stage.site.pages['/product'] = await pageWith(`<div class="product">SUMMARY
<form class="cart variations_form"><input type="hidden" name="variation_id" value="0"><p class="price"></p></form>
<button onclick="choose('${first}')">S</button> <button onclick="choose('${second}')">M</button></div>
<script>const choose = (id) => { document.querySelector('[name=variation_id]').value = id; document.querySelector('.price').textContent = id };</script>`);
    const { page, problems, close } = await openPage(stage.browser, `${stage.site.url}/product`, { viewport: PHONE });
    const textOf = async (type: string) => (await frameOf(page, type)).evaluate(() => document.body.innerText);
    await expect.poll(() => textOf('price')).toMatch(/ab.*129,00/s);
    expect(await (await frameOf(page, 'button')).isDisabled('button')).toBe(true);
    await page.click('text="M"');
    await expect.poll(() => textOf('price')).toContain('149,00');
    await (await frameOf(page, 'button')).waitForSelector('button:not([disabled])');
    expect(problems).toEqual([]);
    await close();
  });

  test('moves nothing when price and button come', async () => {
    const [first] = stage.store.product.variants.map(({ externalId }) => externalId);
    stage.site.pages['/still'] = await pageWith(`<div class="product">SUMMARY
<form class="cart variations_form"><input type="hidden" name="variation_id" value="${first}"><p class="price"></p></form></div>
<p style="height: 500px; background: #ddd">Below</p>`);
    const { page, close } = await openPage(stage.browser, 'about:blank', { viewport: PHONE });
    const moved = await watchShifts(page);
    await page.goto(`${stage.site.url}/still`);
    await page.waitForFunction(() => document.querySelectorAll('[data-service-state=ready]').length === 2);
    expect(await moved()).toBeLessThan(0.01);
    await close();
  });

  test('shows signed-in customers their pre-orders', async () => {
    stage.site.pages['/mine'] = await pageWith('STATUS', { user: 'ada@mail.example' });
    const { page, problems, close } = await openPage(stage.browser, `${stage.site.url}/mine`);
    const frame = await frameOf(page, 'status');
    await frame.waitForSelector('text=/Noch keine Vorbestellungen/');
    expect(problems).toEqual([]);
    await close();
  });
});
