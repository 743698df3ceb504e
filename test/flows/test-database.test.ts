import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';

test('two test databases are migrated, empty and apart', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.db.query("INSERT INTO clock_shift (shift) VALUES (interval '1 day')");
  expect(await other.db.query('SELECT * FROM clock_shift')).toEqual([]);
  await other.drop();
  expect(await one.db.query('SELECT count(*)::int AS stores FROM store')).toEqual([{ stores: 0 }]);
  await one.drop();
});
