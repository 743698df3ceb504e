import type { CatalogProduct } from '../../../domain/catalog.ts';
import type { CatalogRow } from '../../../domain/catalog-csv.ts';
import { CATALOG_COLUMNS } from '../../../domain/catalog-csv-columns.ts';
import { AppError } from '../../../domain/error.ts';
import type { Deps } from '../../deps.ts';
import { decideStaged } from './decide-staged.ts';
import { countStaged } from './report-staged.ts';
import { lockCatalog, openStaging, stageRows } from './staging.ts';
import { writeStaged } from './write-staged.ts';

/**
 * Writes a product as its platform describes it, through the same steps as an import. The product is found by its handle,
 * then added or updated; variants that it no longer names are marked gone. A product keeps the ids that it was added with.
 * `invalid_parameter` when its options or ids belong to another variant or product.
 */
export async function saveProduct(deps: Pick<Deps, 'db'>, storeId: string, product: CatalogProduct): Promise<void> {
  const staging = await openStaging(deps.db);
  try {
    await stageRows(staging.sql, toRows(product));
    await lockCatalog(staging.sql, storeId, () => {});
    await decideStaged(staging.sql, storeId, CATALOG_COLUMNS);
    const { refused } = await countStaged(staging.sql);
    if (refused > 0) {
      const message = `“${product.title}” cannot be saved: its options or ids belong to another variant or product.`;
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
    handle,
    productExternalId: externalId,
    product: { ...product, imagePosition: null },
    variant: { ...variant, named: true, bare: false, fit: true },
    unreadable: false,
  }));
}
