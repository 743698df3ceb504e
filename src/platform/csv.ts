import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../domain/error.ts';
import { because } from '../domain/refusal.ts';
import { openText, type TextFile } from './text-file.ts';

export type CsvRow = {
  /** The line on which the row begins, counted from 1 with the header included. */
  line: number;
  cells: string[];
  /** True if the file ends after this row without a line break: the row may be cut off. */
  unterminated: boolean;
};

// Far above any product's row. Without a limit, an unclosed quote would collect the rest of the file in memory.
const ROW_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Reads comma-separated UTF-8 (with or without a byte order mark, any line ending) row by row, the header first, in constant
 * memory; separated by tabs or semicolons if the header has more of them than commas, or as a line `sep=;` before it says. Rows may differ in
 * length; rows without any text are skipped. A quote inside an unquoted cell is text. Throws `csv_encoding` for another encoding,
 * `csv_invalid` for a file that is not CSV or ends inside a quote, and `file_unreadable` if reading fails.
 */
export async function* readCsv(input: Readable): AsyncGenerator<CsvRow> {
  yield* rowsOf(await openText(input));
}

/** Reads the rows of a text that is open already. */
export async function* rowsOf({ firstLine, chunks, endsLine }: TextFile): AsyncGenerator<CsvRow> {
  const said = SEPARATOR.exec(firstLine)?.[1];
  const delimiter = said ?? separatorIn(firstLine);
  let line = said === undefined ? 1 : 2; // the first line of the row that is parsed next
  const begun: number[] = []; // lines of parsed rows that are not yet read; `line` may already be far ahead of them
  const parser = parse({
    delimiter,
    from_line: line,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: ROW_BYTES_MAX,
    on_record: (cells: string[]) => {
      const hasText = cells.some((cell) => cell !== '');
      if (hasText) begun.push(line);
      line += 1 + cells.reduce((breaks, cell) => breaks + lineBreaks(cell), 0);
      return hasText ? cells : null;
    },
  });
  pipeline(Readable.from(chunks), parser, () => {}); // the loop below receives errors from the parser

  let waiting: CsvRow | null = null;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (waiting) yield waiting;
      waiting = { line: begun.shift() ?? 0, cells, unterminated: false };
    }
  } catch (error) {
    throw error instanceof CsvError ? refusal(error, line) : error;
  }
  if (waiting) yield { ...waiting, unterminated: !endsLine() };
}

// Where decimals have a comma, spreadsheets write semicolons.
const SEPARATORS = [',', '\t', ';'];

/** Returns the sign that the header has most often outside of quotes. */
function separatorIn(header: string): string {
  const outside = header.replaceAll(/"[^"]*(?:"|$)/g, '');
  const countOf = (sign: string) => outside.split(sign).length - 1;
  return SEPARATORS.reduce((most, sign) => (countOf(sign) > countOf(most) ? sign : most));
}

// Spreadsheets write it for one another, and show nothing of it.
const SEPARATOR = /^"?sep=([,;\t|])"?$/i;

function lineBreaks(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0;
}

function refusal(error: CsvError, line: number): AppError {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    const message = `The file ends inside a quote: the row at line ${line} is not complete.`;
    return new AppError('csv_invalid', message, because('quote_open', { line }));
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const message = `The row at line ${line} is larger than ${ROW_BYTES_MAX} bytes. Is there a quote that never closes?`;
    return new AppError('csv_invalid', message, because('row_too_large', { line, max: ROW_BYTES_MAX }));
  }
  const more = { detail: error.message, ...because('row_not_csv', { line }) };
  return new AppError('csv_invalid', `The row at line ${line} is not CSV.`, more);
}
