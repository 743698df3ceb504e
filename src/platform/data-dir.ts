import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './setup-error.ts';

/** The uid that the database runs as when the service runs as root. Files in the data folder may belong to it. */
export const NOBODY_UID = 65_534;

export type OwnerKind = 'server' | 'command';

/** What the process that owns a data folder publishes, for commands that connect to its database. */
export type Runtime = {
  pid: number;
  kind: OwnerKind;
  state: 'starting' | 'running' | 'stopping';
} & RuntimeAddresses;

export type RuntimeAddresses = {
  databaseUrl?: string | undefined;
  /** The public address of the service; commands show it to merchants. */
  baseUrl?: string | undefined;
  /** The address of the portal. */
  portalUrl?: string | undefined;
};

export type DataDirOwner = {
  readonly path: string;
  /** Publishes the state. Addresses that were published earlier stay. */
  publish(state: Runtime['state'], addresses?: RuntimeAddresses): Promise<void>;
  release(): Promise<void>;
};

// A child notices only after a moment that its parent was killed, so a new start waits this long before it gives up.
const OWNER_GRACE_MS = 1_500;
// Commands, and a server that is stopping, end by themselves within this time.
const OWNER_ENDS_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Makes the folder if it is missing. Throws a `SetupError` if it belongs to another user or is not writable. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  let path = resolve(dataDir);
  try {
    await makeFolder(path);
    path = await realpath(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SetupError(`${await describeOwner(path)} Set DATA_DIR to a folder you may write to.`, { cause: error });
  }
  const uid = process.getuid?.();
  if (uid === undefined) return path;
  const allowed = uid === 0 ? [0, NOBODY_UID] : [uid];
  const owners = new Set<number | undefined>();
  for (const name of await readdir(path)) {
    const owner = (await stat(join(path, name)).catch(() => undefined))?.uid;
    if (owner !== undefined && !allowed.includes(owner)) {
      throw new SetupError(
        `The data folder ${path} belongs to another user (${name} to uid ${owner}, this process is uid ${uid}). Start as that user, or set DATA_DIR to a folder of your own.`,
      );
    }
    owners.add(owner);
  }
  // The server of an older version runs as another user, who has to get to its files.
  if (!owners.has(NOBODY_UID)) await closeToOthers(path, uid);
  return path;
}

/** Takes a folder from all other users: it holds keys and mails. Leaves one that all share, such as `/tmp`, and one of another user. */
async function closeToOthers(path: string, uid: number): Promise<void> {
  const { mode, uid: owner } = await stat(path);
  if (owner === uid && (mode & 0o077) !== 0 && (mode & 0o1000) === 0) await chmod(path, 0o700);
}

/** Makes a folder and its parents. Node's `recursive` option loops forever where no folder can be made, such as below /proc. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error; // another process may have made it first
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function describeOwner(path: string): Promise<string> {
  const uid = process.getuid?.();
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return `The data folder ${path} cannot be made.`;
  if (!found.isDirectory()) return `The data folder ${path} is not a folder.`;
  if (uid !== undefined && found.uid !== uid) {
    return `The data folder ${path} belongs to another user (uid ${found.uid}, this process is uid ${uid}).`;
  }
  return `The data folder ${path} cannot be written to.`;
}

export async function requireFreeSpace(path: string, megabytesMin: number): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  const megabytes = Math.floor((bavail * bsize) / 1e6);
  if (megabytes >= megabytesMin) return;
  throw new SetupError(
    `The disk of the data folder ${path} has ${megabytes} MB left and the database needs ${megabytesMin} MB. Free some space, or set DATA_DIR to a folder on another disk.`,
  );
}

/**
 * Returns a secret that is kept in the folder, and makes it on first use. Returns a new one only when it is on disk. Throws a `SetupError`
 * where its file cannot be used.
 */
export function readOrMakeSecret(dataDir: string, name: string): Promise<string> {
  return readOrMake(dataDir, name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    const path = join(dataDir, name);
    const sentence = /^(ENOSPC|EDQUOT)$/.test(error.code)
      ? `The disk is full, so the file ${path} could not be made. Free some space, or set DATA_DIR to a folder on another disk.`
      : `The file ${path} can be neither read nor made (${error.code}). See what it is, and whose.`;
    throw new SetupError(sentence, { cause: error });
  });
}

async function readOrMake(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const secret = randomBytes(32).toString('base64url');
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, path);
  await syncFolder(dataDir);
  return secret;
}

/** Flushes a folder to disk, which makes renames in it durable. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open folders
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/**
 * Locks the folder for this process; the lock is freed even if the process is killed. Waits for an owner that will end by
 * itself. Throws a `SetupError` if another server keeps it.
 */
export async function ownDataDir(
  path: string,
  kind: OwnerKind,
  onProgress: (text: string) => void,
): Promise<DataDirOwner> {
  const started = Date.now();
  let reported = false;
  let unlock = tryLock(path);
  while (unlock === undefined) {
    const other = await readRuntime(path);
    const ends = other?.kind === 'command' || other?.state === 'stopping';
    if (Date.now() - started > (ends ? OWNER_ENDS_MS : OWNER_GRACE_MS)) {
      const who = other?.kind === 'command' ? 'a command' : 'another start of this service';
      const which = other ? ` (process ${other.pid})` : '';
      throw new SetupError(
        `The data folder ${path} is in use by ${who}${which}. Stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    if (ends && !reported) {
      reported = true;
      onProgress(`Waiting for process ${other.pid} to leave the data folder`);
    }
    await sleep(LOOK_EVERY_MS);
    unlock = tryLock(path);
  }
  return createOwner(path, kind, unlock);
}

/**
 * Finds the running server that owns the folder, or undefined. Waits for a server that is starting. The lock tells a live
 * owner from the file that a killed process left.
 */
export async function findRunningServer(path: string): Promise<Runtime | undefined> {
  for (const started = Date.now(); Date.now() - started < OWNER_ENDS_MS; await sleep(LOOK_EVERY_MS)) {
    const unlock = tryLock(path);
    if (unlock !== undefined) {
      unlock();
      return undefined;
    }
    const runtime = await readRuntime(path);
    // A new owner first takes the lock and then writes the file: until then the file is missing or a killed process left it.
    if (runtime === undefined || runtime.state === 'starting' || !isAlive(runtime.pid)) continue;
    return runtime.kind === 'server' && runtime.state === 'running' ? runtime : undefined;
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function createOwner(path: string, kind: OwnerKind, unlock: () => void): Promise<DataDirOwner> {
  const file = runtimeFile(path);
  let known: RuntimeAddresses = {};
  const publish: DataDirOwner['publish'] = async (state, addresses) => {
    known = { ...known, ...addresses };
    const runtime: Runtime = { pid: process.pid, kind, state, ...known };
    // Mode 0600, because the database's URL holds its password. The rename makes the write atomic.
    await rm(`${file}.new`, { force: true });
    await writeFile(`${file}.new`, JSON.stringify(runtime), { mode: 0o600, flag: 'wx' });
    await rename(`${file}.new`, file);
  };
  await publish('starting');
  return {
    path,
    publish,
    async release() {
      await rm(file, { force: true });
      unlock();
    },
  };
}

async function readRuntime(path: string): Promise<Runtime | undefined> {
  try {
    return JSON.parse(await readFile(runtimeFile(path), 'utf8')) as Runtime;
  } catch {
    return undefined;
  }
}

const runtimeFile = (path: string) => join(path, 'runtime.json');

/**
 * Tries to lock the folder and returns the function that unlocks it. Uses SQLite's file lock, because Node has none of its own.
 * The kernel frees it when the process dies, so it is never stale. It also works across containers that share the folder. The
 * SQLite file stays empty.
 */
function tryLock(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(join(path, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined; // SQLITE_BUSY
    throw error;
  }
}
