import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, crc32, deflateSync } from 'node:zlib';

// Image and font files for tests, made from their formats' descriptions.

/** Returns a PNG of one colour, with further chunks before the pixels. */
export function pngOf(width: number, height: number, more: [name: string, data: Buffer][] = []): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x70)]);
  return pngWith({ width, height, more }, Buffer.concat(Array.from({ length: height }, () => row)));
}

type PngHead = { width: number; height: number; interlaced?: boolean; more?: [name: string, data: Buffer][] };

/** Returns a PNG whose pixels unpack to these bytes, whether they fit its size or not. */
export function pngWith({ width, height, interlaced = false, more = [] }: PngHead, unpacked: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, interlaced ? 1 : 0], 8); // eight bits of red, green and blue
  const pixels = deflateSync(unpacked);
  const chunks = [['IHDR', head], ...more, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]] as [string, Buffer][];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(chunkOf)]);
}

function chunkOf([name, data]: [string, Buffer]): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** Returns the parts of a JPEG that readers of its size need. Its pixels cannot be shown. */
export function jpegOf(width: number, height: number): Buffer {
  const size = Buffer.concat([Buffer.from([8]), uint16(height), uint16(width), Buffer.from([1, 1, 0x11, 0])]);
  const segment = (marker: number, data: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker]), uint16(data.length + 2), data]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xc0, size),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Returns the parts of a lossless WebP that readers of its size need. Its pixels cannot be shown. */
export function webpOf(width: number, height: number, animated = false): Buffer {
  const bits = (width - 1) | ((height - 1) << 14);
  const pixels = Buffer.concat([Buffer.from([0x2f]), uint32(bits >>> 0, true), Buffer.alloc(11)]);
  const chunk = (name: string, data: Buffer) =>
    Buffer.concat([Buffer.from(name, 'latin1'), uint32(data.length, true), data]);
  const chunks = [chunk('VP8L', pixels), ...(animated ? [chunk('ANIM', Buffer.alloc(6))] : [])];
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), uint32(body.length, true), body]);
}

type Table = { tag: string; data: Buffer };

/** Reads the tables of a font from npm that is small enough to be served. */
export function fontTables(): Table[] {
  const path = '../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf';
  const bytes = readFileSync(fileURLToPath(new URL(path, import.meta.url)));
  return Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + index * 16;
    const offset = bytes.readUInt32BE(entry + 8);
    const data = bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 12));
    return { tag: bytes.toString('latin1', entry, entry + 4), data };
  });
}

/** Packs tables as a WOFF. */
export function woffOf(tables: readonly Table[] = fontTables()): Buffer {
  let offset = 44 + tables.length * 20;
  const packed = tables.map(({ data }) => {
    const small = deflateSync(data);
    return small.length < data.length ? small : data;
  });
  const entries = tables.map(({ tag, data }, index) => {
    const stored = packed[index] ?? data;
    const at = offset;
    offset += stored.length + padding(stored.length);
    return Buffer.concat([
      Buffer.from(tag, 'latin1'),
      ...[at, stored.length, data.length, checksum(data)].map((n) => uint32(n)),
    ]);
  });
  const body = packed.flatMap((data) => [data, Buffer.alloc(padding(data.length))]);
  const head = [
    Buffer.from('wOFF\0\x01\0\0', 'latin1'),
    uint32(offset),
    uint16(tables.length),
    uint16(0),
    uint32(unpackedSize(tables)),
    Buffer.alloc(24),
  ];
  return Buffer.concat([...head, ...entries, ...body]);
}

/** Packs tables as a WOFF2 whose outlines are stored as they are. */
export function woff2Of(tables: readonly Table[] = fontTables()): Buffer {
  const stream = brotliCompressSync(Buffer.concat(tables.map(({ data }) => data)));
  const entries = tables.map(({ tag, data }) => {
    const version = tag === 'glyf' || tag === 'loca' ? 3 : 0;
    return Buffer.concat([Buffer.from([(version << 6) | 63]), Buffer.from(tag, 'latin1'), base128(data.length)]);
  });
  const length = 48 + entries.reduce((sum, entry) => sum + entry.length, 0) + stream.length;
  const head = [
    Buffer.from('wOF2\0\x01\0\0', 'latin1'),
    uint32(length + padding(length)),
    uint16(tables.length),
    uint16(0),
    uint32(unpackedSize(tables)),
    uint32(stream.length),
    Buffer.alloc(24),
  ];
  return Buffer.concat([...head, ...entries, stream, Buffer.alloc(padding(length))]);
}

/** Returns a table that lets the weight be chosen from a range, as variable fonts have it. */
export function weightAxis(min: number, max: number): Table {
  const fixed = (value: number) => uint32(value * 65_536);
  const axis = Buffer.concat([
    Buffer.from('wght', 'latin1'),
    fixed(min),
    fixed(400),
    fixed(max),
    uint16(0),
    uint16(256),
  ]);
  return { tag: 'fvar', data: Buffer.concat([...[1, 0, 16, 2, 1, 20, 0, 8].map((n) => uint16(n)), axis]) };
}

const padding = (length: number) => (4 - (length % 4)) % 4;

const unpackedSize = (tables: readonly Table[]) =>
  tables.reduce((sum, { data }) => sum + 16 + data.length + padding(data.length), 12);

function checksum(data: Buffer): number {
  const whole = Buffer.concat([data, Buffer.alloc(padding(data.length))]);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}

function base128(value: number): Buffer {
  const digits = [value & 127];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 127) | 128);
  return Buffer.from(digits);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number, little = false): Buffer {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}
