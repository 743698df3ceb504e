import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/error.ts';
import { type Entry, readEntries } from '../../platform/backup/archive.ts';
import { dumpDatabase } from '../../platform/backup/dump.ts';
import type { Opening } from '../../platform/backup/encryption.ts';
import { type Loaded, loadDatabase, type Migrate } from '../../platform/backup/load.ts';
import { countConnected, dropAside, holdsAnything, moveAside, moveBack } from '../../platform/backup/tables.ts';
import { type Verified, verifyBackup } from '../../platform/backup/verify.ts';
import { retryWhileAway } from '../../platform/database-away.ts';
import { type Database, openDatabase } from '../../platform/db.ts';
import { type ScratchServer, scratchServer, whyNotMade } from '../../platform/scratch-database.ts';
import { audit } from '../audits/commands.ts';
import type { Finding } from '../audits/queries/prove.ts';
import type { Deps } from '../deps.ts';
import { migrate } from '../migrate.ts';
import { listStores } from '../stores/queries.ts';

export type BackupFile = { path: string; opening: Opening | null };
export type Audited = { store: string; findings: Finding[] };
export type Restored = Loaded & { audits: Audited[] };

const CONNECTIONS = 2;
const LOOKS_MAX = 10;
const LOOK_AGAIN_MS = 100;
const REMOVE_MS_MAX = 20_000; // a server that starts again is back by then

// The schemas of the migrations, and that of the job queue. The queue keeps its own version in a table, which a restore makes.
export const SCHEMAS = ['public', 'graphile_worker', 'test_provider', 'fake_stripe'];
const MADE_BY_QUEUE = ['graphile_worker.migrations'];

const verify = (file: BackupFile) => verifyBackup(readEntries(file.path, file.opening), SCHEMAS);

const load = (db: Database, file: BackupFile, verified: Verified) =>
  loadDatabase(
    db,
    { ...verified, entries: readEntries(file.path, file.opening) },
    { migrate: migrateTo, schemas: SCHEMAS },
  );

const migrateTo: Migrate = (db, only) => migrate(db, { restoring: true, ...(only && { only }) });

/** Reads every row, as one moment shows them. Resolves with that moment once the caller has read all entries. */
export function dump({ db }: Pick<Deps, 'db'>): { entries: AsyncGenerator<Entry>; madeAt: () => Date } {
  let madeAt = new Date(0);
  const entries = dumpDatabase(db, {
    schemas: SCHEMAS,
    except: MADE_BY_QUEUE,
    onHead: (head) => {
      madeAt = new Date(head.madeAt);
    },
  });
  return { entries, madeAt: () => madeAt };
}

/** Keeps the fact that a backup ended well, for a monitor of its age. */
export async function recordBackup(
  { db }: Pick<Deps, 'db'>,
  backup: { madeAt: Date; bytes: number; encrypted: boolean; verified: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO backup (made_at, bytes, encrypted, verified_at) VALUES ($1, $2, $3, CASE WHEN $4 THEN now() END)`,
    [backup.madeAt, backup.bytes, backup.encrypted, backup.verified],
  );
}

/** Restores a backup into a database that is removed afterwards, and audits the books of every store in it. */
export async function rehearseRestore(
  { db }: Pick<Deps, 'db'>,
  { file, serverUrl }: { file: BackupFile; serverUrl: string | undefined },
): Promise<Restored> {
  const open = (url: string) => openDatabase({ url, poolConnectionsMax: CONNECTIONS, onError: () => {} });
  const server = scratchServer({ db, open, url: serverUrl, purpose: 'backup_check' });
  const name = `p${process.pid}`;
  const verified = await verify(file);
  const scratch = open(await createScratch(server, name, serverUrl));
  try {
    const loaded = await load(scratch, file, verified);
    return { ...loaded, audits: await auditAll(scratch) };
  } finally {
    await scratch.close();
    await server.remove(name);
  }
}

async function createScratch(server: ScratchServer, name: string, url: string | undefined): Promise<string> {
  try {
    await server.removeUnused(); // of trials that were killed: each is a whole copy
    await server.remove(name); // of a process with the same id, whose connections may live on
    return await server.create(name);
  } catch (error) {
    const message = `No database could be made to try the backup: ${whyNotMade(error, url)}. --no-verify leaves the trial out.`;
    throw new AppError('unavailable', message);
  }
}

/**
 * Restores a backup into the database of this installation, and audits the books in it. Throws `database_not_empty` unless
 * `replace` is set; then the old tables are kept aside until the new ones are complete, and come back if they do not get so far.
 */
export async function restore(
  { db }: Pick<Deps, 'db'>,
  { file, replace }: { file: BackupFile; replace: boolean },
): Promise<Restored> {
  if (!(await isAlone(db))) {
    throw new AppError('database_in_use', 'The service runs on this database. Stop all of its processes first.');
  }
  await db.transaction((tx) => moveBack(tx, SCHEMAS)); // what an earlier one has left that was killed
  const full = await holdsAnything(db, SCHEMAS);
  if (full && !replace) {
    const message =
      'This database is not empty. --replace removes what it holds, for ever, once the backup is restored.';
    throw new AppError('database_not_empty', message);
  }
  const verified = await verify(file);
  // An empty database as well: while this schema is there, no other process takes what was loaded so far for a whole one.
  await db.transaction((tx) => moveAside(tx, SCHEMAS));
  let restored: Restored | null = null;
  try {
    const loaded = await load(db, file, verified);
    restored = { ...loaded, audits: await auditAll(db) };
    await retryWhileAway(REMOVE_MS_MAX, () => db.transaction((tx) => dropAside(tx, SCHEMAS)));
    return restored;
  } catch (error) {
    const isBack = await db
      .transaction((tx) => moveBack(tx, SCHEMAS))
      .catch((failure: Error) => {
        const message = `The restore failed, and so did putting back what was there before (${failure.message}). Nothing of it is lost: run the same restore again, which puts that back first.`;
        throw new AppError('unavailable', message, { detail: String(error) });
      });
    if (restored !== null && !isBack) return restored; // what was there before is removed; only the answer was lost
    throw error;
  }
}

/** The server notices a process that has just ended a moment later. */
async function isAlone(db: Database): Promise<boolean> {
  for (let looks = 1; (await countConnected(db)) > 0; looks += 1) {
    if (looks === LOOKS_MAX) return false;
    await sleep(LOOK_AGAIN_MS);
  }
  return true;
}

async function auditAll(db: Database): Promise<Audited[]> {
  const audits: Audited[] = [];
  for (const { id, slug } of await listStores(db)) audits.push({ store: slug, findings: await audit({ db }, id) });
  return audits;
}
