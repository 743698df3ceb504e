import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../domain/error.ts';

/** A body that was written to a temporary file. */
export type Spooled = { sha256: string; read(): Readable; remove(): Promise<void> };

/**
 * Writes a request's body to a temporary file, in constant memory, so that a slow client keeps no connection to the database
 * meanwhile. Throws `payload_too_large`, or `bad_request` if the body ends too early. The caller has to remove the file.
 */
export async function spool(input: Readable, bytesMax: number): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'http-upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'body');
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await using file = await open(path, 'wx', 0o600);
    // Not destroyed when too long, because the client would then get no answer.
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new AppError('payload_too_large', 'The file is too large.');
      hash.update(chunk);
      await file.write(chunk);
    }
  } catch (error) {
    await remove();
    if (!input.destroyed || error instanceof AppError) throw error;
    throw new AppError('bad_request', 'The file did not arrive whole.');
  }
  return { sha256: hash.digest('hex'), read: () => createReadStream(path), remove };
}
