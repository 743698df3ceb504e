import { type IdMapping, readMappingRows } from '../../../../domain/id-mapping-csv.ts';
import { csvFile, readCsvFile } from '../../requests/csv-file.ts';
import type { Product } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';

/** So many products may one request be about. */
export const MAPPED_MAX = 1_000;

// Far more than the largest file of so many products.
const FILE_BYTES_MAX = 20 * 1024 * 1024;

/** Reads a file of new ids. Refuses it like the command line: `csv_encoding`, `csv_invalid`, or `invalid_parameter` with the line. */
export const readIdFile = (file: File): Promise<IdMapping[]> =>
  readCsvFile(file, { bytesMax: FILE_BYTES_MAX, rowsFrom: readMappingRows });

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
  return csvFile(lines);
}

/** A row for each variant. It is named by its present id, because SKUs and titles need not be unique. */
function rowsOf({ id, product_code: code, title, variants }: Product): string[][] {
  return variants
    .filter(({ gone }) => !gone)
    .map((variant) => [code, title, id, variant.id, variant.title, variant.sku, variant.id]);
}
