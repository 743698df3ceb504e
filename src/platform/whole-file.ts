import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type File = { name: string; content: string | Buffer };

/** Writes a file that only its owner can read, and makes the folder if it is missing. The rename makes the write atomic. */
export async function writeAtomically(folder: string, { name, content }: File): Promise<void> {
  const draft = join(folder, `.${randomUUID()}`);
  const write = () => writeFile(draft, content, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  });
  await rename(draft, join(folder, name));
}
