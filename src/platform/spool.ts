import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../domain/error.ts';

/** A body that was written to a temporary file. */
export type Spooled = { sha256: string; read(): Readable; remove(): Promise<void> };

type Upload = { bytesMax: number; owner: string };
type Spool = (input: Readable, upload: Upload) => Promise<Spooled>;

const AT_ONCE_MAX = 2; // of a store: one that is read, and one that comes meanwhile
const ALL_BYTES_MAX = 2 * 1024 ** 3; // four of the largest files
const RETRY_S = 10;

/**
 * Writes a request's body to a temporary file, in constant memory, so that a slow client keeps no connection to the database
 * meanwhile. Throws `payload_too_large`, `bad_request` if the body ends too early, `rate_limited` while the store sends two others, and
 * `unavailable` while the files of all stores take the room that there is. The caller has to remove the file.
 */
export const spool: Spool = createSpool(ALL_BYTES_MAX); // the disk is the process's, so its bound is too

/** Makes a `spool` for which the files of all stores take so many bytes at most. */
export function createSpool(allBytesMax: number): Spool {
  const uploads = new Map<string, number>();
  let allBytes = 0;

  function leave(owner: string): void {
    const left = (uploads.get(owner) ?? 0) - 1;
    if (left > 0) uploads.set(owner, left);
    else uploads.delete(owner);
  }

  /** Counts bytes that have come; below zero, that have gone. */
  function count(bytes: number): void {
    allBytes += bytes;
    if (bytes <= 0 || allBytes <= allBytesMax) return;
    const message = 'Too many files are being sent at this moment. Try again in a moment.';
    throw new AppError('unavailable', message, { data: { retry_after: RETRY_S } });
  }

  return async (input, { bytesMax, owner }) => {
    const others = uploads.get(owner) ?? 0;
    if (others >= AT_ONCE_MAX) {
      const message = 'This store sends two files already: send this one once they are read.';
      throw new AppError('rate_limited', message, { data: { retry_after: RETRY_S } });
    }
    uploads.set(owner, others + 1);
    const file = await write(input, bytesMax, count).catch((error: unknown) => {
      leave(owner);
      throw error;
    });
    return { ...file, remove: () => file.remove().finally(() => leave(owner)) };
  };
}

async function write(input: Readable, bytesMax: number, count: (bytes: number) => void): Promise<Spooled> {
  const file = await openUnnamed();
  const hash = createHash('sha256');
  let bytes = 0;
  const remove = async () => {
    await file.close();
    count(-bytes);
    bytes = 0;
  };
  try {
    // Not destroyed when too long, because the client would then get no answer.
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      count(chunk.length);
      if (bytes > bytesMax) throw new AppError('payload_too_large', 'The file is too large.');
      hash.update(chunk);
      await file.write(chunk);
    }
  } catch (error) {
    await remove();
    if (!input.destroyed || error instanceof AppError) throw error;
    throw new AppError('bad_request', 'The file did not arrive whole.');
  }
  return {
    sha256: hash.digest('hex'),
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    remove,
  };
}

/** Opens a temporary file that has no name any more: the system frees it when the process ends, however it ends. */
async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `http-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
