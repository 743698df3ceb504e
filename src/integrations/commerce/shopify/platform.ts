import { AppError } from '../../../domain/error.ts';
import { readShopDomain } from '../../../domain/shop-domain.ts';
import { Type } from '../../../platform/type.ts';
import type {
  CommercePlatform,
  PlatformCan,
  PlatformKind,
  PlatformLimit,
  PlatformTools,
  VariantStock,
} from '../port.ts';
import { readAccess } from './access.ts';
import { listProducts } from './bulk.ts';
import { changes } from './changes.ts';
import { type AdminClient, createAdminClient } from './client.ts';
import { listDeliveries } from './deliveries.ts';
import { fromGid, isShopifyId, toGid } from './ids.ts';
import { LATEST_ORDER, SHOP, STOCK } from './operations.ts';
import { ordersOf } from './orders.ts';
import { getProduct, Stocked, unitsOf } from './products.ts';
import { limitsOf, missingScopes } from './scopes.ts';
import { subscribe } from './subscriptions.ts';
import { readWebhook } from './webhooks.ts';

/** Shopify, by its Admin API, see docs/guides/connect-shopify.md. */
export const shopify: PlatformKind = {
  kind: 'shopify',
  title: 'Shopify',
  // Shopify counts points, not requests: see points.ts. This keeps a fault of ours from becoming an attack.
  requestsPerSecond: 60,
  settings: [
    {
      name: 'address',
      secret: false,
      about: 'The address that Shopify gave your store, such as north-and-pine.myshopify.com',
    },
    {
      name: 'client_id',
      secret: false,
      optional: true,
      about: 'The client ID of your app in the Dev Dashboard',
    },
    {
      name: 'access_token',
      secret: true,
      optional: true,
      about: 'Instead of a client ID: the token of an app made before 2026 in your store, which begins with shpat_',
    },
    {
      name: 'api_secret',
      secret: true,
      about:
        'The client secret of your app, which signs webhooks; two of them, with a space between and the new one first, while you change it',
    },
  ],
  webhookSecrets: ({ api_secret: secret = '' }) => secret.split(' ').filter(Boolean),
  open: openShopify,
};

const CAN: PlatformCan = {
  changes: true,
  webhooks: true,
  stock: true,
  unpaidOrders: true,
  hold: 'lines',
  shipWindow: true,
  cancel: 'lines',
  refunds: true,
  fulfilments: true,
  deliveries: false,
};

const Shop = Type.Object({
  shop: Type.Object({ id: Type.String(), name: Type.String(), currencyCode: Type.String() }),
  currentAppInstallation: Type.Object({ accessScopes: Type.Array(Type.Object({ handle: Type.String() })) }),
});
const Latest = Type.Object({ orders: Type.Object({ nodes: Type.Array(Type.Unknown()) }) });
const Stock = Type.Object({
  nodes: Type.Array(
    Type.Union([
      Type.Intersect([Type.Object({ id: Type.String() }), Stocked]),
      Type.Object({ id: Type.Optional(Type.Undefined()) }),
      Type.Null(),
    ]),
  ),
});

function openShopify(settings: Readonly<Record<string, string>>, tools: PlatformTools): CommercePlatform {
  const shop = readShop(settings.address);
  const { domain } = shop;
  const origin = tools.access?.origin ?? shop.origin;
  const access = tools.access ?? readAccess(tools.http, origin, settings);
  const admin = createAdminClient(tools.http, { origin, access });
  return {
    kind: shopify.kind,
    can: CAN,
    async check() {
      const { shop, currentAppInstallation } = await admin.run(SHOP, {}, Shop);
      const granted = currentAppInstallation.accessScopes.map(({ handle }) => handle);
      const missing = missingScopes(granted);
      return {
        id: fromGid(shop.id),
        name: shop.name,
        currency: shop.currencyCode,
        missingScopes: missing,
        limits: [...limitsOf(granted), ...(missing.length === 0 ? await protectedFrom(admin) : [])],
      };
    },
    listProducts: (cursor) => listProducts({ admin, ...tools }, cursor),
    getProduct: (id) => getProduct(admin, id, tools.currency),
    changes: (cursor) => changes(admin, cursor, tools.now()),
    stock: (variantIds) => readStock(admin, variantIds),
    deliveries: (cursor) => listDeliveries(admin, cursor),
    orders: ordersOf(admin),
    subscribe: (address) => subscribe(admin, address),
    readWebhook: (webhook) => readWebhook(webhook, domain),
  };
}

/** Asks what Shopify denies of orders. Of a store without any it says nothing; later each order that is read shows it. */
async function protectedFrom(admin: AdminClient): Promise<PlatformLimit[]> {
  const { data, denied } = await admin.see(LATEST_ORDER, {}, Latest);
  if (data === null) return ['orders'];
  return denied.length > 0 ? ['people'] : [];
}

// Shopify takes 250 ids at once.
const IDS_MAX = 250;

async function readStock(admin: AdminClient, variantIds: readonly string[]): Promise<VariantStock[]> {
  const found: VariantStock[] = [];
  const ids = variantIds.filter(isShopifyId).map((id) => toGid('ProductVariant', id));
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const { nodes } = await admin.run(STOCK, { ids: ids.slice(at, at + IDS_MAX) }, Stock);
    for (const node of nodes) {
      if (node?.id) found.push({ variantId: fromGid(node.id), inStock: unitsOf(node) });
    }
  }
  return found;
}

// A stand-in for tests. Production calls no private address.
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/;

function readShop(text = ''): { origin: string; domain: string | null } {
  if (LOOPBACK.test(text)) return { origin: text, domain: null };
  const domain = readShopDomain(text);
  if (domain !== null) return { origin: `https://${domain}`, domain };
  throw new AppError(
    'invalid_parameter',
    'address is the one that Shopify gave, such as north-and-pine.myshopify.com.',
    {
      param: 'address',
    },
  );
}
