import { type CatalogProduct, productExternalId, variantExternalId } from '../../../domain/catalog.ts';
import { CATALOG_COLUMNS } from '../../../domain/catalog-csv-columns.ts';
import type { CatalogRow } from '../../../domain/catalog-rows.ts';
import { AppError } from '../../../domain/error.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Deps } from '../../deps.ts';
import { decideStaged } from './decide-staged.ts';
import { countStaged } from './report-staged.ts';
import { lockCatalog, openStaging, stageRows } from './staging.ts';
import { writeStaged } from './write-staged.ts';

/**
 * Writes a product as its platform describes it, through the same steps as an import. The product is found by its id,
 * or by its handle while its id is one that was made here, then added or updated; variants that it no longer names are marked
 * gone. `invalid_parameter` when its handle, options or ids belong to another variant or product.
 */
export async function saveProduct(deps: Pick<Deps, 'db'>, storeId: string, product: CatalogProduct): Promise<void> {
  const staging = await openStaging(deps.db);
  try {
    await stageRows(staging.sql, toRows(product));
    await lockCatalog(staging.sql, storeId, () => {});
    await decideStaged(staging.sql, storeId, CATALOG_COLUMNS);
    const { refused } = await countStaged(staging.sql);
    if (refused > 0) {
      const message = `“${product.title}” cannot be saved: its handle, options or ids belong to another variant or product.`;
      throw new AppError('invalid_parameter', message);
    }
    await writeStaged(staging.sql, storeId);
  } finally {
    await staging.end();
  }
}

/** Returns the product as rows of a file, one for each variant. */
function toRows({ externalId, handle, variants, ...product }: CatalogProduct): CatalogRow[] {
  return variants.map((variant, line) => ({
    line,
    productKey: handle,
    handle,
    handleGuess: null,
    productSku: null,
    productId: { given: externalId, made: productExternalId(sha256Hex, handle) },
    product: { ...product, imagePosition: null },
    variant: {
      ...variant,
      id: { given: variant.externalId, made: variantExternalId(sha256Hex, handle, variant.optionValues) },
      named: true,
      bare: false,
      fit: true,
    },
    unreadable: false,
  }));
}
