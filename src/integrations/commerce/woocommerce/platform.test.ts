import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeOrder } from '../../../../test/support/commerce-contract.ts';
import { platformContract } from '../../../../test/support/platform-contract/contract.ts';
import { seedProduct, seedVariant } from '../../../../test/support/platform-contract/under-test.ts';
import { openWooCommerce } from '../../../../test/support/woocommerce/open.ts';
import { orderOf, view } from '../../../../test/support/woocommerce/orders.ts';
import { createPlatformHttp } from '../http.ts';
import type { PlatformRequest } from '../http-port.ts';
import { ordersOnPlatform } from '../orders-on-platform.ts';
import { wooCommerce } from './platform.ts';
import { readProduct, toProduct } from './products.ts';

const SETTINGS = {
  url: 'https://shop.example',
  consumer_key: `ck_${'a'.repeat(40)}`,
  consumer_secret: `cs_${'b'.repeat(40)}`,
};

function openWith(settings: Record<string, string> = {}) {
  const send = async (_: PlatformRequest) => ({ status: 200, headers: {}, json: null });
  const http = { send, read: async () => Buffer.alloc(0) };
  return wooCommerce.open({ ...SETTINGS, ...settings }, { http, currency: 'EUR', now: () => new Date() });
}

platformContract({
  name: 'a store with WooCommerce, by a stand-in',
  can: openWith().can,
  currencies: ['EUR', 'JPY', 'KWD'],
  signsTime: false,
  wholeOrders: true,
  deletesOrders: true,
  open: openWooCommerce,
});

describe('settings', () => {
  test.each([
    ['url', 'http://shop.example'],
    ['url', 'https://ada:secret@shop.example'],
    ['consumer_key', 'cs_0123456789012345678901234567890123456789'],
    ['consumer_secret', ''],
    ['webhook_secret', 'short'],
    ['webhook_secret', 'long-enough-to-be-one short'],
  ])('%s “%s” is refused by its name', (name, value) => {
    expect(() => openWith({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: { param: name } }),
    );
  });
});

test('a product has entities decoded once, net prices rounded and told, and no struck price that cannot be read', () => {
  const stock = { manage_stock: false, stock_quantity: null, stock_status: 'instock', backorders: 'no' };
  const product = readProduct({
    ...stock,
    id: 801,
    sku: 'SALT',
    name: 'Salt &amp; Smoke &#8211; gift box',
    slug: 'salt',
    status: 'publish',
    type: 'variable',
    tax_class: '',
    tax_status: 'taxable',
    description: '<p>First &amp; last.</p>',
    parent_id: 0,
    price: '',
    regular_price: '',
    on_sale: false,
    images: [],
    attributes: [{ name: 'Hue &amp; cry', variation: true }],
  });
  const variation = {
    ...stock,
    id: 802,
    sku: 'SALT-R',
    tax_class: '',
    status: 'publish',
    price: '16.8067',
    regular_price: '1038229500000.00',
    on_sale: true,
    menu_order: 0,
    attributes: [{ name: 'Hue &amp; cry', option: 'Red &amp; deep' }],
  };
  expect(toProduct({ product, variations: [variation], currency: 'EUR' })).toMatchObject({
    title: 'Salt & Smoke – gift box',
    descriptionHtml: '<p>First &amp; last.</p>',
    optionNames: ['Hue & cry'],
    pricesRounded: true,
    variants: [{ price: 1_681, compareAtPrice: null, inStock: 1, optionValues: ['Red & deep'] }],
  });
  const exact = toProduct({ product, variations: [{ ...variation, price: '16.80' }], currency: 'EUR' });
  expect(exact).not.toHaveProperty('pricesRounded');
});

test('a product says who made it in fields of its own, and one without them leaves what a file said', () => {
  const stock = { manage_stock: false, stock_quantity: null, stock_status: 'instock', backorders: 'no' };
  const [about, texts] = [
    { id: 801, sku: 'SALT', name: 'Salt', slug: 'salt' },
    { description: '', price: '9' },
  ];
  const given = {
    ...stock,
    ...about,
    ...texts,
    status: 'publish',
    type: 'simple',
    tax_class: '',
    tax_status: 'taxable',
    parent_id: 0,
    regular_price: '9',
  };
  const read = (meta_data?: { key: string; value: unknown }[]) => {
    const product = readProduct({
      ...given,
      on_sale: false,
      images: [],
      attributes: [],
      ...(meta_data && { meta_data }),
    });
    return toProduct({ product, variations: [], currency: 'EUR' }).safety;
  };
  expect(read()).toBeUndefined();
  expect(read([{ key: '_yoast', value: 'x' }])).toBeUndefined();
  const maker = { name: 'Aurora AB', address: '', contact: '' };
  expect(read([{ key: 'maker_name', value: 'Aurora AB' }])).toMatchObject({ maker });
  expect(read([{ key: '_maker_name', value: '' }])).toEqual({ maker: null, responsible: null, warnings: {} });
});

test('two secrets sign webhooks while the merchant changes them', () => {
  expect(
    wooCommerce.webhookSecrets({ ...SETTINGS, webhook_secret: 'first-one-of-two second-one-of-two' }),
  ).toHaveLength(2);
  expect(wooCommerce.webhookSecrets(SETTINGS)).toEqual([]);
});

describe('a store', () => {
  let opened: Awaited<ReturnType<typeof openWooCommerce>>;
  beforeAll(async () => {
    opened = await openWooCommerce('EUR');
  });
  afterAll(() => opened.close());

  async function newOrder() {
    const { id, variantIds } = await opened.hand.add(seedProduct());
    const order = storeOrder();
    const lines = order.lines.map((line) => ({ ...line, productId: id, variantId: variantIds[0] ?? '' }));
    return { ...order, reference: `PO-${order.id.slice(0, 8)}`, lines };
  }

  test('has the agreed total, whatever tax it computes itself', async () => {
    for (const rate of [null, 0, 7, 19, 21]) {
      opened.shop.taxRate = rate;
      const { ref } = await opened.platform.orders.create(await newOrder());
      expect(view(opened.shop, orderOf(opened.shop, Number(ref))).total).toBe('262.90');
    }
    opened.shop.taxRate = null;
  });

  test.each(['broken', 'silence', 'lost'] as const)(
    'gets that total later if its creation broke off by “%s”',
    async (fault) => {
      const order = await newOrder();
      const { put } = ordersOnPlatform(opened.platform);
      // Two questions whether it exists, its creation, and the fee, which is tried four times.
      opened.way.plan(null, null, null, fault, fault, fault, fault);
      await put(order).catch(() => {});
      opened.way.plan();
      const { ref } = await put(order);
      await put(order);
      const kept = orderOf(opened.shop, Number(ref));
      expect(view(opened.shop, kept).total).toBe('262.90');
      expect(kept.fee_lines).toHaveLength(1);
    },
  );

  test('is paid for WooCommerce as soon as an order that was paid on hold is let go', async () => {
    const order = await newOrder();
    const { put } = ordersOnPlatform(opened.platform);
    const held = order.lines.map((line) => ({ ...line, held: true }));
    const { ref } = await put({ ...order, unpaid: true, lines: held });
    const kept = orderOf(opened.shop, Number(ref));
    expect(kept).toMatchObject({ status: 'on-hold', date_paid_gmt: null });
    await put({ ...order, lines: held });
    expect(kept).toMatchObject({ status: 'on-hold', date_paid_gmt: null });
    expect(await opened.platform.orders.find(order)).toMatchObject({ paid: true });
    await put(order);
    expect(kept).toMatchObject({ status: 'processing', date_paid_gmt: expect.any(String) });
  });

  test('has an order that its search does not find', async () => {
    const order = await newOrder();
    const { ref } = await opened.platform.orders.create(order);
    for (const line of orderOf(opened.shop, Number(ref)).line_items) line.name = 'Renamed by a person';
    expect(await opened.platform.orders.find(order)).toMatchObject({ ref });
    expect(await opened.platform.orders.find({ ...order, id: 'another' })).toBeNull();
  });

  test('is not emptied by an API that is switched off', async () => {
    const { id } = await opened.hand.add(seedProduct());
    const off = wooCommerce.open(
      { ...SETTINGS, url: `${opened.way.url}/switched-off`, consumer_key: opened.shop.key.consumerKey },
      { http: httpOf404(), currency: 'EUR', now: () => new Date() },
    );
    await expect(off.getProduct(id)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('permalinks'),
    });
    await expect(off.stock([id])).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('says if the key may only read', async () => {
    opened.shop.key.writes = false;
    expect(await opened.platform.check()).toMatchObject({ missingScopes: ['write'] });
    opened.shop.key.writes = true;
  });

  test('counts stock that WooCommerce does not count as one unit or none', async () => {
    const { variantIds } = await opened.hand.add(seedProduct({ variants: [seedVariant({ inStock: 5 })] }));
    const [id = ''] = variantIds;
    const stored = opened.shop.products.get(Number(id));
    for (const [fields, inStock, oversellEnabled] of [
      [{ manage_stock: false, stock_status: 'instock' }, 1, false],
      [{ manage_stock: false, stock_status: 'outofstock' }, 0, false],
      [{ manage_stock: false, stock_status: 'onbackorder' }, 0, true],
      [{ manage_stock: true, stock_quantity: -3, backorders: 'notify' }, -3, true],
      [{ manage_stock: 'parent', stock_quantity: 2.5, backorders: 'no' }, 2, false],
    ] as const) {
      Object.assign(stored ?? {}, fields);
      expect((await opened.platform.getProduct(id))?.variants[0]).toMatchObject({ inStock, oversellEnabled });
    }
  });

  test('lists what it can, and says why it cannot the rest', async () => {
    const { id } = await opened.hand.add(seedProduct());
    const { id: grouped } = await opened.hand.add(seedProduct());
    const { id: broken } = await opened.hand.add(seedProduct());
    Object.assign(opened.shop.products.get(Number(grouped)) ?? {}, { type: 'grouped' });
    Object.assign(opened.shop.products.get(Number(broken)) ?? {}, { price: 'on request' });
    const page = await lastPage();
    expect(page.products.map(({ externalId }) => externalId)).toContain(id);
    expect(page.unreadable.map((one) => one.id)).toEqual([grouped, broken]);
  });

  async function lastPage() {
    for (let cursor: string | null = null; ; ) {
      const page = await opened.platform.listProducts(cursor);
      if (page.next === null) return page;
      cursor = page.next;
    }
  }
});

/** Answers as WordPress does while WooCommerce is not active. */
function httpOf404() {
  const outgoing = {
    request: async () => ({
      status: 404,
      headers: {},
      bytes: Buffer.from('{"code":"rest_no_route","message":"No route was found.","data":{"status":404}}'),
    }),
  };
  const pace = { of: 'test', perSecond: 1_000 };
  return createPlatformHttp({ outgoing, takeTurns: async () => 0, pace, random: () => 0, sleep: async () => {} });
}

describe('a webhook', () => {
  const { readWebhook } = openWith();
  const now = new Date('2030-05-01T09:00:00Z');

  test('of a variation is about its product', async () => {
    const body = Buffer.from('{"id":732,"parent_id":22,"type":"variation"}');
    const signature = createHmac('sha256', 'a secret of ours').update(body).digest('base64');
    const headers = { 'x-wc-webhook-resource': 'product', 'x-wc-webhook-signature': signature };
    const reading = readWebhook({ body, headers, secrets: ['a secret of ours'], now });
    expect(reading).toMatchObject({ kind: 'genuine', changes: [{ what: 'product', id: '22' }] });
    const other = readWebhook({
      body,
      headers: { ...headers, 'x-wc-webhook-resource': 'coupon' },
      secrets: ['a secret of ours'],
      now,
    });
    expect(other).toMatchObject({ kind: 'genuine', changes: [] });
  });

  test('that only tries the address is accepted, and changes nothing', () => {
    const ping = readWebhook({ body: Buffer.from('webhook_id=142'), headers: {}, secrets: [], now });
    expect(ping).toMatchObject({ kind: 'genuine', changes: [] });
    expect(readWebhook({ body: Buffer.from('webhook_id=142&id=7'), headers: {}, secrets: [], now }).kind).toBe(
      'refused',
    );
  });

  test.each(['not JSON', '[]', '{"id":"22"}', '{"id":-1}'])('%s is refused, although it is signed', (text) => {
    const body = Buffer.from(text);
    const signature = createHmac('sha256', 'a secret of ours').update(body).digest('base64');
    const headers = { 'x-wc-webhook-resource': 'order', 'x-wc-webhook-signature': signature };
    expect(readWebhook({ body, headers, secrets: ['a secret of ours'], now }).kind).toBe('refused');
  });
});
