import { UNCOUNTED } from '../../../domain/catalog-csv-cells.ts';
import { CURRENCIES } from '../../../domain/currency.ts';
import { afterPage, startOfPage } from '../page-cursor.ts';
import { CommerceError, type CommercePlatform, type PlatformProduct, type VariantStock } from '../port.ts';
import { pricesIn } from '../prices.ts';
import { readAs } from '../read.ts';
import type { AskVendure } from './client.ts';
import { decimalOf } from './money.ts';
import {
  OneProduct,
  Product,
  Products,
  Shop,
  Stock,
  Variants,
  type VendureProduct,
  type VendureShop,
  type VendureVariant,
} from './wire.ts';

// Each product is followed by a request for its variants, so a page takes some seconds at most.
const PRODUCTS_A_PAGE = 50;
// Vendure reads options and stock of each variant, which takes it 10 ms.
const VARIANTS_A_PAGE = 100;
const VARIANTS_MAX = 10_000;

type Catalogue = Pick<CommercePlatform, 'check' | 'listProducts' | 'getProduct' | 'stock'>;

/** What the adapter needs to know of the server: it is asked once. */
export type ShopOf = () => Promise<VendureShop>;

export function vendureCatalogue(ask: AskVendure, shopOf: ShopOf): Catalogue {
  const readWhole = async (product: VendureProduct) =>
    toProduct(product, await variantsOf(ask, product.id), await shopOf());
  return {
    async check() {
      const { activeChannel: channel, waitlistMissingPermissions } = await ask('shop', { as: Shop });
      const name = channel.seller?.name || channel.code;
      return {
        id: channel.token,
        name,
        currency: channel.defaultCurrencyCode,
        missingScopes: waitlistMissingPermissions,
      };
    },
    async listProducts(cursor) {
      const start = startOfPage(cursor);
      const variables = { after: new Date(start.after), skip: start.skip, take: PRODUCTS_A_PAGE };
      const { items } = (await ask('products', { as: Products, variables })).products;
      const page: Awaited<ReturnType<Catalogue['listProducts']>> = { products: [], unreadable: [], next: null };
      const seen: string[] = [];
      for (const item of items) {
        const product = readAs(Product, item, 'a product');
        seen.push(product.createdAt);
        try {
          page.products.push(await readWhole(product));
        } catch (error) {
          if (!(error instanceof CommerceError) || error.kind !== 'malformed') throw error;
          page.unreadable.push({ id: product.id, reason: error.message });
        }
      }
      return { ...page, next: items.length < PRODUCTS_A_PAGE ? null : afterPage(start, seen) };
    },
    async getProduct(id) {
      const { product } = await ask('product', { as: OneProduct, variables: { id } });
      return product ? readWhole(product) : null;
    },
    async stock(variantIds) {
      if (variantIds.length === 0) return [];
      const variables = { ids: [...variantIds], take: Math.min(variantIds.length, VARIANTS_A_PAGE) };
      const { items } = (await ask('stock', { as: Stock, variables })).productVariants;
      const { globalSettings } = await shopOf();
      return items.map((item): VariantStock => ({ variantId: item.id, inStock: unitsIn(item, globalSettings) }));
    },
  };
}

async function variantsOf(ask: AskVendure, productId: string): Promise<VendureVariant[]> {
  const variants: VendureVariant[] = [];
  while (variants.length < VARIANTS_MAX) {
    const variables = { productId, skip: variants.length, take: VARIANTS_A_PAGE };
    const page = (await ask('variants', { as: Variants, variables })).productVariants;
    variants.push(...page.items);
    if (page.items.length < VARIANTS_A_PAGE) return variants;
  }
  throw new CommerceError('malformed', `Product ${productId} has more than ${VARIANTS_MAX} variants.`);
}

function toProduct(
  product: VendureProduct,
  variants: readonly VendureVariant[],
  { activeChannel, globalSettings }: VendureShop,
): PlatformProduct {
  const currency = variants[0]?.currencyCode ?? activeChannel.defaultCurrencyCode;
  if (variants.length === 0) throw new CommerceError('malformed', `Product ${product.id} has no variants.`);
  if (!CURRENCIES.has(currency)) throw new CommerceError('malformed', `${currency} is not a currency.`);
  const decimals = globalSettings.serverConfig.moneyStrategyPrecision;
  const prices = pricesIn(currency);
  return {
    externalId: product.id,
    handle: product.slug,
    title: product.name,
    descriptionHtml: product.description,
    vendor: '',
    imageUrl: product.featuredAsset?.preview ?? null,
    published: product.enabled,
    currency,
    optionNames: product.optionGroups.map(({ name }) => name),
    variants: variants.map((variant) => ({
      externalId: variant.id,
      sku: variant.sku,
      optionValues: product.optionGroups.map(({ id }) => variant.options.find((one) => one.groupId === id)?.name ?? ''),
      // The price as people of the store enter it.
      price: prices.read(decimalOf(activeChannel.pricesIncludeTax ? variant.priceWithTax : variant.price, decimals)),
      compareAtPrice: null,
      imageUrl: variant.featuredAsset?.preview ?? null,
      inStock: unitsIn(variant, globalSettings),
      oversellEnabled: !isCounted(variant, globalSettings),
    })),
    ...prices.told(),
  };
}

type Stocked = Pick<VendureVariant, 'trackInventory' | 'stockLevels'>;
type Settings = Pick<VendureShop['globalSettings'], 'trackInventory'>;

/** Returns the units that can be sold. What a store does not count is there, and is sold for ever. */
function unitsIn(variant: Stocked, settings: Settings): number {
  const units = variant.stockLevels.reduce((sum, level) => sum + level.stockOnHand - level.stockAllocated, 0);
  return isCounted(variant, settings) ? units : Math.max(units, UNCOUNTED);
}

const isCounted = (variant: Stocked, settings: Settings): boolean =>
  variant.trackInventory === 'INHERIT' ? settings.trackInventory : variant.trackInventory === 'TRUE';
