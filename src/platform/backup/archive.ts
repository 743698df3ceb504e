import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { AppError } from '../../domain/error.ts';
import { AGE_MAGIC, type Opening, openSealed } from './encryption.ts';

/** One file of the archive, small enough for the memory. */
export type Entry = { name: string; body: Buffer };
type Bytes = AsyncIterable<Uint8Array>;

// Entries have four megabytes and one row. What a damaged file announces must not fill the memory.
const ENTRY_BYTES_MAX = 256 * 1024 * 1024;

const ZSTD_LEVEL = 3;
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
// The time of each file in the archive: the manifest says when the backup was made.
const NO_TIME = new Date(0);

/** Writes entries as a tar archive, compressed by zstd, so that `tar` and `zstd` can open it too. */
export function packEntries(entries: AsyncIterable<Entry>): Bytes {
  const archive = pack();
  const write = async () => {
    for await (const { name, body } of entries) {
      await new Promise<void>((resolve, reject) => {
        archive.entry({ name, mtime: NO_TIME, mode: 0o600 }, body, (error) => (error ? reject(error) : resolve()));
      });
    }
    archive.finalize();
  };
  write().catch((error: Error) => archive.destroy(error));
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return piped(Readable.from(archive), compress);
}

/** Reads the entries of an archive one after the other. Throws `backup_unreadable` if it is no archive, or damaged. */
export async function* readEntries(path: string, opening: Opening | null): AsyncGenerator<Entry> {
  try {
    yield* unpack(await openArchive(path, opening));
  } catch (error) {
    throw asUnreadable(error);
  }
}

async function* unpack(compressed: Bytes): AsyncGenerator<Entry> {
  const archive = extract();
  const plain = piped(Readable.from(compressed), createZstdDecompress());
  Readable.from(plain)
    .on('error', (error) => archive.destroy(error))
    .pipe(archive);
  for await (const entry of archive) {
    if ((entry.header.size ?? 0) > ENTRY_BYTES_MAX) throw new Error('an entry is too large');
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    yield { name: entry.header.name, body: Buffer.concat(chunks) };
  }
}

/** Passes the errors of the source on to the reader of the target, as `pipe` does not. */
function piped(from: Readable, to: ReturnType<typeof createZstdCompress>): Bytes {
  from.on('error', (error) => to.destroy(error));
  to.on('close', () => from.destroy());
  return from.pipe(to);
}

async function openArchive(path: string, opening: Opening | null): Promise<Bytes> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const chunks = file[Symbol.asyncIterator]();
  const { value: first = Buffer.alloc(0) } = await chunks.next();
  const whole = (async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  if (first.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return whole;
  if (first.subarray(0, AGE_MAGIC.length).toString('latin1') === AGE_MAGIC) return openSealed(whole, opening);
  file.destroy();
  throw new AppError('backup_unreadable', 'The file is no backup of this service.');
}

function asUnreadable(error: unknown): unknown {
  if (error instanceof AppError || isOfFile(error)) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new AppError('backup_unreadable', `The backup is damaged or not whole (${detail}).`);
}

/** Returns true for an error of the file itself, such as that it does not exist. */
const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error;
