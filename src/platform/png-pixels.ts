import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';

// How many values a pixel has, by the colour type in the head of a PNG.
const VALUES: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

// The seven passes of an interlaced PNG (Adam7): where each begins, and how far apart its pixels are.
const PASSES = [
  { x: 0, y: 0, right: 8, down: 8 },
  { x: 4, y: 0, right: 8, down: 8 },
  { x: 0, y: 4, right: 4, down: 8 },
  { x: 2, y: 0, right: 4, down: 4 },
  { x: 0, y: 2, right: 2, down: 4 },
  { x: 1, y: 0, right: 2, down: 2 },
  { x: 0, y: 1, right: 1, down: 2 },
];

// More than any picture of a page needs; a file of some kilobytes can say that it has a thousand times as much.
const UNPACKED_MAX = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/**
 * Resolves with why the pixels of a PNG are not those that its head promises; null if they are. They are unpacked a piece at a time,
 * beside the main thread, and to that many bytes at most: a file that would unpack to more costs no memory.
 */
export async function pixelsFlaw(head: Buffer, packed: readonly Buffer[]): Promise<string | null> {
  const promised = promisedBytes(head);
  if (promised === null) return 'a part of it is damaged';
  if (promised > UNPACKED_MAX) return 'it has too many pixels';
  const length = await unpackedLength(packed, promised).catch(() => Number.POSITIVE_INFINITY);
  if (length > promised) return 'its pixels cannot be unpacked to its size';
  return length === promised ? null : 'it has fewer pixels than it says';
}

/** Stops at the first piece above `most`. Rejects for what cannot be unpacked. */
async function unpackedLength(packed: readonly Buffer[], most: number): Promise<number> {
  const pieces: AsyncIterable<Buffer> = Readable.from(packed).pipe(createInflate({ chunkSize: CHUNK_BYTES }));
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > most) break;
  }
  return length;
}

/** Returns the bytes of all rows; each begins with a byte that says how it is written. Null for a head that no PNG has. */
function promisedBytes(head: Buffer): number | null {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth = 0, colour = 0, , , interlaced = 0] = head.subarray(8);
  const values = VALUES[colour];
  if (values === undefined || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const bytesOf = (across: number, rows: number) =>
    across <= 0 || rows <= 0 ? 0 : rows * (1 + Math.ceil((across * values * depth) / 8));
  if (interlaced === 0) return bytesOf(width, height);
  const passes = PASSES.map(({ x, y, right, down }) =>
    bytesOf(Math.ceil((width - x) / right), Math.ceil((height - y) / down)),
  );
  return passes.reduce((sum, bytes) => sum + bytes, 0);
}
