import { createHash } from 'node:crypto';
import { createRowReader } from '../../src/domain/catalog-csv.ts';
import { readHeader } from '../../src/domain/catalog-csv-columns.ts';
import type { FileFacts } from '../../src/domain/catalog-rows.ts';

/** What rows are read with, and entities that are plain enough to see. */
export const fileFacts = (currency = 'EUR'): FileFacts => ({
  currency,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  decodeEntities: (text) => text.replaceAll('&amp;', '&'),
});

/** Reads rows of a file of products whose header has these names. */
export function readRows(header: string, rows: string[][], currency = 'EUR') {
  const read = createRowReader(readHeader(header.split(','), currency), fileFacts(currency));
  return rows.map((cells, index) => read({ line: index + 2, cells, unterminated: false }));
}
