import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type File = { name: string; content: string | Buffer };

/** Keeps a file for its owner alone, in a folder that is made when it is not there. The rename shows no reader half of it. */
export async function writeWhole(folder: string, { name, content }: File): Promise<void> {
  const draft = join(folder, `.${randomUUID()}`);
  const write = () => writeFile(draft, content, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  });
  await rename(draft, join(folder, name));
}
