import { AppError } from './error.ts';
import { because } from './refusal.ts';
import { isRounded } from './rounded.ts';
import { plainCell } from './spreadsheet.ts';

/** The ids and the handle that a product is to have, and the ids of its variants; a thing is named by an id that it has now. */
export type IdMapping = {
  /** An id or the handle. */
  product: string;
  id?: string | undefined;
  product_code?: string | undefined;
  /** `variant` is an id, a SKU or a title. */
  variants?: { variant: string; id: string }[] | undefined;
};

const COLUMNS = ['product', 'product_id', 'product_code', 'variant', 'variant_id'] as const;

type Column = (typeof COLUMNS)[number];

/**
 * Reads a file of new ids, its header first. Rows of one product may repeat its new id. Throws `invalid_parameter` with the
 * line for a row that says nothing, or half of something.
 */
export function readMappingRows(rows: readonly { cells: readonly string[]; line: number }[]): IdMapping[] {
  const [header, ...others] = rows;
  const names = header?.cells.map((cell) => cell.trim().toLowerCase().replaceAll(' ', '_')) ?? [];
  if (!names.includes('product')) {
    throw new AppError(
      'csv_no_handle_column',
      `The file has no column “product”. Its columns are ${COLUMNS.join(', ')}.`,
      because('column_missing', { column: 'product' }),
    );
  }
  const mappings = new Map<string, IdMapping>();
  for (const { cells, line } of others) {
    const cell = (column: Column) => plainCell(cells[names.indexOf(column)] ?? '').trim() || undefined;
    const refuse = (message: string, reason: Parameters<typeof because>[0], text = '') =>
      new AppError('invalid_parameter', `Line ${line}: ${message} Nothing was changed.`, {
        param: 'file',
        ...because(reason, { line, text }),
      });
    const [product, id, product_code] = [cell('product'), cell('product_id'), cell('product_code')];
    const [variant, variantId] = [cell('variant'), cell('variant_id')];
    if (!product) throw refuse('it names no product.', 'ids_no_product');
    if (!variant !== !variantId) throw refuse('“variant” and “variant_id” go together.', 'ids_half_variant');
    if (!id && !product_code && !variant) throw refuse('it says no new id.', 'ids_none');
    const rounded = [product, id, product_code, variant, variantId].find((each) => each && isRounded(each));
    if (rounded)
      throw refuse(`a spreadsheet has rounded ${rounded}: format the column as text.`, 'ids_rounded', rounded);
    const mapping = mappings.get(product) ?? { product, variants: [] };
    if (id && mapping.id && id !== mapping.id)
      throw refuse(`“${product}” has another new id in an earlier line.`, 'ids_differ_by_line', product);
    mapping.id ??= id;
    mapping.product_code ??= product_code;
    if (variant && variantId) mapping.variants?.push({ variant, id: variantId });
    mappings.set(product, mapping);
  }
  return [...mappings.values()];
}
