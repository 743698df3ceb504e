import { productExternalId, variantExternalId } from './catalog.ts';
import {
  html,
  oneLine,
  platformId,
  type RowCells,
  sku,
  UNCOUNTED,
  webAddress,
  wholeNumber,
} from './catalog-csv-cells.ts';
import { readPrice } from './catalog-csv-price.ts';
import { type CatalogRow, type FileFacts, guessHandle, NOTHING_SAID } from './catalog-rows.ts';
import { because } from './refusal.ts';

// In which attributes the items of a group may differ, as Google's specification lists them.
const OPTIONS = {
  color: 'Colour',
  size: 'Size',
  material: 'Material',
  pattern: 'Pattern',
  agegroup: 'Age group',
  gender: 'Gender',
};

/**
 * Reads a row of a feed for Google's Merchant Center. Each row is a variant; rows with the same `item_group_id` are one product.
 * Returns null for a row without an id.
 */
export function readGoogleRow(cells: RowCells, facts: FileFacts): CatalogRow | null {
  const item = cells.read('variantId', platformId, null);
  const group = cells.read('productId', platformId, null);
  if (item === null) {
    if (cells.issues.length === 0)
      cells.refuse('variantId', { code: 'missing_value', reason: 'The row has no id.', why: because('missing').data });
    return null;
  }
  const ids = platformIds(item, group);
  const title = cells.read('title', oneLine, null) || null;
  const guess = handleIn(cells.text('link')) ?? guessHandle(title ?? '');
  const row = {
    line: cells.line,
    productKey: `id:${ids.product}`,
    handle: null,
    handleGuess: guess,
    productId: { given: ids.product, made: productExternalId(facts.sha256, guess) },
    productSku: null,
    stock: null,
  };
  if (!cells.checkShape()) return { ...row, product: NOTHING_SAID, variant: null, unreadable: true };
  const options = group === null ? { names: [], values: [] } : readOptions(cells);
  const product = {
    title,
    descriptionHtml: cells.read('description', html, null) || null,
    vendor: cells.read('vendor', oneLine, null) || null,
    imageUrl: cells.read('image', webAddress, null),
    imagePosition: null,
    optionNames: options.names,
  };
  const variant = {
    id: { given: ids.variant, made: variantExternalId(facts.sha256, guess, options.values) },
    optionValues: options.values,
    named: true,
    bare: false,
    sku: cells.read('sku', sku, ''),
    price: cells.read('price', (text) => readPrice(text, facts.currency), null),
    isRounded: false,
    compareAtPrice: null,
    imageUrl: product.imageUrl,
    ...readStock(cells),
  };
  return { ...row, product, variant: { ...variant, fit: cells.issues.length === 0 }, unreadable: false };
}

/**
 * Returns the platform's ids behind those of the feed. Shopify's own channel writes both into one (`shopify_DE_123_456`), and
 * WooCommerce's begin with `gla_`. All others are the platform's as they are.
 */
function platformIds(item: string, group: string | null): { product: string; variant: string } {
  const [, product, variant] = /^shopify_[a-z]{2}_(\d+)_(\d+)$/i.exec(item) ?? [];
  if (product && variant) return { product, variant };
  const bare = (id: string) => id.replace(/^gla_(?=\d+$)/, '');
  return { product: bare(group ?? item), variant: bare(item) };
}

/** Returns the last part of a product's address, which is its handle on most platforms. */
function handleIn(link: string): string | null {
  const path = URL.parse(link)?.pathname.split('/') ?? [];
  const last = path.filter((part) => part !== '').at(-1);
  if (last === undefined || last.includes('.')) return null;
  try {
    return oneLine(decodeURIComponent(last)) || null;
  } catch {
    return null;
  }
}

function readOptions(cells: RowCells): { names: string[]; values: string[] } {
  const filled = Object.entries(OPTIONS).flatMap(([column, name]) => {
    const value = cells
      .under(column)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, 255);
    return value === '' ? [] : [{ name, value }];
  });
  return { names: filled.map(({ name }) => name), values: filled.map(({ value }) => value) };
}

/** Reads the quantity, which few feeds have. Without it the item is on the shelf where it is available. */
function readStock(cells: RowCells): { inStock: number; oversellEnabled: boolean } {
  const availability = cells.text('availability').toLowerCase().replaceAll('_', ' ');
  const isCounted = /\d/.test(cells.text('inStock'));
  const units = isCounted ? cells.read('inStock', wholeNumber, null) : null;
  const isOnShelf = ['in stock', 'limited availability', 'available for order'].includes(availability);
  return { inStock: units ?? (isOnShelf ? UNCOUNTED : 0), oversellEnabled: availability === 'backorder' };
}
