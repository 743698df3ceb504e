import type { Static } from 'typebox';
import { CURRENCIES } from '../../../domain/currency.ts';
import { moneyOrNull } from '../../../domain/money.ts';
import type { ProductSafety } from '../../../domain/product-safety.ts';
import { safetyFromPairs } from '../../../domain/product-safety-fields.ts';
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
    safety: product.safety === undefined ? undefined : safetyOf(product.safety),
    ...prices.told(),
  };
}

type GivenSafety = NonNullable<Static<typeof WireProduct>['safety']>;

/** Reads the texts by the names that columns of files have, so that one rule cleans and cuts them. A connector says all there is. */
function safetyOf(given: GivenSafety | null): ProductSafety {
  const { maker = null, responsible_person: responsible = null, warnings = {} } = given ?? {};
  const pairs = [
    ...Object.entries(maker ?? {}).map(([part, text]) => [`maker_${part}`, text] as const),
    ...Object.entries(responsible ?? {}).map(([part, text]) => [`responsible_${part}`, text] as const),
    ...Object.entries(warnings).map(([language, text]) => [`warnings_${language}`, text] as const),
  ];
  return safetyFromPairs(pairs) ?? { maker: null, responsible: null, warnings: {} };
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
