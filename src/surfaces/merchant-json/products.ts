import { hasMadeId, isMadeOf } from '../../core/catalog/made-ids.ts';
import type { Product } from '../../core/catalog/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import type { AdminProduct } from '../../protocol/schema/admin-api/products.ts';

export function productJson(product: Product, store: Store): AdminProduct {
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount, store.currency));
  return {
    id: product.externalId,
    id_made: hasMadeId(product),
    earlier_ids: product.earlierIds,
    product_code: product.handle,
    title: product.title,
    vendor: product.vendor,
    image_url: product.imageUrl,
    option_names: product.optionNames,
    currency: store.currency,
    variants: product.variants.map((variant) => ({
      id: variant.externalId,
      id_made: isMadeOf(product, variant),
      earlier_ids: variant.earlierIds,
      sku: variant.sku,
      title: variant.title,
      price: decimal(variant.price),
      compare_at_price: decimal(variant.compareAtPrice),
      gone: variant.goneAt !== null,
    })),
    updated_at: product.updatedAt.toISOString(),
  };
}
