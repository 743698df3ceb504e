import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { AUDIT_RULES } from '../../../src/core/audits/all-rules.ts';
import { auditDueStores } from '../../../src/core/audits/jobs.ts';
import type { Database } from '../../../src/platform/db.ts';
import { type Core, createCore, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { grow } from '../../support/growth.ts';
import { createGrowthStory } from '../../support/growth-story.ts';

// Every store is audited every night, but not during a sale.

const STORES = 60; // more than one round reads
const HOUR = 60 * 60;

let database: TestDatabase;
let db: Database;
let core: Core;
let offer: Offer;
let storeId: string;
let preorders: number;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  core = createCore(db);
  await shiftClock(db, secondsUntil(MORNING_HOUR));
  offer = await createGrowthStory(core);
  storeId = offer.storeId;
  await db.query(`UPDATE payment_due SET retry_at = NULL, deadline = deadline + interval '1 year'`);
  await grow(db, { preorders: STORES * 10, stores: STORES });
  const [row] = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM preorder WHERE store_id = $1', [storeId]);
  preorders = row?.n ?? 0;
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

// A night begins at 03:00 on the store's clock. Each step of these tests is two hours later in the day than the step
// before, so a run that began in the evening would cross 03:00.
const MORNING_HOUR = 8;

function secondsUntil(hour: number): number {
  const now = new Date();
  const seconds = now.getUTCHours() * HOUR + now.getUTCMinutes() * 60 + now.getUTCSeconds();
  return (hour * HOUR - seconds + 24 * HOUR) % (24 * HOUR);
}

const nextNight = () => shiftClock(db, 26 * HOUR);

/** Puts off the audits of all other stores for a year. */
const postponeOthers = () =>
  db.query(`UPDATE store SET audit_due_at = app_now() + interval '1 year' WHERE id <> $1`, [storeId]);

async function auditNextNight(): Promise<void> {
  await nextNight();
  await auditDueStores(core);
}

const alertsOf = async (store: string) =>
  (await listAlerts(db, store, { resolved: false })).map(({ code }) => code).sort();
const auditsOf = (store: string) =>
  db.query<{ rulesDone: number; finished: boolean; findings: number | null }>(
    `SELECT rules_done AS "rulesDone", finished_at IS NOT NULL AS finished, findings FROM audit
     WHERE store_id = $1 ORDER BY night DESC LIMIT 1`,
    [store],
  );
const changeTotals = (store: string, by: number) =>
  db.query('UPDATE preorder SET total = total + $2 WHERE store_id = $1', [store, by]);

/** Writes this many stock changes of the present moment. */
async function sell(store: string, entries: number): Promise<void> {
  await db.query(
    `INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, reason, source_id, at)
     SELECT u.store_id, u.waitlist_id, u.batch_id, u.variant_id, 'hold', gen_random_uuid(), app_now()
     FROM unit u, generate_series(1, $2) WHERE u.store_id = $1`,
    [store, entries],
  );
}

test('audits every store once a night, however many workers run', async () => {
  await nextNight();
  const audited = await Promise.all([auditDueStores(core), auditDueStores(core)]);
  expect(audited[0] + audited[1]).toBe(STORES);
  expect(Math.min(...audited)).toBeGreaterThan(0);
  expect(await auditDueStores(core)).toBe(0);
  const [{ proven } = { proven: 0 }] = await db.query<{ proven: number }>(
    'SELECT count(*)::int AS proven FROM audit WHERE findings = 0 AND rules_done = $2 AND night = (SELECT max(night) FROM audit WHERE store_id = $1)',
    [storeId, Object.keys(AUDIT_RULES).length],
  );
  expect(proven).toBe(STORES);
});

test('keeps an alert until a later night finds nothing', async () => {
  await postponeOthers();
  await changeTotals(storeId, 1);
  await auditNextNight();
  expect(await alertsOf(storeId)).toEqual(['audit_failed']);
  expect(await auditsOf(storeId)).toMatchObject([{ finished: true, findings: preorders }]);
  await changeTotals(storeId, -1);
  await auditNextNight();
  expect(await alertsOf(storeId)).toEqual([]);
});

test('puts off the audit of a store that sells fast, and alerts when a whole night passed without it', async () => {
  await postponeOthers();
  await nextNight();
  await sell(storeId, 600);
  expect(await auditDueStores(core)).toBe(0);
  expect(await auditsOf(storeId)).toMatchObject([{ finished: false }]);
  expect(await alertsOf(storeId)).toEqual([]);

  await nextNight();
  await sell(storeId, 600);
  expect(await auditDueStores(core)).toBe(0);
  expect(await alertsOf(storeId)).toEqual(['audit_left_out']);

  await shiftClock(db, 6 * 60);
  expect(await auditDueStores(core)).toBe(1);
  expect(await auditsOf(storeId)).toMatchObject([{ finished: true, findings: 0 }]);
  expect(await alertsOf(storeId)).toEqual([]);
});

/** Returns a core whose process is told to stop when it sends this statement. */
function stoppedAt(text: RegExp): { deps: Core; stopping: AbortSignal } {
  const stopping = new AbortController();
  const query: Database['query'] = async (sql, values) => {
    if (text.test(sql)) stopping.abort();
    return db.query(sql, values);
  };
  return { deps: { ...core, db: { ...db, query } }, stopping: stopping.signal };
}

test('continues the audit that a stopped process began, with its findings', async () => {
  await postponeOthers();
  await auditNextNight();
  await changeTotals(storeId, 1);
  await nextNight();
  const { deps, stopping } = stoppedAt(/FROM attempt a\b/);
  expect(await auditDueStores(deps, stopping)).toBe(0);
  const [left] = await auditsOf(storeId);
  expect(left).toMatchObject({ finished: false });
  expect(left?.rulesDone).toBeGreaterThan(6);
  await changeTotals(storeId, -1);
  expect(await auditDueStores(core)).toBe(1);
  expect(await alertsOf(storeId)).toEqual(['audit_failed']);
  expect(await auditsOf(storeId)).toMatchObject([{ finished: true, findings: preorders }]);
  await auditNextNight();
  expect(await alertsOf(storeId)).toEqual([]);
});

test('tries a failed audit again an hour later', async () => {
  await postponeOthers();
  await nextNight();
  const failing: Database['query'] = (sql, values) =>
    sql.includes('payment_due') ? Promise.reject(new Error('the disk is full')) : db.query(sql, values);
  expect(await auditDueStores({ ...core, db: { ...db, query: failing } })).toBe(0);
  await shiftClock(db, 50 * 60);
  expect(await auditDueStores(core)).toBe(0);
  await shiftClock(db, 11 * 60);
  expect(await auditDueStores(core)).toBe(1);
});
