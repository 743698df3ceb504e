import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { tokenHolder } from '../src/domain/status-token.ts';
import { verifyToken } from '../src/platform/signed-token.ts';
import { inWordPress, PHP, PLUGIN } from './php/php.ts';

const run = promisify(execFile);
const SECRET = 'shs_"Ünïcode" & <secret>';
const KEY = 'd3a0c0de-0000-4000-8000-000000000001';
const settings = { base_url: 'https://preorders.example/', api_key: KEY, secret: SECRET, verified: 'yes' };

async function phpFiles(): Promise<string[]> {
  const names = await readdir(PLUGIN, { recursive: true });
  return names.filter((name) => name.endsWith('.php'));
}

describe.skipIf(PHP === undefined)('the plugin for WooCommerce', () => {
  test('has no fault of syntax, is strict, and does nothing outside of WordPress', async () => {
    const files = await phpFiles();
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const name of files) {
      await run('php', ['-l', PLUGIN + name]);
      expect(await readFile(PLUGIN + name, 'utf8')).toContain('declare(strict_types=1);');
      expect((await run('php', [PLUGIN + name])).stdout).toBe('');
    }
  });

  test.each(['ada@mail.example', '"o\'Brien <b>"@mail.example', 'jörg@büro.example'])(
    'signs a token for %s that the service accepts',
    async (email) => {
      const now = Math.floor(Date.now() / 1_000);
      const code = `return preorders_status_token($given['email'], $given['secret'], $given['now']);`;
      const token = await inWordPress<string>(code, { email, secret: SECRET, now });
      const verified = await verifyToken(token, [{ id: 'one', text: SECRET }]);
      expect(verified && tokenHolder(verified.claims, now)).toEqual({ email, endsAt: now + 3_600 });
      expect(await verifyToken(token, [{ id: 'one', text: `${SECRET} ` }])).toBeNull();
    },
  );

  test('gives a token to signed-in customers alone, and only where addresses are verified', async () => {
    const status = `return [$wordpress['shortcodes']['preorder_status'](), $wordpress['uncached']];`;
    const shown = async (given: Record<string, unknown>) => await inWordPress<[string, boolean]>(status, given);
    const plain = '<div data-service-placement-type="pre-order-status-placement"></div>';
    expect(await shown({ settings })).toEqual([plain, false]);
    expect(await shown({ settings: { ...settings, verified: '' }, user: 'ada@mail.example' })).toEqual([plain, false]);
    expect(await shown({ settings: { ...settings, secret: '' }, user: 'ada@mail.example' })).toEqual([plain, false]);
    const [html, uncached] = await shown({ settings, user: 'ada@mail.example' });
    const token = /data-preorder-token="([\w.-]+)"/.exec(html)?.[1] ?? '';
    expect(await verifyToken(token, [{ id: 'one', text: SECRET }])).toMatchObject({
      claims: { email: 'ada@mail.example' },
    });
    expect(uncached).toBe(true);
  });

  test('asks a plugin that verifies addresses about each customer', async () => {
    const code = `add_filter('preorders_email_is_verified', fn($verified, $user) => $user->user_email === 'ada@mail.example', 10, 2);
      return preorders_token_of_customer() !== '';`;
    const unverified = { ...settings, verified: '' };
    expect(await inWordPress(code, { settings: unverified, user: 'ada@mail.example' })).toBe(true);
    expect(await inWordPress(code, { settings, user: 'eve@mail.example' })).toBe(false);
  });

  test('never prints the secret, and escapes what it prints', async () => {
    const code = `printed_by('admin_menu');
      [$capability, $page] = $wordpress['pages']['preorders'];
      ob_start(); $page(); $shown = ob_get_clean();
      $wordpress['can'] = false;
      ob_start(); $page(); $refused = ob_get_clean();
      return [$capability, $shown, $refused, printed_by('wp_enqueue_scripts') . json_encode([$wordpress['scripts'], $wordpress['inline']])];`;
    const hostile = { ...settings, base_url: 'https://a.example/"></script><script>alert(1)</script>' };
    const [capability, page, refused, scripts] = await inWordPress<string[]>(code, { settings: hostile });
    expect(capability).toBe('manage_woocommerce');
    expect(page).toContain('name="preorders_settings[secret]" value=""');
    expect(page).toContain('Lassen Sie dieses Feld leer, um es zu behalten.');
    for (const text of [page, scripts]) {
      expect(text).not.toContain('cret>');
      expect(text).not.toContain('Ünïcode');
      expect(text).not.toContain('<script>');
    }
    expect(refused).toBe('');
  });

  test('keeps the secret when the form comes without one, and refuses what is no key or address', async () => {
    const code = `save_option('preorders_settings', $given['next']); return [$wordpress['options']['preorders_settings'], preorders_secret()];`;
    const [kept] = await inWordPress<[Record<string, string>]>(code, { settings, next: { ...settings, secret: '  ' } });
    expect(kept).toEqual({ ...settings, base_url: 'https://preorders.example' });
    const next = { base_url: 'javascript:alert(1)', api_key: '"><b>', secret: ['a'], verified: 'maybe' };
    const [refused] = await inWordPress<[Record<string, string>]>(code, { settings, next });
    expect(refused).toEqual({ base_url: '', api_key: '', secret: SECRET, verified: 'no' });
    const constant = `define('PREORDERS_SHARED_SECRET', 'of the file'); return preorders_secret();`;
    expect(await inWordPress(constant, { settings })).toBe('of the file');
  });

  test('has each of its texts in German, and no others', async () => {
    const written = (await readFile(`${PLUGIN}includes/settings.php`, 'utf8')).matchAll(
      /__\(\s*'([^']+)',\s*'preorders'/g,
    );
    const used = new Set([...written].map(([, text = '']) => text));
    expect(used.size).toBeGreaterThan(8);
    const texts = await inWordPress<Record<string, string>>("return $wordpress['texts'];");
    expect(Object.keys(texts).sort()).toEqual([...used].sort());
    for (const [text, german] of Object.entries(texts)) expect(german).not.toBe(text);
  });

  test('puts price and button into the summary of a product', async () => {
    const code = `$GLOBALS['product'] = $given['id'] ? new WooThing($given['id'], $given['type']) : null;
      return printed_by('woocommerce_single_product_summary');`;
    const html = await inWordPress<string>(code, { id: 22, type: 'variable' });
    expect(html.match(/data-service-placement-type="\w+"/g)).toEqual([
      'data-service-placement-type="price"',
      'data-service-placement-type="button"',
    ]);
    expect(html.match(/data-preorder-product="22" data-preorder-variable/g)).toHaveLength(2);
    expect(await inWordPress(code, { id: 22, type: 'simple' })).not.toContain('data-preorder-variable');
    expect(await inWordPress(code, { id: 0, type: 'simple' })).toBe('');
  });

  test('loads nothing before it knows address and key', async () => {
    const code = `printed_by('wp_enqueue_scripts'); return $wordpress;`;
    type Loaded = { scripts: unknown; inline: { preorders?: string[] } };
    expect((await inWordPress<Loaded>(code)).scripts).toEqual([]);
    const { inline } = await inWordPress<Loaded>(code, { settings });
    const expected = { baseUrl: 'https://preorders.example', apiKey: KEY, locale: 'de-AT' };
    expect(inline.preorders).toEqual([`window.preordersSettings = ${JSON.stringify(expected)};`, 'before']);
  });

  test('gives an order to the signed-in customer of its product page, and to no other', async () => {
    const code = `[$wordpress['user_id'], $wordpress['product_page']] = [$given['reader'], $given['onProduct'] ?? true];
      printed_by('template_redirect');
      printed_by('wp_enqueue_scripts');
      $settings = json_decode(substr($wordpress['inline']['preorders'][0], strlen('window.preordersSettings = '), -1), true);
      $proof = ($settings['lineItemProperties'] ?? [])['_preorder_customer'] ?? '';
      $item = new WooThing(1, 'item', ['_preorder_customer' => strtr($proof, $given['forged'] ?? []), 'Size' => 'M']);
      $wordpress['user_id'] = $given['known'] ?? $given['reader'];
      $order = new WooThing(2, 'order');
      $order->items = [$item];
      $order = apply_filters('woocommerce_rest_pre_insert_shop_order_object', $order, null, $given['creating'] ?? true);
      return [$order->customer, $order->items[0]->all_meta(), $wordpress['uncached']];`;
    type Given = Record<string, unknown>;
    const give = (given: Given) => inWordPress<[number, object, boolean]>(code, { settings, ...given });
    expect(await give({ reader: 17 })).toEqual([17, { Size: 'M' }, true]);
    expect(await give({ reader: 0 })).toEqual([0, { Size: 'M' }, false]);
    expect(await give({ reader: 17, onProduct: false })).toEqual([0, { Size: 'M' }, false]);
    expect(await give({ reader: 17, forged: { '17:': '18:' }, known: 18 })).toEqual([0, { Size: 'M' }, true]);
    expect(await give({ reader: 17, known: 5 })).toEqual([0, { Size: 'M' }, true]);
    expect((await give({ reader: 17, creating: false }))[0]).toBe(0);
  });

  test("leaves shelf and mails alone for the service's orders, and for no others", async () => {
    const code = `$orders = [new WooThing(1, 'order', ['_preorder_order_id' => 'x']), new WooThing(2, 'order'), null];
      $mail = fn($name) => 'woocommerce_email_enabled_customer_' . $name;
      $names = array_merge(['woocommerce_can_reduce_order_stock'], array_map($mail, $given['mails']));
      return array_map(fn($order) => array_map(fn($name) => apply_filters($name, true, $order), $names), $orders);`;
    const told = ['on_hold_order', 'processing_order', 'completed_order', 'cancelled_order', 'failed_order'];
    const refunds = ['refunded_order', 'partially_refunded_order'];
    const parcels = ['fulfillment_created', 'fulfillment_updated', 'fulfillment_deleted'];
    const mails = [...told, ...refunds, ...parcels];
    const [ours = [], ...others] = await inWordPress<boolean[][]>(code, { mails });
    expect(ours).toEqual([false, ...mails.map(() => false)]);
    for (const one of others) expect(one).toEqual([true, ...mails.map(() => true)]);
    // The merchant sends these by hand.
    const [byHand] = await inWordPress<boolean[][]>(code, { mails: ['note', 'invoice'] });
    expect(byHand).toEqual([false, true, true]);
  });
});
