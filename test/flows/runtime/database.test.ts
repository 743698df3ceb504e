import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findRunningServer, ownDataDir, requireFreeSpace } from '../../../src/platform/data-dir.ts';
import { openDatabase } from '../../../src/platform/db.ts';
import type { EmbeddedPostgres } from '../../../src/platform/embedded-handle.ts';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres.ts';
import { findPostgres, ownerOf } from '../../../src/platform/postgres-binaries.ts';
import { freePorts, processesOf } from '../../support/service-process.ts';

let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'runtime-'));
  folder = join(dataDir, 'pg18');
  const first = await startEmbeddedPostgres({ dataDir });
  await run(first, 'CREATE TABLE kept (what text)');
  await first.stop();
});
beforeEach(async () => {
  expect(await processesOf(folder)).toEqual([]);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('runs PostgreSQL 18 with safe settings, and asks for the password', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  const [settings] = await run(
    server,
    `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages,
       current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
       current_setting('listen_addresses') AS listens, current_setting('password_encryption') AS passwords`,
  );
  expect(settings).toEqual({
    major: 18,
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    listens: '127.0.0.1',
    passwords: 'scram-sha-256',
  });
  const stranger = openDatabase({ url: server.url.replace(/:[^:@]+@/, ':wrong@') });
  await expect(stranger.query('SELECT 1')).rejects.toThrow('password authentication failed');
  await stranger.close();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await server.stop();
});

test('takes a hundred connections', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase({ url: server.url, poolConnectionsMax: 100 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => db.query('SELECT pg_sleep(0.05)')));
  expect(answers).toHaveLength(100);
  await db.close();
  await server.stop();
});

test('gives a folder to one owner, and to the next start when that one stops', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  expect(await findRunningServer(dataDir)).toMatchObject({
    pid: process.pid,
    state: 'running',
    databaseUrl: server.url,
  });
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/is in use by another start .* \(process \d+\)/);
  await server.announceStop();
  const next = startEmbeddedPostgres({ dataDir });
  await server.stop();
  await (await next).stop();
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

test('waits for a command to end, and says so', async () => {
  const command = await startEmbeddedPostgres({ dataDir, kind: 'command' });
  const { promise: waiting, resolve } = Promise.withResolvers<string>();
  const start = startEmbeddedPostgres({ dataDir, onProgress: resolve });
  expect(await waiting).toBe(`Waiting for process ${process.pid} to leave the data folder`);
  expect(await findRunningServer(dataDir)).toBeUndefined(); // a start must not join the database of a command
  await command.stop();
  await (await start).stop();
});

test('stops a server that a killed start left, and keeps what it committed', async () => {
  const [port] = await freePorts(1);
  const programs = await findPostgres(join(dataDir, 'pg18.lib'), await ownerOf(folder));
  const { file, args } = programs.command('pg_ctl', ['start', '-w', '-D', folder, '-o', `-p ${port} -k ''`]);
  await promisify(execFile)(file, [...args, '-l', '/dev/null'], { env: programs.env, cwd: dataDir });
  const password = (await readFile(join(dataDir, 'pg18.password'), 'utf8')).trim();
  const leftover = { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
  await run(leftover, "INSERT INTO kept VALUES ('committed')");

  const progress: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, onProgress: (text) => progress.push(text) });
  expect(progress).toEqual(['Stopping the database that a killed start left']);
  expect(await run(server, 'SELECT what FROM kept')).toEqual([{ what: 'committed' }]);
  expect(await processesOf(`-p ${port} `)).toEqual([]);
  await server.stop();
});

test('survives a process file that names another program, and leaves that program alone', async () => {
  const bystander = execFile('sleep', ['60']);
  await writeFile(join(folder, 'postmaster.pid'), `${bystander.pid}\n${folder}\n`);
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  expect(bystander.exitCode).toBeNull();
  bystander.kill();
  await once(bystander, 'exit');
});

test('recovers from a start that was killed while it created the database', async () => {
  const half = await mkdtemp(join(tmpdir(), 'runtime-'));
  await mkdir(join(half, 'pg18.new'));
  await writeFile(join(half, 'pg18.new', 'PG_VERSION'), '18\n');
  const server = await startEmbeddedPostgres({ dataDir: half });
  expect(await run(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  await rm(half, { recursive: true });
});

test('starts a server that ends by itself again, at the same address', async () => {
  const said: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, onProgress: (text) => void said.push(text) });
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGINT');
  await expect.poll(() => said, { timeout: 20_000 }).toContain('The embedded database runs again');
  expect(await run(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  await server.ended;
});

describe('refuses in one sentence', () => {
  const refusals: { what: string; prepare: (folder: string) => Promise<unknown>; sentence: RegExp }[] = [
    {
      what: 'the database of an older major version',
      prepare: (inside) => mkdir(join(inside, 'pg17')),
      sentence: /holds a database of PostgreSQL 17, and this version runs 18\. To keep it, .*pg_dump.*DATABASE_URL/,
    },
    {
      what: 'another major version under the name of this one',
      prepare: async (inside) => {
        await mkdir(join(inside, 'pg18'));
        await writeFile(join(inside, 'pg18', 'PG_VERSION'), '19\n');
      },
      sentence: /holds a database of PostgreSQL 19/,
    },
    {
      what: 'a folder without a database',
      prepare: (inside) => mkdir(join(inside, 'pg18')),
      sentence: /is not a PostgreSQL database/,
    },
    {
      what: 'a file instead of a folder',
      prepare: async (inside) => {
        await rename(inside, `${inside}.gone`);
        await writeFile(inside, '');
      },
      sentence: /is not a folder\. Set DATA_DIR to a folder you may write to\.$/,
    },
  ];
  test.each(refusals)('$what', async ({ prepare, sentence }) => {
    const parent = await mkdtemp(join(tmpdir(), 'runtime-'));
    const inside = join(parent, 'data');
    await mkdir(inside);
    await prepare(inside);
    await expect(startEmbeddedPostgres({ dataDir: inside })).rejects.toThrow(sentence);
    await rm(parent, { recursive: true });
  });

  test.runIf(process.platform === 'linux')('a folder that cannot be created', async () => {
    await expect(startEmbeddedPostgres({ dataDir: '/proc/no/data' })).rejects.toThrow(
      'The data folder /proc/no/data cannot be made. Set DATA_DIR to a folder you may write to.',
    );
  });

  test('a disk with too little space', async () => {
    await expect(requireFreeSpace(dataDir, 1e12)).rejects.toThrow(/has \d+ MB left and the database needs/);
    await requireFreeSpace(dataDir, 0);
  });
});

test('releases the lock of a folder with its owner', async () => {
  const owner = await ownDataDir(dataDir, 'server', () => {});
  await expect(ownDataDir(dataDir, 'server', () => {})).rejects.toThrow('in use');
  await owner.release();
  await (await ownDataDir(dataDir, 'server', () => {})).release();
});

async function run({ url }: Pick<EmbeddedPostgres, 'url'>, sql: string): Promise<unknown[]> {
  const db = openDatabase({ url, poolConnectionsMax: 1 });
  return db.query(sql).finally(() => db.close());
}
