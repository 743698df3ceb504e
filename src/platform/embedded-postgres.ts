import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type OwnerKind,
  ownDataDir,
  prepareDataDir,
  type RuntimeAddresses,
  readOrMakeSecret,
  requireFreeSpace,
  syncFolder,
} from './data-dir.ts';
import { createHandle, type EmbeddedPostgres, hasEnded } from './embedded-handle.ts';
import { findPostgres, ownerOf, POSTGRES_MAJOR, type PostgresPrograms, packageRoot } from './postgres-binaries.ts';
import { SetupError } from './setup-error.ts';

const run = promisify(execFile);

export type EmbeddedPostgresOptions = {
  dataDir: string;
  onProgress?: (text: string) => void;
  /** Commands connect to the database of a running server, and a second server is refused. A server waits for a running command. */
  kind?: OwnerKind;
  /** The addresses of the service that uses this database, for commands that connect to it. */
  addresses?: Omit<RuntimeAddresses, 'databaseUrl'>;
};

const FOLDER = `pg${POSTGRES_MAJOR}`;
const PASSWORD_FILE = `${FOLDER}.password`;
const LOG_FILE = 'postgres.log';
// A new database takes 40 MB, and its write-ahead log grows to some hundred MB before its files are reused.
const FREE_MB_FIRST = 300;
const FREE_MB_LATER = 100;
const LOG_BYTES_KEPT = 5_000_000;
const START_MS_MAX = 120_000; // recovery after a crash replays the write-ahead log first
const START_TRIES = 20; // another process may take the port, and child processes of a killed server need time to end
const LOOK_EVERY_MS = 10;

// For a small machine with a few processes, each with a pool and the connections of its sale queue.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // TCP on loopback instead of a socket file: a socket's path is limited to 107 bytes, and not every client can read such a URL.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off', // compiling a plan takes longer than running any of our queries
  random_page_cost: '1.1', // for SSDs; the default is for rotating disks
  log_checkpoints: 'off',
  // The client receives all errors. In the server's log they would repeat what shoppers typed.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Takes the data folder and starts its PostgreSQL, which is created on first use. See `ownDataDir` for a folder in use. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { onProgress = () => {}, kind = 'server' } = options;
  packageRoot(); // without one, no folder is made
  const dataDir = await prepareDataDir(options.dataDir);
  const folder = join(dataDir, FOLDER);
  await requireFreeSpace(dataDir, (await ownerOf(folder)) === undefined ? FREE_MB_FIRST : FREE_MB_LATER);
  const owner = await ownDataDir(dataDir, kind, onProgress);
  try {
    await refuseOtherMajor(dataDir);
    const programs = await findPostgres(join(dataDir, `${FOLDER}.lib`), await ownerOf(folder));
    const password = await readOrMakeSecret(dataDir, PASSWORD_FILE);
    if ((await ownerOf(folder)) === undefined) {
      onProgress('Making the database');
      await initialise(dataDir, programs);
    }
    await stopLeftover(folder, programs, onProgress);
    const { server, port } = await startServer({ dataDir, programs, onProgress });
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    await owner.publish('running', { ...options.addresses, databaseUrl: url });
    const again = async () => (await startServer({ dataDir, programs, onProgress, port })).server;
    return createHandle({ server, owner, url }, { again, onProgress });
  } catch (error) {
    await owner.release();
    throw error;
  }
}

async function refuseOtherMajor(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  const other = names.find((name) => /^pg\d+$/.test(name) && name !== FOLDER);
  const found = names.includes(FOLDER) ? await versionIn(join(dataDir, FOLDER)) : undefined;
  if (!other && (!names.includes(FOLDER) || found === String(POSTGRES_MAJOR))) return;
  if (!other && found === undefined) {
    throw new SetupError(
      `${join(dataDir, FOLDER)} is not a PostgreSQL database. Move it away to begin with an empty one, or put your backup in its place.`,
    );
  }
  const version = other?.slice(2) ?? found;
  throw new SetupError(
    `The data folder ${dataDir} holds a database of PostgreSQL ${version}, and this version runs ${POSTGRES_MAJOR}. To keep it, start the version of this service that made it, copy it with pg_dump (its address is in runtime.json while it runs) to a PostgreSQL of your own, and set DATABASE_URL to that. To begin with an empty one, move ${join(dataDir, other ?? FOLDER)} away.`,
  );
}

async function versionIn(folder: string): Promise<string | undefined> {
  return readFile(join(folder, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** Creates the database under a draft name and renames it when complete, so a killed start leaves nothing to repair. */
async function initialise(dataDir: string, programs: PostgresPrograms): Promise<void> {
  const draft = join(dataDir, `${FOLDER}.new`);
  await rm(draft, { recursive: true, force: true });
  const { file, args } = programs.command('initdb', [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${join(dataDir, PASSWORD_FILE)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The builtin locale sorts alike on every machine, whatever its system libraries.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  try {
    await run(file, args, { cwd: dataDir, env: programs.env });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new SetupError(
      `The database could not be made in ${dataDir}: ${said}. If this cannot be put right, set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
    );
  }
  await rename(draft, join(dataDir, FOLDER));
  await syncFolder(dataDir);
}

/** Stops a server that still runs in the folder. We hold the folder's lock, so the Node process that started it was killed. */
async function stopLeftover(folder: string, programs: PostgresPrograms, onProgress: (text: string) => void) {
  const pid = Number((await pidFileLines(folder))[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const found = await findProcess(pid, folder);
  if (found === 'our server') {
    onProgress('Stopping the database that a killed start left');
    const { file, args } = programs.command('pg_ctl', ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '60']);
    await run(file, args, { cwd: folder, env: programs.env });
  } else if (found === 'another program') {
    // The pid was reused, which is likely in a container. The new server would take that process for a running server.
    await rm(join(folder, 'postmaster.pid'), { force: true });
  }
}

type PidOwner = 'no process' | 'our server' | 'another program' | 'unknown';

/** Finds what runs under the pid. `unknown` leaves the pid file: PostgreSQL checks it and refuses to run beside another server. */
async function findProcess(pid: number, folder: string): Promise<PidOwner> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
    return stdout.includes('postgres') && stdout.includes(folder) ? 'our server' : 'unknown';
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (commandLine === '') return 'no process'; // ended, or a zombie
  if (!commandLine.includes('postgres')) return 'another program';
  // A server's working directory is its data folder. Device and inode are compared because paths may differ.
  const [works, ours] = await Promise.all([stat(`/proc/${pid}/cwd/`).catch(() => undefined), stat(folder)]);
  if (works === undefined) return 'unknown';
  return works.dev === ours.dev && works.ino === ours.ino ? 'our server' : 'another program';
}

type ServerStart = {
  dataDir: string;
  programs: PostgresPrograms;
  onProgress: (text: string) => void;
  /** The port of a server that ended: its clients know only that one. */
  port?: number;
};

async function startServer({ dataDir, programs, onProgress, port: samePort }: ServerStart) {
  const folder = join(dataDir, FOLDER);
  const logPath = join(dataDir, LOG_FILE);
  for (let tries = 1; ; tries += 1) {
    const port = samePort ?? (await freePort());
    const { server, logStart } = await spawnServer(dataDir, programs, port);
    const ready = await waitUntilReady(server, folder, onProgress);
    if (ready) return { server, port };
    const said = (await readFile(logPath)).subarray(logStart).toString('utf8').trim();
    const passes = /could not bind|Address already in use|still in use|already exists/.test(said);
    if (!passes || tries === START_TRIES) {
      const reason = said.split('\n').findLast((line) => line.includes('FATAL')) ?? said.split('\n').at(-1) ?? '';
      throw new SetupError(`The embedded PostgreSQL did not start: ${reason.trim()} (all it said is in ${logPath}).`);
    }
    await sleep(250);
  }
}

async function spawnServer(dataDir: string, programs: PostgresPrograms, port: number) {
  const folder = join(dataDir, FOLDER);
  const logPath = join(dataDir, LOG_FILE);
  const size = (await stat(logPath).catch(() => undefined))?.size ?? 0;
  if (size > LOG_BYTES_KEPT) await rename(logPath, `${logPath}.old`);
  const log = await open(logPath, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args } = programs.command('postgres', ['-D', folder, '-p', String(port), ...settings]);
  try {
    const server = spawn(file, args, {
      cwd: folder,
      env: programs.env,
      stdio: ['ignore', log.fd, log.fd],
      detached: true, // Ctrl-C in the terminal must reach only this process, which stops the server after its clients
    });
    await once(server, 'spawn'); // rejects if the program cannot be run
    return { server, logStart };
  } finally {
    await log.close();
  }
}

async function waitUntilReady(
  server: ChildProcess,
  folder: string,
  onProgress: (text: string) => void,
): Promise<boolean> {
  const started = Date.now();
  let reported = false;
  while (!hasEnded(server)) {
    const lines = await pidFileLines(folder);
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return true;
    const waited = Date.now() - started;
    if (waited > START_MS_MAX) {
      server.kill('SIGQUIT');
      throw new SetupError(`The embedded PostgreSQL was not ready after ${START_MS_MAX / 1000} s.`);
    }
    if (waited > 2_000 && !reported) {
      reported = true;
      onProgress('The database replays its log after a crash');
    }
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

async function pidFileLines(folder: string): Promise<string[]> {
  return readFile(join(folder, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('TCP server without a port');
  return address.port;
}
