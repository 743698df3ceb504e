import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileStore } from '../../../src/core/accounts/commands/reconcile.ts';
import type { Database } from '../../../src/platform/db.ts';
import { connectTestBooks } from '../../support/account-books.ts';
import { type Core, createCore } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { grow } from '../../support/growth.ts';
import { createGrowthStory } from '../../support/growth-story.ts';

// A store with more movements than one statement reads.

const PREORDERS = 4_600;
const AT_ONCE = 500;
const DAY_MS = 24 * 60 * 60 * 1_000;

let database: TestDatabase;
let core: Core;
let storeId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db);
  ({ storeId } = await createGrowthStory(core));
  await grow(database.db, { preorders: PREORDERS, stores: 1 });
  core = { ...core, accounts: await connectTestBooks(core, storeId) };
}, 180_000);
afterAll(async () => {
  await core.stop();
  await database.drop();
});

/** Compares all payments, and checks that no statement returns more than a page. */
async function compare(period?: { from: Date; until: Date }) {
  const until = new Date(Date.now() + DAY_MS);
  let most = 0;
  const query: Database['query'] = async <Row>(sql: string, values?: readonly unknown[]) => {
    const rows = await database.db.query<Row>(sql, values);
    most = Math.max(most, rows.length);
    return rows;
  };
  const deps = { ...core, db: { ...database.db, query } };
  const found = await reconcileStore(deps, storeId, period ?? { from: new Date(until.getTime() - 30 * DAY_MS), until });
  expect(most).toBeLessThanOrEqual(AT_ONCE);
  return found;
}

test('compares each payment once, whether the provider lists it or only our books moved it', async () => {
  const [{ moved } = { moved: 0 }] = await database.db.query<{ moved: number }>(
    'SELECT count(DISTINCT attempt_id)::int AS moved FROM movement WHERE store_id = $1',
    [storeId],
  );
  expect(moved).toBeGreaterThan(2 * AT_ONCE);
  const [{ listed } = { listed: 0 }] = await database.db.query<{ listed: number }>(
    'SELECT count(*)::int AS listed FROM test_provider.payment WHERE store_id = $1',
    [storeId],
  );
  expect(await compare()).toEqual({ payments: listed, others: 0, differences: [] });

  // The provider does not list payments this old, so each is read by its reference.
  await database.db.query(`UPDATE test_provider.payment SET created_at = created_at - interval '1 year'`);
  expect(await compare()).toEqual({ payments: moved, others: 0, differences: [] });
});

test('finds a difference on the first, a middle and the last page', async () => {
  const refs = await database.db.query<{ ref: string }>(
    `SELECT a.provider_ref AS ref FROM movement m JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
     WHERE m.store_id = $1 AND m.state = 'done' ORDER BY m.ended_at, m.id`,
    [storeId],
  );
  const chosen = [0, AT_ONCE, refs.length - 1].map((index) => refs[index]?.ref ?? '');
  await database.db.query('UPDATE test_provider.payment SET captured = captured + 1 WHERE ref = ANY ($1)', [chosen]);
  const { differences } = await compare();
  expect(differences.map(({ kind, ref }) => [kind, ref])).toEqual(chosen.map((ref) => ['amount', ref]));
});

test('compares every one of many movements with the same timestamp', async () => {
  await database.db.query(`UPDATE movement SET ended_at = date_trunc('day', ended_at) WHERE store_id = $1`, [storeId]);
  const { payments, differences } = await compare();
  expect(payments).toBeGreaterThan(2 * AT_ONCE);
  expect(differences).toHaveLength(3);
});
