import { expect, test } from 'vitest';
import { migrate } from '../../../src/core/migrate.ts';
import type { Database } from '../../../src/platform/db.ts';
import { requireMigrated } from '../../../src/platform/migrate.ts';
import { createCore, createOffer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, ownInstallation } from '../../support/database.ts';

test('creates migrated, empty and separate databases', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.db.query("INSERT INTO clock_shift (shift) VALUES (interval '1 day')");
  expect(await other.db.query('SELECT * FROM clock_shift')).toEqual([]);
  await other.drop();
  expect(await one.db.query('SELECT count(*)::int AS stores FROM store')).toEqual([{ stores: 0 }]);
  await one.drop();
});

test('lends an emptied database to the next file, and no longer to the one before', async () => {
  const before = await createTestDatabase();
  const core = createCore(before.db);
  await createOffer(core, { allocation: 1 });
  await shiftClock(before.db, 3_600);
  await core.stop();
  await before.drop();
  await before.drop();
  const next = await createTestDatabase();
  expect(next.url).toBe(before.url);
  for (const table of ['store', 'unit', 'outbox', 'clock_shift']) {
    expect(await next.db.query(`SELECT * FROM ${table}`)).toEqual([]);
  }
  await expect(before.db.query('SELECT 1')).rejects.toThrow('no longer in use');
  await createOffer(createCore(next.db), { allocation: 1 });
  expect(await next.db.query(`SELECT min(id)::int AS first FROM stock_ledger`)).toEqual([{ first: 1 }]);
  await next.drop();
});

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['a changed schema', (db) => db.query('ALTER TABLE store DISABLE TRIGGER store_mode_fixed')],
  ['a changed record of migrations', (db) => db.query('UPDATE schema_migration SET digest = NULL')],
  ['a session that stayed', (db) => db.connect()],
  ['a lock that stayed', (db) => db.query('SELECT pg_advisory_lock(1)')],
])('removes a database with %s', async (_name, spoil) => {
  const spoilt = await createTestDatabase();
  await spoil(spoilt.db);
  await spoilt.drop();
  const next = await createTestDatabase();
  expect(next.url).not.toBe(spoilt.url);
  await next.drop();
});

test('reports an outbox row whose detail does not match its topic when the database is dropped', async () => {
  const { db, drop } = await ownInstallation();
  const offer = await createOffer(createCore(db), { allocation: 1 });
  await db.query(
    `INSERT INTO outbox (store_id, topic, subject_id, detail) VALUES ($1, 'link.asked', $2, '{"purpose": "cancel"}')`,
    [offer.storeId, offer.productId],
  );
  await expect(drop()).rejects.toThrow(/unknown detail: \[\{"topic":"link.asked"/);
});

test('refuses a database made by a changed migration, and accepts one without digests', async () => {
  const { db, drop } = await ownInstallation();
  const setDigest = "UPDATE schema_migration SET digest = $1 WHERE name = '0301_stores.sql' RETURNING name";
  expect(await db.query(setDigest, ['another'])).toHaveLength(1);
  for (const attempt of [migrate, requireMigrated]) {
    await expect(attempt(db)).rejects.toThrow(/^The database was made with another 0301_stores\.sql than this code/);
  }
  await db.query(setDigest, [null]);
  await requireMigrated(db);
  await db.query('ALTER TABLE schema_migration DROP COLUMN digest');
  await requireMigrated(db);
  expect(await migrate(db)).toEqual([]);
  await drop();
});
