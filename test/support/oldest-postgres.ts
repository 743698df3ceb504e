import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NOBODY_UID } from '../../src/platform/data-dir.ts';
import { startCluster, type TestCluster } from './cluster.ts';
import { freePorts } from './service-process.ts';

// Supported versions before 18, oldest first, in the folders of Debian and its derivatives. All other tests run on 18.
const VERSIONS = [15, 16, 17];
const programsOf = (version: number) => `/usr/lib/postgresql/${version}/bin`;
// The kernel ends the server when this process ends, even if it is killed.
const SETPRIV = 'setpriv';
const LOOK_EVERY_MS = 20;
const START_MS_MAX = 30_000;

/** The oldest supported PostgreSQL that is installed, or undefined if only the embedded one is here. */
export const OLDEST_POSTGRES = VERSIONS.find((version) => existsSync(`${programsOf(version)}/postgres`));

/** Starts that server over a new folder and removes the folder at the end. */
export async function startOldestCluster(version: number): Promise<TestCluster & { stop(): Promise<void> }> {
  // The server refuses to run as root, so it runs as another user then.
  const user = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};
  const folder = await mkdtemp(join(tmpdir(), 'oldest-postgres-'));
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder };
  const make = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(`${programsOf(version)}/initdb`, make, options);
  const [port] = await freePorts(1);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  const run = ['-D', data, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(SETPRIV, ['--pdeathsig', 'INT', `${programsOf(version)}/postgres`, ...run], {
    ...options,
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  await isReady(data);
  const cluster = await startCluster(`postgres://postgres@127.0.0.1:${port}/postgres`);
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function isReady(data: string): Promise<void> {
  for (const started = Date.now(); Date.now() - started < START_MS_MAX; await sleep(LOOK_EVERY_MS)) {
    const lines = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
    if (lines.split('\n')[7]?.trim() === 'ready') return;
  }
  throw new Error('the server was not ready in time');
}
