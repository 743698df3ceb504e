import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../domain/error.ts';

/**
 * Writes a file that appears under its name only once it is whole, for its owner alone, since it holds names and
 * addresses. `invalid_parameter`, naming `option`, when it cannot be written.
 */
export async function writeFile(
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>,
  option: string,
): Promise<void> {
  const draft = `${path}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new AppError('invalid_parameter', `${path} cannot be written: ${error.message}.`, { param: option });
  }
}
