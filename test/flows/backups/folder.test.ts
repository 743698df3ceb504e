import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/db.ts';
import { scratchServer } from '../../../src/platform/scratch-database.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

// What a backup leaves in its folder and on the server, and what a later one removes there.

const { database, core } = await useCore();
let folder: string;

const environmentAt = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder });
const source = () => commandLine(environmentAt(database.url));
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  await createTestStore(database.db, { slug: 'kept' });
  await core.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a folder keeps the newest backups alone', async () => {
  const [old, killed, running] = ['20.tar.zst', '21.tar.zst.part', '22.tar.zst.part'].map(
    (end) => `service-20200101T0000${end.replace('.', 'Z.')}`,
  ) as [string, string, string];
  for (const name of [old, killed, running]) await writeFile(file(name), '');
  await utimes(file(killed), 0, 0);
  const { data } = await source().json('backup', folder, '--keep', '1', '--no-verify');
  expect(data).toMatchObject({ verified: false, removed: [old, killed] });
  expect(await readdir(folder)).toContain(running);
  expect((await stat(data.file)).size).toBeGreaterThan(1_000);
});

test('what a trial that was killed has left is removed by the next one, and what is in use is kept', async () => {
  const open = (url: string) => openDatabase({ url, poolConnectionsMax: 1 });
  const server = scratchServer({ db: database.db, open, url: undefined, purpose: 'backup_check' });
  const [, used] = [await server.create('p1'), open(await server.create('p2'))];
  await used.query('SELECT 1');
  expect((await source().json('backup', file('next.tar.zst'))).data.verified).toBe(true);
  expect(await server.list()).toEqual(['p2']);
  await used.close().then(() => server.removeUnused());
});

test('a backup that cannot be tried is set aside, and neither kind fills the folder', async () => {
  const own = await mkdtemp(join(folder, 'nightly-'));
  await source().json('backup', own, '--keep', '2', '--no-verify');
  const [proved = ''] = await readdir(own);
  for (const day of ['01', '02', '03']) {
    await writeFile(join(own, `service-202001${day}T000000Z.tar.zst.unproved`), '');
  }
  await database.db.query("CREATE ROLE no_creator LOGIN PASSWORD 'plain'");
  const server = new URL(database.url);
  server.username = 'no_creator';
  server.password = 'plain';
  const line = commandLine({ ...environmentAt(database.url), REHEARSAL_DATABASE_URL: server.href });
  const { code, error } = await line
    .json('backup', own, '--keep', '2')
    .finally(() => database.db.query('DROP ROLE no_creator'));
  expect([code, error.code]).toEqual([1, 'unavailable']);
  expect(error.message).toMatch(/CREATEDB.* The backup is kept as .*\.tar\.zst\.unproved, unproved\.$/s);
  const left = (await readdir(own)).sort();
  expect(left).toEqual([expect.stringMatching(/^service-20200103.*unproved$/), expect.any(String), expect.any(String)]);
  expect(left).toContain(proved);
});

test('where the server for trials is away, or its address stands in a file, the variable is named and the advice fits', async () => {
  const address = join(folder, 'rehearsals.url');
  await writeFile(address, 'postgres://role:hushhush@127.0.0.1:1/none');
  const line = commandLine({ ...environmentAt(database.url), REHEARSAL_DATABASE_URL_FILE: address });
  const { error } = await line.json('backup', join(folder, 'untried.tar.zst'));
  expect(error.message).toMatch(
    /^No database could be made to try the backup: of the server of REHEARSAL_DATABASE_URL: nothing listens at its host and port \(ECONNREFUSED\)\. See /,
  );
  expect(error.message).not.toMatch(/CREATEDB|127\.0\.0\.1|hushhush/);
});
