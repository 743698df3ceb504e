import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { dump } from '../../../src/core/backups/commands.ts';
import { migrate } from '../../../src/core/migrate.ts';
import { type Entry, packEntries, readEntries } from '../../../src/platform/backup/archive.ts';
import { HEAD, type Head } from '../../../src/platform/backup/manifest.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { readFormer } from '../../../src/platform/former-migrations.ts';
import { findPending, requireMigrated } from '../../../src/platform/migrate.ts';
import { MIGRATIONS, readMigrations } from '../../../src/platform/migrations.ts';
import { emptyDatabase } from '../../support/cluster.ts';
import { commandLine } from '../../support/command-line.ts';
import { createCore, createOffer } from '../../support/core.ts';
import { createTestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';

// Databases and backups of before 0.1.0, when the tables were made by more than a hundred files, which were joined since.

const former = await readFormer(MIGRATIONS);
const today = await readMigrations();
const later = today.map(({ name }) => name).filter((name) => name > former.until);
const joined = today.map(({ name }) => name).filter((name) => name <= former.until);
let database: { db: Database; url: string };

beforeEach(async () => {
  const { url, drop } = await emptyDatabase(inject('cluster'));
  const db = openDatabase({ url, poolConnectionsMax: 4 });
  database = { db, url };
  await migrate(db, { only: new Set(joined) });
  await db.query('DELETE FROM schema_migration');
  await apply([...former.files]);
  return () => db.close().then(drop);
});

const apply = (files: (readonly [name: string, digest: string | null])[]) =>
  database.db.query('INSERT INTO schema_migration (name, digest) SELECT * FROM unnest($1::text[], $2::text[])', [
    files.map(([name]) => name),
    files.map(([, digest]) => digest),
  ]);
const names = async (): Promise<string[]> => {
  const rows = await database.db.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name');
  return rows.map(({ name }) => name);
};

test('a database of before lacks what came later alone, and gets the joined files by name', async () => {
  expect((await findPending(database.db)).map(({ name }) => name)).toEqual(later);
  await expect(requireMigrated(database.db)).rejects.toThrow(`lacks migrations (${later.join(', ')})`);
  const files = () =>
    database.db.query("SELECT pg_relation_filepath('preorder') AS preorder, pg_relation_filepath('unit') AS unit");
  const before = await files();
  expect(await migrate(database.db)).toEqual(later);
  expect(await files(), 'the tables').toEqual(before);
  expect(await names(), 'the code of before starts on it again').toEqual([...former.files.keys(), ...joined, ...later]);
  await requireMigrated(database.db);
  expect(await migrate(database.db)).toEqual([]);
});

test('digests that the code of before did not keep are no hindrance, those of other files are', async () => {
  await database.db.query('UPDATE schema_migration SET digest = NULL');
  expect(await migrate(database.db)).toEqual(later);
  const [first] = former.files.keys();
  await database.db.query("UPDATE schema_migration SET digest = 'other' WHERE name = $1", [first]);
  await expect(migrate(database.db)).rejects.toThrow(`made with another ${first} than this code`);
});

test('a database that lacks one of the files is told how to get it, and stays as it is', async () => {
  const last = [...former.files.keys()].at(-1);
  await database.db.query('DELETE FROM schema_migration WHERE name = $1', [last]);
  const before = await names();
  for (const act of [migrate, requireMigrated, findPending]) {
    await expect(act(database.db)).rejects.toThrow(
      `lacks migrations of that time (1, such as ${last}). Start the last version from before it once (commit ${former.commit}`,
    );
  }
  expect(await names()).toEqual(before);
});

test('a database that has neither is an empty one', async () => {
  const empty = await emptyDatabase(inject('cluster'));
  const run = commandLine({ DATABASE_URL: empty.url, SECRET_KEY: TEST_SECRET_KEY });
  const { out } = await run.run('migrate', '--plan');
  expect(out).toContain(joined[0]);
  expect(out).not.toContain([...former.files.keys()][0]);
  await empty.drop();
});

test('a backup of before is restored as one of the joined schema, and gets what came later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'former-'));
  const elsewhere = await emptyDatabase(inject('cluster'));
  const at = (url: string) => commandLine({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder });
  afterAll(() => rm(folder, { recursive: true }));
  await copyOffer();
  const [whole, part] = ['whole.tar.zst', 'part.tar.zst'].map((name) => join(folder, name)) as [string, string];
  await writeFile(whole, packEntries(dump(database).entries)); // as the code of before does
  await lack(whole, part);
  const refused = await at(elsewhere.url).json('restore', part);
  expect(refused).toMatchObject({ code: 1, error: { code: 'backup_newer' } });
  expect(refused.error.message).toContain(`Restore it with commit ${former.commit}`);

  const restored = await at(elsewhere.url).json('restore', whole);
  expect(restored).toMatchObject({ code: 0, data: { stores: [{ findings: [] }] } });
  const again = await at(elsewhere.url).json('migrate', '--plan');
  expect(again).toMatchObject({ code: 0, data: { migrations: [] } });
  await elsewhere.drop();
});

/** Copies a store with a product from a database of today, without the columns that it lacked at that time. */
async function copyOffer(): Promise<void> {
  const { db, drop } = await createTestDatabase();
  const core = createCore(db);
  await createOffer(core, { allocation: 2 });
  for (const table of ['store', 'product', 'variant']) {
    const rows = await db.query<{ row: object }>(`SELECT to_jsonb(t) AS row FROM ${table} t`);
    for (const { row } of rows) {
      await database.db.query(`INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, $1)).*`, [row]);
    }
  }
  await core.stop();
  await drop();
}

/** Writes the backup again, with a head that lacks one of the former files. */
async function lack(from: string, to: string): Promise<void> {
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of readEntries(from, null)) {
      if (entry.name !== HEAD) yield entry;
      else {
        const head: Head = JSON.parse(entry.body.toString('utf8'));
        head.migrations.splice(3, 1);
        yield { name: HEAD, body: Buffer.from(JSON.stringify(head)) };
      }
    }
  }
  await writeFile(to, packEntries(entries()));
}
