import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { findPostgres, ownerOf } from '../../src/platform/postgres-binaries.ts';
import { freePorts } from './service-process.ts';

export type OwnPostgres = {
  url: string;
  start(): Promise<void>;
  /** Stops at once: like a power cut, or `fast`, as an operator restarts it. */
  stop(mode?: 'immediate' | 'fast'): Promise<void>;
  /** Stops the server and removes its files. */
  remove(): Promise<void>;
};

/** Starts a PostgreSQL for one test, which may stop it and start it again at the same address. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-postgres-'));
  await (await startEmbeddedPostgres({ dataDir })).stop(); // creates the data folder
  const folder = join(dataDir, 'pg18');
  const programs = await findPostgres(join(dataDir, 'pg18.lib'), await ownerOf(folder));
  const [port] = await freePorts(1);
  const run = async (...args: string[]) => {
    const { file, args: all } = programs.command('pg_ctl', [...args, '-w', '-D', folder]);
    await promisify(execFile)(file, all, { env: programs.env, cwd: dataDir });
  };
  const start = () => run('start', '-o', `-p ${port} -k '' -c max_connections=200`, '-l', '/dev/null');
  await start();
  const password = (await readFile(join(dataDir, 'pg18.password'), 'utf8')).trim();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop: (mode = 'immediate') => run('stop', '-m', mode),
    async remove() {
      await run('stop', '-m', 'immediate').catch(() => {}); // it may be stopped already
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
