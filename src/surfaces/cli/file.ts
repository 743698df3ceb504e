import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../domain/error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'what should be its folder is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'this disk is only read',
  ENOSPC: 'the disk is full',
};

/**
 * Writes a file that appears under its name only once it is whole, for its owner alone, since it holds names and
 * addresses. `invalid_parameter`, naming `option`, when it cannot be written.
 */
export async function writeFile(
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>,
  option: string,
): Promise<void> {
  const refused = (why: string) =>
    new AppError('invalid_parameter', `“${path}” cannot be written: ${why}.`, { param: option });
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw refused('it is a folder, and a file is wanted');
  // What is no file, such as /dev/null, takes what comes: a file in its place would break the machine.
  const draft = there === undefined || there.isFile() ? `${path}.part` : path;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(draft, { mode: 0o600 }));
    if (draft !== path) await rename(draft, path);
  } catch (error) {
    // Half of it would be left where nobody looks for it.
    if (draft !== path) await rm(draft, { force: true }).catch(() => undefined);
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    throw refused(REASONS[String(error.code)] ?? error.message);
  }
}
