import type { Readable } from 'node:stream';
import { AppError } from '../domain/error.ts';
import { because } from '../domain/refusal.ts';

export type TextFile = {
  /** Is cut where the first bytes end. */
  firstLine: string;
  /** The bytes of the whole text, which are checked on the way. */
  chunks: AsyncIterable<Buffer>;
  /** Says, once all chunks were read, whether the text ends with a line break. */
  endsLine(): boolean;
};

/**
 * Opens UTF-8 with or without a byte order mark, and looks at how it begins. It and `chunks` throw `csv_encoding` for another
 * encoding, `csv_invalid` for what is no text, and `file_unreadable` if reading fails.
 */
export async function openText(input: Readable): Promise<TextFile> {
  const text = { endsLine: false };
  const bytes = readable(checkedText(input, text));
  const first = await bytes.next();
  const [firstLine = ''] = first.done ? [] : first.value.toString('utf8').split(/[\r\n]/, 1);
  const chunks = async function* () {
    if (!first.done) yield first.value;
    yield* bytes;
  };
  return { firstLine, chunks: chunks(), endsLine: () => text.endsLine };
}

async function* readable(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new AppError('file_unreadable', 'The file cannot be read to its end.', { detail: error.message });
  }
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
  if (startsWith(head, ZIP)) {
    const message =
      'This is an Excel file or an archive, and no CSV. Open it in a spreadsheet program and save it as “CSV UTF-8”.';
    throw new AppError('csv_invalid', message, because('file_excel'));
  }
  const firstBreak = head.findIndex((byte) => byte === LF || byte === CR);
  const firstLine = firstBreak === -1 ? head : head.subarray(0, firstBreak);
  if (firstLine.some(isControl) || MAGIC.some((magic) => startsWith(head, magic))) {
    const message = 'This is not a CSV file. A spreadsheet program can save one as “CSV UTF-8”.';
    throw new AppError('csv_invalid', message, because('not_csv'));
  }
  const mark = head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  return mark ? head.subarray(3) : head;
}

// Formats that people upload instead of CSV and whose first line may have no control character: PNG, PDF, gzip.
const MAGIC = ['\x89PNG', '%PDF', '\x1f\x8b'];
// Files of spreadsheet programs, such as .xlsx, are archives.
const ZIP = 'PK\x03\x04';
const startsWith = (head: Buffer, magic: string) => head.subarray(0, magic.length).toString('latin1') === magic;
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
