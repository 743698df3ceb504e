import { openDatabase, type Sql } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore } from '../test/support/core.ts';
import { grow } from '../test/support/growth.ts';
import { createGrowthStory } from '../test/support/growth-story.ts';
import { judge } from './limits.ts';

// What a pre-order takes in the database: the bytes of each table and its indexes that come with so many more of them. The database is new, so
// nothing was removed from it yet. What is removed after some time counts apart: it grows with the sales of that time only.
//
//     npm run bench -- bytes

const PREORDERS = Number(process.env.BYTES_PREORDERS ?? 20_000);
const SHOWN_FROM = 10;
const BYTES_MOST = 9_500;
// Removed by age (`src/core/prune.ts`, and the retention of people and webhooks).
const FOR_SOME_TIME = /^(checkout_contact|idempotency|outbox|webhook_message|provider_event|link)(_|$)/;

const cluster = await startCluster();
try {
  const { url } = await cloneDatabase(cluster);
  const db = openDatabase({ url });
  const core = createCore(db);
  await createGrowthStory(core);
  const before = await sizesOf(db);
  await grow(db, { preorders: PREORDERS, stores: 1 });
  const after = await sizesOf(db);
  await core.stop();
  await db.close();

  const grown = [...after].map(([name, bytes]) => ({ name, each: (bytes - (before.get(name) ?? 0)) / PREORDERS }));
  for (const { name, each } of grown.sort((one, other) => other.each - one.each)) {
    if (each >= SHOWN_FROM) console.log(`${name.padEnd(52)}${each.toFixed(0).padStart(8)} B`);
  }
  const sumOf = (some: typeof grown) => some.reduce((sum, { each }) => sum + each, 0);
  const passing = grown.filter(({ name }) => FOR_SOME_TIME.test(name));
  console.log(`${'for some time only'.padEnd(52)}${sumOf(passing).toFixed(0).padStart(8)} B`);
  const value = sumOf(grown) - sumOf(passing);
  judge({ what: `a pre-order in the database for good, of ${PREORDERS}`, value, unit: 'bytes', most: BYTES_MOST });
} finally {
  await cluster.stop();
}

/** Returns the bytes of each table, with what belongs to it; indexes are named by themselves. */
async function sizesOf(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.query<{ name: string; bytes: number }>(
    `SELECT oid::regclass::text AS name, pg_total_relation_size(oid) - CASE relkind WHEN 'r' THEN pg_indexes_size(oid) ELSE 0 END AS bytes
     FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
