import { AppError } from './error.ts';

/** The tools whose files are read: Shopify and all that write files like it, WooCommerce, and Google's Merchant Center. */
export type CatalogFormat = 'shopify' | 'woocommerce' | 'google';

// The columns that we read, in the spelling that `fold` returns. Other columns are ignored. Of Shopify's, first the name in
// exports up to 2024, then the name in the template that followed. Its own export has no ids; tools that add them call the
// columns `ID` and `Variant ID`.
const SHOPIFY = {
  handle: ['handle', 'urlhandle', 'productcode'],
  productId: ['id', 'productid'],
  variantId: ['variantid'],
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
  tracker: ['variantinventorytracker', 'inventorytracker'],
  oversell: ['variantinventorypolicy', 'continuesellingwhenoutofstock'],
  image: ['imagesrc', 'productimageurl'],
  imagePosition: ['imageposition'],
  variantImage: ['variantimage', 'variantimageurl'],
} as const satisfies Record<string, readonly string[]>;

/** What a cell can be about: a name for all formats. */
export type CatalogColumn = keyof typeof SHOPIFY | 'type' | 'parent' | 'link' | 'availability';
export const CATALOG_COLUMNS = Object.keys(SHOPIFY) as CatalogColumn[];

type Columns = Partial<Record<CatalogColumn, readonly string[]>>;

const WOOCOMMERCE: Columns = {
  productId: ['id'],
  type: ['type'],
  parent: ['parent'],
  handle: ['slug'],
  title: ['name'],
  description: ['description'],
  vendor: ['brands'],
  sku: ['sku'],
  price: ['regularprice'],
  inStock: ['stock'],
  availability: ['instock'],
  oversell: ['backordersallowed'],
  image: ['images'],
  variantImage: ['images'],
};

const GOOGLE: Columns = {
  variantId: ['id'],
  productId: ['itemgroupid'],
  link: ['link'],
  title: ['title'],
  description: ['description'],
  vendor: ['brand'],
  sku: ['sku'],
  price: ['price'],
  inStock: ['quantity', 'inventory', 'availability'],
  availability: ['availability'],
  image: ['imagelink'],
  variantImage: ['imagelink'],
};

const FORMATS: Record<CatalogFormat, Columns> = { shopify: SHOPIFY, woocommerce: WOOCOMMERCE, google: GOOGLE };

export type CatalogHeader = {
  format: CatalogFormat;
  /** The number of cells in a row. */
  width: number;
  /** The position of each column that the file has, and its name as the file spells it. */
  columns: Partial<Record<CatalogColumn, { index: number; name: string }>>;
  /** The names of all columns, without case, spaces and punctuation. */
  folded: readonly string[];
};

/**
 * Removes case, spaces and punctuation: they differ between versions of the format and between the tools that write it.
 */
function fold(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Finds the columns by name. Throws `csv_no_handle_column` without a column that says which product a row is about.
 */
export function readHeader(cells: readonly string[]): CatalogHeader {
  const folded = cells.map(fold);
  const format = formatOf(folded);
  const columns: CatalogHeader['columns'] = {};
  for (const [column, spellings] of Object.entries(FORMATS[format])) {
    const index = spellings.map((spelling) => folded.indexOf(spelling)).find((at) => at !== -1);
    if (index !== undefined) columns[column as CatalogColumn] = { index, name: cells[index]?.trim() ?? '' };
  }
  if (format === 'shopify' && !columns.handle && !(columns.productId && columns.title)) {
    throw new AppError(
      'csv_no_handle_column',
      `The file has no column “Handle” or “URL handle”, and no “ID” with a “Title”. ${hintFor(cells)}`,
    );
  }
  return { format, width: cells.length, columns, folded };
}

function formatOf(folded: readonly string[]): CatalogFormat {
  const has = (...names: string[]) => names.every((name) => folded.includes(name));
  if (has('handle') || has('urlhandle')) return 'shopify';
  if (has('id', 'type', 'name') && (has('regularprice') || has('parent'))) return 'woocommerce';
  if (has('id', 'title') && ['itemgroupid', 'imagelink', 'availability'].some((name) => has(name))) return 'google';
  return 'shopify';
}

function hintFor(cells: readonly string[]): string {
  if (cells.length === 1 && cells[0]?.includes(';'))
    return 'Its cells are separated by semicolons: save it with commas.';
  if (cells[0]?.trim() !== 'ID') return 'Is it a product export?';
  return 'If it is WooCommerce’s export, set the language of your profile there to English and export it again.';
}

// Issues name no other absent columns.
const ABSENT: Partial<Record<CatalogColumn, string>> = {
  title: 'Title',
  productId: 'Handle',
  variantId: 'Handle',
  parent: 'Parent',
};

/** Returns a column's name as the file spells it, or Shopify's name when the file has no such column. */
export function columnName(header: CatalogHeader, column: CatalogColumn): string {
  return header.columns[column]?.name ?? ABSENT[column] ?? 'Option1 Value';
}

export type FileRow = { line: number; cells: readonly string[]; unterminated: boolean };
