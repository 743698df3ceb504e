import { open } from 'node:fs/promises';
import { AppError } from '../../domain/error.ts';
import { printable } from './terminal.ts';

/** Reads a file up to one byte more than it may have, so that no large one fills the memory. */
export async function readStart(path: string, bytesMax: number): Promise<Buffer> {
  try {
    const handle = await open(path);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytesMax + 1), 0, bytesMax + 1, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'ENOENT' ? 'there is no such file' : String(error.code);
    throw new AppError('file_unreadable', `${printable(path)} cannot be read: ${reason}.`, { param: 'file' });
  }
}
