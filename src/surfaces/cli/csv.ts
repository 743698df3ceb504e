import { stringify } from 'csv-stringify/sync';
import { safeCell } from '../../domain/spreadsheet.ts';

/** Rows, a page at a time, and the order of their cells. */
export type Sheet<Column extends string> = {
  columns: readonly Column[];
  pages: AsyncIterable<readonly Record<Column, string>[]>;
};

/**
 * The rows as CSV (RFC 4180, every cell quoted) that a spreadsheet opens without running what shoppers typed. It begins
 * with a byte order mark unless `bom` is false: without one Excel takes UTF-8 for the machine's old encoding.
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
