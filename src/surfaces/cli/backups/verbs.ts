import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  type Audited,
  type BackupFile,
  dump,
  type Restored,
  recordBackup,
  rehearseRestore,
  restore,
} from '../../../core/backups/commands.ts';
import type { Deps } from '../../../core/deps.ts';
import { AppError } from '../../../domain/error.ts';
import { packEntries } from '../../../platform/backup/archive.ts';
import { makeIdentity, prepareSealing, type Sealing } from '../../../platform/backup/encryption.ts';
import { countSealed } from '../../../platform/reseal.ts';
import { writeFile } from '../file.ts';
import type { BareInstallation } from '../installation.ts';
import { formatTable } from '../terminal.ts';
import { numberIn } from '../values.ts';
import { type Answer, defineBareVerb, defineVerb, type VerbRunner } from '../verb.ts';
import {
  type KeyOptions,
  newBackupPath,
  readOpening,
  readSealing,
  removeOld,
  requireFile,
  requireFolder,
  setAside,
} from './files.ts';

type BackupOptions = KeyOptions & { keep?: number; verify: boolean };
type RestoreOptions = KeyOptions & { replace?: boolean; check?: boolean };

/** Adds the operator's verb that writes the whole database into a file. */
export function addBackup(runner: VerbRunner, backup: Command): void {
  backup
    .option('--recipient <key...>', 'encrypt it for these public keys (age1…)')
    .option('--passphrase-file <path>', 'encrypt it with the passphrase in this file')
    .option('--keep <number>', 'remove older backups of the folder, but for so many', numberIn({ min: 1, max: 10_000 }))
    .option('--no-verify', 'do not restore it into a scratch database');
  defineVerb<BackupOptions>(runner, backup, async (deps, { args: [target = ''], options }) =>
    run(deps, { target, options, serverUrl: (await runner.installation()).scratchUrl() }),
  );
}

/** Adds the operator's verb that brings such a file into an empty database. */
export function addRestore(runner: VerbRunner, restore: Command): void {
  restore
    .option('--identity <path>', 'the file with the private key that opens it')
    .option('--passphrase-file <path>', 'the file with the passphrase that opens it')
    .option('--replace', 'remove what the database holds')
    .option('--check', 'only try it, in a scratch database that is removed afterwards');
  defineBareVerb<RestoreOptions>(runner, restore, async ({ args: [source = ''], options }) => {
    await requireFile(source, 'source');
    const file = { path: source, opening: await readOpening(options) };
    return (await runner.installation()).withBareDatabase((bare) => runRestore(bare, file, options));
  });
}

/** Adds the operator's verb that makes a key for such files. */
export function addBackupKey(runner: VerbRunner, key: Command): void {
  defineBareVerb(runner, key, async ({ args: [path = ''] }) => {
    const recipient = await makeIdentity(path).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === 'EEXIST' ? 'exists; a key is never replaced' : `cannot be written (${error.code})`;
      throw new AppError('invalid_parameter', `“${path}” ${why}.`, { param: 'file' });
    });
    const hint = `${path} alone opens the backups for this key. Keep it away from this server, and twice.`;
    return { data: { recipient, file: path }, text: `${recipient}\n\n${hint}` };
  });
}

type Run = { target: string; options: BackupOptions; serverUrl: string | undefined };

async function run(deps: Deps, { target, options, serverUrl }: Run): Promise<Answer> {
  const { keep, verify } = options;
  if (keep !== undefined) await requireFolder(target);
  const sealing = await readSealing(options);
  const path = await newBackupPath(target, sealing !== null);
  const { file, madeAt } = await write(deps, path, sealing);
  const about = { madeAt, bytes: (await stat(path)).size, encrypted: sealing !== null };
  const clean = async () => (keep === undefined ? [] : await removeOld(target, keep));
  const trial = verify ? await tryOut(deps, { file, serverUrl }) : UNTRIED;
  await recordBackup(deps, { ...about, verified: trial.proved });
  if (trial.failed) {
    const aside = await setAside(path);
    await clean();
    throw withMore(trial.failed, `The backup is kept as ${aside}, unproved.`);
  }
  const removed = await clean();
  const data = {
    file: path,
    made_at: madeAt,
    bytes: about.bytes,
    encrypted: about.encrypted,
    verified: trial.proved,
    removed,
  };
  const size = `${path}: ${(about.bytes / 1e6).toFixed(1)} MB, as of ${madeAt.toISOString()}.`;
  return { data, text: [size, trial.text].join('\n'), partly: trial.broken };
}

type Trial = { proved: boolean; broken: boolean; text: string; failed?: unknown };
const UNTRIED: Trial = { proved: false, broken: false, text: 'It was not tried.' };

/**
 * Restores the backup into a scratch database. On the way back from an upgrade the database is newer than this code, which cannot restore
 * what it does not know: that is no fault of the backup.
 */
async function tryOut(deps: Deps, file: Parameters<typeof rehearseRestore>[1]): Promise<Trial> {
  try {
    const restored = await rehearseRestore(deps, file);
    const broken = restored.audits.some(({ findings }) => findings.length > 0);
    return { proved: !broken, broken, text: restoredText(restored) };
  } catch (failed) {
    if (!(failed instanceof AppError && failed.code === 'backup_newer')) return { ...UNTRIED, failed };
    const text = 'It was not tried, because the database is newer than this version. The newer version restores it.';
    return { ...UNTRIED, text };
  }
}

const withMore = (failed: unknown, more: string) =>
  failed instanceof AppError ? new AppError(failed.code, `${failed.message} ${more}`, failed.info) : failed;

async function write(deps: Deps, path: string, sealing: Sealing | null): Promise<{ file: BackupFile; madeAt: Date }> {
  const { entries, madeAt } = dump(deps);
  const sealed = sealing && (await prepareSealing(sealing));
  const packed = packEntries(entries);
  await writeFile(path, sealed ? sealed.seal(packed) : packed, 'target');
  return { file: { path, opening: sealed?.opening ?? null }, madeAt: madeAt() };
}

async function runRestore(bare: BareInstallation, file: BackupFile, options: RestoreOptions): Promise<Answer> {
  const { replace = false, check = false } = options;
  const restored = check
    ? await rehearseRestore(bare, { file, serverUrl: bare.scratchUrl })
    : await restore(bare, { file, replace });
  const sealed = check ? [] : await countSealed(bare.db, bare.secrets);
  const unreadable = sealed.reduce((sum, one) => sum + one.unreadable, 0);
  const broken = restored.audits.some(({ findings }) => findings.length > 0);
  const data = {
    checked_only: check,
    made_at: restored.madeAt,
    tables: restored.tables,
    rows: restored.rows,
    secrets_unreadable: unreadable,
    stores: restored.audits,
  };
  const hints = [
    ...(unreadable > 0
      ? [`${unreadable} secrets in it are sealed with another key: start with the SECRET_KEY of that time.`]
      : []),
    ...(check ? [] : ['Erase again every person who was erased since then, and start only one installation on it.']),
  ];
  return { data, text: [restoredText(restored), ...hints].join('\n'), partly: broken || unreadable > 0 };
}

function restoredText({ madeAt, tables, rows, audits }: Restored): string {
  const counted = `Restored as of ${madeAt.toISOString()}: ${tables} tables, ${rows} rows.`;
  const broken = audits.filter(({ findings }) => findings.length > 0);
  if (broken.length === 0) return `${counted} The books of ${audits.length} stores are correct.`;
  return `${counted}\n${formatTable(['Store', 'Broken rule', 'Where'], broken.flatMap(rowsOfFindings))}`;
}

const rowsOfFindings = ({ store, findings }: Audited) => findings.map(({ rule, subject }) => [store, rule, subject]);
