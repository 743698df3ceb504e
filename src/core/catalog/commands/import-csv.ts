import type { Readable } from 'node:stream';
import { createRowReader } from '../../../domain/catalog-csv.ts';
import type { RowIssue } from '../../../domain/catalog-csv-cells.ts';
import { type CatalogHeader, FEED_COLUMNS, readHeader } from '../../../domain/catalog-csv-columns.ts';
import { createCurrencyCheck, createRoundedCheck } from '../../../domain/catalog-csv-currency.ts';
import type { CatalogRow } from '../../../domain/catalog-rows.ts';
import { AppError } from '../../../domain/error.ts';
import { findSafetyFields, safetyFromFields } from '../../../domain/product-safety-fields.ts';
import { because } from '../../../domain/refusal.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { type CsvRow, rowsOf } from '../../../platform/csv.ts';
import type { Sql } from '../../../platform/db.ts';
import { decodeEntities } from '../../../platform/html-entities.ts';
import { openText } from '../../../platform/text-file.ts';
import { readFeed } from '../../../platform/xml-feed.ts';
import type { Deps } from '../../deps.ts';
import { decideStaged } from './decide-staged.ts';
import { countStaged, type ImportReport, ISSUES_MAX, listRefusals } from './report-staged.ts';
import { joinParents, lockCatalog, openStaging, stageRows } from './staging.ts';
import { writeStaged } from './write-staged.ts';

export type ImportStep =
  | { step: 'reading'; rows: number }
  | { step: 'waiting' } // for another import of this store
  | { step: 'comparing' }
  | { step: 'writing'; done: number; total: number };

export type CatalogFile = {
  input: Readable;
  /** Does everything except writing to the catalogue. */
  dryRun: boolean;
  onProgress?: (step: ImportStep) => void;
};

/**
 * Imports a product file of Shopify, WooCommerce or Google's Merchant Center into the catalogue (docs/guides/catalogue.md;
 * docs/design/platforms.md). A row that cannot be imported becomes an issue of the report. A file that cannot be read to its end
 * changes nothing and fails with `csv_invalid`, `csv_encoding` or `csv_no_handle_column`.
 */
export async function importCsv(
  deps: Pick<Deps, 'db'>,
  store: { id: string; currency: string },
  file: CatalogFile,
): Promise<ImportReport> {
  const { dryRun, onProgress = () => {} } = file;
  const staging = await openStaging(deps.db);
  try {
    const read = await stageFile(staging.sql, store.currency, file);
    await lockCatalog(staging.sql, store.id, () => onProgress({ step: 'waiting' }));
    onProgress({ step: 'comparing' });
    await decideStaged(staging.sql, store.id, read.given);
    const report = await reportOn(staging.sql, read);
    if (!dryRun) {
      await writeStaged(staging.sql, store.id, (done, total) => onProgress({ step: 'writing', done, total }));
    }
    return { dryRun, ...report };
  } finally {
    await staging.end();
  }
}

type FileRead = Pick<ImportReport, 'prices'> & {
  header: CatalogHeader;
  /** The columns that the file has. */
  given: string[];
  rows: { read: number; refused: number };
  issues: RowIssue[];
  total: number;
};

// The second limit keeps a statement at about a megabyte, however long the descriptions are.
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 256 * 1024;

async function stageFile(sql: Sql, currency: string, { input, onProgress }: CatalogFile): Promise<FileRead> {
  const rows = { read: 0, refused: 0 };
  const found = { issues: [] as RowIssue[], total: 0 };
  let safety: ReturnType<typeof findSafetyFields> = null;
  let rounded = createRoundedCheck(undefined, currency);
  const stage = createBatches(sql);
  let header: CatalogHeader | undefined;
  let readRow: ReturnType<typeof createRowReader> | undefined;
  let currencies = createCurrencyCheck([], currency);
  const { fileRows, isFeed } = await openRows(input);
  const filled = new Set<number>();
  for await (const fileRow of fileRows) {
    if (!readRow) {
      header = readHeader(fileRow.cells, currency);
      readRow = createRowReader(header, { currency, sha256: sha256Hex, decodeEntities });
      currencies = createCurrencyCheck(fileRow.cells, currency, header.columns.price?.name);
      rounded = createRoundedCheck(header.columns.price, currency);
      safety = findSafetyFields(fileRow.cells);
      continue;
    }
    currencies.see(fileRow.cells);
    if (isFeed) for (const [index, cell] of fileRow.cells.entries()) if (cell !== '') filled.add(index);
    const { row, issues } = readRow(fileRow);
    rows.read += 1;
    if (issues.length > 0) rows.refused += 1;
    if (row?.variant?.isRounded) rounded.see(fileRow.cells, row.variant.price ?? 0);
    found.total += issues.length;
    if (found.issues.length < ISSUES_MAX) found.issues.push(...issues);
    if (row && safety) row.safety = safetyFromFields(safety, fileRow.cells);
    if (row && (await stage.add(row))) onProgress?.({ step: 'reading', rows: rows.read });
  }
  await stage.finish();
  if (header?.format === 'woocommerce') await joinParents(sql);
  if (!header) throw new AppError('csv_invalid', 'The file is empty.');
  const column = header.columns.price?.name ?? null;
  const prices = { currency, column, warnings: [...currencies.warnings(), ...rounded.warnings()] };
  // A feed has the columns that its entries fill: what it never says stays as it is.
  const { columns } = isFeed ? readHeader(FEED_COLUMNS.filter((_, index) => filled.has(index))) : header;
  return { header, given: Object.keys(columns), rows, prices, ...found };
}

async function openRows(input: Readable): Promise<{ fileRows: AsyncGenerator<CsvRow>; isFeed: boolean }> {
  const text = await openText(input);
  const begin = text.firstLine.trimStart();
  if (/^<(!doctype html|html)\b/i.test(begin)) {
    const message = 'This is a web page, and no table. Download the file itself.';
    throw new AppError('csv_invalid', message, because('file_page'));
  }
  if (begin.startsWith('<')) return { fileRows: readFeed(text.chunks, FEED_COLUMNS), isFeed: true };
  if (/^[{[]/.test(begin)) {
    const message = 'This is JSON. Products come in as CSV or as a feed of Google: save the export as one of them.';
    throw new AppError('csv_invalid', message, because('file_json'));
  }
  return { fileRows: rowsOf(text), isFeed: false };
}

/** Stages a batch while the next one is read. `add` returns true when it sent a full batch. */
function createBatches(sql: Sql) {
  let batch: CatalogRow[] = [];
  let characters = 0;
  let underWay = Promise.resolve();
  const send = async () => {
    await underWay;
    underWay = stageRows(sql, batch);
    underWay.catch(() => {}); // prevents an unhandled rejection; the next `await underWay` throws the error
    batch = [];
    characters = 0;
  };
  return {
    async add(row: CatalogRow): Promise<boolean> {
      batch.push(row);
      characters += row.product.descriptionHtml?.length ?? 0;
      const full = batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS;
      if (full) await send();
      return full;
    },
    async finish(): Promise<void> {
      await send();
      await underWay;
    },
  };
}

async function reportOn(sql: Sql, read: FileRead): Promise<Omit<ImportReport, 'dryRun'>> {
  const { refused, made, changed, ...counts } = await countStaged(sql);
  const { productId, variantId } = read.header.columns;
  const columns = { products: productId?.name ?? null, variants: variantId?.name ?? null };
  const refusals = await listRefusals(sql, read.header);
  const issues = [...read.issues, ...refusals.issues].sort((a, b) => a.line - b.line).slice(0, ISSUES_MAX);
  return {
    rows: { read: read.rows.read, refused: read.rows.refused + refused },
    prices: read.prices,
    ...counts,
    ids: { columns, made, changed },
    issues,
    issuesLeftOut: read.total + refusals.total - issues.length,
  };
}
