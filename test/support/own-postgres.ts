import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { findPostgres, ownerOf } from '../../src/platform/postgres-binaries.ts';
import { freePorts } from './service-process.ts';

const LOOK_MS = 20;

export type OwnPostgres = {
  url: string;
  /** The folder of its files. */
  folder: string;
  start(): Promise<void>;
  /** Stops at once: like a power cut, or `fast`, as an operator restarts it. */
  stop(mode?: 'immediate' | 'fast'): Promise<void>;
  /** Kills its first process with SIGKILL. The others end by themselves. */
  kill(): Promise<void>;
  /** Stops the server and removes its files. */
  remove(): Promise<void>;
};

export type OwnPostgresOptions = {
  /** The folder for its files; the system's folder for temporary files if left out. */
  under?: string;
  /** Settings of the server, such as `wal_recycle=off`. */
  settings?: readonly string[];
};

/** Starts a PostgreSQL for one test, which may stop it and start it again at the same address. */
export async function ownPostgres({ under = tmpdir(), settings = [] }: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(under, 'own-postgres-'));
  await (await startEmbeddedPostgres({ dataDir })).stop(); // creates the data folder
  const folder = join(dataDir, 'pg18');
  const programs = await findPostgres(join(dataDir, 'pg18.lib'), await ownerOf(folder));
  const [port] = await freePorts(1);
  const run = async (...args: string[]) => {
    const { file, args: all } = programs.command('pg_ctl', [...args, '-w', '-D', folder]);
    await promisify(execFile)(file, all, { env: programs.env, cwd: dataDir });
  };
  const given = ['max_connections=200', ...settings].map((setting) => `-c ${setting}`).join(' ');
  const start = () => run('start', '-o', `-p ${port} -k '' ${given}`, '-l', '/dev/null');
  await start();
  const password = (await readFile(join(dataDir, 'pg18.password'), 'utf8')).trim();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    folder,
    start,
    kill: () => killServer(folder),
    stop: (mode = 'immediate') => run('stop', '-m', mode),
    async remove() {
      await run('stop', '-m', 'immediate').catch(() => {}); // it may be stopped already
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Kills the first process of the server in this folder with SIGKILL. Resolves when the others have ended. */
export async function killServer(folder: string): Promise<void> {
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  while (await isWorkedIn(folder)) await sleep(LOOK_MS);
}

/** Whether a process has this folder as its own: all those of a server have the folder of its files. */
async function isWorkedIn(folder: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return folders.includes(folder);
}
