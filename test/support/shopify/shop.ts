import { bulkRoot } from './bulk.ts';
import { createBucket } from './cost.ts';
import { fulfilmentRoot } from './fulfilments.ts';
import { orderEditRoot } from './order-edits.ts';
import { orderRoot } from './orders.ts';
import { productRoot } from './products.ts';
import { refundRoot } from './refunds.ts';
import type { Root, Shop } from './things.ts';
import { subscriptionRoot } from './webhooks.ts';

export type ShopOptions = {
  currency?: string;
  /** A development store, which takes five new orders a minute. */
  development?: boolean;
  scopes?: readonly string[];
  bucket?: { maximumAvailable: number; restoreRate: number };
};

export const TOKEN = 'shpat_0123456789abcdef0123456789abcdef';

export function createShop(options: ShopOptions = {}): Shop {
  const clock = { aheadMs: 0 };
  const millis = () => Date.now() + clock.aheadMs;
  const { maximumAvailable, restoreRate } = options.bucket ?? { maximumAvailable: 2_000, restoreRate: 100 };
  let last = 1_000_000;
  const shop: Shop = {
    gid: 'gid://shopify/Shop/548380009',
    name: 'North & Pine',
    domain: 'north-and-pine.myshopify.com',
    currency: options.currency ?? 'EUR',
    development: options.development ?? false,
    tokens: new Map([[TOKEN, options.scopes ?? []]]),
    ends: new Map(),
    installed: true,
    granted: options.scopes ?? [],
    offline: null,
    clientId: '0123456789abcdef0123456789abcdef',
    clientSecret: 'shpss_0123456789abcdef0123456789abcdef',
    bucket: createBucket(maximumAvailable, restoreRate, millis),
    products: [],
    orders: [],
    events: [],
    subscriptions: [],
    bulkOperations: [],
    metafieldDefinitions: [],
    done: new Map(),
    root: {},
    nextId: (type) => {
      last += 1;
      return `gid://shopify/${type}/${last}`;
    },
    now: () => `${new Date(millis()).toISOString().slice(0, 19)}Z`,
    clock,
    asking: [],
    denied: new Set(),
    tell: () => {},
  };
  shop.root = { ...shopRoot(shop), ...productRoot(shop), ...orderRoot(shop), ...orderEditRoot(shop) };
  shop.root = {
    ...shop.root,
    ...fulfilmentRoot(shop),
    ...refundRoot(shop),
    ...bulkRoot(shop),
    ...subscriptionRoot(shop),
  };
  return shop;
}

function shopRoot(shop: Shop): Root {
  return {
    shop: () => ({ id: shop.gid, name: shop.name, myshopifyDomain: shop.domain, currencyCode: shop.currency }),
    currentAppInstallation: () => ({
      id: 'gid://shopify/AppInstallation/1',
      accessScopes: shop.asking.map((handle) => ({ handle })),
    }),
    metafieldDefinitionCreate: ({ definition }) => {
      const { ownerType, namespace = '$app', key, type } = definition as Shop['metafieldDefinitions'][number];
      const taken = shop.metafieldDefinitions.some((one) => one.key === key && one.namespace === namespace);
      const message = 'Key is in use for Order metafields on the namespace.';
      if (taken)
        return { createdDefinition: null, userErrors: [{ field: ['definition', 'key'], message, code: 'TAKEN' }] };
      shop.metafieldDefinitions.push({ ownerType, namespace, key, type });
      return { createdDefinition: { id: shop.nextId('MetafieldDefinition') }, userErrors: [] };
    },
  };
}
