import { productExternalId, variantExternalId } from './catalog.ts';
import {
  exact,
  html,
  oneLine,
  platformId,
  type RowCells,
  UNCOUNTED,
  webAddress,
  wholeNumber,
} from './catalog-csv-cells.ts';
import { type CatalogRow, type FileFacts, guessHandle, NOTHING_SAID } from './catalog-rows.ts';
import { AppError } from './error.ts';
import { parseMoney } from './money.ts';
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
    sku: cells.read('sku', exact, ''),
    price: cells.read('price', (text) => priceIn(text, facts.currency), null),
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

/** Reads `15.00 EUR`, and how people write it: `EUR 15.00`, `€15`, `1.299,00 eur`. Returns null for an empty cell. */
function priceIn(text: string, currency: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, before = '', amount = '', after = ''] = PRICE.exec(trimmed.slice(0, 80)) ?? [];
  const named = [before, after].map((name) => name.trim().toUpperCase()).filter((name) => name !== '');
  const decimal = plainDecimal(amount);
  if (decimal !== null && named.every((name) => namesOf(currency).includes(name))) return parseMoney(decimal, currency);
  const shown = trimmed.slice(0, 40);
  throw new AppError(
    'invalid_parameter',
    `“${shown}” is not an amount in ${currency}. Write it as 15.00 ${currency}.`,
    because('not_amount', { text: shown, currency }),
  );
}

const PRICE = /^([^\d.,'’-]*)(\d[\d.,'’ \u00a0\u202f]*)([^\d]*)$/;

/** Returns a number with a decimal point and no separators of thousands. Null where it could mean two amounts. */
function plainDecimal(text: string): string | null {
  const amount = text.trim().replace(/[.,]$/, '');
  const [, whole = '', mark = '', fraction = ''] = /^(.*?)(?:([.,])(\d+))?$/.exec(amount) ?? [];
  const groups = whole.split(/[.,'’ \u00a0\u202f]/);
  const hasGroups = groups.length > 1;
  if (hasGroups && groups.slice(1).some((group) => group.length !== 3)) return null;
  // The last mark alone separates thousands where it stands before three digits, as all marks before it do.
  const isThousands = fraction.length === 3 && (mark === ',' ? !hasGroups || whole.includes(',') : whole.includes('.'));
  if (!isThousands && hasGroups && mark !== '' && whole.includes(mark)) return null;
  return isThousands ? `${groups.join('')}${fraction}` : `${groups.join('')}${fraction && `.${fraction}`}`;
}

/** The code of a currency and its signs. */
function namesOf(currency: string): string[] {
  const signs = (['narrowSymbol', 'symbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency'),
  );
  return [currency, ...signs.map((sign) => sign?.value.toUpperCase() ?? currency)];
}
