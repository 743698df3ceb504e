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
  /** As a power cut does: nobody is told. */
  stop(): Promise<void>;
  /** Ends it for good, with its files. */
  remove(): Promise<void>;
};

/** A PostgreSQL that one test has to itself and may stop and start again at the same address; it runs when this resolves. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-postgres-'));
  await (await startEmbeddedPostgres({ dataDir })).stop(); // makes it
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
    stop: () => run('stop', '-m', 'immediate'),
    async remove() {
      await run('stop', '-m', 'immediate').catch(() => {}); // it may be stopped
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
