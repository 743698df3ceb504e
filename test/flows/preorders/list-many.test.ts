import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPreorders, type PreorderFilter } from '../../../src/core/preorders/queries/list.ts';
import { createCore } from '../../support/core.ts';
import { ownInstallation, type TestDatabase } from '../../support/database.ts';
import { grow } from '../../support/growth.ts';
import { createGrowthStory } from '../../support/growth-story.ts';

// A list of a few pre-orders in a store with many.

const PREORDERS = 5_000;

let database: TestDatabase;
let storeId: string;
beforeAll(async () => {
  database = await ownInstallation();
  const core = createCore(database.db);
  ({ storeId } = await createGrowthStory(core));
  await core.stop();
  await grow(database.db, { preorders: PREORDERS, stores: 1 });
}, 180_000);
afterAll(() => database.drop());

type Plan = { 'Rows Removed by Filter'?: number; Plans?: Plan[] };

const removedBy = (plan: Plan): number =>
  (plan['Rows Removed by Filter'] ?? 0) + (plan.Plans ?? []).reduce((sum, part) => sum + removedBy(part), 0);

/** Returns how many rows the list of these pre-orders reads without need. */
async function readInVain(filter: PreorderFilter): Promise<number> {
  let inVain = 0;
  const query: TestDatabase['db']['query'] = async <Row>(sql: string, values?: readonly unknown[]) => {
    const [explained] = await database.db.query<{ plan: [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      values,
    );
    const [plan] = Object.values(explained ?? {});
    inVain += plan ? removedBy(plan[0].Plan) : Number.NaN;
    return database.db.query<Row>(sql, values);
  };
  await listPreorders({ query }, storeId, { ...filter, limit: 50 });
  return inVain;
}

test.each([
  ['of one waitlist', { waitlistId: randomUUID() }],
  ['of one customer', { email: 'nobody@shopper.example' }],
  ['of the store', {}],
])('the pre-orders %s are found without reading others', async (_name, filter) => {
  expect(await readInVain(filter)).toBe(0);
});
