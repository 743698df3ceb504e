import { productExternalId, variantExternalId } from './catalog.ts';
import { html, oneLine, type RowCells, sku, UNCOUNTED, webAddress, wholeNumber } from './catalog-csv-cells.ts';
import { readNetPrice } from './catalog-csv-price.ts';
import { type CatalogRow, type FileFacts, guessHandle, NOTHING_SAID } from './catalog-rows.ts';
import { because } from './refusal.ts';

/**
 * Returns a reader for the rows of a file as Vendure imports it. Each row is a variant; a row without a name is one more of the
 * product above it. There are no ids in it.
 */
export function createVendureReader(): (cells: RowCells, facts: FileFacts) => CatalogRow | null {
  let handle: string | null = null;
  return (cells, facts) => {
    const title = cells.read('title', oneLine, null) || null;
    if (title !== null) handle = cells.read('handle', oneLine, null) || guessHandle(title);
    if (handle === null) {
      const reason = 'It does not say which product the row is about.';
      cells.refuse('title', { code: 'missing_value', reason, why: because('no_product_named').data });
      return null;
    }
    const productId = { given: null, made: productExternalId(facts.sha256, handle) };
    const row = {
      line: cells.line,
      productKey: handle,
      handle,
      handleGuess: null,
      productId,
      productSku: null,
      stock: null,
    };
    if (!cells.checkShape()) return { ...row, product: NOTHING_SAID, variant: null, unreadable: true };
    const product = {
      title,
      descriptionHtml: cells.read('description', html, null) || null,
      vendor: null,
      imageUrl: cells.read('image', firstPicture, null),
      imagePosition: null,
      optionNames: title === null ? null : listIn(cells.under('optiongroups')),
    };
    const optionValues = listIn(cells.under('optionvalues'));
    const id = { given: null, made: variantExternalId(facts.sha256, handle, optionValues) };
    const variant = { ...readVariant(cells, facts), id, optionValues };
    return { ...row, product, variant: { ...variant, fit: cells.issues.length === 0 }, unreadable: false };
  };
}

function readVariant(cells: RowCells, { currency }: FileFacts) {
  // Vendure itself reads the column with `parseFloat`.
  const price = cells.read('price', (text) => readNetPrice(text, { currency, signs: '.' }), null);
  const units = cells.read('inStock', wholeNumber, null) ?? 0;
  const isCounted = cells.text('tracker').toLowerCase() !== 'false';
  return {
    named: true,
    bare: false,
    sku: cells.read('sku', sku, ''),
    price: price?.amount ?? null,
    isRounded: price?.rounded ?? false,
    compareAtPrice: null,
    imageUrl: cells.read('variantImage', firstPicture, null),
    inStock: isCounted ? units : Math.max(units, UNCOUNTED),
    oversellEnabled: !isCounted,
  };
}

const listIn = (text: string): string[] =>
  text
    .split('|')
    .map((part) =>
      part
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, 255),
    )
    .filter((part) => part !== '');

/** Returns the address of the first picture. The names of files in a folder of the server are none. */
function firstPicture(text: string): string | null {
  const first = text.split('|')[0]?.trim() ?? '';
  return /^https?:\/\//i.test(first) ? webAddress(first) : null;
}
