import type { Mapping } from '../../core/catalog/commands/map-ids.ts';
import { findNamedProduct, findVariant } from '../../core/catalog/names.ts';
import type { Product, Variant } from '../../core/catalog/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { oneLine } from '../../domain/catalog-csv-cells.ts';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import { explainId, type IdFinding } from '../../domain/id-finding.ts';
import type { IdMapping } from '../../domain/id-mapping-csv.ts';
import type { Sql } from '../../platform/db.ts';
import type { AdminIdFinding } from '../../protocol/schema/admin-api/products.ts';

/**
 * Finds the products and variants that new ids are for. Throws `product_not_found`, `unknown_variant`, or `invalid_parameter`
 * for text that cannot be an id.
 */
export async function mappingFrom(
  sql: Sql,
  { id: storeId }: Pick<Store, 'id'>,
  mappings: readonly IdMapping[],
): Promise<Mapping> {
  const found: Mapping = { products: [], variants: [], handles: [] };
  for (const { product: name, id, product_code, variants = [] } of mappings) {
    const product = await findNamedProduct(sql, storeId, name);
    if (!product) {
      const message = `There is no product “${name.slice(0, 80)}” in this store. Nothing was changed.`;
      throw new AppError('product_not_found', message, { param: 'product' });
    }
    if (id !== undefined) found.products.push({ id: product.id, externalId: idFrom(id, 'id') });
    if (product_code !== undefined) found.handles.push({ id: product.id, handle: handleFrom(product_code) });
    for (const variant of variants) {
      const { id: variantId } = variantNamed(product, variant.variant);
      found.variants.push({ id: variantId, externalId: idFrom(variant.id, 'variants') });
    }
  }
  return found;
}

function idFrom(text: string, param: string): string {
  const id = parseExternalId(text);
  if (id !== null && !/\p{Cc}/u.test(id)) return id;
  throw new AppError('invalid_parameter', `“${text.slice(0, 80)}” cannot be an id. Nothing was changed.`, { param });
}

function handleFrom(text: string): string {
  const handle = oneLine(text);
  if (handle === '') throw new AppError('invalid_parameter', 'A handle has a letter.', { param: 'product_code' });
  return handle;
}

/** Finds a variant like `findVariant`, else by its title: many have no SKU, and their ids may have been made here. */
function variantNamed(product: Product, name: string): Variant {
  const titled = product.variants.filter(
    ({ title, goneAt }) => title !== '' && title === name.trim() && goneAt === null,
  );
  try {
    return findVariant(product, name);
  } catch (error) {
    const [variant] = titled;
    if (variant && titled.length === 1 && error instanceof AppError && error.code === 'unknown_variant') return variant;
    throw error;
  }
}

/** What may be changed of a product here: its ids and its code. */
export const idsOf = ({ externalId, handle, variants }: Product) => ({
  externalId,
  handle,
  variants: variants.map((variant) => [variant.id, variant.externalId]),
});

export function findingJson(finding: IdFinding): AdminIdFinding {
  const { id, found, earlier, why, product, variant } = finding;
  return {
    id,
    found,
    earlier,
    why,
    product: product && { id: product.id, product_code: product.handle, title: product.title },
    variant,
    message: explainId(finding),
  };
}
