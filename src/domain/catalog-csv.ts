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
} from './catalog-csv-cells.ts';
import type { CatalogHeader, FileRow } from './catalog-csv-columns.ts';
import { type Minor, parseMoney } from './money.ts';

/** What a row says about its product. Null says nothing: the value of another row or of the catalogue stays. */
export type ProductCells = {
  title: string | null;
  descriptionHtml: string | null;
  vendor: string | null;
  imageUrl: string | null;
  imagePosition: number | null;
  /** Empty when the product has only one variant, without options. */
  optionNames: string[] | null;
};

export type VariantCells = {
  externalId: string;
  /** Empty for the only variant of a product without options. */
  optionValues: string[];
  /** True when the row has option values. A row without them is the only variant of a product without options. */
  named: boolean;
  /**
   * True when the row has neither options nor price nor SKU, so that it may only repeat the title beside another image.
   */
  bare: boolean;
  /** False when a cell was refused: the variant stays as it was. */
  fit: boolean;
  sku: string;
  price: Minor | null;
  compareAtPrice: Minor | null;
  imageUrl: string | null;
  inStock: number;
  oversellEnabled: boolean;
};

/** What one row of a file says about the catalogue. */
export type CatalogRow = {
  line: number;
  handle: string;
  productExternalId: string;
  product: ProductCells;
  /** Null when the row only adds an image, or when its options cannot be read. */
  variant: VariantCells | null;
  /** True when it is unknown which variant the row is about: no variant of this product may be counted as absent. */
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

/**
 * Returns a reader for the rows of one file. A refused cell is an issue, and at most its row's variant is not imported.
 */
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

// Shopify's option name and value for a product without options.
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

/** Returns null when option values cannot be read, so that it is unknown which variant the row is about. */
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
