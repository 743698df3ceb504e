import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { ownInstallation, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let lookups: Database;
beforeAll(async () => {
  database = await ownInstallation();
  await database.db.query('CREATE TABLE thing (owner integer, id integer, PRIMARY KEY (owner, id))');
  await database.db.query('CREATE INDEX thing_by_id ON thing (id)');
  lookups = openDatabase({ url: database.url, lookups: true, poolConnectionsMax: 1 });
});
afterAll(async () => {
  await lookups.close();
  await database.drop();
});

const FIND = 'SELECT owner, id FROM thing WHERE id = $1';
const prepared = (text: string) =>
  lookups.query('SELECT generic_plans::int, custom_plans::int FROM pg_prepared_statements WHERE statement = $1', [
    text,
  ]);

test('prepares a statement once, with one plan for all parameters', async () => {
  await lookups.query('INSERT INTO thing SELECT 1, 1');
  expect(await lookups.query(FIND, [1])).toEqual([{ owner: 1, id: 1 }]);
  await lookups.transaction((tx) => tx.query(FIND, [2]));
  expect(await prepared(FIND)).toEqual([{ generic_plans: 2, custom_plans: 0 }]);
});

test('keeps a plan for a while, and then plans again', async () => {
  await lookups.query('PREPARE found (integer) AS SELECT owner FROM thing WHERE owner = 1 AND id = $1');
  const plan = async () => JSON.stringify(await lookups.query('EXPLAIN EXECUTE found (1)'));
  expect(await plan()).toContain('Index');
  await lookups.query('SET enable_seqscan = on');
  await lookups.query('SET enable_indexscan = off');
  await lookups.query('SET enable_indexonlyscan = off');
  await lookups.query('SET enable_bitmapscan = off');
  expect(await plan()).toContain('Index'); // the old plan is kept, although a new plan would differ
  for (let turn = 0; turn < 32; turn += 1) await lookups.query('SELECT 1');
  expect(await plan()).toContain('Seq Scan');
  await lookups.query('RESET ALL');
});

test('a refused statement fails only its own transaction', async () => {
  const refused = lookups.transaction(async (tx) => {
    await tx.query('INSERT INTO thing SELECT 2, 2');
    await tx.query('INSERT INTO thing SELECT 2, 2');
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(await lookups.query(FIND, [2])).toEqual([]);
});

test('a new column does not break a prepared statement', async () => {
  await lookups.query(FIND, [1]);
  await database.db.query('ALTER TABLE thing ADD COLUMN more text');
  expect(await lookups.query(FIND, [1])).toEqual([{ owner: 1, id: 1 }]);
});
