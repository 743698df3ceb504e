import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../domain/error.ts';
import { because } from '../domain/refusal.ts';

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
 * memory; tab-separated if the first line has tabs and no comma. Rows may differ in length; rows without any text are skipped. A quote inside an unquoted cell is
 * text. Throws `csv_encoding` for another encoding, `csv_invalid` for a file that is not CSV or ends inside a quote, and
 * `file_unreadable` if reading fails.
 */
export async function* readCsv(input: Readable): AsyncGenerator<CsvRow> {
  const text = { endsLine: false };
  let line = 1; // the first line of the row that is parsed next
  const begun: number[] = []; // lines of parsed rows that are not yet read; `line` may already be far ahead of them
  const { delimiter, chunks } = await separatorOf(checkedText(input, text));
  const parser = parse({
    delimiter,
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
    throw error instanceof CsvError ? refusal(error, line) : readFault(error);
  }
  if (waiting) yield { ...waiting, unterminated: !text.endsLine };
}

/** Looks at the first line of a text. The chunks that come back are all of it. */
async function separatorOf(
  text: AsyncGenerator<Buffer>,
): Promise<{ delimiter: ',' | '\t'; chunks: AsyncIterable<Buffer> }> {
  const first = await text.next().catch((error: unknown) => {
    throw readFault(error);
  });
  const [line = ''] = first.done ? [] : first.value.toString('latin1').split(/[\r\n]/, 1);
  const chunks = async function* () {
    if (!first.done) yield first.value;
    yield* text;
  };
  return { delimiter: line.includes('\t') && !line.includes(',') ? '\t' : ',', chunks: chunks() };
}

function readFault(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new AppError('file_unreadable', 'The file cannot be read to its end.', { detail: error.message });
}

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

// Enough to tell text from other formats.
const HEAD_BYTES = 1024;
const LF = 0x0a;
const CR = 0x0d;

/** Passes on the bytes of `input` without the byte order mark. Throws at the first bytes that are not UTF-8. */
async function* checkedText(input: Readable, text: { endsLine: boolean }): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let linesBefore = 0;
  for await (const chunk of fromHead(input)) {
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw notUtf8(linesBefore + linesBeforeFault(chunk) + 1);
    }
    linesBefore += countByte(chunk, LF);
    text.endsLine = chunk.at(-1) === LF || chunk.at(-1) === CR;
    yield chunk;
  }
  try {
    decoder.decode();
  } catch {
    throw notUtf8(linesBefore + 1);
  }
}

/** Passes on the chunks of `input`. Collects at least `HEAD_BYTES` first, to check the format. */
async function* fromHead(input: Readable): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of input as AsyncIterable<Buffer>) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    yield checkedHead(head);
    head = null;
  }
  if (head !== null) yield checkedHead(head);
}

function checkedHead(head: Buffer): Buffer {
  if (head.length === 0) throw new AppError('csv_invalid', 'The file is empty.', because('file_empty'));
  if (isUtf16(head)) throw new AppError('csv_encoding', `The file is UTF-16. ${SAVE_AS_UTF8}`, because('utf16'));
  const firstBreak = head.findIndex((byte) => byte === LF || byte === CR);
  const firstLine = firstBreak === -1 ? head : head.subarray(0, firstBreak);
  if (firstLine.some(isControl) || MAGIC.some((magic) => head.subarray(0, magic.length).toString('latin1') === magic)) {
    const message = 'This is not a CSV file. A spreadsheet program can save one as “CSV UTF-8”.';
    throw new AppError('csv_invalid', message, because('not_csv'));
  }
  const mark = head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  return mark ? head.subarray(3) : head;
}

// Formats that people upload instead of CSV and whose first line may have no control character: PNG, PDF, gzip, ZIP (xlsx).
const MAGIC = ['\x89PNG', '%PDF', '\x1f\x8b', 'PK\x03\x04'];
const SAVE_AS_UTF8 = 'Save it as “CSV UTF-8” and try again.';

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09;
}

/** Returns true if there is a UTF-16 byte order mark, or if every other byte at the start is zero, as in ASCII headers. */
function isUtf16(head: Buffer): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  const start = head.subarray(0, 16);
  const zeros = (offset: number) => start.filter((byte, index) => index % 2 === offset && byte === 0).length;
  return start.length >= 4 && Math.max(zeros(0), zeros(1)) >= Math.floor(start.length / 2);
}

function notUtf8(line: number): AppError {
  const message = `The file is not UTF-8: see line ${line}. ${SAVE_AS_UTF8}`;
  return new AppError('csv_encoding', message, because('not_utf8', { line }));
}

function countByte(buffer: Buffer, byte: number): number {
  let count = 0;
  for (let at = buffer.indexOf(byte); at !== -1; at = buffer.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** Counts the line breaks in the chunk before the first bytes that are not UTF-8. */
function linesBeforeFault(chunk: Buffer): number {
  // A chunk may begin inside a character.
  const start = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const lenient = new TextDecoder().decode(chunk.subarray(Math.max(0, start)));
  const sound = lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD')));
  return sound.split('\n').length - 1;
}
