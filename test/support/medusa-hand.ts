import { currencyDigits } from '../../src/domain/currency.ts';
import { toMajor } from '../../src/domain/money.ts';
import { itemId, lineIdOf } from '../../src/integrations/commerce/medusa/order-input.ts';
import type { MedusaServer } from './medusa-server.ts';
import type { PlatformHand, SeedProduct, SeedVariant, SeenOrder } from './platform-contract/under-test.ts';

type Ask = MedusaServer['ask'];

// Medusa takes 100 kB at once.
const VARIANTS_AT_ONCE = 100;

/** What a store needs before it can send: a place with stock, and a way to send from it. */
export type MedusaStore = { locationId: string; zoneId: string };

export async function setUpMedusa(ask: Ask): Promise<MedusaStore> {
  const { stores } = await ask<{ stores: { id: string }[] }>('GET', '/admin/stores?fields=id');
  const currencies = ['eur', 'usd', 'jpy'].map((code, nth) => ({ currency_code: code, is_default: nth === 0 }));
  await ask('POST', `/admin/stores/${stores[0]?.id}`, { supported_currencies: currencies });
  await ask('POST', '/admin/regions', { name: 'Europe', currency_code: 'eur', countries: ['de', 'fr'] });
  const made = await ask<{ stock_location: { id: string } }>('POST', '/admin/stock-locations', { name: 'Hall' });
  const locationId = made.stock_location.id;
  const place = `/admin/stock-locations/${locationId}`;
  await ask('POST', `${place}/fulfillment-providers`, { add: ['manual_manual'] });
  await ask('POST', `${place}/fulfillment-sets`, { name: 'Parcels', type: 'shipping' });
  type Sets = { stock_location: { fulfillment_sets: { id: string }[] } };
  const { stock_location: known } = await ask<Sets>('GET', `${place}?fields=*fulfillment_sets`);
  type Zones = { fulfillment_set: { service_zones: { id: string }[] } };
  const zone = { name: 'Germany', geo_zones: [{ type: 'country', country_code: 'de' }] };
  const set = await ask<Zones>('POST', `/admin/fulfillment-sets/${known.fulfillment_sets[0]?.id}/service-zones`, zone);
  return { locationId, zoneId: set.fulfillment_set.service_zones[0]?.id ?? '' };
}

/** Returns what people of a Medusa store do in its dashboard. */
export function medusaHand({ ask }: Pick<MedusaServer, 'ask'>, store: MedusaStore, currency: string): PlatformHand {
  return {
    add: (product) => addProduct(ask, { product, currency, store }),
    async change(id, { published, title, handle, descriptionHtml }) {
      const status = published === undefined ? {} : { status: published ? 'published' : 'draft' };
      await ask('POST', `/admin/products/${id}`, { ...status, title, handle, description: descriptionHtml });
    },
    async remove(id) {
      await ask('DELETE', `/admin/products/${id}`);
    },
    async setStock(variantId, inStock) {
      const item = await inventoryOf(ask, variantId);
      const level = `/admin/inventory-items/${item}/location-levels/${store.locationId}`;
      await ask('POST', level, { stocked_quantity: inStock });
    },
    replaceVariant: (productId, variantId) => replaceVariant(ask, productId, variantId),
    seen: (ref) => see(ask, ref, currency),
    async countOrders(reference) {
      type Orders = { orders: { metadata: Record<string, unknown> | null }[] };
      const { orders } = await ask<Orders>('GET', '/admin/orders?limit=1000&fields=id,metadata');
      return orders.filter(({ metadata }) => metadata?.['Pre-order'] === reference).length;
    },
    async propertiesOf(ref, lineId) {
      type Items = { order: { items: { id: string; metadata: Record<string, unknown> }[] } };
      const { order } = await ask<Items>('GET', `/admin/orders/${ref}?fields=items.id,items.metadata`);
      const shown = order.items.find(({ id }) => id === itemId(lineId))?.metadata ?? {};
      return Object.fromEntries(Object.entries(shown).filter(([name]) => !name.startsWith('__')));
    },
    fulfil: (ref, lineIds, tracking) => fulfil(ask, { ref, lineIds, store }, tracking),
  };
}

// No two variants of Medusa have the same SKU: the second one gets none.
const usedSkus = new Set<string>();

function skuOf({ sku }: SeedVariant): { sku?: string } {
  if (sku === '' || usedSkus.has(sku)) return {};
  usedSkus.add(sku);
  return { sku };
}

type Adding = { product: SeedProduct; currency: string; store: MedusaStore };
type ProductAnswer = {
  product: { variants: { id: string; title: string; inventory_items: { inventory_item_id: string }[] }[] };
};

async function addProduct(ask: Ask, { product, currency, store }: Adding) {
  const { title, handle, descriptionHtml, variants, published, imageUrl } = product;
  // What the dashboard gives a product without options.
  const names = product.optionNames.length > 0 ? product.optionNames : ['Default option'];
  const valuesOf = ({ optionValues }: SeedVariant) =>
    optionValues.length > 0 ? optionValues : ['Default option value'];
  const all = variants.map((variant, nth) => ({
    title: valuesOf(variant).join(' / '),
    ...skuOf(variant),
    variant_rank: nth,
    options: Object.fromEntries(names.map((name, place) => [name, valuesOf(variant)[place]])),
    prices: [{ currency_code: currency.toLowerCase(), amount: toMajor(variant.price ?? 0, currency) }],
  }));
  const body = {
    title,
    handle,
    description: descriptionHtml,
    status: published ? 'published' : 'draft',
    ...(imageUrl ? { thumbnail: imageUrl } : {}),
    options: names.map((name, nth) => ({
      title: name,
      values: [...new Set(variants.map((one) => valuesOf(one)[nth]))],
    })),
    variants: all.slice(0, VARIANTS_AT_ONCE),
  };
  const { product: created } = await ask<{ product: { id: string } }>('POST', '/admin/products', body);
  for (let from = VARIANTS_AT_ONCE; from < all.length; from += VARIANTS_AT_ONCE) {
    const create = all.slice(from, from + VARIANTS_AT_ONCE);
    await ask('POST', `/admin/products/${created.id}/variants/batch?fields=id`, { create });
  }
  const fields = 'id,variants.id,variants.title,variants.inventory_items.inventory_item_id';
  const { product: made } = await ask<ProductAnswer>('GET', `/admin/products/${created.id}?fields=${fields}`);
  const byTitle = new Map(made.variants.map((one) => [one.title, one]));
  const ordered = variants.map((variant) => byTitle.get(valuesOf(variant).join(' / ')));
  const levels = variants.map(({ inStock }, nth) => ({
    inventory_item_id: ordered[nth]?.inventory_items[0]?.inventory_item_id,
    location_id: store.locationId,
    stocked_quantity: inStock,
  }));
  await ask('POST', '/admin/inventory-items/location-levels/batch', { create: levels });
  return { id: created.id, variantIds: ordered.map((one) => one?.id ?? '') };
}

async function inventoryOf(ask: Ask, variantId: string): Promise<string> {
  type VariantsAnswer = { variants: { inventory_items: { inventory_item_id: string }[] }[] };
  const fields = 'fields=id,inventory_items.inventory_item_id';
  const { variants } = await ask<VariantsAnswer>('GET', `/admin/product-variants?id=${variantId}&${fields}`);
  return variants[0]?.inventory_items[0]?.inventory_item_id ?? '';
}

async function replaceVariant(ask: Ask, productId: string, variantId: string): Promise<string> {
  const path = `/admin/products/${productId}/variants`;
  type VariantAnswer = { variant: { title: string; options: { value: string; option: { title: string } }[] } };
  const fields = 'fields=title,options.value,options.option.title';
  const { variant } = await ask<VariantAnswer>('GET', `${path}/${variantId}?${fields}`);
  await ask('DELETE', `${path}/${variantId}`);
  const body = {
    title: variant.title,
    options: Object.fromEntries(variant.options.map(({ value, option }) => [option.title, value])),
    prices: [{ currency_code: 'eur', amount: 89 }],
  };
  type Product = { product: { variants: { id: string; title: string }[] } };
  const { product } = await ask<Product>('POST', `${path}?fields=variants.id,variants.title`, body);
  return product.variants.find(({ title }) => title === variant.title)?.id ?? '';
}

type Parcel = { ref: string; lineIds: string[]; store: MedusaStore };

async function fulfil(ask: Ask, parcel: Parcel, tracking: Parameters<PlatformHand['fulfil']>[2]): Promise<void> {
  const { ref, lineIds, store } = parcel;
  const shipping_option_id = await wayToSend(ask, store, tracking.carrier);
  const items = lineIds.map((id) => ({ id: itemId(id), quantity: 1 }));
  const orders = `/admin/orders/${ref}/fulfillments`;
  await ask('POST', orders, { location_id: store.locationId, shipping_option_id, items });
  type OrderAnswer = { order: { fulfillments: { id: string }[] } };
  const { order } = await ask<OrderAnswer>('GET', `/admin/orders/${ref}?fields=fulfillments.id`);
  const { trackingNumber: tracking_number, trackingUrl: tracking_url } = tracking;
  const labels = [{ tracking_number, tracking_url, label_url: '#' }];
  await ask('POST', `${orders}/${order.fulfillments.at(-1)?.id}/shipments`, { items, labels });
}

async function wayToSend(ask: Ask, { zoneId }: MedusaStore, carrier: string): Promise<string> {
  type Profiles = { shipping_profiles: { id: string }[] };
  const { shipping_profiles } = await ask<Profiles>('GET', '/admin/shipping-profiles');
  const made = await ask<{ shipping_option: { id: string } }>('POST', '/admin/shipping-options', {
    name: carrier,
    service_zone_id: zoneId,
    shipping_profile_id: shipping_profiles[0]?.id,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Standard', description: 'Standard', code: 'standard' },
    prices: [{ currency_code: 'eur', amount: 5 }],
  });
  return made.shipping_option.id;
}

type SeenInMedusa = {
  status: string;
  summary: { pending_difference: number };
  items: { id: string; detail: { fulfilled_quantity: number } }[];
  payment_collections: { payments: { captures: Amount[]; refunds: Amount[] }[] }[];
};
type Amount = { amount: number };

async function see(ask: Ask, ref: string, currency: string): Promise<SeenOrder> {
  const payments = 'payment_collections.payments';
  const fields = `status,summary,*items,*items.detail,${payments}.captures.amount,${payments}.refunds.amount`;
  const { order } = await ask<{ order: SeenInMedusa }>('GET', `/admin/orders/${ref}?fields=${fields}`);
  const minor = (amount: number) => Math.round(amount * 10 ** currencyDigits(currency));
  const sum = (amounts: Amount[]) => amounts.reduce((all, { amount }) => all + minor(amount), 0);
  const paid = order.payment_collections.flatMap((collection) => collection.payments);
  const idsOf = (sent: boolean) =>
    order.items.flatMap(({ id, detail }) => (detail.fulfilled_quantity > 0 === sent ? [lineIdOf(id)] : []));
  return {
    openIds: order.status === 'canceled' ? [] : idsOf(false),
    sentIds: idsOf(true),
    kept: sum(paid.flatMap(({ captures }) => captures)) - sum(paid.flatMap(({ refunds }) => refunds)),
    owed: minor(order.summary.pending_difference),
  };
}
