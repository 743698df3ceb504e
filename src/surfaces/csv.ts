import { stringify } from 'csv-stringify/sync';
import { safeCell } from '../domain/spreadsheet.ts';

/** The columns of a sheet in their order, and its rows in pages. */
export type Sheet<Column extends string> = {
  columns: readonly Column[];
  pages: AsyncIterable<readonly Record<Column, string>[]>;
};

/**
 * Returns the rows as CSV (RFC 4180, every cell quoted). Cells are made safe, so a spreadsheet runs no formula that a shopper
 * typed. It begins with a byte order mark unless `bom` is false: without one Excel reads UTF-8 in a legacy encoding.
 */
export async function* csvOf<Column extends string>(
  { columns, pages }: Sheet<Column>,
  { bom }: { bom: boolean },
): AsyncGenerator<string> {
  const options = { columns: [...columns], quoted: true, record_delimiter: 'windows' } as const;
  yield stringify([], { ...options, header: true, bom });
  for await (const rows of pages) {
    yield stringify(
      rows.map((cells) => columns.map((column) => safeCell(cells[column]))),
      options,
    );
  }
}
