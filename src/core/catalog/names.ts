import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import { because } from '../../domain/refusal.ts';
import type { Sql } from '../../platform/db.ts';
import { findProduct, type Product, type Variant } from './queries.ts';

/** Finds a product by the platform's id in any of its forms, also an earlier one, else by handle. */
export async function findNamedProduct(sql: Sql, storeId: string, name: string): Promise<Product | null> {
  const externalId = parseExternalId(name);
  const byId = externalId && (await findProduct(sql, storeId, { externalId }));
  return byId || findProduct(sql, storeId, { handle: name.trim() });
}

/**
 * Finds a variant by the platform's id in any of its forms, also an earlier one, else by SKU. Throws if several variants have
 * the SKU.
 */
export function findVariant(product: Product, name: string): Variant {
  const externalId = parseExternalId(name);
  const byId =
    product.variants.find((variant) => variant.externalId === externalId) ??
    product.variants.find(({ earlierIds }) => externalId !== null && earlierIds.includes(externalId));
  if (byId) return byId;
  const bySku = product.variants.filter((variant) => variant.sku !== '' && variant.sku === name);
  const [variant] = bySku;
  if (variant && bySku.length === 1) return variant;
  const shown = name.slice(0, 80);
  if (variant) {
    const ids = bySku.map((one) => one.externalId).join(', ');
    const message = `${bySku.length} variants have the SKU “${shown}”. Name one by its id: ${ids}.`;
    throw new AppError('invalid_parameter', message, { param: 'variant', ...because('sku_twice', { text: shown }) });
  }
  const message = `${product.title} has no variant with the id or SKU “${shown}”.`;
  throw new AppError('unknown_variant', message, {
    param: 'variant',
    ...because('unknown_variant_name', { text: shown }),
  });
}
