import { productExternalId, variantExternalId } from './catalog.ts';
import {
  html,
  oneLine,
  platformId,
  type RowCells,
  sku,
  UNCOUNTED,
  webAddress,
  wholeUnits,
} from './catalog-csv-cells.ts';
import { readNetPrice } from './catalog-csv-price.ts';
import { type CatalogRow, type FileFacts, guessHandle, NOTHING_SAID } from './catalog-rows.ts';
import { AppError } from './error.ts';
import { because, whyOf } from './refusal.ts';

// They are no goods of their own: a group of other products, and a link to another store.
const NOT_SOLD = ['grouped', 'external'];

/**
 * Reads a row of WooCommerce's product export. A variable product and each of its variations have a row; a variation names its
 * product by `id:123` or by its SKU. Returns null for a row that is left out.
 */
export function readWooCommerceRow(cells: RowCells, facts: FileFacts): CatalogRow | null {
  const types = cells.text('type').toLowerCase().split(/,\s*/);
  const notSold = types.find((type) => NOT_SOLD.includes(type));
  if (notSold !== undefined) {
    const reason = `It is a ${notSold} product, which is sold as its parts or elsewhere.`;
    cells.refuse('type', { code: 'invalid_value', reason, why: because('not_sold_itself').data });
    return null;
  }
  const id = cells.read('productId', platformId, null);
  if (id === null) {
    if (cells.issues.length === 0)
      cells.refuse('productId', { code: 'missing_value', reason: 'The row has no id.', why: because('missing').data });
    return null;
  }
  if (types.some((type) => type.endsWith('variation'))) return readVariation(cells, facts, id);
  return readProductRow(cells, facts, { id, isVariable: types.some((type) => type.startsWith('variable')) });
}

function readVariation(cells: RowCells, facts: FileFacts, id: string): CatalogRow | null {
  const parent = cells.text('parent');
  if (parent === '') {
    const reason = 'The row does not say which product it is a variation of.';
    cells.refuse('parent', { code: 'missing_value', reason, why: because('no_product_named').data });
    return null;
  }
  const options = readAttributes(cells, facts);
  const row = {
    line: cells.line,
    stock: null,
    productKey: parent.startsWith('id:') ? parent : `sku:${parent}`,
    handle: null,
    handleGuess: null,
    productId: { given: null, made: null },
    productSku: null,
  };
  if (!cells.checkShape() || !options) return { ...row, product: NOTHING_SAID, variant: null, unreadable: true };
  const product = { ...NOTHING_SAID, optionNames: options.names };
  const made = variantExternalId(facts.sha256, row.productKey, options.values);
  const variant = { ...readVariant(cells, facts), id: { given: id, made }, optionValues: options.values };
  return { ...row, product, variant: { ...variant, fit: cells.issues.length === 0 }, unreadable: false };
}

type Kind = { id: string; isVariable: boolean };

function readProductRow(cells: RowCells, facts: FileFacts, { id, isVariable }: Kind): CatalogRow {
  const title = cells.read('title', (text) => oneLine(facts.decodeEntities(text)), null) || null;
  const handle = cells.read('handle', oneLine, null) || null;
  const guess = guessHandle(title ?? '');
  const { inStock, oversellEnabled } = isVariable ? readStock(cells) : { inStock: null, oversellEnabled: false };
  const row = {
    line: cells.line,
    stock: inStock === null ? null : { inStock, oversellEnabled },
    productKey: `id:${id}`,
    handle,
    handleGuess: guess,
    productId: { given: id, made: productExternalId(facts.sha256, handle ?? guess) },
    productSku: isVariable ? cells.text('sku') || null : null,
  };
  if (!cells.checkShape()) return { ...row, product: NOTHING_SAID, variant: null, unreadable: true };
  const product = {
    title,
    descriptionHtml: cells.read('description', (text) => html(unescapedLines(text)), null) || null,
    vendor: cells.read('vendor', (text) => oneLine(facts.decodeEntities(text)), null) || null,
    imageUrl: cells.read('image', firstAddress, null),
    imagePosition: null,
    optionNames: isVariable ? null : [],
  };
  if (isVariable) return { ...row, product, variant: null, unreadable: false };
  // A product that comes in one form is its own variant: pages have one id for both.
  const made = variantExternalId(facts.sha256, handle ?? guess, []);
  const variant = { ...readVariant(cells, facts), id: { given: id, made }, optionValues: [] };
  return { ...row, product, variant: { ...variant, fit: cells.issues.length === 0 }, unreadable: false };
}

function readVariant(cells: RowCells, { currency }: FileFacts) {
  // Its export writes the decimal sign of the store (`wc_format_localized_price`).
  const price = cells.read('price', (text) => readNetPrice(text, { currency, signs: '.,' }), null);
  return {
    named: true,
    bare: false,
    sku: cells.read('sku', sku, ''),
    price: price?.amount ?? null,
    isRounded: price?.rounded ?? false,
    compareAtPrice: null,
    imageUrl: cells.read('variantImage', firstAddress, null),
    ...readStock(cells),
  };
}

// A variation whose units are counted with those of its product.
const OF_PARENT = 'parent';

/** Reads the units as the connector does. An empty cell says that WooCommerce does not count them. */
function readStock(cells: RowCells): { inStock: number | null; oversellEnabled: boolean } {
  const status = cells.text('availability').toLowerCase();
  const backordered = cells.read('oversell', backorders, false);
  const stock = cells.text('inStock').toLowerCase();
  if (stock === OF_PARENT) return { inStock: null, oversellEnabled: backordered };
  const units = cells.read('inStock', wholeUnits, 0);
  if (units !== null) return { inStock: units, oversellEnabled: backordered };
  const isOnShelf = !['0', 'no', 'backorder', 'outofstock', 'onbackorder'].includes(status);
  return { inStock: isOnShelf ? UNCOUNTED : 0, oversellEnabled: status.endsWith('backorder') };
}

/** Reads the first of several web addresses with commas between them. */
function firstAddress(text: string): string | null {
  return webAddress(text.split(/,\s+/)[0] ?? '');
}

/** Reads a description in which line breaks are written as `\\n`, and a backslash before an n as two. */
function unescapedLines(text: string): string {
  return text
    .split('\\\\n')
    .map((part) => part.replaceAll('\\n', '\n'))
    .join('\\n');
}

function backorders(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['', '0', 'no'].includes(word)) return false;
  if (['1', 'yes', 'notify'].includes(word)) return true;
  throw new AppError('invalid_parameter', `“${text.trim().slice(0, 40)}” is none of 0, 1 and notify.`);
}

// A product has far fewer attributes; the export has as many columns as the product with the most.
const ATTRIBUTES_MAX = 50;
// A variation may leave an attribute open.
const ANY = 'Any';

/** Reads what a variation chooses of its product's attributes. Returns null where a text cannot be read. */
function readAttributes(cells: RowCells, { decodeEntities }: FileFacts): { names: string[]; values: string[] } | null {
  const names: string[] = [];
  const values: string[] = [];
  for (let number = 1; number <= ATTRIBUTES_MAX; number += 1) {
    const name = cells.under(`attribute${number}name`);
    if (name === '') continue;
    try {
      names.push(oneLine(decodeEntities(name)));
      // In a list of values a comma has a backslash before it.
      const value = cells.under(`attribute${number}values`).replaceAll('\\,', ',');
      values.push(oneLine(decodeEntities(value)) || ANY);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reason = `Attribute ${number}: ${error.message}`;
      cells.refuse('parent', { code: 'invalid_value', reason, why: whyOf(error) });
      return null;
    }
  }
  return { names, values };
}
