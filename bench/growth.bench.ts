import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster, type TestCluster } from '../test/support/cluster.ts';
import { grow } from '../test/support/growth.ts';
import { tellStory } from '../test/support/growth-story.ts';
import { createEngine } from '../test/support/shop.ts';
import type { GrowthLine, GrowthStage } from './growth-line.ts';
import { GROWTH_LINES, roundsLeftOut } from './growth-lines.ts';
import { median } from './harness.ts';
import { judge } from './limits.ts';

// The same answers at a thousand times the rows: each line of `growth-lines.ts` is timed in a database of SMALL pre-orders and
// in one of LARGE, once with all of them in one store and once over many. Its ratio is the gate. One large database is there
// at a time: a million pre-orders with all that belongs to them take some 8 GB and about as many minutes.
//
//     npm run bench -- growth
//     GROWTH_PREORDERS=100000 GROWTH_LINES='place|e-mail' npm run bench -- growth     fewer rows, and some of the lines

const SMALL = 1_000;
const LARGE = Number(process.env.GROWTH_PREORDERS ?? 1_000_000);
const SHAPES = [
  { shape: 'one store', storesOf: () => 1 },
  { shape: 'many stores', storesOf: (preorders: number) => Math.ceil(preorders / 100) },
];
const TIMES = 5;
// What takes less at first may take that long: below it a busy machine says more than the rows.
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

/** What each line takes, in milliseconds, in a database of its own. */
async function timesAt(from: TestCluster, preorders: number, stores: number): Promise<Map<string, number>> {
  const database = await cloneDatabase(from);
  const db = openDatabase({ url: database.url });
  const engine = createEngine(db);
  try {
    const leftOut = roundsLeftOut(engine);
    if (leftOut.length > 0) throw new Error(`there is no line for ${leftOut.join(', ')}`);
    const began = performance.now();
    const offer = await tellStory(engine);
    await grow(db, { preorders, stores });
    const seconds = (performance.now() - began) / 1_000;
    console.log(`filled ${preorders} pre-orders of ${stores} stores in ${seconds.toFixed(0)} s`);
    const times = new Map<string, number>();
    for (const line of lines) times.set(line.name, await timeOf(line, { db, engine, offer }));
    return times;
  } finally {
    await engine.stop();
    await db.close();
    await remove(from, database);
  }
}

/** The median; endless when it was not done in the time that a statement has. */
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

/** At once: the next one needs the room. */
async function remove({ adminUrl }: TestCluster, database: { url: string; drop(): Promise<void> }): Promise<void> {
  await database.drop();
  const admin = openDatabase({ url: adminUrl, poolConnectionsMax: 1 });
  await admin.query(`DROP DATABASE IF EXISTS ${new URL(database.url).pathname.slice(1)} WITH (FORCE)`);
  await admin.close();
}

function inMs(value: number): string {
  return (Number.isFinite(value) ? `${value.toFixed(1)} ms` : 'cancelled').padStart(14);
}
