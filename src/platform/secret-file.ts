import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMakeSecret, syncFolder } from './data-dir.ts';

/** The file name of SECRET_KEY in the data folder. */
export const SECRET_KEY_FILE = 'secret-key';

/** Returns the previous keys, newest first. The present one comes from `readOrMakeSecret`. */
export async function readPreviousSecrets(dataDir: string, name: string): Promise<string[]> {
  const text = await readFile(previousFile(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => line !== '');
}

/**
 * Makes a new secret. First adds the present one to the file of previous secrets, so after a crash at any point each secret
 * is in one of the two files.
 */
export async function replaceSecret(dataDir: string, name: string): Promise<void> {
  const present = await readOrMakeSecret(dataDir, name);
  const previous = new Set([present, ...(await readPreviousSecrets(dataDir, name))]);
  await writeSecret(dataDir, `${name}.previous`, [...previous].join('\n'));
  await writeSecret(dataDir, name, randomBytes(32).toString('base64url'));
}

/** Returns a time by which the present secret was made, or its file copied here. Adds a margin for differences between clocks. */
export async function secretMadeBy(dataDir: string, name: string): Promise<Date> {
  const { mtimeMs } = await stat(join(dataDir, name));
  return new Date(mtimeMs + CLOCKS_DIFFER_MS);
}

const CLOCKS_DIFFER_MS = 60_000;

/** Removes the previous secrets, so that only the present one remains. */
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
