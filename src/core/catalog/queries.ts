import type { CatalogProduct, CatalogVariant } from '../../domain/catalog.ts';
import type { Sql } from '../../platform/db.ts';

export type Variant = CatalogVariant & {
  /** Our own id; `externalId` is the platform's. */
  id: string;
  /** Ids that it had before; they still find it. */
  earlierIds: string[];
  /** `Small / Red`; empty for the only variant of a product without options. */
  title: string;
  goneAt: Date | null;
};
export type Product = Omit<CatalogProduct, 'variants'> & {
  /** Our own id; `externalId` is the platform's. */
  id: string;
  /** Ids that it had before; they still find it. */
  earlierIds: string[];
  /** In the catalogue's order, with gone variants at the end. */
  variants: Variant[];
  /** When an import last changed it or one of its variants. */
  updatedAt: Date;
};

/** SQL: the product of the store $1 that has the platform's id $2, else the one that had it earlier. */
export const PRODUCT_OF_ID = `coalesce(
  (SELECT id FROM product WHERE store_id = $1 AND external_id = $2),
  (SELECT product_id FROM product_earlier_id WHERE store_id = $1 AND external_id = $2))`;
/** SQL: the variant of the store `store` that has the platform's id `id`, else the one that had it earlier. */
export const variantOfId = (store: string, id: string) => `coalesce(
  (SELECT named.id FROM variant named WHERE named.store_id = ${store} AND named.external_id = ${id}),
  (SELECT named.variant_id FROM variant_earlier_id named WHERE named.store_id = ${store} AND named.external_id = ${id}))`;

/** SQL: a product without its variants. */
export const PRODUCT = `
  p.id, p.external_id AS "externalId",
  ARRAY(SELECT e.external_id FROM product_earlier_id e WHERE e.store_id = p.store_id AND e.product_id = p.id
        ORDER BY e.external_id) AS "earlierIds", p.handle, p.title, p.description_html AS "descriptionHtml", p.vendor,
  p.image_url AS "imageUrl", p.option_names AS "optionNames", p.updated_at AS "updatedAt"`;
const VARIANT = `
  v.product_id AS "productId", v.id, v.external_id AS "externalId",
  ARRAY(SELECT e.external_id FROM variant_earlier_id e WHERE e.store_id = v.store_id AND e.variant_id = v.id
        ORDER BY e.external_id) AS "earlierIds", v.sku, v.title, v.option_values AS "optionValues",
  v.price, v.compare_at_price AS "compareAtPrice", v.image_url AS "imageUrl", v.in_stock AS "inStock",
  v.oversell_enabled AS "oversellEnabled", v.gone_at AS "goneAt"`;

/**
 * Finds a product by the platform's id, also an earlier one, or by handle (the contract's product id and code). Null when the
 * store has no such product.
 */
export async function findProduct(
  sql: Sql,
  storeId: string,
  name: { externalId: string } | { handle: string },
): Promise<Product | null> {
  const [condition, value] =
    'handle' in name ? ['p.handle = $2', name.handle] : [`p.id = ${PRODUCT_OF_ID}`, name.externalId];
  if (value.includes('\0')) return null; // PostgreSQL cannot store a NUL character in text
  const products = await sql.query<Omit<Product, 'variants'>>(
    `SELECT ${PRODUCT} FROM product p WHERE p.store_id = $1 AND ${condition}`,
    [storeId, value],
  );
  const [product] = await withVariants(sql, storeId, products);
  return product ?? null;
}

/** Adds their variants to products. */
export async function withVariants(
  sql: Sql,
  storeId: string,
  products: Omit<Product, 'variants'>[],
): Promise<Product[]> {
  if (products.length === 0) return [];
  const variants = await sql.query<Variant & { productId: string }>(
    `SELECT ${VARIANT} FROM variant v WHERE v.store_id = $1 AND v.product_id = ANY ($2::uuid[])
     ORDER BY v.gone_at IS NOT NULL, v.position, v.external_id`,
    [storeId, products.map((product) => product.id)],
  );
  const byProduct = Map.groupBy(variants, (variant) => variant.productId);
  return products.map((product) => ({
    ...product,
    variants: (byProduct.get(product.id) ?? []).map(({ productId: _, ...variant }) => variant),
  }));
}
