import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLastBackup } from '../../../src/core/backups/queries.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { placeFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

// The drill: pre-orders are placed, the database becomes a file, and the file becomes a database elsewhere.

const { database, core } = await useCore();
let folder: string;
let elsewhere: string;

const at = (url: string) => commandLine({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder });
const source = () => at(database.url);
const target = () => at(elsewhere);
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  const offer = await createOffer(core, { allocation: 20, limitPerCustomer: 20, holdsPerEmailMax: 20 });
  for (let count = 0; count < 3; count += 1) await placeFrom(core, offer);
  await core.stop(); // what follows a commit would change rows between the two looks
  elsewhere = await emptyDatabase();
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.db.query(`DROP DATABASE ${new URL(elsewhere).pathname.slice(1)} WITH (FORCE)`);
});

async function emptyDatabase(): Promise<string> {
  const name = `waitlist_test_restored_${process.pid}`;
  await database.db.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Looks into the restored database, and leaves no connection: a restore refuses a database in use. */
async function elsewhereIs<T>(read: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url: elsewhere, poolConnectionsMax: 1 });
  return read(db).finally(() => db.close());
}

/** Reads every table, sorted: the name of each with a digest of its rows and their number. */
async function contentOf(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
       AND (schemaname, tablename) <> ('graphile_worker', 'migrations')`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ digest: string }>(
      `SELECT count(*) || ' rows ' || md5(coalesce(string_agg(one::text, '|' ORDER BY one::text), '')) AS digest FROM ${name} one`,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

async function schemaOf(db: Database): Promise<unknown> {
  return db.query(
    `SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) AS text, convalidated FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled = 'O' FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT tablename, indexname, indexdef, true FROM pg_indexes WHERE schemaname NOT LIKE 'pg%'
     UNION ALL SELECT 'sequence', sequencename, coalesce(last_value::text, ''), true FROM pg_sequences WHERE schemaname = 'public'
       AND sequencename NOT LIKE 'backup_%'
     ORDER BY 1, 2, 3`,
  );
}

test('a backup restored elsewhere differs in no row, key, index, trigger or sequence, and says how old it is', async () => {
  const before = await contentOf(database.db);
  expect(before).toMatchObject({
    'public.preorder': expect.stringMatching(/^3 rows/),
    'test_provider.payment': expect.stringMatching(/^3 rows/),
  });
  const made = await source().json('backup', file('plain.tar.zst'));
  expect(made).toMatchObject({ code: 0, data: { encrypted: false, verified: true } });
  expect((await stat(file('plain.tar.zst'))).mode & 0o777).toBe(0o600);

  const restored = await target().json('restore', file('plain.tar.zst'));
  expect(restored).toMatchObject({ code: 0, data: { secrets_unreadable: 0, stores: [{ findings: [] }] } });
  expect(await elsewhereIs(contentOf)).toEqual(before);
  expect(await elsewhereIs(schemaOf)).toEqual(await schemaOf(database.db));
  expect(await readLastBackup(database.db)).toMatchObject({ encrypted: false, bytes: made.data.bytes });
  const scratch = await database.db.query("SELECT 1 FROM pg_database WHERE datname LIKE 'backup\\_check%'");
  expect(scratch, 'the scratch database stayed').toEqual([]);
});

test('a database that holds something is replaced only when asked, and comes back when the backup is damaged', async () => {
  await target().json('restore', file('plain.tar.zst'), '--replace');
  const before = await elsewhereIs(contentOf);
  const refused = await target().json('restore', file('plain.tar.zst'));
  expect(refused).toMatchObject({ code: 1, error: { code: 'database_not_empty' } });

  await copyFile(file('plain.tar.zst'), file('short.tar.zst'));
  await truncate(file('short.tar.zst'), Math.floor((await stat(file('short.tar.zst'))).size * 0.9));
  const short = await target().json('restore', file('short.tar.zst'), '--replace');
  expect(short).toMatchObject({ code: 1, error: { code: 'backup_unreadable' } });
  expect(await elsewhereIs(contentOf)).toEqual(before);
  const used = await source().json('restore', file('plain.tar.zst'), '--replace');
  expect(used).toMatchObject({ code: 1, error: { code: 'database_in_use' } });
});

test('an encrypted backup is opened by its key alone, and is a file of age', async () => {
  const { data } = await source().json('backup-key', file('key'));
  const made = await source().json('backup', file('sealed.age'), '--recipient', data.recipient);
  expect(made).toMatchObject({ code: 0, data: { encrypted: true, verified: true } });
  expect(await readFile(file('sealed.age'), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  const check = (...how: string[]) => target().json('restore', file('sealed.age'), '--check', ...how);
  expect(await check()).toMatchObject({ error: { code: 'backup_key_wrong' } });
  await source().json('backup-key', file('other-key'));
  expect(await check('--identity', file('other-key'))).toMatchObject({ error: { code: 'backup_key_wrong' } });
  expect(await check('--identity', file('key'))).toMatchObject({ code: 0, data: { checked_only: true } });
});

test('a backup of a newer version is refused, and names the migration', async () => {
  await database.db.query("INSERT INTO schema_migration (name, digest) VALUES ('9999_later.sql', 'x')");
  await source().json('backup', file('newer.tar.zst'), '--no-verify');
  await database.db.query("DELETE FROM schema_migration WHERE name = '9999_later.sql'");
  const newer = await target().json('restore', file('newer.tar.zst'), '--replace');
  expect(newer).toMatchObject({ code: 1, error: { code: 'backup_newer' } });
  expect(newer.error.message).toContain('9999_later.sql');
});

test.each([
  ['a target that exists', ['backup', 'plain.tar.zst'], 'exists'],
  ['a folder that does not exist', ['backup', 'nowhere/plain.tar.zst'], 'its folder does not exist'],
  ['a disk that is full', ['backup', '/dev/full'], 'the disk is full'],
  ['a key that is none', ['backup', 'new', '--recipient', 'age1nothing'], 'is not a public key'],
  ['a passphrase that is short', ['backup', 'new', '--passphrase-file', 'short'], '12 characters'],
  ['a key that exists', ['backup-key', 'plain.tar.zst'], 'a key is never replaced'],
  ['no such backup', ['restore', 'nothing'], 'cannot be read'],
  ['a file that is no backup', ['restore', 'short', '--replace'], 'no backup of this service'],
])('%s is refused with a sentence', async (_, args, sentence) => {
  await writeFile(file('short'), 'too short\n');
  const paths = args.map((arg) => (/^(plain|short|nothing|nowhere|new)/.test(arg) ? file(arg) : arg));
  const { code, error } = await target().json(...paths);
  expect(code).toBeGreaterThan(0);
  expect(error.message).toContain(sentence);
});

test('a folder keeps the newest backups alone', async () => {
  await writeFile(file('service-20200101T000000Z.tar.zst'), '');
  const { data } = await source().json('backup', folder, '--keep', '1', '--no-verify');
  expect(data).toMatchObject({ verified: false, removed: ['service-20200101T000000Z.tar.zst'] });
  expect((await stat(data.file)).size).toBeGreaterThan(1_000);
});
