import { CURRENCIES } from '../../../domain/currency.ts';
import { AppError } from '../../../domain/error.ts';
import { decodeEntities } from '../../../platform/html-entities.ts';
import { Type } from '../../../platform/type.ts';
import {
  CommerceError,
  type CommercePlatform,
  type PlatformCan,
  type PlatformKind,
  type PlatformProduct,
  type PlatformShop,
  type PlatformTools,
  type ProductPage,
} from '../port.ts';
import { readAs } from '../read.ts';
import { changesSince } from './changes.ts';
import { type Ask, createClient, unlessDenied } from './client.ts';
import { ordersBy, PAGE } from './orders.ts';
import { inStockOf, isVariable, readProduct, toProduct } from './products.ts';
import { silentTopics, subscribe } from './subscriptions.ts';
import { readWebhook } from './webhooks.ts';
import { WooCurrency, WooSetting, WooSite, WooStock, WooVariation, type WooVariationValue } from './wire.ts';

/** WooCommerce by its REST API, version 3. See docs/guides/connect-woocommerce.md. */
export const wooCommerce: PlatformKind = {
  kind: 'woocommerce',
  title: 'WooCommerce',
  // Many stores share a small server with their shoppers.
  requestsPerSecond: 5,
  settings: [
    { name: 'url', secret: false, about: 'The address of your store, such as https://shop.example' },
    { name: 'consumer_key', secret: true, about: 'ck_…, with the right to read and write' },
    { name: 'consumer_secret', secret: true, about: 'cs_…, which WooCommerce shows once' },
    {
      name: 'webhook_secret',
      secret: true,
      optional: true,
      generated: true,
      about: 'The secret of the webhooks, 16 characters at least; one is made if you give none',
    },
  ],
  webhookSecrets: ({ webhook_secret: secret }) => (secret ? secret.split(' ') : []),
  open: openWooCommerce,
};

export const WOOCOMMERCE_CAN: PlatformCan = {
  changes: true,
  webhooks: true,
  stock: true,
  unpaidOrders: true,
  hold: 'order',
  shipWindow: true,
  cancel: 'order',
  refunds: true,
  fulfilments: true,
  deliveries: false,
};

function openWooCommerce(settings: Readonly<Record<string, string>>, tools: PlatformTools): CommercePlatform {
  const ask = createClient(settings, tools);
  checkSecret(settings.webhook_secret);
  // While two are live, the new one comes first.
  const [secret] = wooCommerce.webhookSecrets(settings);
  return {
    kind: wooCommerce.kind,
    can: WOOCOMMERCE_CAN,
    ...catalogueBy(ask),
    orders: ordersBy(ask, tools.currency),
    ...(secret && {
      subscribe: (address) => subscribe(ask, address, secret),
      silentTopics: (address) => silentTopics(ask, address),
    }),
    readWebhook,
  };
}

function checkSecret(secret: string | undefined): void {
  if (!secret || /^\S{16,200}( \S{16,200})?$/.test(secret)) return;
  const message =
    'webhook_secret has 16 to 200 characters and no space; two of them, the new one first, with a space between, while you change it.';
  throw new AppError('invalid_parameter', message, { param: 'webhook_secret' });
}

type Catalogue = Pick<CommercePlatform, 'check' | 'listProducts' | 'getProduct' | 'changes' | 'stock'>;

function catalogueBy(ask: Ask): Catalogue {
  let known: Promise<string> | null = null;
  const currency = () => {
    known ??= readCurrency(ask).catch((error) => {
      known = null;
      throw error;
    });
    return known;
  };
  return {
    async check() {
      // Without a choice of fields this has a megabyte.
      const { json } = await ask('GET', '', { query: { _fields: 'name,url' } });
      const site = readAs(WooSite, json, 'its description');
      const currency = await readCurrency(ask);
      const missing = await missingScopes(ask);
      const tax = await readTax(ask);
      return { id: site.url, name: decodeEntities(site.name), currency, missingScopes: missing, ...tax };
    },
    listProducts: (cursor) => listProducts(ask, currency, cursor),
    getProduct: (id) => getProduct(ask, currency, id),
    changes: (cursor) => changesSince(ask, cursor),
    async stock(variantIds) {
      const stock = [];
      for (const variantId of variantIds) {
        const inStock = await stockOf(ask, variantId);
        if (inStock !== null) stock.push({ variantId, inStock });
      }
      return stock;
    },
  };
}

async function readCurrency(ask: Ask): Promise<string> {
  const { code } = readAs(WooCurrency, (await ask('GET', 'wc/v3/data/currencies/current')).json, 'its currency');
  if (CURRENCIES.has(code)) return code;
  throw new CommerceError('malformed', `${code} is not a currency that a store can have.`);
}

/** Says whether prices are entered with tax. A store that computes no tax says nothing of it. */
async function readTax(ask: Ask): Promise<Pick<PlatformShop, 'pricesIncludeTax'>> {
  const read = async (path: string) => {
    const more = { query: { _fields: 'value' }, optional: true };
    const json = await unlessDenied(async () => (await ask('GET', `wc/v3/settings/${path}`, more)).json);
    return json === null ? null : readAs(WooSetting, json, 'a setting').value;
  };
  if ((await read('general/woocommerce_calc_taxes')) !== 'yes') return {};
  return { pricesIncludeTax: (await read('tax/woocommerce_prices_include_tax')) === 'yes' };
}

/** A key that may only read is refused for its method, also when nothing would be written. */
async function missingScopes(ask: Ask): Promise<string[]> {
  try {
    await ask('POST', 'wc/v3/orders/batch', { body: {} });
    return [];
  } catch (error) {
    if (error instanceof CommerceError && error.kind === 'unauthorised') return ['write'];
    throw error;
  }
}

type Currency = () => Promise<string>;

// Each product with variations takes a request of its own.
const PRODUCTS_OF_PAGE = 25;

async function listProducts(ask: Ask, currency: Currency, cursor: string | null): Promise<ProductPage> {
  const page = cursor ?? '1';
  if (!/^[1-9]\d{0,6}$/.test(page)) throw new CommerceError('not_found', 'There is no such page.');
  // New products get the highest id, so they come last and move no page.
  const query = { page, per_page: String(PRODUCTS_OF_PAGE), orderby: 'id', order: 'asc', status: 'any' };
  const { json, headers } = await ask('GET', 'wc/v3/products', { query });
  const values = readAs(Type.Array(Type.Unknown()), json, 'a page of products');
  const read: ProductPage = { products: [], unreadable: [], next: null };
  for (const value of values) {
    try {
      read.products.push(await complete(ask, currency, value));
    } catch (error) {
      if (!(error instanceof CommerceError) || error.kind !== 'malformed') throw error;
      read.unreadable.push({ id: idOf(value), reason: error.message });
    }
  }
  const isLast = Number(page) >= Number(headers['x-wp-totalpages'] ?? '0') || values.length === 0;
  return { ...read, next: isLast ? null : String(Number(page) + 1) };
}

async function getProduct(ask: Ask, currency: Currency, id: string): Promise<PlatformProduct | null> {
  const value = await getById(ask, id);
  if (value === null) return null;
  const { parent_id, status, type } = readProduct(value);
  // A variation answers as a product of its own, and what is in the bin is there for thirty days.
  if (status === 'trash' || (type === 'variation' && parent_id > 0)) return null;
  return complete(ask, currency, value);
}

async function getById(ask: Ask, id: string): Promise<unknown> {
  if (!/^\d{1,15}$/.test(id)) return null;
  try {
    return (await ask('GET', `wc/v3/products/${id}`)).json;
  } catch (error) {
    if (error instanceof CommerceError && error.kind === 'not_found') return null;
    throw error;
  }
}

async function complete(ask: Ask, currency: Currency, value: unknown): Promise<PlatformProduct> {
  const product = readProduct(value);
  const variations = isVariable(product) ? await variationsOf(ask, product.id) : [];
  return toProduct({ product, variations, currency: await currency() });
}

async function variationsOf(ask: Ask, productId: number): Promise<WooVariationValue[]> {
  const all: WooVariationValue[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), per_page: PAGE, orderby: 'id', order: 'asc' };
    const { json, headers } = await ask('GET', `wc/v3/products/${productId}/variations`, { query });
    all.push(...readAs(Type.Array(WooVariation), json, 'variations'));
    // Their order is the merchant's, which many have in common: by it a page could miss one.
    if (page >= Number(headers['x-wp-totalpages'] ?? '0')) return all.sort((a, b) => a.menu_order - b.menu_order);
  }
}

async function stockOf(ask: Ask, variantId: string): Promise<number | null> {
  const value = await getById(ask, variantId);
  return value === null ? null : inStockOf(readAs(WooStock, value, 'the stock of a product'));
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'number' ? String(id) : null;
}
