import { AppError } from '../../../../domain/error.ts';
import { type IdMapping, readMappingRows } from '../../../../domain/id-mapping-csv.ts';
import { because } from '../../../../domain/refusal.ts';
import { safeCell } from '../../../../domain/spreadsheet.ts';
import type { Product } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';

/** So many products may one request be about. */
export const MAPPED_MAX = 1_000;

// Far more than the largest file of so many products.
const FILE_BYTES_MAX = 20 * 1024 * 1024;

/** Reads a file of new ids. Refuses it like the command line: `csv_encoding`, `csv_invalid`, or `invalid_parameter` with the line. */
export const readIdFile = (file: File): Promise<IdMapping[]> =>
  readMappings(file).catch((error: unknown) => {
    // What the error is about stands where answers of the service have it.
    throw error instanceof AppError ? Object.assign(error, error.info) : error;
  });

async function readMappings(file: File): Promise<IdMapping[]> {
  if (file.size > FILE_BYTES_MAX) throw new AppError('payload_too_large', 'A file of ids has 20 MB at most.');
  const text = await textOf(file);
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  // Spreadsheets write what separates decimals elsewhere, such as the semicolon in Germany.
  const delimiter = [',', ';', '\t'].find((each) => firstLine.includes(each)) ?? ',';
  const { parse } = await import('csv-parse/browser/esm/sync');
  const rows: { cells: string[]; line: number }[] = [];
  const onRecord = (cells: string[], { lines }: { lines: number }) => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line: lines });
    return null;
  };
  try {
    parse(text, { delimiter, relax_column_count: true, relax_quotes: true, bom: true, on_record: onRecord });
  } catch {
    const message = 'This is not a CSV file. A spreadsheet program can save one as “CSV UTF-8”.';
    throw new AppError('csv_invalid', message, because('not_csv'));
  }
  return readMappingRows(rows);
}

async function textOf(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new AppError('csv_encoding', 'The file is not UTF-8. Save it as “CSV UTF-8” and try again.');
  }
}

// The longest list that a page of the API has.
const PAGE_MAX = 250;
const HEAD = ['product', 'title', 'product_id', 'variant', 'variant_title', 'sku', 'variant_id'];

/** Returns the whole catalogue with its present ids, as a file to replace them in. */
export async function idList(): Promise<Blob> {
  const lines = [HEAD];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const query = { limit: PAGE_MAX, ...(after !== undefined && { after }) };
    const { data, meta } = bodyOf(await api.GET('/admin/api/v1/products', { params: { query } }));
    for (const product of data) lines.push(...rowsOf(product));
    after = meta.next ?? undefined;
  }
  const text = lines
    .map((row) => row.map((cell) => `"${safeCell(cell).replaceAll('"', '""')}"`).join(','))
    .join('\r\n');
  // Without the byte order mark Excel reads UTF-8 in a legacy encoding.
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' });
}

/** A row for each variant. It is named by its present id, because SKUs and titles need not be unique. */
function rowsOf({ id, product_code: code, title, variants }: Product): string[][] {
  return variants
    .filter(({ gone }) => !gone)
    .map((variant) => [code, title, id, variant.id, variant.title, variant.sku, variant.id]);
}
