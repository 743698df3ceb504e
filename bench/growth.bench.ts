import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster, type TestCluster } from '../test/support/cluster.ts';
import { createCore } from '../test/support/core.ts';
import { grow } from '../test/support/growth.ts';
import { createGrowthStory } from '../test/support/growth-story.ts';
import type { GrowthLine, GrowthStage } from './growth-line.ts';
import { GROWTH_LINES, roundsLeftOut } from './growth-lines.ts';
import { median } from './harness.ts';
import { judge } from './limits.ts';

// Checks that times do not grow with a thousand times the rows. Each line of `growth-lines.ts` is timed in a database of
// SMALL pre-orders and in one of LARGE, once with all in one store and once over many stores. The ratio of the two times is
// limited. Only one large database exists at a time: a million pre-orders take some 8 GB and about 8 minutes to fill.
//
//     npm run bench -- growth
//     GROWTH_PREORDERS=100000 GROWTH_LINES='place|e-mail' npm run bench -- growth     fewer rows, and some of the lines
//     GROWTH_SHAPES='one store' npm run bench -- growth                               one of the two

const SMALL = 1_000;
const LARGE = Number(process.env.GROWTH_PREORDERS ?? 1_000_000);
const SHAPES = [
  { shape: 'one store', storesOf: () => 1 },
  { shape: 'many stores', storesOf: (preorders: number) => Math.ceil(preorders / 100) },
].filter(({ shape }) => new RegExp(process.env.GROWTH_SHAPES ?? '').test(shape));
const TIMES = 5;
// Shorter times count as this long: below it, the machine's load matters more than the number of rows.
const FLOOR_MS = 2;
const RATIO_MOST = 2;

const wanted = new RegExp(process.env.GROWTH_LINES ?? '');
const lines = GROWTH_LINES.filter(({ name }) => wanted.test(name));
const cluster = await startCluster();
try {
  for (const { shape, storesOf } of SHAPES) {
    const small = await timesAt(cluster, SMALL, storesOf(SMALL));
    const large = await timesAt(cluster, LARGE, storesOf(LARGE));
    console.log(`\n${shape}: at ${SMALL} pre-orders, at ${LARGE}`);
    for (const { name, most = RATIO_MOST } of lines) {
      const [before = Number.NaN, after = Number.NaN] = [small.get(name), large.get(name)];
      console.log(`${name.padEnd(58)}${inMs(before)}${inMs(after)}`);
      const value = Math.max(after, FLOOR_MS) / Math.max(before, FLOOR_MS);
      judge({ what: `${name}, ${shape}`, value, unit: `× its time at ${SMALL}`, most });
    }
  }
} finally {
  await cluster.stop();
}

/** Returns the time of each line in milliseconds, in a new database with so many pre-orders. */
async function timesAt(from: TestCluster, preorders: number, stores: number): Promise<Map<string, number>> {
  const database = await cloneDatabase(from);
  const db = openDatabase({ url: database.url });
  const core = createCore(db);
  try {
    const leftOut = roundsLeftOut(core);
    if (leftOut.length > 0) throw new Error(`rounds without a line: ${leftOut.join(', ')}`);
    const began = performance.now();
    const offer = await createGrowthStory(core);
    await grow(db, { preorders, stores });
    const seconds = (performance.now() - began) / 1_000;
    console.log(`filled ${preorders} pre-orders of ${stores} stores in ${seconds.toFixed(0)} s`);
    const times = new Map<string, number>();
    for (const line of lines) times.set(line.name, await timeOf(line, { db, core, offer }));
    return times;
  } finally {
    await core.stop();
    await db.close();
    await remove(from, database);
  }
}

/** Returns the median, or Infinity if a statement timed out. */
async function timeOf({ prepare, run }: GrowthLine, stage: GrowthStage): Promise<number> {
  const taken: number[] = [];
  for (let turn = 0; turn <= TIMES; turn += 1) {
    await prepare?.(stage);
    const began = performance.now();
    try {
      await run(stage);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      return Number.POSITIVE_INFINITY;
    }
    if (turn > 0) taken.push(performance.now() - began); // the first one warms up
  }
  return median(taken);
}

function isTimeout(error: unknown): boolean {
  const causes = error instanceof AggregateError ? error.errors : [error];
  return causes.some((cause) => cause instanceof Error && 'code' in cause && cause.code === '57014');
}

/** Drops the database at once, because the next one needs the disk space. */
async function remove({ adminUrl }: TestCluster, database: { url: string; drop(): Promise<void> }): Promise<void> {
  await database.drop();
  const admin = openDatabase({ url: adminUrl, poolConnectionsMax: 1 });
  await admin.query('SET statement_timeout = 0'); // the files of a million pre-orders are many
  await admin.query(`DROP DATABASE IF EXISTS ${new URL(database.url).pathname.slice(1)} WITH (FORCE)`);
  await admin.close();
}

function inMs(value: number): string {
  return (Number.isFinite(value) ? `${value.toFixed(1)} ms` : 'cancelled').padStart(14);
}
