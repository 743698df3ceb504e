import { brotliDecompressSync, inflateSync } from 'node:zlib';

export type FontType = 'font/woff2' | 'font/woff';

/** What a font file is. A variable font has a range of weights, any other one weight. */
export type FontFacts = { type: FontType; weightMin: number; weightMax: number };

/** A table of the font. `offset` and `length` are those of the unpacked table. */
type Table = { tag: string; bytes: () => Buffer };

/** Throws what is wrong with a file; `readFont` returns it. */
class FontFlaw extends Error {}

const TABLES_MAX = 64;
// Four times what a large text font has. It bounds what unpacking may cost.
const UNPACKED_MAX = 4 * 1024 * 1024;

// Without one of these no browser draws text with the font.
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2'];

const CUT_OFF = 'the file is cut off, or something follows its end';

/** Reads what a font file is. Returns the reason, to follow “because”, for one that is no whole font for the web. */
export function readFont(bytes: Buffer): FontFacts | string {
  const signature = bytes.toString('latin1', 0, 4);
  const [type, tablesOf] =
    signature === 'wOF2'
      ? (['font/woff2', woff2Tables] as const)
      : signature === 'wOFF'
        ? (['font/woff', woffTables] as const)
        : [];
  if (type === undefined) return 'it is not a WOFF2 or WOFF file';
  try {
    const tables = tablesOf(bytes);
    const missing = REQUIRED.find((tag) => !tables.some((table) => table.tag === tag));
    if (missing !== undefined) return `its table ${missing} is missing`;
    return { type, ...weightsOf(tables) };
  } catch (error) {
    if (error instanceof FontFlaw) return error.message;
    // Node's own errors for packed data that is damaged, and for numbers behind the end of a table.
    return 'its tables cannot be unpacked';
  }
}

function check(condition: boolean, flaw = CUT_OFF): void {
  if (!condition) throw new FontFlaw(flaw);
}

function checkHead(bytes: Buffer, headLength: number): number {
  check(bytes.length > headLength && bytes.readUInt32BE(8) === bytes.length);
  const flavour = bytes.toString('latin1', 4, 8);
  check(['\0\x01\0\0', 'OTTO', 'true'].includes(flavour), 'it is a collection of fonts, or none');
  const count = bytes.readUInt16BE(12);
  check(count > 0 && count <= TABLES_MAX, `it does not have 1 to ${TABLES_MAX} tables`);
  check(bytes.readUInt32BE(16) <= UNPACKED_MAX, 'it is too large unpacked');
  return count;
}

/** Reads a WOFF: each table is packed by itself. */
function woffTables(bytes: Buffer): Table[] {
  const count = checkHead(bytes, 44);
  let unpacked = 0;
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    check(entry + 20 <= bytes.length);
    const [offset, packed, length] = [4, 8, 12].map((at) => bytes.readUInt32BE(entry + at)) as [number, number, number];
    check(offset + packed <= bytes.length && packed <= length);
    unpacked += length;
    check(unpacked <= UNPACKED_MAX, 'it is too large unpacked');
    const stored = bytes.subarray(offset, offset + packed);
    const read = () => (packed < length ? inflateSync(stored, { maxOutputLength: length }) : stored);
    check(read().length === length);
    return { tag: bytes.toString('latin1', entry, entry + 4), bytes: read, end: offset + packed };
  });
  // Behind the tables only what the head names may follow, and no gap but the padding to four bytes.
  const extras = [24, 36].map((at) => bytes.readUInt32BE(at) + bytes.readUInt32BE(at + 4));
  const last = Math.max(...tables.map(({ end }) => end), ...extras);
  check(bytes.length - last >= 0 && bytes.length - last < 4);
  return tables;
}

// The tags that a WOFF2 names by their number, in the order of its specification.
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';

/** Reads a WOFF2: all tables are packed as one stream, after a directory of numbers in as few bytes as possible. */
function woff2Tables(bytes: Buffer): Table[] {
  const count = checkHead(bytes, 48);
  const packed = bytes.readUInt32BE(20);
  const reader = { bytes, at: 48 };
  const directory = Array.from({ length: count }, () => readEntry(reader));
  const length = directory.reduce((sum, entry) => sum + entry.length, 0);
  check(length <= UNPACKED_MAX, 'it is too large unpacked');
  const end = reader.at + packed;
  const extras = [28, 40].map((at) => bytes.readUInt32BE(at) + bytes.readUInt32BE(at + 4));
  const last = Math.max(end, ...extras);
  check(bytes.length - last >= 0 && bytes.length - last < 4);
  const stream = brotliDecompressSync(bytes.subarray(reader.at, end), { maxOutputLength: UNPACKED_MAX });
  check(stream.length === length);
  let offset = 0;
  return directory.map(({ tag, length }) => {
    const table = stream.subarray(offset, offset + length);
    offset += length;
    return { tag, bytes: () => table };
  });
}

type Reader = { bytes: Buffer; at: number };

function readEntry(reader: Reader): { tag: string; length: number } {
  const flags = readByte(reader);
  const known = flags & 63;
  const own = known === 63;
  const tag = own
    ? reader.bytes.toString('latin1', reader.at, reader.at + 4)
    : KNOWN_TAGS.slice(known * 5, known * 5 + 4);
  if (own) reader.at += 4;
  const length = readNumber(reader);
  // Outlines are stored in another form unless version 3 says otherwise; all other tables unless version 0 says so.
  const version = flags >> 6;
  const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
  return { tag, length: transformed ? readNumber(reader) : length };
}

/** Reads a number of the form UIntBase128: seven bits a byte, the highest bit says that another byte follows. */
function readNumber(reader: Reader): number {
  let value = 0;
  for (let count = 0; count < 5; count++) {
    const byte = readByte(reader);
    check(!(count === 0 && byte === 0x80), 'its directory is damaged');
    value = value * 128 + (byte & 127);
    if (byte < 128) return value;
  }
  throw new FontFlaw('its directory is damaged');
}

function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.at++];
  if (byte === undefined) throw new FontFlaw(CUT_OFF);
  return byte;
}

const USUAL_WEIGHT = 400;

/** Returns the weights that a browser may ask the font for: the range of its axis, else the one that it names. */
function weightsOf(tables: readonly Table[]): Pick<FontFacts, 'weightMin' | 'weightMax'> {
  const table = (tag: string) => tables.find((one) => one.tag === tag)?.bytes();
  const axes = table('fvar');
  const weight = clampWeight(table('OS/2')?.readUInt16BE(4) ?? USUAL_WEIGHT);
  if (!axes) return { weightMin: weight, weightMax: weight };
  const [first, count, size] = [4, 8, 10].map((at) => axes.readUInt16BE(at)) as [number, number, number];
  for (let axis = 0; axis < Math.min(count, TABLES_MAX); axis++) {
    const at = first + axis * size;
    if (axes.toString('latin1', at, at + 4) !== 'wght') continue;
    const [min, max] = [4, 12].map((part) => clampWeight(axes.readInt32BE(at + part) / 65_536)) as [number, number];
    return { weightMin: Math.min(min, max), weightMax: Math.max(min, max) };
  }
  return { weightMin: weight, weightMax: weight };
}

const clampWeight = (weight: number): number => Math.min(1000, Math.max(1, Math.round(weight)));
