import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres, ownerOf, type PostgresPrograms } from '../../src/platform/postgres-binaries.ts';
import { killServer, type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { freePorts } from '../support/service-process.ts';
import { openWire, through } from './wire.ts';

/** A primary with a standby that has each commit before it is told. */
export type ReplicatedPostgres = OwnPostgres & {
  /** Kills the primary and promotes the standby, which gets a standby of its own afterwards. The address stays, as behind a proxy or a moved name. */
  failOver(): Promise<void>;
};

type Place = { folder: string; port: number };

const LOOK_MS = 50;

/** Starts a primary, its standby, and the way that leads to whichever is the primary. */
export async function replicatedPostgres(): Promise<ReplicatedPostgres> {
  const first = await ownPostgres();
  const address = new URL(first.url);
  const programs = await programsOf(first);
  const urlOf = (port: number) => Object.assign(new URL(address), { port: String(port) }).href;
  let primary: Place = { folder: first.folder, port: Number(address.port) };
  const way = await openWire(() => primary.port);
  let count = 1;
  const giveStandby = async (): Promise<Place> => {
    count += 1;
    const standby = await copyAndFollow(primary, address, `${first.folder}-${count}`);
    await startPlace(programs, standby);
    await everyCommitOn(urlOf(primary.port));
    return standby;
  };
  let standby = giveStandby();
  await standby;
  return {
    ...first,
    url: through(first.url, way),
    async failOver() {
      const [gone, next] = [primary, await standby];
      await killServer(gone.folder);
      await ask(urlOf(next.port), 'SELECT pg_promote()');
      // It has no standby yet, and would wait for one at each commit.
      await ask(urlOf(next.port), "ALTER SYSTEM SET synchronous_standby_names = ''", 'SELECT pg_reload_conf()');
      primary = next;
      way.end('cut');
      await rm(gone.folder, { recursive: true, force: true });
      standby = giveStandby(); // it is waited for before the next time
    },
    async remove() {
      await way.stop();
      for (const one of [await standby, primary])
        await control(programs, one, 'stop', '-m', 'immediate').catch(() => {});
      await first.remove();
    },
  };
}

const programsOf = async ({ folder }: OwnPostgres) => findPostgres(`${folder}.lib`, await ownerOf(folder));

/** A standby that follows on its own: no commit waits for it. */
export type Standby = {
  port: number;
  /** Runs statements on it. */
  ask(...statements: string[]): Promise<unknown[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a standby of a running server. The files go with those of the server. */
export async function standbyOf(primary: OwnPostgres): Promise<Standby> {
  const address = new URL(primary.url);
  const programs = await programsOf(primary);
  const place = await copyAndFollow(
    { folder: primary.folder, port: Number(address.port) },
    address,
    `${primary.folder}-standby`,
  );
  await startPlace(programs, place);
  const url = Object.assign(new URL(address), { port: String(place.port) }).href;
  return {
    port: place.port,
    ask: (...statements) => ask(url, ...statements),
    start: () => startPlace(programs, place),
    stop: () => control(programs, place, 'stop', '-m', 'immediate'),
  };
}

async function copyAndFollow(primary: Place, address: URL, folder: string): Promise<Place> {
  const [port = 0] = await freePorts(1);
  const standby = { folder, port };
  await copy(Object.assign(new URL(address), { port: String(primary.port) }).href, primary, standby);
  await follow(standby, address, primary.port);
  return standby;
}

const startPlace = (programs: PostgresPrograms, place: Place) =>
  control(programs, place, 'start', '-o', `-p ${place.port} -k '' -c max_connections=200`, '-l', '/dev/null');

/** Copies a running server, as PostgreSQL's guide on base backups says. */
async function copy(url: string, from: Place, to: Place): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  await promisify(execFile)('cp', ['-a', from.folder, to.folder]).catch(() => {}); // files that end meanwhile are in the log
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await rm(join(to.folder, 'postmaster.pid'), { force: true });
  await promisify(execFile)('cp', ['-a', join(to.folder, 'PG_VERSION'), join(to.folder, 'backup_label')]);
  await writeFile(join(to.folder, 'backup_label'), rows[0]?.labelfile ?? '');
}

/** Makes a copy follow the primary at `port`. New files are made from one of the copy, so that they have its owner. */
async function follow({ folder }: Place, { username, password }: URL, port: number): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(folder, 'PG_VERSION'), join(folder, 'standby.signal')]);
  const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(
    join(folder, 'postgresql.auto.conf'),
    `\nprimary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
  );
}

/** From now on a commit is told only when the standby has it. Resolves once the standby follows. */
async function everyCommitOn(url: string): Promise<void> {
  const follows = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'";
  while ((await ask(url, follows)).length === 0) await sleep(LOOK_MS);
  await ask(url, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
  while ((await ask(url, `${follows} AND sync_state = 'sync'`)).length === 0) await sleep(LOOK_MS);
}

/** Runs statements, each by itself, over a connection of their own. Resolves with the rows of the last. */
async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function control(programs: PostgresPrograms, { folder }: Place, ...args: string[]): Promise<void> {
  const { file, args: all } = programs.command('pg_ctl', [...args, '-w', '-D', folder]);
  await promisify(execFile)(file, all, { env: programs.env, cwd: '/' });
}
