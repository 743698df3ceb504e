import { AppError } from './error.ts';

// The columns of Shopify's product CSV that we read, in the spelling that `fold` returns: first the name in exports up to
// 2024, then the name in the template that followed. Other columns are ignored.
const COLUMNS = {
  handle: ['handle', 'urlhandle'],
  title: ['title'],
  description: ['bodyhtml', 'description'],
  vendor: ['vendor'],
  option1Name: ['option1name'],
  option2Name: ['option2name'],
  option3Name: ['option3name'],
  option1Value: ['option1value'],
  option2Value: ['option2value'],
  option3Value: ['option3value'],
  sku: ['variantsku', 'sku'],
  price: ['variantprice', 'price'],
  compareAtPrice: ['variantcompareatprice', 'compareatprice'],
  inStock: ['variantinventoryqty', 'variantinventoryquantity', 'inventoryquantity'],
  oversell: ['variantinventorypolicy', 'continuesellingwhenoutofstock'],
  image: ['imagesrc', 'productimageurl'],
  imagePosition: ['imageposition'],
  variantImage: ['variantimage', 'variantimageurl'],
} as const satisfies Record<string, readonly string[]>;
export type CatalogColumn = keyof typeof COLUMNS;
export const CATALOG_COLUMNS = Object.keys(COLUMNS) as CatalogColumn[];

export type CatalogHeader = {
  /** The number of cells in a row. */
  width: number;
  /** The position of each column that the file has, and its name as the file spells it. */
  columns: Partial<Record<CatalogColumn, { index: number; name: string }>>;
};

/**
 * Removes case, spaces and punctuation: they differ between versions of the format and between the tools that write it.
 */
function fold(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Finds the columns by name. Throws `csv_no_handle_column` without the column that says which product a row is about. */
export function readHeader(cells: readonly string[]): CatalogHeader {
  const folded = cells.map(fold);
  const columns: CatalogHeader['columns'] = {};
  for (const column of CATALOG_COLUMNS) {
    const index = COLUMNS[column].map((spelling) => folded.indexOf(spelling)).find((at) => at !== -1);
    if (index !== undefined) columns[column] = { index, name: cells[index]?.trim() ?? '' };
  }
  if (!columns.handle) {
    const semicolons = cells.length === 1 && cells[0]?.includes(';');
    const hint = semicolons ? 'Its cells are separated by semicolons: save it with commas.' : 'Is it a product export?';
    throw new AppError('csv_no_handle_column', `The file has no column “Handle” or “URL handle”. ${hint}`);
  }
  return { width: cells.length, columns };
}

/** Returns a column's name as the file spells it, or Shopify's name when the file has no such column. */
export function columnName(header: CatalogHeader, column: CatalogColumn): string {
  const shopify = column === 'title' ? 'Title' : 'Option1 Value'; // issues name no other absent column
  return header.columns[column]?.name ?? shopify;
}

export type FileRow = { line: number; cells: readonly string[]; unterminated: boolean };
