import { expect, test } from 'vitest';
import { migrate } from '../../../src/core/migrate.ts';
import { requireMigrated } from '../../../src/platform/migrate.ts';
import { createCore, createOffer } from '../../support/core.ts';
import { createTestDatabase } from '../../support/database.ts';

test('creates migrated, empty and separate databases', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.db.query("INSERT INTO clock_shift (shift) VALUES (interval '1 day')");
  expect(await other.db.query('SELECT * FROM clock_shift')).toEqual([]);
  await other.drop();
  expect(await one.db.query('SELECT count(*)::int AS stores FROM store')).toEqual([{ stores: 0 }]);
  await one.drop();
});

test('reports an outbox row whose detail does not match its topic when the database is dropped', async () => {
  const { db, drop } = await createTestDatabase();
  const offer = await createOffer(createCore(db), { allocation: 1 });
  await db.query(
    `INSERT INTO outbox (store_id, topic, subject_id, detail) VALUES ($1, 'link.asked', $2, '{"purpose": "cancel"}')`,
    [offer.storeId, offer.productId],
  );
  await expect(drop()).rejects.toThrow(/unknown detail: \[\{"topic":"link.asked"/);
});

test('refuses a database made by a changed migration, and accepts one without digests', async () => {
  const { db, drop } = await createTestDatabase();
  const setDigest = "UPDATE schema_migration SET digest = $1 WHERE name = '0001_foundation.sql' RETURNING name";
  expect(await db.query(setDigest, ['another'])).toHaveLength(1);
  for (const attempt of [migrate, requireMigrated]) {
    await expect(attempt(db)).rejects.toThrow(
      /^The database was made with another 0001_foundation\.sql than this code/,
    );
  }
  await db.query(setDigest, [null]);
  await requireMigrated(db);
  await db.query('ALTER TABLE schema_migration DROP COLUMN digest');
  await requireMigrated(db);
  expect(await migrate(db)).toEqual([]);
  await drop();
});
