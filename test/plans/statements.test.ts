import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { createCore } from '../support/core.ts';
import { ownInstallation, type TestDatabase } from '../support/database.ts';
import { grow } from '../support/growth.ts';
import { createGrowthStory } from '../support/growth-story.ts';
import {
  holds,
  isFrom,
  readRecorded,
  readWritten,
  type Statement,
  type WrittenStatement,
} from '../support/statements.ts';
import { testData } from '../support/test-data.ts';
import { MAY_READ_ALL, NEVER_SENT } from './exceptions.ts';
import { wholeTablesOf } from './explain.ts';

// Plans every statement that the other tests sent against a store with many pre-orders. A plan must not read a whole
// table that grows with the shoppers, because the statement would slow down with their number.

const PREORDERS = 30_000;
// A table with so few rows in this database does not grow with its shoppers.
const GROWN = PREORDERS / 20;

let database: TestDatabase;
let storeId: string;
let growing: Set<string>;
let recorded: Statement[];
let written: WrittenStatement[];

beforeAll(async () => {
  database = await ownInstallation();
  const core = createCore(database.db);
  ({ storeId } = await createGrowthStory(core));
  await core.stop();
  await grow(database.db, { preorders: PREORDERS, stores: 1 });
  await addManyJobs(database.db);
  const rows = await database.db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'i') AND reltuples > $1
     AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    [GROWN],
  );
  growing = new Set(rows.map(({ name }) => name));
  [recorded, written] = await Promise.all([readRecorded(), readWritten()]);
}, 300_000);
afterAll(() => database.drop());

/** Makes mails wait, like after a night without a mail server. */
async function addManyJobs(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0'); // on a busy machine it takes longer than a statement of the service may
    await tx.query(
      `SELECT count(graphile_worker.add_job('mail.due', json_build_object('storeId', store_id, 'subjectId', id, 'detail', NULL)))
       FROM (SELECT * FROM mail LIMIT $1) mail`,
      [PREORDERS],
    );
  });
  await db.query('ANALYZE graphile_worker._private_jobs');
}

// The table of the tests of migrations, which look like statements of the plan of a migration.
const OF_A_TEST = /\bthing\b/;
const ON_TEMPORARY = /\bstaged_\w+/;

const where = ({ file, line }: WrittenStatement) => `${file}:${line}`;

// Without that data, and in a run of half of the long tests, some statements are not sent.
const isWhole = testData !== undefined && process.env.TEST_SEED === undefined;
test.skipIf(!isWhole)('the tests sent every statement of the service', () => {
  const texts = recorded.map(({ text }) => text);
  expect(texts.length, 'too few recorded statements: the projects that send them have not run before').toBeGreaterThan(
    500,
  );
  const missing = written.filter((one) => !texts.some((text) => holds(text, one)));
  expect(
    missing.filter((one) => !isExcused(one, NEVER_SENT)).map((one) => `${where(one)} ${one.parts[0]?.slice(0, 60)}`),
  ).toEqual([]);
});

test('no plan reads a whole table that grows', async () => {
  expect([...growing]).toEqual(
    expect.arrayContaining(['preorder', 'preorder_line', 'checkout', 'outbox', 'movement', '_private_jobs']),
  );
  const db = openDatabase({ url: database.url, poolConnectionsMax: 1 });
  // With few rows a full scan is the best plan for a page of some hundred; with more rows it is not.
  await db.query('SET enable_hashjoin = off');
  await db.query('SET enable_mergejoin = off');
  const refused: string[] = [];
  let planned = 0;
  for (const statement of recorded) {
    const from = written.find((one) => isFrom(statement.text, one));
    if (!from || ON_TEMPORARY.test(statement.text) || OF_A_TEST.test(statement.text)) continue; // also on an import's temporary tables
    const tables = await wholeTablesOf(db, statement, { growing, storeId });
    planned += 1;
    if (tables.length === 0 || isExcused(from, MAY_READ_ALL)) continue;
    refused.push(`${where(from)} reads all of ${tables.join(', ')}`);
  }
  await db.close();
  expect(planned).toBeGreaterThan(400);
  expect([...new Set(refused)].sort()).toEqual([]);
}, 300_000);

function isExcused({ file, parts }: WrittenStatement, excuses: readonly { file: string; has?: string }[]): boolean {
  return excuses.some((excuse) => excuse.file === file && parts.join(' ').includes(excuse.has ?? ''));
}
