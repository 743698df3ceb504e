import { AppError } from './error.ts';
import { because } from './refusal.ts';

/** The tools whose files are read: Shopify and all that write files like it, WooCommerce, Google's Merchant Center, Medusa, Vendure. */
export type CatalogFormat = 'shopify' | 'woocommerce' | 'google' | 'medusa' | 'vendure';

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
  description: ['description', 'summary'],
  vendor: ['brand'],
  sku: ['sku'],
  price: ['price'],
  inStock: ['quantity', 'inventory', 'availability'],
  availability: ['availability'],
  image: ['imagelink'],
  variantImage: ['imagelink'],
};

// The elements of an item that are read of a feed as XML.
export const FEED_COLUMNS = [
  'id',
  'item_group_id',
  'link',
  'title',
  'description',
  'summary',
  'brand',
  'sku',
  'price',
  'quantity',
  'inventory',
  'availability',
  'image_link',
  'color',
  'size',
  'material',
  'pattern',
  'age_group',
  'gender',
];

// Earlier versions leave out the word that a column begins with. Prices have a column for each currency.
const MEDUSA: Columns = {
  handle: ['producthandle'],
  productId: ['productid'],
  variantId: ['variantid'],
  title: ['producttitle'],
  description: ['productdescription'],
  option1Name: ['variantoption1name', 'option1name'],
  option2Name: ['variantoption2name', 'option2name'],
  option3Name: ['variantoption3name', 'option3name'],
  option1Value: ['variantoption1value', 'option1value'],
  option2Value: ['variantoption2value', 'option2value'],
  option3Value: ['variantoption3value', 'option3value'],
  sku: ['variantsku'],
  inStock: ['variantinventoryquantity'],
  tracker: ['variantmanageinventory'],
  oversell: ['variantallowbackorder'],
  image: ['productthumbnail', 'productimage1url', 'productimage1', 'image1url'],
};

const VENDURE: Columns = {
  handle: ['slug'],
  title: ['name'],
  description: ['description'],
  sku: ['sku'],
  price: ['price'],
  inStock: ['stockonhand'],
  tracker: ['trackinventory'],
  image: ['assets'],
  variantImage: ['variantassets'],
};

const FORMATS: Record<CatalogFormat, Columns> = {
  shopify: SHOPIFY,
  woocommerce: WOOCOMMERCE,
  google: GOOGLE,
  medusa: MEDUSA,
  vendure: VENDURE,
};

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
 * Finds the columns by name. `currency` chooses among the columns of prices where each is for one. Throws `csv_no_handle_column`
 * without a column that says which product a row is about.
 */
export function readHeader(cells: readonly string[], currency = ''): CatalogHeader {
  const folded = cells.map(fold);
  // Vendure's columns may have a language, such as `name:en`: the first one is read.
  const names = isVendure(folded) ? cells.map((name) => fold(name.replace(/:[\w-]+$/, ''))) : folded;
  const format = formatOf(names);
  const columns: CatalogHeader['columns'] = {};
  const note = (column: string, index: number) => {
    columns[column as CatalogColumn] = { index, name: cells[index]?.trim() ?? '' };
  };
  for (const [column, spellings] of Object.entries(FORMATS[format])) {
    const index = spellings.map((spelling) => names.indexOf(spelling)).find((at) => at !== -1);
    if (index !== undefined) note(column, index);
  }
  const price = format === 'medusa' ? priceColumn(names, currency.toLowerCase()) : -1;
  if (price !== -1) note('price', price);
  if (format === 'shopify' && !columns.handle && !(columns.productId && columns.title))
    throw unknownFile(cells, folded);
  return { format, width: cells.length, columns, folded: names };
}

/** Finds the prices of the currency for everybody, else those of one of its regions. */
function priceColumn(folded: readonly string[], currency: string): number {
  const plain = folded.findIndex((name) => name === `variantprice${currency}` || name === `price${currency}`);
  const ofRegion = (name: string) => /^(variant)?price/.test(name) && name.endsWith(currency);
  return plain === -1 ? folded.findIndex(ofRegion) : plain;
}

const isVendure = (folded: readonly string[]): boolean =>
  ['name', 'optiongroups', 'optionvalues'].every((start) => folded.some((name) => name.startsWith(start)));

function formatOf(folded: readonly string[]): CatalogFormat {
  const has = (...names: string[]) => names.every((name) => folded.includes(name));
  if (has('producthandle', 'producttitle')) return 'medusa';
  if (isVendure(folded)) return 'vendure';
  if (has('handle') || has('urlhandle')) return 'shopify';
  if (has('id', 'type', 'name') && (has('regularprice') || has('parent'))) return 'woocommerce';
  if (has('id', 'title') && ['itemgroupid', 'imagelink', 'availability'].some((name) => has(name))) return 'google';
  return 'shopify';
}

/** Says what the file is, as far as its columns tell, and what to do. */
function unknownFile(cells: readonly string[], folded: readonly string[]): AppError {
  const refused = (message: string, why: ReturnType<typeof because>) =>
    new AppError('csv_no_handle_column', message, why);
  const has = (...names: string[]) => names.every((name) => folded.includes(name));
  if (/^<(!doctype\b|html\b)/i.test(cells[0] ?? ''))
    return refused('This is a web page, and no table. Download the file itself.', because('file_page'));
  if (has('sku', 'attributesetcode') || has('sku', 'attributeset') || has('sku', 'producttype', 'urlkey'))
    return refused(
      'This is Magento’s export, which is not read. Write a file of your own, as the guide to the catalogue shows.',
      because('file_magento'),
    );
  if (has('type', 'sku', 'name') && !has('id'))
    return refused(
      'This is WooCommerce’s export without the column “ID”: export it again with all columns.',
      because('file_woocommerce_no_id'),
    );
  if (cells[0]?.trim() === 'ID')
    return refused(
      'If this is WooCommerce’s export, set the language of your profile there to English and export it again.',
      because('file_woocommerce_language'),
    );
  if (has('title') && ['itemgroupid', 'imagelink', 'availability'].some((name) => has(name)))
    return refused('This is a feed of Google without the column “id”: add it.', because('file_google_no_id'));
  const columns = cells
    .map((cell) => cell.trim())
    .join(', ')
    .replace(/\p{Cc}/gu, '\uFFFD')
    .slice(0, 100);
  return refused(
    `The file needs a column “Handle”, “URL handle” or “Product code”, or an “ID” with a “Title”. It has: ${columns}.`,
    because('file_unknown', { columns }),
  );
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
