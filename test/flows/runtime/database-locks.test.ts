import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireLocks } from '../../../src/platform/database-locks.ts';
import type { Database } from '../../../src/platform/db.ts';
import { ownInstallation, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await ownInstallation();
});
afterAll(() => database.drop());

/** Returns a database whose statements find these functions before PostgreSQL's own, as on a server whose locks are different. */
async function insteadOfLocks(body: string): Promise<Database> {
  await database.db.query(`
    DROP SCHEMA IF EXISTS other_engine CASCADE;
    CREATE SCHEMA other_engine;
    CREATE FUNCTION other_engine.pg_try_advisory_xact_lock(integer, integer) RETURNS boolean LANGUAGE plpgsql
      AS $$ BEGIN ${body} END $$`);
  const { db } = database;
  return {
    ...db,
    query: (text, values) =>
      db.transaction(async (tx) => {
        await tx.query('SET LOCAL search_path = other_engine, pg_catalog, public');
        return tx.query(text, values);
      }),
  };
}

test('PostgreSQL is accepted, also by many starts at once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => requireLocks(database.db)));
  const left = await database.db.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 1702035811");
  expect(left).toEqual([]);
});

test.each([
  ['lets everybody have the lock', 'RETURN true;'],
  ['says that it has none', "RAISE EXCEPTION 'not supported' USING ERRCODE = '0A000';"],
])('a server that %s is refused', async (_name, body) => {
  const db = await insteadOfLocks(body);
  await expect(requireLocks(db)).rejects.toThrow('an advisory lock does not lock');
});
