import { productExternalId, type Sha256, variantExternalId } from './catalog.ts';
import {
  exact,
  flag,
  html,
  oneLine,
  openRow,
  type RowCells,
  type RowIssue,
  webAddress,
  wholeNumber,
} from './csv-cells.ts';
import { AppError } from './error.ts';
import { type Minor, parseMoney } from './money.ts';

// The columns of Shopify's product CSV that we read, as `fold` spells them: first those of exports up to 2024, then
// those of the template that followed. Every other column is left alone.
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
  /** How many cells a row has. */
  width: number;
  /** Where each column that the file has stands, and how the file spells it. */
  columns: Partial<Record<CatalogColumn, { index: number; name: string }>>;
};

/** Case, spaces and punctuation differ between the generations of the format and the tools that write it. */
function fold(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Finds the columns by their names; `csv_no_handle_column` without the one that says which product a row is about. */
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

/** As the file spells it, or as Shopify does where the file lacks it. */
export function columnName(header: CatalogHeader, column: CatalogColumn): string {
  const shopify = column === 'title' ? 'Title' : 'Option1 Value'; // nothing else is missed
  return header.columns[column]?.name ?? shopify;
}

/** What a row says of its product. Null: nothing, so what another row or the catalogue says stays. */
export type ProductCells = {
  title: string | null;
  descriptionHtml: string | null;
  vendor: string | null;
  imageUrl: string | null;
  imagePosition: number | null;
  /** Empty: the product comes in one form only. */
  optionNames: string[] | null;
};

export type VariantCells = {
  externalId: string;
  /** Empty for the only variant of a product without options. */
  optionValues: string[];
  /** The row spells its options out. Else it stands for the only variant of a product without options. */
  named: boolean;
  /** It has neither options nor price nor SKU: perhaps it only repeats the product's title beside another image. */
  bare: boolean;
  /** False: a cell was refused, so the variant stays as it was. */
  fit: boolean;
  sku: string;
  price: Minor | null;
  compareAtPrice: Minor | null;
  imageUrl: string | null;
  inStock: number;
  oversellEnabled: boolean;
};

/** One row of a file, as far as it says something of the catalogue. */
export type CatalogRow = {
  line: number;
  handle: string;
  productExternalId: string;
  product: ProductCells;
  /** Null where the row only adds an image, or where its options cannot be read. */
  variant: VariantCells | null;
  /** It is about a variant, but nobody can tell which: nothing of this product may be taken for absent. */
  unreadable: boolean;
};

const NOTHING_SAID: ProductCells = {
  title: null,
  descriptionHtml: null,
  vendor: null,
  imageUrl: null,
  imagePosition: null,
  optionNames: null,
};

type FileFacts = { currency: string; sha256: Sha256 };
export type FileRow = { line: number; cells: readonly string[]; unterminated: boolean };

/** Reads the rows of one file, each by itself. A refused cell is an issue and costs its row's variant, never more. */
export function createRowReader(
  header: CatalogHeader,
  facts: FileFacts,
): (row: FileRow) => { row: CatalogRow | null; issues: RowIssue[] } {
  return (fileRow) => {
    const cells = openRow(header, fileRow);
    return { row: readRow(cells, facts), issues: cells.issues };
  };
}

function readRow(cells: RowCells, facts: FileFacts): CatalogRow | null {
  const handle = cells.read('handle', oneLine, null);
  if (handle === '') cells.refuse('handle', 'missing_value', 'It does not say which product the row is about.');
  if (!handle) return null;
  const identity = { line: cells.line, handle, productExternalId: productExternalId(facts.sha256, handle) };
  if (!cells.checkShape()) return { ...identity, product: NOTHING_SAID, variant: null, unreadable: true };
  const options = readOptions(cells);
  const product = readProduct(cells);
  if (!options) return { ...identity, product, variant: null, unreadable: true };
  const bare = !options.named && cells.text('price') === '' && cells.text('sku') === '';
  const variant = bare && product.title === null ? null : readVariant(cells, facts.currency);
  const externalId = variantExternalId(facts.sha256, handle, options.values);
  const fit = cells.issues.length === 0;
  return {
    ...identity,
    product,
    variant: variant && { ...variant, externalId, optionValues: options.values, named: options.named, bare, fit },
    unreadable: false,
  };
}

function readProduct(cells: RowCells): ProductCells {
  return {
    title: cells.read('title', oneLine, null) || null,
    descriptionHtml: cells.read('description', html, null) || null,
    vendor: cells.read('vendor', oneLine, null) || null,
    imageUrl: cells.read('image', webAddress, null),
    imagePosition: cells.read('imagePosition', wholeNumber, null),
    optionNames: readOptionNames(cells),
  };
}

function readVariant(cells: RowCells, currency: string) {
  const money = (text: string) => (text === '' ? null : parseMoney(text, currency));
  return {
    sku: cells.read('sku', exact, ''),
    price: cells.read('price', money, null),
    compareAtPrice: cells.read('compareAtPrice', money, null),
    imageUrl: cells.read('variantImage', webAddress, null),
    inStock: cells.read('inStock', wholeNumber, null) ?? 0,
    oversellEnabled: cells.read('oversell', flag, false),
  };
}

// What Shopify writes for a product without options.
const ONLY_OPTION_NAME = 'Title';
const ONLY_OPTION_VALUE = 'Default Title';

function readOptionNames(cells: RowCells): string[] | null {
  const names = (['option1Name', 'option2Name', 'option3Name'] as const)
    .map((column) => cells.read(column, oneLine, ''))
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  return names.length === 1 && names[0] === ONLY_OPTION_NAME ? [] : names;
}

const OPTION_VALUES = ['option1Value', 'option2Value', 'option3Value'] as const;

/** Null: there are options, but not to be read, so nobody knows which variant the row means. */
function readOptions(cells: RowCells): { named: boolean; values: string[] } | null {
  const values = OPTION_VALUES.map((column) => cells.read(column, oneLine, null));
  if (values.includes(null)) return null;
  const filled = values.filter((value) => value !== null && value !== '') as string[];
  const gap = values.findIndex((value, index) => value === '' && index < filled.length);
  const column = OPTION_VALUES[gap];
  if (column) {
    cells.refuse(column, 'missing_value', 'A later option has a value and this one has none.');
    return null;
  }
  const isOnly = filled.length === 1 && filled[0] === ONLY_OPTION_VALUE;
  return { named: filled.length > 0, values: isOnly ? [] : filled };
}
