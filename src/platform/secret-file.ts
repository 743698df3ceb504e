import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMakeSecret, syncFolder } from './data-dir.ts';

/** The key's name in the data folder. */
export const SECRET_KEY_FILE = 'secret-key';

/** Keys that went before the one of `readOrMakeSecret`, the newest first. */
export async function readPreviousSecrets(dataDir: string, name: string): Promise<string[]> {
  const text = await readFile(previousFile(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => line !== '');
}

/**
 * Makes a new secret. The one before is written down as a previous one first: whenever this stops, every secret that ever
 * counted is in one of the two files.
 */
export async function replaceSecret(dataDir: string, name: string): Promise<void> {
  const present = await readOrMakeSecret(dataDir, name);
  const previous = new Set([present, ...(await readPreviousSecrets(dataDir, name))]);
  await writeSecret(dataDir, `${name}.previous`, [...previous].join('\n'));
  await writeSecret(dataDir, name, randomBytes(32).toString('base64url'));
}

/** By when the present secret was made, or its file copied here since; later by what clocks of disks and databases differ. */
export async function secretMadeBy(dataDir: string, name: string): Promise<Date> {
  const { mtimeMs } = await stat(join(dataDir, name));
  return new Date(mtimeMs + CLOCKS_DIFFER_MS);
}

const CLOCKS_DIFFER_MS = 60_000;

/** From now on only the present secret counts. */
export async function forgetPreviousSecrets(dataDir: string, name: string): Promise<void> {
  await rm(previousFile(dataDir, name), { force: true });
}

const previousFile = (dataDir: string, name: string) => join(dataDir, `${name}.previous`);

async function writeSecret(dataDir: string, name: string, text: string): Promise<void> {
  const draft = join(dataDir, `${name}.new`);
  await rm(draft, { force: true });
  await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, join(dataDir, name));
  await syncFolder(dataDir);
}
