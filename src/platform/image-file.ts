import { crc32 } from 'node:zlib';
import type { IImage } from 'image-size/types/interface';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { pixelsFlaw } from './png-pixels.ts';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

/** What an image file is, with its size in pixels as it is shown. */
export type ImageFacts = { type: ImageType } & Size;
type Size = { width: number; height: number };

type Format = {
  type: ImageType;
  library: IImage;
  starts: (bytes: Buffer) => boolean;
  flaw: (bytes: Buffer) => Flaw | Promise<Flaw>;
};

/** Why a file is not one whole still image; null for a good one. */
type Flaw = string | null;

// A file is known by its first bytes, never by its name. The library reads the size; whether the file ends where its format says is
// read here, because bytes behind the end could be a second file for another program.
const FORMATS: readonly Format[] = [
  { type: 'image/png', library: PNG, starts: begins('89504e470d0a1a0a0000000d49484452'), flaw: pngFlaw },
  { type: 'image/jpeg', library: JPG, starts: begins('ffd8ff'), flaw: jpegFlaw },
  { type: 'image/webp', library: WEBP, starts: (bytes) => WEBP.validate(bytes), flaw: webpFlaw },
];

const CUT_OFF = 'the file is cut off';
const MORE = 'something follows the end of the image';
const MOVES = 'it is an animation';

/**
 * Reads what an image file is. Resolves with the reason, to follow “because”, for one that is no whole still image. `sizeFlaw` says what
 * is wrong with a size: it is asked before any pixel is unpacked.
 */
export async function readImage(
  bytes: Buffer,
  sizeFlaw: (size: Size) => Flaw = () => null,
): Promise<ImageFacts | string> {
  const format = FORMATS.find(({ starts }) => bytes.length >= 32 && starts(bytes));
  if (!format) return 'it is not a PNG, JPEG or WebP file';
  const size = readSize(format, bytes);
  const flaw = (typeof size === 'object' ? sizeFlaw(size) : null) ?? (await format.flaw(bytes));
  return flaw ?? (typeof size === 'string' ? size : { type: format.type, ...size });
}

function readSize({ library }: Format, bytes: Buffer): Size | string {
  try {
    const { width, height, orientation = 1 } = library.calculate(bytes);
    if (!(width > 0 && height > 0)) return 'it has no size';
    // From 5 on, a camera stored the image on its side.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return 'its size cannot be read';
  }
}

function begins(hex: string): (bytes: Buffer) => boolean {
  const start = Buffer.from(hex, 'hex');
  return (bytes) => bytes.subarray(0, start.length).equals(start);
}

const PNG_HEAD = { from: 16, until: 29 };

function pngFlaw(bytes: Buffer): Flaw | Promise<Flaw> {
  const pixels: Buffer[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return CUT_OFF;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return 'a part of it is damaged';
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return MOVES;
    if (name === 'IDAT') pixels.push(bytes.subarray(at + 8, end - 4));
    if (name === 'IEND' && end !== bytes.length) return MORE;
    if (name === 'IEND') return pixelsFlaw(bytes.subarray(PNG_HEAD.from, PNG_HEAD.until), pixels);
    at = end;
  }
  return CUT_OFF;
}

const SCAN = 0xda;
const END = 0xd9;

function jpegFlaw(bytes: Buffer): Flaw {
  let at = 2;
  while (at + 2 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0) return 'a part of it is damaged';
    if (marker === END) return at + 2 === bytes.length ? null : MORE;
    if (marker === 0xff) at += 1;
    else {
      if (at + 4 > bytes.length) return CUT_OFF;
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      at = marker === SCAN ? scanEnd(bytes, end) : end;
    }
  }
  return CUT_OFF;
}

/** Returns where the next marker begins behind the compressed pixels: there a zero or a restart number follows each 0xff. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function webpFlaw(bytes: Buffer): Flaw {
  const end = bytes.readUInt32LE(4) + 8;
  if (end !== bytes.length) return end > bytes.length ? CUT_OFF : MORE;
  let at = 12;
  while (at + 8 <= end) {
    if (bytes.toString('latin1', at, at + 4) === 'ANIM') return MOVES;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === end ? null : CUT_OFF;
}
