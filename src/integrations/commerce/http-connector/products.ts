import { CURRENCIES } from '../../../domain/currency.ts';
import { moneyOrNull } from '../../../domain/money.ts';
import { CommerceError, type PlatformProduct, type UnreadableProduct } from '../port.ts';
import { pricesIn } from '../prices.ts';
import { readAs } from '../read.ts';
import { WireProduct } from './wire.ts';

/** Reads a product. Throws `malformed`. */
export function readProduct(value: unknown): PlatformProduct {
  const { currency, variants, ...product } = readAs(WireProduct, value, 'a product');
  if (!CURRENCIES.has(currency)) throw new CommerceError('malformed', `${currency} is not a currency.`);
  const prices = pricesIn(currency);
  return {
    externalId: product.id,
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.description_html,
    vendor: product.vendor,
    imageUrl: product.image_url,
    published: product.published,
    currency,
    optionNames: product.option_names,
    variants: variants.map((variant) => ({
      externalId: variant.id,
      sku: variant.sku,
      optionValues: variant.option_values,
      price: variant.price === null ? null : prices.read(variant.price),
      compareAtPrice: variant.compare_at_price === null ? null : moneyOrNull(variant.compare_at_price, currency),
      imageUrl: variant.image_url,
      inStock: variant.in_stock,
      oversellEnabled: variant.oversell,
    })),
    ...prices.told(),
  };
}

/** Reads the products that can be read, and says why the others cannot. */
export function readProducts(values: readonly unknown[]): {
  products: PlatformProduct[];
  unreadable: UnreadableProduct[];
} {
  const products: PlatformProduct[] = [];
  const unreadable: UnreadableProduct[] = [];
  for (const value of values) {
    try {
      products.push(readProduct(value));
    } catch (error) {
      if (!(error instanceof CommerceError)) throw error;
      unreadable.push({ id: idOf(value), reason: error.message });
    }
  }
  return { products, unreadable };
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 500) : null;
}
