import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { type Core, createCore, shiftClock } from '../../support/core.ts';
import { ownInstallation, type TestDatabase } from '../../support/database.ts';
import { grow } from '../../support/growth.ts';
import { createGrowthStory } from '../../support/growth-story.ts';

// A large store is audited in ranges. Each range is read at its own moment.

const PREORDERS = 4_000;

let database: TestDatabase;
let db: Database;
let core: Core;
let storeId: string;
beforeAll(async () => {
  database = await ownInstallation();
  db = database.db;
  core = createCore(db);
  ({ storeId } = await createGrowthStory(core));
  await grow(db, { preorders: PREORDERS, stores: 1 });
}, 180_000);
afterAll(async () => {
  await core.stop();
  await database.drop();
});

/** Returns a database that runs a callback before each statement. */
const beforeEachStatement = (doing: (sql: string, values: readonly unknown[]) => Promise<unknown>): Database => ({
  ...db,
  async query(sql, values = []) {
    await doing(sql, values);
    return db.query(sql, values);
  },
});

type Plan = {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
};
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] };

/** Says whether a statement asks for PostgreSQL's own tables, not for the books. */
const isOfCatalogue = (sql: string) => sql.includes('pg_class');

/** How many pairs of rows were compared and did not belong together. */
const comparedInVain = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, below) => sum + comparedInVain(below), 0);

test('reads each range in few pages, and keeps no transaction open in between', async () => {
  let [statements, pages, most] = [0, 0, 0];
  const watched = beforeEachStatement(async (sql, values) => {
    if (isOfCatalogue(sql)) return;
    const held = await db.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
    );
    expect(held).toEqual([]);
    const [explained] = await db.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, values);
    const plan = explained?.['QUERY PLAN'][0].Plan;
    const read = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    statements += 1;
    pages += read;
    most = Math.max(most, read);
  });
  expect(await audit({ db: watched }, storeId, { rowsMax: 500 })).toEqual([]);
  const [lines] = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM preorder_line');
  expect(statements).toBeGreaterThan(150);
  // Rules that look up one row by key take three pages for each. All others read ranges: five rules alone would otherwise take 36 pages a
  // line item.
  expect(pages / (lines?.n ?? 0)).toBeLessThan(15);
  expect(most).toBeLessThan(2_000);
});

test('reads a finding a second time before it reports it', async () => {
  const change = (by: number) => db.query('UPDATE preorder SET total = total + $2 WHERE store_id = $1', [storeId, by]);
  const isLook = (sql: string) => sql.includes('sum(unit_price) AS subtotal');
  await change(1);
  let looks = 0;
  const repairing = beforeEachStatement(async (sql) => {
    if (!isLook(sql)) return;
    looks += 1;
    if (looks === 2) await change(-1);
  });
  expect(await audit({ db: repairing }, storeId, { rowsMax: 500 })).toEqual([]);
  expect(looks).toBeGreaterThan(8);

  await change(1);
  const found = await audit(core, storeId, { rowsMax: 500 });
  expect(found).toHaveLength(20);
  await change(-1);
});

test('reports nothing for a ledger row that is committed late, behind the rows already summed', async () => {
  const late = await db.connect();
  const [entry] = await db.query<{ id: number }>('SELECT max(id)::int AS id FROM stock_ledger');
  const write = (delta: number) => `
    INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, allocated_delta, reason, source_id, at)
    SELECT store_id, waitlist_id, batch_id, variant_id, ${delta}, 'allocate', waitlist_id, app_now() - interval '5 minutes'
    FROM unit`;
  await late.query('SET idle_in_transaction_session_timeout = 0; BEGIN');
  await late.query(write(7));
  await late.query('UPDATE unit SET allocated = allocated + 7');
  await db.query(write(0));
  let isCommitted = false;
  const committingLate = beforeEachStatement(async (sql) => {
    if (!sql.includes('jsonb_to_recordset')) return;
    await late.query('COMMIT');
    isCommitted = true;
  });
  expect(await audit({ db: committingLate }, storeId, { rowsMax: 500 })).toEqual([]);
  expect(isCommitted).toBe(true);
  await late.end();
  const [last] = await db.query<{ id: number }>('SELECT max(id)::int AS id FROM stock_ledger');
  expect(last?.id).toBeGreaterThan((entry?.id ?? 0) + 1);
});

test('sums the ledger in parts, apart from rows of the last minute', async () => {
  const differ = (by: number) => db.query('UPDATE unit SET held = held + $2 WHERE store_id = $1', [storeId, by]);
  await differ(1);
  const found = await audit(core, storeId, { rowsMax: 500 });
  await shiftClock(db, -30 * 24 * 60 * 60); // now every row is recent, so all are read at one moment
  const atOnce = await audit(core, storeId, { rowsMax: 500 });
  await shiftClock(db, 30 * 24 * 60 * 60);
  await differ(-1);
  const counters = (all: typeof found) => all.filter(({ rule }) => rule.includes('stock ledger'));
  expect(counters(found)).toHaveLength(1);
  expect(counters(atOnce)).toEqual(counters(found));
});

/** Leaves the tables as PostgreSQL knows them that crashed before it looked at them. */
async function forgetStatistics() {
  const ours = `relnamespace = 'public'::regnamespace`;
  await db.query(`DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE ${ours})`);
  await db.query(`UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE ${ours} AND relkind IN ('r', 'i')`);
}

test('compares no row with each other one where PostgreSQL crashed before it knew the tables', async () => {
  await forgetStatistics();
  let inVain = 0;
  const watched = beforeEachStatement(async (sql, values) => {
    const [explained] = await db.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values);
    if (explained) inVain += comparedInVain(explained['QUERY PLAN'][0].Plan);
  });
  expect(await audit({ db: watched }, storeId)).toEqual([]);
  expect(inVain).toBeLessThan(PREORDERS * 20);
});

test('reads a database that takes no writes, and gathers no statistics there', async () => {
  await forgetStatistics();
  const setReadOnly = (value: 'on' | 'off') =>
    db.query(
      `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(database.url).pathname.slice(1)} SET default_transaction_read_only = ${value}`,
    );
  await setReadOnly('on');
  const readOnly = openDatabase({ url: database.url });
  try {
    expect(await audit({ db: readOnly }, storeId, { rowsMax: 500 })).toEqual([]);
    const [known] = await db.query(`SELECT 1 FROM pg_class WHERE relname = 'preorder' AND reltuples >= 0`);
    expect(known).toBeUndefined();
  } finally {
    await readOnly.close();
    await setReadOnly('off');
  }
});
