import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../domain/error.ts';
import { printable } from './terminal.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Writes a file atomically. Only its owner can read it, because it holds names and addresses. Throws `invalid_parameter` with
 * the name of `option` if it cannot be written.
 */
export async function writeFile(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string>,
  option: string,
): Promise<void> {
  const refused = (why: string) =>
    new AppError('invalid_parameter', `“${path}” cannot be written: ${why}.`, { param: option });
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw refused('it is a folder, not a file');
  // A device such as /dev/null is written to directly: replacing it by a file would break the machine.
  const draft = existing === undefined || existing.isFile() ? `${path}.part` : path;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(draft, { mode: 0o600, flush: draft !== path }));
    if (draft !== path) await rename(draft, path);
  } catch (error) {
    // Otherwise a partial file with personal data would stay unnoticed.
    if (draft !== path) await rm(draft, { force: true }).catch(() => undefined);
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    throw refused(REASONS[String(error.code)] ?? error.message);
  }
}

/** Reads a whole file that a person named. Throws `file_unreadable`. */
export async function readNamedFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'ENOENT' ? 'there is no such file' : String(error.code);
    throw new AppError('file_unreadable', `${printable(path)} cannot be read: ${reason}.`, { param: 'file' });
  }
}
