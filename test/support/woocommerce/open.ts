import { createHmac, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { currencyDigits } from '../../../src/domain/currency.ts';
import { parseMoney, toDecimal } from '../../../src/domain/money.ts';
import { createPlatformHttp } from '../../../src/integrations/commerce/http.ts';
import type { CommercePlatform } from '../../../src/integrations/commerce/port.ts';
import { readAs } from '../../../src/integrations/commerce/read.ts';
import { lineIdsOf } from '../../../src/integrations/commerce/woocommerce/order-read.ts';
import { wooCommerce } from '../../../src/integrations/commerce/woocommerce/platform.ts';
import { WooOrder } from '../../../src/integrations/commerce/woocommerce/wire.ts';
import { createOutgoingHttp } from '../../../src/platform/outgoing-http.ts';
import { createFaultyWay } from '../platform-contract/faulty-way.ts';
import type {
  PlatformHand,
  PlatformUnderTest,
  SeedProduct,
  SeedVariant,
  SeenOrder,
} from '../platform-contract/under-test.ts';
import { orderOf, updateOrder, view } from './orders.ts';
import { askerAt, clearLamps, realHand, type StoreAccess } from './real-hand.ts';
import { serveShop } from './server.ts';
import { createShop, gmtNow, type Json, nextId, type Product, type Shop, touch, type Variation } from './shop.ts';

const SECRET = 'a-secret-of-the-merchant';

type WooCommerceUnderTest = PlatformUnderTest & {
  shop: Shop;
  subscribing: Required<Pick<CommercePlatform, 'subscribe' | 'silentTopics'>>;
};

/** Opens the adapter to a stand-in for a store with WooCommerce, for the contract of platforms. */
export async function openWooCommerce(currency: string): Promise<WooCommerceUnderTest> {
  const shop = createShop(currency, currencyDigits(currency));
  const server = serveShop(shop);
  const opened = await openAt({ url: await listen(server), ...shop.key, currency, timeoutMs: 1_000 });
  const { subscribe, silentTopics } = opened.platform;
  if (!subscribe || !silentTopics) throw new Error('no webhooks');
  return {
    ...opened,
    shop,
    subscribing: { subscribe, silentTopics },
    hand: handOn(shop),
    async close() {
      await opened.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens the adapter to a real store with WooCommerce, which is one for trials: earlier products of tests are deleted there. */
export async function openRealWooCommerce(store: StoreAccess, currency: string): Promise<PlatformUnderTest> {
  const ask = askerAt(store);
  await clearLamps(ask);
  return { ...(await openAt({ ...store, currency, timeoutMs: 15_000 })), hand: realHand(ask, currency) };
}

type Opening = StoreAccess & { currency: string; timeoutMs: number };

/** Opens the adapter over a way on which things go wrong. */
async function openAt({ url, consumerKey, consumerSecret, currency, timeoutMs }: Opening) {
  const way = await createFaultyWay(url);
  const http = createPlatformHttp({
    outgoing: createOutgoingHttp({ privateTargets: true }),
    takeTurns: async () => 0,
    pace: { of: 'test', perSecond: 1_000 },
    random: () => 0.5,
    sleep: async () => {},
    timeoutMs,
  });
  const openWith = (consumer_secret: string) =>
    wooCommerce.open(
      { url: way.url, consumer_key: consumerKey, consumer_secret, webhook_secret: SECRET },
      { http, currency, now: () => new Date() },
    );
  return {
    platform: openWith(consumerSecret),
    withDeadCredentials: openWith(`cs_${'0'.repeat(40)}`),
    way,
    currency,
    secret: SECRET,
    webhook: (change: object, { secret }: { secret: string }) => signedWebhook(change, secret),
    close: () => way.close(),
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return `http://127.0.0.1:${address.port}`;
}

/** Returns a webhook as WooCommerce signs it. It has no time. */
function signedWebhook(change: object, secret: string): { body: Buffer; headers: Record<string, string> } {
  const { what, id, ref } = change as { what: string; id?: string; ref?: string };
  const body = Buffer.from(JSON.stringify({ id: Number(id ?? ref), name: 'Harbour Lamp', parent_id: 0 }));
  return {
    body,
    headers: {
      'x-wc-webhook-source': 'https://shop.example/',
      'x-wc-webhook-topic': `${what}.updated`,
      'x-wc-webhook-resource': what,
      'x-wc-webhook-event': 'updated',
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      'x-wc-webhook-id': '142',
      'x-wc-webhook-delivery-id': randomUUID(),
    },
  };
}

/** Returns what people of the store do in the pages of WordPress. */
const handOn = (shop: Shop): PlatformHand => ({ ...catalogueHand(shop), ...orderHand(shop) });

type CatalogueHand = Pick<PlatformHand, 'add' | 'change' | 'remove' | 'setStock' | 'replaceVariant'>;

function catalogueHand(shop: Shop): CatalogueHand {
  const productOf = (id: string): Product => {
    const product = shop.products.get(Number(id));
    if (!product) throw new Error(`no product ${id}`);
    return product;
  };
  const change = (product: Product, fields: Json): void => {
    Object.assign(product, fields);
    touch(shop, product);
  };
  return {
    async add({ variants, ...seed }) {
      const id = nextId(shop);
      const isVariable = seed.optionNames.length > 0;
      const variations = isVariable ? variants.map((variant) => variationOf(shop, variant, seed.optionNames)) : [];
      const [only] = variants;
      const own = stockFields(isVariable || !only ? null : only, shop.currency);
      shop.products.set(id, {
        date_created_gmt: gmtNow(shop),
        date_modified_gmt: gmtNow(shop),
        tax_class: '',
        tax_status: 'taxable',
        ...own,
        ...productFields(seed),
        id,
        parent_id: 0,
        type: isVariable ? 'variable' : 'simple',
        variations,
      });
      return { id: String(id), variantIds: isVariable ? variations.map((one) => String(one.id)) : [String(id)] };
    },
    change: async (id, to) => change(productOf(id), productFields(to)),
    remove: async (id) => change(productOf(id), { status: 'trash' }),
    async setStock(variantId, inStock) {
      const fields = { stock_quantity: inStock, stock_status: inStock > 0 ? 'instock' : 'outofstock' };
      for (const product of shop.products.values()) {
        const found = [product, ...product.variations].find(({ id }) => id === Number(variantId));
        if (!found) continue;
        Object.assign(found, fields);
        touch(shop, product);
      }
    },
    async replaceVariant(productId, variantId) {
      const product = productOf(productId);
      const id = nextId(shop);
      Object.assign(product.variations.find((one) => one.id === Number(variantId)) ?? {}, { id });
      touch(shop, product);
      return String(id);
    },
  };
}

function orderHand(shop: Shop): Omit<PlatformHand, keyof CatalogueHand> {
  return {
    settle: async () => {
      shop.aheadMs += 15_000;
    },
    deleteOrder: async (ref) => void shop.orders.delete(Number(ref)),
    pass: async (ms) => {
      shop.aheadMs += ms;
    },
    seen: async (ref) => see(shop, Number(ref)),
    countOrders: async (reference) =>
      [...shop.orders.values()].filter(({ transaction_id }) => transaction_id === reference).length,
    async propertiesOf(ref, lineId) {
      const lines = orderOf(shop, Number(ref)).line_items;
      const line = lines.find(({ meta_data }) => meta_data.some(({ value }) => value === lineId));
      // WordPress shows no field whose name begins with a low line.
      return Object.fromEntries(
        (line?.meta_data ?? []).filter(({ key }) => !key.startsWith('_')).map(({ key, value }) => [key, value]),
      );
    },
    async fulfil(ref, _lineIds, { carrier, trackingNumber, trackingUrl }) {
      const tracking = {
        tracking_provider: carrier,
        tracking_number: trackingNumber,
        custom_tracking_link: trackingUrl,
      };
      const meta_data = [{ key: '_wc_shipment_tracking_items', value: [tracking] }];
      updateOrder(shop, Number(ref), { status: 'completed', meta_data });
    },
  };
}

/** WooCommerce sends and cancels an order as one. */
function see(shop: Shop, id: number): SeenOrder {
  const order = orderOf(shop, id);
  const ids = lineIdsOf(readAs(WooOrder, view(shop, order), 'an order'));
  const minor = (amount: unknown) => parseMoney(String(amount), shop.currency, 'amount');
  const refunded = order.refunds.reduce((sum, { total }) => sum + minor(total.replace('-', '')), 0);
  const isOver = order.status === 'refunded';
  const isSent = order.status === 'completed' || (isOver && order.date_completed_gmt !== null);
  return {
    openIds: isSent || isOver || order.status === 'cancelled' ? [] : ids,
    sentIds: isSent ? ids : [],
    kept: order.date_paid_gmt === null ? 0 : minor(view(shop, order).total) - refunded,
  };
}

const NAMES: Record<string, string> = { title: 'name', handle: 'slug', descriptionHtml: 'description' };

function productFields(seed: Partial<Omit<SeedProduct, 'variants'>>): Json & { status: string } {
  const { imageUrl, published, optionNames, vendor: _, ...texts } = seed;
  const fields: Json = Object.fromEntries(Object.entries(texts).map(([name, value]) => [NAMES[name] ?? name, value]));
  if (optionNames) fields.attributes = optionNames.map((name) => ({ id: 0, name, variation: true, options: [] }));
  if (imageUrl !== undefined) fields.images = imageUrl === null ? [] : [{ src: imageUrl }];
  if (published !== undefined) fields.status = published ? 'publish' : 'draft';
  return fields as Json & { status: string };
}

function variationOf(shop: Shop, variant: SeedVariant, optionNames: string[]): Variation {
  return {
    ...stockFields(variant, shop.currency),
    id: nextId(shop),
    status: 'publish',
    tax_class: '',
    tax_status: 'taxable',
    menu_order: 0,
    image: variant.imageUrl === null ? null : { src: variant.imageUrl },
    attributes: optionNames.map((name, nth) => ({ id: 0, name, option: variant.optionValues[nth] })),
  };
}

function stockFields(variant: SeedVariant | null, currency: string): Json {
  const decimal = (amount: number | null | undefined) => (amount == null ? '' : toDecimal(amount, currency));
  return {
    sku: variant?.sku ?? '',
    price: decimal(variant?.price),
    regular_price: decimal(variant?.compareAtPrice ?? variant?.price),
    on_sale: variant?.compareAtPrice != null,
    manage_stock: variant !== null,
    stock_quantity: variant?.inStock ?? null,
    stock_status: variant && variant.inStock > 0 ? 'instock' : 'outofstock',
    backorders: variant?.oversellEnabled ? 'yes' : 'no',
  };
}
