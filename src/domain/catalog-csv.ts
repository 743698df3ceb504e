import { productExternalId, variantExternalId } from './catalog.ts';
import {
  flag,
  html,
  oneLine,
  openRow,
  platformId,
  type RowCells,
  type RowIssue,
  sku,
  UNCOUNTED,
  webAddress,
  wholeNumber,
} from './catalog-csv-cells.ts';
import type { CatalogFormat, CatalogHeader, FileRow } from './catalog-csv-columns.ts';
import { readGoogleRow } from './catalog-csv-google.ts';
import { readPrice } from './catalog-csv-price.ts';
import { createVendureReader } from './catalog-csv-vendure.ts';
import { readWooCommerceRow } from './catalog-csv-woocommerce.ts';
import { type CatalogRow, type FileFacts, guessHandle, NOTHING_SAID, type ProductCells } from './catalog-rows.ts';
import { moneyOrNull } from './money.ts';
import { because } from './refusal.ts';

/**
 * Returns a reader for the rows of one file. A refused cell is an issue, and at most its row's variant is not imported.
 */
export function createRowReader(
  header: CatalogHeader,
  facts: FileFacts,
): (row: FileRow) => { row: CatalogRow | null; issues: RowIssue[] } {
  const read = READERS[header.format]();
  return (fileRow) => {
    const cells = openRow(header, fileRow);
    return { row: read(cells, facts), issues: cells.issues };
  };
}

const READERS: Record<CatalogFormat, () => (cells: RowCells, facts: FileFacts) => CatalogRow | null> = {
  shopify: () => readRow,
  woocommerce: () => readWooCommerceRow,
  google: () => readGoogleRow,
  medusa: () => readRow, // a file like Shopify's, under other names
  vendure: createVendureReader,
};

function readRow(cells: RowCells, facts: FileFacts): CatalogRow | null {
  const identity = readIdentity(cells, facts);
  if (!identity) return null;
  if (!cells.checkShape()) return { ...identity, product: NOTHING_SAID, variant: null, unreadable: true };
  const options = readOptions(cells);
  const product = readProduct(cells);
  if (!options) return { ...identity, product, variant: null, unreadable: true };
  const bare = !options.named && cells.text('price') === '' && cells.text('sku') === '';
  const variant = bare && product.title === null ? null : readVariant(cells, facts);
  const id = {
    given: cells.read('variantId', platformId, null),
    made: variantExternalId(facts.sha256, identity.handle ?? identity.productKey, options.values),
  };
  const fit = cells.issues.length === 0;
  return {
    ...identity,
    product,
    variant: variant && { ...variant, id, optionValues: options.values, named: options.named, bare, fit },
    unreadable: false,
  };
}

/** Reads which product a row is about: its handle, or its id where the file has no handles. */
function readIdentity(cells: RowCells, { sha256 }: FileFacts) {
  const handle = cells.read('handle', oneLine, null);
  const given = cells.read('productId', platformId, null);
  if (handle === null) return null;
  if (handle === '' && given === null) {
    const reason = 'It does not say which product the row is about.';
    cells.refuse('handle', { code: 'missing_value', reason, why: because('no_product_named').data });
    return null;
  }
  const common = { line: cells.line, productSku: null, stock: null };
  if (handle !== '') {
    const productId = { given, made: productExternalId(sha256, handle) };
    return { ...common, productKey: handle, handle, handleGuess: null, productId };
  }
  const guess = guessHandle(cells.text('title'));
  const productId = { given, made: productExternalId(sha256, guess) };
  return { ...common, productKey: `id:${given}`, handle: null, handleGuess: guess, productId };
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

function readVariant(cells: RowCells, { currency }: FileFacts) {
  const units = cells.read('inStock', wholeNumber, null) ?? 0;
  const oversells = cells.read('oversell', flag, false);
  // Shopify writes no tracker for what it does not count, and sells that for ever; Medusa writes FALSE.
  const isCounted = !cells.has('tracker') || !['', 'false'].includes(cells.text('tracker').toLowerCase());
  return {
    sku: cells.read('sku', sku, ''),
    price: cells.read('price', (text) => readPrice(text, currency), null),
    isRounded: false,
    // It is shown and never used, so it refuses nothing.
    compareAtPrice: moneyOrNull(cells.text('compareAtPrice'), currency),
    imageUrl: cells.read('variantImage', webAddress, null),
    inStock: isCounted ? units : Math.max(units, UNCOUNTED),
    oversellEnabled: oversells || !isCounted,
  };
}

// The option and its value that Shopify and Medusa give a product without options.
const ONLY_OPTION_NAMES = ['Title', 'Default option'];
const ONLY_OPTION_VALUES = ['Default Title', 'Default option value'];

function readOptionNames(cells: RowCells): string[] | null {
  const names = (['option1Name', 'option2Name', 'option3Name'] as const)
    .map((column) => cells.read(column, oneLine, ''))
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  return names.length === 1 && ONLY_OPTION_NAMES.includes(names[0] ?? '') ? [] : names;
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
    const reason = 'A later option has a value and this one has none.';
    cells.refuse(column, { code: 'missing_value', reason, why: because('option_gap').data });
    return null;
  }
  const isOnly = filled.length === 1 && ONLY_OPTION_VALUES.includes(filled[0] ?? '');
  return { named: filled.length > 0, values: isOnly ? [] : filled };
}
