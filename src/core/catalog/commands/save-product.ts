import { type CatalogProduct, productExternalId, VARIANTS_MAX, variantExternalId } from '../../../domain/catalog.ts';
import { CATALOG_COLUMNS } from '../../../domain/catalog-csv-columns.ts';
import { type CatalogRow, NOTHING_SAID } from '../../../domain/catalog-rows.ts';
import { AppError } from '../../../domain/error.ts';
import { because, type Why } from '../../../domain/refusal.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
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
  const { refused } = await saveProducts(deps, storeId, { products: [product], dryRun: false });
  if (refused.size === 0) return;
  const message = `“${product.title}” cannot be saved: its handle, options or ids belong to another variant or product.`;
  throw new AppError('invalid_parameter', message);
}

/** What became of products: `refused` has the reason by the platform's id, and nothing of such a product was written. */
export type Saved = {
  created: number;
  updated: number;
  unchanged: number;
  refused: Map<string, { reason: string; why: Why | null }>;
  /** Those that were, or would be, written. */
  differs: Map<string, 'new' | 'changed'>;
};

/** Writes some products as their platform describes them. With `dryRun` says only what would become of them. */
export async function saveProducts(
  deps: Pick<Deps, 'db'>,
  storeId: string,
  { products, dryRun }: { products: readonly CatalogProduct[]; dryRun: boolean },
): Promise<Saved> {
  const unique = [...new Map(products.map((product) => [product.externalId, product])).values()];
  const staging = await openStaging(deps.db);
  try {
    const { sql } = staging;
    await lockCatalog(sql, storeId, () => {});
    await stageAndDecide(sql, storeId, unique);
    const refused = await readRefused(sql);
    if (refused.size > 0) {
      // Once more without them: a product is written as a whole or not at all.
      await sql.query('TRUNCATE staged_row, staged_product, staged_variant, staged_gone');
      await stageAndDecide(
        sql,
        storeId,
        unique.filter(({ externalId }) => !refused.has(externalId)),
      );
    }
    const { products: counts } = await countStaged(sql);
    const differs = await readDiffering(sql);
    if (!dryRun) await writeStaged(sql, storeId);
    return { ...counts, refused, differs };
  } finally {
    await staging.end();
  }
}

async function stageAndDecide(sql: Sql, storeId: string, products: readonly CatalogProduct[]): Promise<void> {
  const rows = products.flatMap(toRows).map((row, line) => ({ ...row, line }));
  await stageRows(sql, rows);
  await decideStaged(sql, storeId, CATALOG_COLUMNS);
}

async function readDiffering(sql: Sql): Promise<Saved['differs']> {
  const rows = await sql.query<{ key: string; verdict: 'new' | 'changed' }>(
    `SELECT key, verdict FROM staged_product WHERE verdict IN ('new', 'changed')`,
  );
  return new Map(rows.map(({ key, verdict }) => [key, verdict]));
}

const REASONS: Record<string, string> = {
  handle_taken:
    'The catalogue has its handle for a product with another id. Map that product to its new id, or give it another handle.',
  id_collision: 'Another product or variant has its id, or that of one of its variants.',
  duplicate: 'Two of its variants have the same options.',
  options_missing: 'A variant of it has no options, and others have.',
  options_miscounted: 'A variant of it does not have one value for each option.',
  too_many: `It has more than ${VARIANTS_MAX} variants.`,
};
const WHYS: Record<string, Why> = {
  handle_taken: because('platform_handle_taken').data,
  id_collision: because('id_collision').data,
  duplicate: because('platform_duplicate').data,
  options_missing: because('platform_options').data,
  options_miscounted: because('platform_options').data,
  too_many: because('too_many_variants', { max: VARIANTS_MAX }).data,
};

async function readRefused(sql: Sql): Promise<Saved['refused']> {
  const rows = await sql.query<{ key: string; verdict: string }>(
    `SELECT key, verdict FROM staged_product WHERE verdict NOT IN ('new', 'changed', 'same')
     UNION ALL SELECT DISTINCT product_key, verdict FROM staged_variant
     WHERE verdict NOT IN ('new', 'changed', 'same', 'without_product', 'ignored')`,
  );
  return new Map(
    rows.map(({ key, verdict }) => [
      key,
      { reason: REASONS[verdict] ?? 'It cannot be read.', why: WHYS[verdict] ?? null },
    ]),
  );
}

/** Returns the product as rows of a file, one for each variant. The first alone says what all would repeat, such as a long description. */
function toRows({ externalId, handle, variants, safety, ...product }: CatalogProduct): CatalogRow[] {
  return variants.map((variant, line) => ({
    line,
    productKey: externalId,
    handle,
    handleGuess: null,
    productSku: null,
    productId: { given: externalId, made: productExternalId(sha256Hex, handle) },
    stock: null,
    product: line === 0 ? { ...product, imagePosition: null } : NOTHING_SAID,
    variant: {
      ...variant,
      id: { given: variant.externalId, made: variantExternalId(sha256Hex, handle, variant.optionValues) },
      isRounded: false,
      named: true,
      bare: false,
      fit: true,
    },
    unreadable: false,
    safety: line === 0 ? safety : undefined,
  }));
}
