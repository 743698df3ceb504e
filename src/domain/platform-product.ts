import type { CatalogProduct, CatalogVariant } from './catalog.ts';
import { exact, html, oneLine, platformId, webAddress } from './catalog-csv-cells.ts';
import { AppError } from './error.ts';
import { because } from './refusal.ts';

/** What a platform says of a product, besides what the catalogue keeps. */
type PricedProduct = CatalogProduct & { currency: string };

const STOCK_MAX = 2_147_483_647;

/**
 * Returns a product of a platform as the catalogue keeps it. What only decorates it is dropped where it cannot be kept, such as the
 * address of a picture. Prices of another currency than the store's are unknown. Throws `invalid_parameter` with the reason for a
 * product that cannot be kept.
 */
export function readPlatformProduct(product: PricedProduct, storeCurrency: string): CatalogProduct {
  const withPrices = product.currency === storeCurrency;
  const externalId = platformId(product.externalId);
  const title = oneLine(product.title);
  const handle = exact(product.handle);
  if (externalId === null) throw new AppError('invalid_parameter', 'It has no id.', because('platform_no_id'));
  if (title === '' || handle === '')
    throw new AppError('invalid_parameter', 'It has no title or no handle.', because('platform_no_title'));
  if (product.variants.length === 0)
    throw new AppError('invalid_parameter', 'It has no variants.', because('platform_no_variants'));
  return {
    externalId,
    handle,
    title,
    descriptionHtml: orElse('', () => html(product.descriptionHtml)),
    vendor: orElse('', () => oneLine(product.vendor)),
    imageUrl: orElse(null, () => webAddress(product.imageUrl ?? '')),
    optionNames: product.optionNames.map(oneLine),
    variants: product.variants.map((variant) => readVariant(variant, withPrices)),
    safety: product.safety,
  };
}

function readVariant(variant: CatalogVariant, withPrices: boolean): CatalogVariant {
  const externalId = platformId(variant.externalId);
  if (externalId === null)
    throw new AppError('invalid_parameter', 'A variant of it has no id.', because('platform_variant_no_id'));
  return {
    externalId,
    sku: orElse('', () => exact(variant.sku)),
    optionValues: variant.optionValues.map(oneLine),
    price: withPrices ? variant.price : null,
    compareAtPrice: withPrices ? variant.compareAtPrice : null,
    imageUrl: orElse(null, () => webAddress(variant.imageUrl ?? '')),
    inStock: Math.trunc(Math.min(Math.max(variant.inStock, -STOCK_MAX), STOCK_MAX)) || 0,
    oversellEnabled: variant.oversellEnabled,
  };
}

function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return otherwise;
    throw error;
  }
}
