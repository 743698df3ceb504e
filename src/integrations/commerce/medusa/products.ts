import { UNCOUNTED } from '../../../domain/catalog-csv-cells.ts';
import type { Minor } from '../../../domain/money.ts';
import { safetyFromPairs } from '../../../domain/product-safety-fields.ts';
import {
  CommerceError,
  type CommercePlatform,
  type PlatformProduct,
  type ProductPage,
  type VariantStock,
} from '../port.ts';
import { pricesIn } from '../prices.ts';
import { readAs } from '../read.ts';
import type { AskMedusa } from './client.ts';
import {
  type MedusaProduct,
  type MedusaStock,
  type MedusaStore,
  OneProduct,
  PRODUCT_FIELDS,
  Product,
  ProductIds,
  Products,
  STOCK_FIELDS,
  StockOfVariants,
} from './wire.ts';

// Their ids are in the address, which has its bounds.
const VARIANTS_AT_ONCE = 50;

type MedusaVariant = MedusaProduct['variants'][number];
type Catalogue = Pick<CommercePlatform, 'check' | 'listProducts' | 'getProduct' | 'stock'>;

export type StoreOf = () => Promise<MedusaStore>;

export function medusaCatalogue(ask: AskMedusa, storeOf: StoreOf, currency: string): Catalogue {
  return {
    async check() {
      const { id, name, supported_currencies: all } = await storeOf();
      await ask('GET', 'waitlist/products', { as: ProductIds }); // which says whether our routes are there
      const codes = all.map(({ currency_code: code }) => code.toUpperCase());
      const home = all.find(({ is_default }) => is_default)?.currency_code ?? '';
      return { id, name, currency: codes.includes(currency) ? currency : home.toUpperCase(), missingScopes: [] };
    },
    listProducts: (cursor) => listProducts(ask, currency, cursor),
    async getProduct(id) {
      if (!/^[\w-]{1,255}$/.test(id)) return null;
      try {
        const query = { fields: PRODUCT_FIELDS.join() };
        return toProduct((await ask('GET', `products/${id}`, { as: OneProduct, query })).product, currency);
      } catch (error) {
        if (error instanceof CommerceError && error.kind === 'not_found') return null;
        throw error;
      }
    },
    async stock(variantIds) {
      const known: VariantStock[] = [];
      for (let from = 0; from < variantIds.length; from += VARIANTS_AT_ONCE) {
        const id = variantIds.slice(from, from + VARIANTS_AT_ONCE);
        const query = { id, limit: String(VARIANTS_AT_ONCE), fields: STOCK_FIELDS.join() };
        const { variants } = await ask('GET', 'product-variants', { as: StockOfVariants, query });
        known.push(...variants.map((variant) => ({ variantId: variant.id, inStock: unitsOf(variant) })));
      }
      return known;
    },
  };
}

async function listProducts(ask: AskMedusa, currency: string, cursor: string | null): Promise<ProductPage> {
  const { ids } = await ask('GET', 'waitlist/products', { as: ProductIds, query: { after: cursor ?? '' } });
  const page: ProductPage = { products: [], unreadable: [], next: ids.at(-1) ?? null };
  if (ids.length === 0) return page;
  const query = { id: ids, limit: String(ids.length), fields: PRODUCT_FIELDS.join() };
  for (const value of (await ask('GET', 'products', { as: Products, query })).products) {
    try {
      page.products.push(toProduct(readAs(Product, value, 'a product'), currency));
    } catch (error) {
      if (!(error instanceof CommerceError) || error.kind !== 'malformed') throw error;
      page.unreadable.push({ id: idOf(value), reason: error.message });
    }
  }
  return page;
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' ? id : null;
}

// Medusa gives a product without options one of this name, which shoppers do not choose.
const NO_OPTION = 'Default option';

function toProduct(product: MedusaProduct, currency: string): PlatformProduct {
  if (product.variants.length === 0) throw new CommerceError('malformed', `Product ${product.id} has no variants.`);
  const prices = pricesIn(currency);
  const options = product.options.filter(({ title }) => title !== NO_OPTION);
  const rank = ({ variant_rank }: MedusaVariant) => variant_rank ?? 0;
  // Variants of one rank come in the order of their ids, which is that of their creation.
  const variants = product.variants.toSorted((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1));
  return {
    externalId: product.id,
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.description ?? '',
    vendor: '',
    imageUrl: product.thumbnail,
    published: product.status === 'published',
    currency,
    optionNames: options.map(({ title }) => title),
    variants: variants.map((variant) => ({
      externalId: variant.id,
      sku: variant.sku ?? '',
      optionValues: options.map(({ id }) => variant.options.find((one) => one.option_id === id)?.value ?? ''),
      price: priceOf(variant, currency, prices.read),
      compareAtPrice: null,
      imageUrl: variant.thumbnail ?? null,
      inStock: unitsOf(variant),
      oversellEnabled: variant.allow_backorder,
    })),
    safety: product.metadata === undefined ? undefined : safetyFromPairs(Object.entries(product.metadata ?? {})),
    ...prices.told(),
  };
}

/** Returns the price for everybody: Medusa has others for regions, groups and quantities beside it. */
function priceOf({ prices }: MedusaVariant, currency: string, read: (text: string) => Minor): Minor | null {
  const isForAll = (rules: unknown) => Object.keys(rules ?? {}).length === 0;
  const price = prices.find(
    (one) => one.currency_code.toUpperCase() === currency && one.min_quantity === null && isForAll(one.rules),
  );
  return price ? read(String(price.amount)) : null;
}

/** Returns the units that can be sold. What a store does not count is there: that is one at least. */
function unitsOf({ manage_inventory, inventory_items: parts }: MedusaStock): number {
  if (!manage_inventory) return UNCOUNTED;
  const units = parts.map(({ inventory, required_quantity: needed }) => {
    const levels = inventory?.location_levels ?? [];
    const free = levels.reduce((sum, level) => sum + level.stocked_quantity - level.reserved_quantity, 0);
    return Math.floor(free / needed);
  });
  return parts.length === 0 ? 0 : Math.min(...units);
}
