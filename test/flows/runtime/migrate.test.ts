import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../src/core/migrate.ts';
import { requireMigrated } from '../../../src/platform/migrate.ts';
import { planMigrations } from '../../../src/platform/migration-plan.ts';
import { PROJECT } from '../../checks/project.ts';
import { commandLine } from '../../support/command-line.ts';
import { ownInstallation, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let path: string;
let folder: URL;

beforeEach(async () => {
  database = await ownInstallation();
  path = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(join(PROJECT, 'migrations'), path, { recursive: true });
  folder = pathToFileURL(`${path}/`);
  await database.db.query('CREATE TABLE thing (id int, owner int)');
});

afterEach(async () => {
  await database.drop();
  await rm(path, { recursive: true, force: true });
});

const add = (name: string, text: string) => writeFile(join(path, name), text);
const QUICK = { lockTimeoutMs: 100, pausesMs: [20, 20, 20] };
const LONG = { lockTimeoutMs: 100, pausesMs: Array(200).fill(50) };

/** Opens a transaction that has read the table, so that a change of the table has to wait. */
async function keepOpen(): Promise<{ end(): Promise<void> }> {
  const client = await database.db.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT * FROM thing');
  return { end: () => client.end() };
}

describe('a lock that others hold', () => {
  test('is requested again and again, while others can read the table', async () => {
    await add('9001_column.sql', 'ALTER TABLE thing ADD COLUMN name text;');
    const reader = await keepOpen();
    const migrated = migrate(database.db, { folder, patience: LONG });
    await expect.poll(() => waitingFor('thing')).toBe(1);
    await database.db.query('SELECT * FROM thing'); // queues behind the migration until the migration gives up its request
    await reader.end();
    expect(await migrated).toEqual(['9001_column.sql']);
    expect(await database.db.query('SELECT name FROM thing')).toEqual([]);
  });

  test('is given up with an error message, and the database stays as it was', async () => {
    await add('9001_column.sql', 'CREATE TABLE other (id int); ALTER TABLE thing ADD COLUMN name text;');
    const reader = await keepOpen();
    await expect(migrate(database.db, { folder, patience: QUICK })).rejects.toThrow(
      /9001_column.sql waited for a lock too often.*pg_stat_activity/,
    );
    expect(await database.db.query("SELECT to_regclass('other') AS other")).toEqual([{ other: null }]);
    await reader.end();
    expect(await migrate(database.db, { folder, patience: QUICK })).toEqual(['9001_column.sql']);
  });
});

async function waitingFor(table: string): Promise<number> {
  const [row] = await database.db.query<{ count: number }>(
    'SELECT count(*) FROM pg_locks WHERE relation = to_regclass($1) AND NOT granted',
    [table],
  );
  return row?.count ?? 0;
}

describe('outside a transaction', () => {
  const INDEX = [
    '-- migrate: outside a transaction',
    '-- Owners have one thing each; and a comment with a semicolon;',
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS thing_by_owner',
    '  ON thing (owner);',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS thing_by_id ON thing (id);',
  ].join('\n');

  test('builds each index once when two processes migrate', async () => {
    await add('9001_index.sql', INDEX);
    const applied = await Promise.all([1, 2].map(() => migrate(database.db, { folder })));
    expect(applied.flat()).toEqual(['9001_index.sql']);
    expect(await indexes()).toEqual([
      { name: 'thing_by_id', valid: true },
      { name: 'thing_by_owner', valid: true },
    ]);
  });

  test('builds an index again whose first build failed', async () => {
    await add('9001_index.sql', INDEX);
    await database.db.query('INSERT INTO thing VALUES (1, 1), (2, 1)');
    await expect(migrate(database.db, { folder })).rejects.toThrow('thing_by_owner');
    expect(await indexes()).toEqual([{ name: 'thing_by_owner', valid: false }]);
    await database.db.query('DELETE FROM thing WHERE id = 2');
    expect(await migrate(database.db, { folder })).toEqual(['9001_index.sql']);
    expect((await indexes()).every(({ valid }) => valid)).toBe(true);
  });

  test("builds an index again that belongs to the job queue's schema", async () => {
    const jobs = () => indexes('graphile_worker._private_jobs');
    const before = await jobs();
    expect(before).toContainEqual({ name: 'jobs_of_stores_in_turn', valid: true });
    await database.db.query(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'graphile_worker.jobs_of_stores_in_turn'::regclass`,
    );
    await migrate(database.db, { folder });
    expect(await jobs()).toEqual(before);
  });

  const indexes = (table = 'thing') =>
    database.db.query<{ name: string; valid: boolean }>(
      `SELECT relname AS name, indisvalid AS valid FROM pg_index JOIN pg_class ON oid = indexrelid
       WHERE indrelid = $1::regclass ORDER BY relname`,
      [table],
    );
});

describe('the plan', () => {
  const plan = async () => (await planMigrations(database.db, folder)).migrations;

  test('says of each statement what it locks and does here, and changes nothing', async () => {
    await database.db.query('INSERT INTO thing SELECT generate_series(1, 50000)');
    await database.db.query('ANALYZE thing');
    await add(
      '9001_column.sql',
      '-- Names.\nALTER TABLE thing ADD COLUMN name text;\nALTER TABLE thing ADD UNIQUE (id);',
    );
    await add(
      '9002_index.sql',
      '-- migrate: outside a transaction\nCREATE INDEX CONCURRENTLY thing_by_owner ON thing (owner);',
    );
    await add(
      '9003_fill.sql',
      '-- migrate: in parts\nUPDATE thing SET owner = 7 WHERE id IN (SELECT id FROM thing LIMIT 9);',
    );
    await add(
      '9004_away.sql',
      '-- migrate: needs code of 9001, released as 0.1.0\nALTER TABLE thing DROP COLUMN owner;',
    );
    const [column, index, fill, away] = await plan();
    expect(column).toMatchObject({ name: '9001_column.sql', mode: 'transaction', oldVersionServes: true });
    expect(column?.statements.map(({ text }) => text)).toEqual([
      'ALTER TABLE thing ADD COLUMN name text',
      'ALTER TABLE thing ADD UNIQUE (id)',
    ]);
    const here = { table: 'thing', rows: 50_000, bytes: expect.any(Number) };
    const [added, unique] = column?.statements.flatMap(({ effects }) => effects) ?? [];
    expect(added).toMatchObject({ ...here, lock: 'ACCESS EXCLUSIVE', blocks: 'reads and writes', work: 'none' });
    expect(unique).toMatchObject({ ...here, lock: 'ACCESS EXCLUSIVE', work: 'builds an index' });
    expect(unique?.estimateMs).toBeGreaterThan(added?.estimateMs ?? Infinity);
    expect(index?.statements[0]?.effects).toMatchObject([
      { ...here, lock: 'SHARE UPDATE EXCLUSIVE', blocks: 'nothing' },
    ]);
    expect(fill?.statements[0]?.effects).toMatchObject([{ ...here, blocks: 'nothing', work: 'changes rows' }]);
    expect(fill?.estimateMs).toBeGreaterThan(1_000);
    expect(away).toMatchObject({ oldVersionServes: false, release: '0.1.0' });
    expect(await database.db.query('SELECT * FROM thing LIMIT 1')).toEqual([{ id: 1, owner: null }]);
    expect(await plan()).toHaveLength(4);
  });

  test('names the locks that the migration then takes', async () => {
    const statements = [
      'ALTER TABLE thing ADD COLUMN name text',
      'CREATE INDEX thing_by_id ON thing (id)',
      'ALTER TABLE thing ADD FOREIGN KEY (id) REFERENCES one',
      'CREATE TABLE two (id int REFERENCES one)',
      'UPDATE thing SET owner = 1',
    ];
    await database.db.query('CREATE TABLE one (id int PRIMARY KEY)');
    const client = await database.db.connect();
    for (const [at, text] of statements.entries()) {
      await add(`900${at}_step.sql`, text);
      const effects = (await plan()).flatMap((one) => one.statements.flatMap((step) => step.effects));
      await client.query(`BEGIN; ${text}`);
      const { rows } = await client.query(
        `SELECT DISTINCT relation::regclass::text AS table, replace(regexp_replace(regexp_replace(mode, 'Lock$', ''), '([a-z])([A-Z])', '\\1 \\2', 'g'), '  ', ' ') AS lock
         FROM pg_locks WHERE pid = pg_backend_pid() AND relation IN ('thing'::regclass, 'one'::regclass)`,
      );
      await client.query('ROLLBACK');
      const taken = rows.map((row) => `${row.table} ${row.lock.toUpperCase()}`);
      for (const { table, lock } of effects) expect(taken, text).toContain(`${table} ${lock}`);
      expect(effects.length, text).toBeGreaterThan(0);
      await rm(join(path, `900${at}_step.sql`));
    }
    await client.end();
  });

  test('is printed by ./service migrate --plan, and empty once the database is migrated', async () => {
    const { run, json } = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
    const [newest] = await database.db.query<{ name: string }>(
      'DELETE FROM schema_migration WHERE name = (SELECT max(name) FROM schema_migration) RETURNING name',
    );
    const { out } = await run('migrate', '--plan');
    expect(out).toMatch(new RegExp(`^${newest?.name}: .*; about .*; the version before serves on`));
    const { code, data } = await json('migrate', '--plan');
    expect([code, data.migrations]).toMatchObject([0, [{ name: newest?.name, old_version_serves: true }]]);
    await database.db.query('INSERT INTO schema_migration (name) VALUES ($1)', [newest?.name]);
    expect((await run('migrate', '--plan')).out).toBe('The database is up to date: there is nothing to do.\n');
    expect((await json('migrate')).data).toEqual({ applied: [] });
  });
});

describe('in parts', () => {
  const FILL = [
    '-- migrate: in parts',
    'UPDATE thing SET owner = 7',
    'WHERE id IN (SELECT id FROM thing WHERE owner IS NULL LIMIT 1000);',
  ].join('\n');

  test('commits each part until none is left', async () => {
    await add('9001_fill.sql', FILL);
    await database.db.query('INSERT INTO thing SELECT generate_series(1, 2500)');
    expect(await migrate(database.db, { folder })).toEqual(['9001_fill.sql']);
    expect(await database.db.query('SELECT owner, count(*) FROM thing GROUP BY owner, xmin::text ORDER BY 2')).toEqual([
      { owner: 7, count: 500 },
      { owner: 7, count: 1000 },
      { owner: 7, count: 1000 },
    ]);
  });

  test('refuses a file with two statements', async () => {
    await add('9001_fill.sql', `${FILL}\n${FILL}`);
    await expect(migrate(database.db, { folder })).rejects.toThrow('must hold one statement');
  });
});

describe('a database newer than the code', () => {
  test('is served, because the versions before and after a migration run side by side', async () => {
    await add('9001_column.sql', 'ALTER TABLE thing ADD COLUMN name text;');
    await migrate(database.db, { folder });
    await expect(requireMigrated(database.db)).resolves.toBeUndefined();
  });

  test('is refused when a migration needs newer code, and served by code that is new enough', async () => {
    await add('9001_column.sql', 'ALTER TABLE thing ADD COLUMN name text;');
    await add('9002_away.sql', '-- migrate: needs code of 9001\nALTER TABLE thing DROP COLUMN owner;');
    await migrate(database.db, { folder });
    await expect(requireMigrated(database.db)).rejects.toThrow('newer than this code (it has 9002_away.sql)');
    await rm(join(path, '9002_away.sql'));
    await expect(requireMigrated(database.db, folder)).resolves.toBeUndefined();
  });
});
