import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney, toDecimal } from '../../../src/domain/money.ts';
import { readAs } from '../../../src/integrations/commerce/read.ts';
import { isCancelled, isSent, lineIdsOf } from '../../../src/integrations/commerce/woocommerce/order-read.ts';
import { WooOrder } from '../../../src/integrations/commerce/woocommerce/wire.ts';
import type { PlatformHand, SeedProduct, SeedVariant, SeenOrder } from '../platform-contract/under-test.ts';

// WooCommerce tells changes by the second, and the adapter asks for some seconds more than since the last time.
const SETTLED_AFTER_MS = 16_000;
// The most that its batches take.
const AT_ONCE = 100;

export type StoreAccess = { url: string; consumerKey: string; consumerSecret: string };
type Ask = <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;
type Meta = { key: string; value: unknown };

/** Asks a real WooCommerce as its merchant does. Rejects with what it answers instead. */
export function askerAt({ url, consumerKey, consumerSecret }: StoreAccess): Ask {
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  return async <Answer>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/wp-json/wc/v3/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}

/** Deletes what an earlier run has left: no two products have the same handle. */
export async function clearLamps(ask: Ask): Promise<void> {
  const lamps: number[] = [];
  for (const status of ['any', 'trash']) {
    for (let page = 1; ; page += 1) {
      const query = `products?per_page=${AT_ONCE}&page=${page}&status=${status}&_fields=id,slug`;
      const found = await ask<{ id: number; slug: string }[]>('GET', query);
      lamps.push(...found.filter(({ slug }) => slug.startsWith('harbour-lamp-')).map(({ id }) => id));
      if (found.length < AT_ONCE) break;
    }
  }
  for (let from = 0; from < lamps.length; from += AT_ONCE)
    await ask('POST', 'products/batch?_fields=delete', { delete: lamps.slice(from, from + AT_ONCE) });
}

/** Returns what people of a real store with WooCommerce do in its pages. */
export const realHand = (ask: Ask, currency: string): PlatformHand => ({
  ...catalogueHand(ask, currency),
  ...orderHand(ask, currency),
});

type CatalogueHand = Pick<PlatformHand, 'add' | 'change' | 'remove' | 'setStock' | 'replaceVariant'>;

function catalogueHand(ask: Ask, currency: string): CatalogueHand {
  const parents = new Map<string, string>();
  const pathOf = (variantId: string) => {
    const parent = parents.get(variantId);
    return parent === undefined ? `products/${variantId}` : `products/${parent}/variations/${variantId}`;
  };
  const addVariations = async (id: string, create: object[]): Promise<string[]> => {
    type Created = { create: { id: number; error?: { message: string } }[] };
    const batch = await ask<Created>('POST', `products/${id}/variations/batch?_fields=create`, { create });
    const ids = batch.create.map((one) => String(one.id));
    for (const variation of ids) parents.set(variation, id);
    return ids;
  };
  return {
    async add({ variants, ...seed }) {
      const isVariable = seed.optionNames.length > 0;
      const [only] = variants;
      const own = isVariable || !only ? { type: 'variable' } : { type: 'simple', ...variantFields(only, currency) };
      const attributes = seed.optionNames.map((name, nth) => ({
        name,
        variation: true,
        options: [...new Set(variants.map(({ optionValues }) => optionValues[nth] ?? ''))],
      }));
      const made = await ask<{ id: number }>('POST', 'products', { ...own, ...productFields(seed), attributes });
      const id = String(made.id);
      if (!isVariable) return { id, variantIds: [id] };
      const all = variants.map((variant, nth) => ({ ...variation(seed, variant, currency), menu_order: nth }));
      const variantIds: string[] = [];
      for (let from = 0; from < all.length; from += AT_ONCE)
        variantIds.push(...(await addVariations(id, all.slice(from, from + AT_ONCE))));
      return { id, variantIds };
    },
    change: async (id, to) => void (await ask('PUT', `products/${id}`, productFields(to))),
    remove: async (id) => void (await ask('DELETE', `products/${id}`)),
    setStock: async (id, inStock) =>
      void (await ask('PUT', pathOf(id), { manage_stock: true, stock_quantity: inStock })),
    async replaceVariant(productId, variantId) {
      const { attributes } = await ask<{ attributes: object[] }>('GET', pathOf(variantId));
      await ask('DELETE', `${pathOf(variantId)}?force=true`);
      const [id = ''] = await addVariations(productId, [{ attributes, regular_price: '89.00' }]);
      return id;
    },
  };
}

function orderHand(ask: Ask, currency: string): Omit<PlatformHand, keyof CatalogueHand> {
  return {
    settle: () => sleep(SETTLED_AFTER_MS),
    seen: async (ref) => see(await ask('GET', `orders/${ref}`), currency),
    deleteOrder: async (ref) => void (await ask('DELETE', `orders/${ref}?force=true`)),
    async countOrders(reference) {
      const orders = await ask<{ transaction_id: string }[]>('GET', 'orders?per_page=100&status=any');
      return orders.filter(({ transaction_id: id }) => id === reference).length;
    },
    async propertiesOf(ref, lineId) {
      type Line = { product_id: number; meta_data: Meta[] };
      const { line_items: lines } = await ask<{ line_items: Line[] }>('GET', `orders/${ref}`);
      const line = lines.find(({ meta_data }) => meta_data.some(({ value }) => value === lineId));
      // WooCommerce adds what distinguishes a variation, such as its size.
      const { attributes } = await ask<{ attributes: { name: string }[] }>('GET', `products/${line?.product_id}`);
      const own = new Set(attributes.map(({ name }) => name.toLowerCase()));
      const shown = (line?.meta_data ?? []).filter(({ key }) => !key.startsWith('_') && !own.has(key));
      return Object.fromEntries(shown.map(({ key, value }) => [key, value]));
    },
    async fulfil(ref, _lineIds, { carrier, trackingNumber, trackingUrl }) {
      const item = { tracking_provider: carrier, tracking_number: trackingNumber, custom_tracking_link: trackingUrl };
      const meta_data = [{ key: '_wc_shipment_tracking_items', value: [item] }];
      await ask('PUT', `orders/${ref}`, { status: 'completed', meta_data });
    },
  };
}

const NAMES: Record<string, string> = { title: 'name', handle: 'slug', descriptionHtml: 'description' };

function productFields(seed: Partial<Omit<SeedProduct, 'variants'>>): object {
  const { title, handle, descriptionHtml, published } = seed;
  const texts = Object.entries({ title, handle, descriptionHtml }).flatMap(([name, value]) =>
    value === undefined ? [] : [[NAMES[name], value]],
  );
  return {
    ...Object.fromEntries(texts),
    ...(published === undefined ? {} : { status: published ? 'publish' : 'draft' }),
  };
}

const variation = ({ optionNames }: Pick<SeedProduct, 'optionNames'>, variant: SeedVariant, currency: string) => ({
  ...variantFields(variant, currency),
  attributes: optionNames.map((name, nth) => ({ name, option: variant.optionValues[nth] })),
});

// No two products of WooCommerce have the same SKU unless a plugin allows it: the second one gets none.
const usedSkus = new Set<string>();

function variantFields({ sku, price, inStock, oversellEnabled }: SeedVariant, currency: string): object {
  const isFree = sku !== '' && !usedSkus.has(sku);
  usedSkus.add(sku);
  return {
    ...(isFree ? { sku } : {}),
    regular_price: price === null ? '' : toDecimal(price, currency),
    manage_stock: true,
    stock_quantity: inStock,
    backorders: oversellEnabled ? 'yes' : 'no',
  };
}

/** WooCommerce sends and cancels an order as one. */
function see(json: unknown, currency: string): SeenOrder {
  const order = readAs(WooOrder, json, 'an order');
  const ids = lineIdsOf(order);
  const minor = (amount: string) => parseMoney(amount.replace('-', ''), currency, 'amount');
  const { refunds } = json as { refunds: { total: string }[] };
  const back = refunds.reduce((sum, { total }) => sum + minor(total), 0);
  return {
    openIds: isSent(order) || isCancelled(order) ? [] : ids,
    sentIds: isSent(order) ? ids : [],
    kept: order.date_paid_gmt === null ? 0 : minor(order.total) - back,
  };
}
