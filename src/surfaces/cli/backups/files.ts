import { access, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../domain/error.ts';
import { type Opening, readIdentities, type Sealing } from '../../../platform/backup/encryption.ts';

export type KeyOptions = { recipient?: string[]; identity?: string; passphraseFile?: string };

const PASSPHRASE_CHARACTERS_MIN = 12;
const UNPROVED = '.unproved';
const NAME = /^service-\d{8}T\d{6}Z\.tar\.zst(\.age)?(\.unproved)?$/;
const PART = /^service-\d{8}T\d{6}Z\.tar\.zst(\.age)?\.part$/;
// A backup writes all the time, so a part that is older belongs to one that was killed.
const PART_MS_MAX = 24 * 3_600_000;

/** Returns the path of a new backup: the target itself, or a name with the time where the target is a folder. */
export async function newBackupPath(target: string, encrypted: boolean): Promise<string> {
  const found = await stat(target).catch(() => undefined);
  if (found?.isFile()) {
    throw new AppError('invalid_parameter', `“${target}” exists. A backup never replaces a file.`, { param: 'target' });
  }
  if (!found?.isDirectory()) return target;
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const path = join(target, `service-${time}.tar.zst${encrypted ? '.age' : ''}`);
  const isTaken = (await stat(path).catch(() => undefined)) !== undefined;
  if (!isTaken) return path;
  await sleep(1_000); // the next second has another name
  return newBackupPath(target, encrypted);
}

/** Throws `invalid_parameter` unless the target is a folder, in which older backups can be removed. */
export async function requireFolder(target: string): Promise<void> {
  if ((await stat(target).catch(() => undefined))?.isDirectory()) return;
  throw new AppError('invalid_parameter', '--keep needs a folder as target, and one that exists.', { param: 'keep' });
}

/** Renames a backup that could not be restored into a scratch database. Resolves with its new path. */
export async function setAside(path: string): Promise<string> {
  await rename(path, path + UNPROVED);
  return path + UNPROVED;
}

/**
 * Removes the oldest backups of a folder, but for the newest `keep`, and so many that were not proved; and parts that killed backups
 * left. Resolves with the names of the removed.
 */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
  const all = await readdir(folder);
  const names = all
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
  const isUnproved = (name: string) => name.endsWith(UNPROVED);
  const old = [names.filter((name) => !isUnproved(name)), names.filter(isUnproved)].flatMap((one) => one.slice(keep));
  for (const name of all.filter((one) => PART.test(one))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > PART_MS_MAX) old.push(name);
  }
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** Returns for whom a backup is encrypted; null: it is not. */
export async function readSealing({ recipient = [], passphraseFile }: KeyOptions): Promise<Sealing | null> {
  if (recipient.length > 0 && passphraseFile !== undefined) throw bothKinds('recipient');
  if (passphraseFile !== undefined) return { passphrase: await readPassphrase(passphraseFile) };
  return recipient.length > 0 ? { recipients: recipient } : null;
}

/** Returns what opens a backup; null: nothing was named. */
export async function readOpening({ identity, passphraseFile }: KeyOptions): Promise<Opening | null> {
  if (identity !== undefined && passphraseFile !== undefined) throw bothKinds('identity');
  if (passphraseFile !== undefined) return { passphrase: await readPassphrase(passphraseFile) };
  if (identity === undefined) return null;
  return { identities: await readIdentities(identity).catch(asUnreadable(identity, 'identity')) };
}

/** Throws `file_unreadable` unless the file can be read. */
export async function requireFile(path: string, param: string): Promise<void> {
  await access(path).catch(asUnreadable(path, param));
}

async function readPassphrase(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8').catch(asUnreadable(path, 'passphrase_file'))).trim();
  if (text.length >= PASSPHRASE_CHARACTERS_MIN) return text;
  const message = `The passphrase needs ${PASSPHRASE_CHARACTERS_MIN} characters or more. It stands in the file alone.`;
  throw new AppError('invalid_parameter', message, { param: 'passphrase_file' });
}

const bothKinds = (param: string) =>
  new AppError(
    'invalid_parameter',
    `Name a key or a passphrase: --${param} and --passphrase-file exclude each other.`,
    {
      param,
    },
  );

function asUnreadable(path: string, param: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError) throw error;
    throw new AppError('file_unreadable', `“${path}” cannot be read.`, { param, detail: String(error) });
  };
}
